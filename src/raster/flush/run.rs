//! Executes the commands recorded for one target: chunks of vertices → pages of records → bins → tiles.
#![forbid(unsafe_code)]

use super::chunk::{VertexScratch, run_chunk};
use super::jobs::{Chunk, PRIMITIVES_PER_JOB, chunks, list_jobs, round};
use super::recycled::{BINNED_BYTES, Recycled, RecycledPages};
use super::wake_policy::{Stopwatch, WakePolicy};
use crate::debug::{self, counters};
use crate::platform::workers::{self, JobPanicked, Waking};
use crate::raster::call::draw_call::RenderTarget;
use crate::raster::flush::prepare::Preparer;
use crate::raster::record::command::Recorded;
use crate::raster::record::merged_draw::DrawRecord;
use crate::raster::record::spare::{Returned, Spare};
use crate::raster::scene::bins::{Pass, PassLists, PreparedDraw, Work};
use crate::raster::scene::debug_map::BinsMap;
use crate::raster::setup::merged_draws::MergedDrawSink;
use crate::raster::setup::record::SetupOutput;
use crate::raster::tile::draw::{GROUPS_OF_A_RUN, draw_tile};
use crate::raster::tile::scratch::TileScratch;
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Tiles are drawn after this many bytes where that costs little: pages in the second cache are faster written and
/// read.
const CACHED_BYTES: usize = 1 << 20;
/// With this number of entries in a tile, a second fetch of its pixels costs little.
const FULL_BIN: usize = 128;
/// The most primitives that wait to be set up.
const PRIMITIVES_AT_A_TIME: u32 = 512 * PRIMITIVES_PER_JOB;
/// The most chunks: those of small draws leave the second cache otherwise.
const CHUNKS_AT_A_TIME: usize = 4096;
/// Pages are binned, and tiles perhaps drawn, after this many bytes of them.
const BYTES_AT_A_TIME: usize = 384 << 10;

/// A record with the indices of its prepared draws.
pub(crate) struct PreparedRecord {
    pub(crate) record: DrawRecord,
    /// The draws of its states.
    pub(crate) draws: SmallVec<[u32; 2]>,
}

/// Scratch memory that jobs share in turn.
#[derive(Default)]
struct ScratchPool<T>(Mutex<Vec<Box<T>>>);

impl<T: Default> ScratchPool<T> {
    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let mut scratch = self.0.lock().pop().unwrap_or_default();
        let result = f(&mut scratch);
        self.0.lock().push(scratch);
        result
    }
}

/// The resources of a vertex job.
#[derive(Default)]
struct JobScratch {
    vertex: VertexScratch,
    /// Empty between jobs.
    page: SetupOutput,
}

/// The lists of a flush, empty between flushes.
#[derive(Default)]
struct FlushLists {
    draws: Vec<PreparedDraw>,
    records: Vec<PreparedRecord>,
    pending: Vec<Chunk>,
    /// The chunks of each job.
    jobs: Vec<Range<usize>>,
    /// Pages that were made and not binned, with the numbers of their jobs.
    made: Vec<(usize, SetupOutput)>,
    tiles: Vec<usize>,
    /// The memory of what was drawn.
    spare: Spare,
}

/// Scratch memory that lives from flush to flush.
#[derive(Default)]
pub(crate) struct Scratches {
    job: ScratchPool<JobScratch>,
    tile: ScratchPool<TileScratch>,
    pages: RecycledPages,
    lists: Recycled<(PassLists, FlushLists)>,
    wake_policy: WakePolicy,
    /// Memory on its way back to the recording.
    pub(crate) returned: Arc<Returned>,
    /// Groups of a run of a fragment kernel, if not the usual number.
    pub(crate) groups_of_a_run: Option<usize>,
    /// The line stipple counter after the last chunk.
    stipple_counter: AtomicU32,
}

impl Scratches {
    /// The line stipple counter after the last chunk.
    pub(crate) fn stipple_counter(&self) -> u32 {
        self.stipple_counter.load(Ordering::Relaxed)
    }
}

impl std::fmt::Debug for Scratches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Scratches")
    }
}

/// The commands of one target on their way to its tiles.
pub(crate) struct Flush<'a> {
    scratch: &'a Scratches,
    n_workers: usize,
    stopwatch: Stopwatch<'a>,
    pass: Pass,
    lists: FlushLists,
    n_pending: u32,
}

impl Flush<'_> {
    /// Executes all commands of this target, and leaves an empty list.
    pub(crate) fn carry_out(
        target: &Arc<RenderTarget>,
        commands: &mut Vec<Recorded>,
        scratch: &Scratches,
        n_workers: usize,
        preparer: &mut Preparer,
    ) -> Result<(), JobPanicked> {
        let (pass, lists) = scratch.lists.take();
        let pass = Pass::within(target, pass);
        if pass.bins.is_empty() {
            commands.clear();
            return Ok(());
        }
        let mut numbers = preparer.numbers();
        let mut flush = Flush {
            scratch,
            n_workers,
            stopwatch: scratch.wake_policy.start(),
            pass,
            lists,
            n_pending: 0,
        };
        // Draws are collected and binned together; a clear bins those before it first.
        for command in commands.drain(..) {
            match command {
                Recorded::Draw(record) => {
                    let states = record.segments.states.iter();
                    let draws = &mut flush.lists.draws;
                    let draws = states.map(|state| numbers.of(state, record.topology, draws));
                    let draws = draws.collect();
                    flush.add_record(PreparedRecord { record, draws })?;
                }
                Recorded::Clear(clear) => {
                    flush.bin_pending()?;
                    flush.pass.add_clear(clear, &flush.lists.draws);
                }
            }
        }
        flush.bin_pending()?;
        flush.draw_tiles(Work::All)?;
        flush.stopwatch.stop();
        let Flush {
            pass, mut lists, ..
        } = flush;
        // First the draws, so that the records are the last owners of their states.
        lists.draws.clear();
        for record in lists.records.drain(..) {
            lists.spare.keep(record.record);
        }
        scratch.returned.give(&mut lists.spare);
        scratch.lists.recycle((pass.into_lists(), lists));
        Ok(())
    }

    fn add_record(&mut self, record: PreparedRecord) -> Result<(), JobPanicked> {
        let chunks = chunks(&record.record, self.lists.records.len());
        self.lists.records.push(record);
        for chunk in chunks {
            self.n_pending += chunk.primitives.end - chunk.primitives.start;
            self.lists.pending.push(chunk);
            if self.n_pending >= PRIMITIVES_AT_A_TIME
                || self.lists.pending.len() >= CHUNKS_AT_A_TIME
            {
                self.bin_pending()?;
            }
        }
        Ok(())
    }

    /// Sets up the pending chunks; draws the tiles when the bins have grown.
    fn bin_pending(&mut self) -> Result<(), JobPanicked> {
        let mut jobs = std::mem::take(&mut self.lists.jobs);
        list_jobs(&self.lists.pending, &mut jobs);
        let mut n_done = 0;
        loop {
            n_done += self.bin_jobs(&jobs, n_done)?;
            self.draw_when_full()?;
            if n_done == jobs.len() {
                break;
            }
        }
        self.lists.jobs = jobs;
        self.lists.pending.clear();
        self.n_pending = 0;
        Ok(())
    }

    /// Makes pages of chunks in parallel, up to some size, then bins them in order. Returns the number of
    /// jobs from `first` on that are done.
    fn bin_jobs(&mut self, jobs: &[Range<usize>], first: usize) -> Result<usize, JobPanicked> {
        // Workers share the pages made so far and their size in bytes.
        let made = Mutex::new((0, std::mem::take(&mut self.lists.made)));
        let this: &Flush<'_> = self;
        let jobs = round(jobs, first, &this.lists.pending);
        let job = |i| {
            this.scratch.job.with(|scratch| {
                counters::timed_job(|| {
                    this.run_job(jobs, i, scratch);
                });
                // A chunk that left nothing keeps its page for the next one.
                if scratch.page.order.is_empty() {
                    scratch.page.clear();
                    return ControlFlow::Continue(());
                }
                let page = std::mem::replace(&mut scratch.page, this.scratch.pages.take());
                let (bytes, pages) = &mut *made.lock();
                *bytes += page.binned_bytes();
                pages.push((i, page));
                // Jobs that have started go on to their end; the others wait until these pages are binned.
                if *bytes > BYTES_AT_A_TIME {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
        };
        let run = |waking| workers::parallel_until(self.n_workers, waking, jobs.len(), &job);
        let n_done = self.stopwatch.time_setup(self.n_pending, run)?;
        // Workers finish in any order; bins hold the order of the draws.
        let (_, mut pages) = made.into_inner();
        pages.sort_unstable_by_key(|(job, _)| *job);
        for (_, page) in pages.drain(..) {
            self.pass.add_page(page, &self.lists.draws);
        }
        self.lists.made = pages;
        Ok(n_done)
    }

    /// Sets up the primitives of a job in the page of its scratch memory.
    fn run_job(&self, jobs: &[Range<usize>], job: usize, scratch: &mut JobScratch) {
        let JobScratch { vertex, page } = scratch;
        let counter = &self.scratch.stipple_counter;
        // Only the first job of a round can continue a strip, and only the last can be continued.
        if job == 0 {
            vertex.raster.stipple_counter = counter.load(Ordering::Relaxed);
        }
        for chunk in &self.lists.pending[jobs[job].clone()] {
            self.run_chunk(chunk, vertex, page);
        }
        if job + 1 == jobs.len() {
            counter.store(vertex.raster.stipple_counter, Ordering::Relaxed);
        }
    }

    /// Draws the tiles when the bins have grown.
    fn draw_when_full(&mut self) -> Result<(), JobPanicked> {
        let size_bytes = self.pass.size_bytes();
        if size_bytes > BINNED_BYTES {
            self.draw_tiles(Work::All)
        } else if size_bytes > CACHED_BYTES && self.has_full_bins() {
            self.draw_tiles(Work::Primitives)
        } else {
            Ok(())
        }
    }

    /// Whether the tiles with primitives have enough of them, so that a second fetch of their pixels does not matter.
    fn has_full_bins(&mut self) -> bool {
        let tiles = &mut self.lists.tiles;
        let n_entries = self.pass.list_tiles(Work::Primitives, tiles);
        n_entries >= FULL_BIN * tiles.len()
    }

    /// Sets up the primitives of a chunk in a page.
    fn run_chunk(&self, chunk: &Chunk, scratch: &mut VertexScratch, page: &mut SetupOutput) {
        let PreparedRecord { record, draws } = &self.lists.records[chunk.record];
        let geometry = record.geometry();
        let primitives = chunk.primitives.clone();
        // A record may merge several draws that differ in state only. Find the one that holds the chunk's first
        // primitive.
        let (before, rest) = record.segments.split(primitives.start);
        let draw = &self.lists.draws[draws[before as usize] as usize];
        // All of the chunk belongs to that draw, or the sink changes state between its primitives.
        if rest.first().is_none_or(|next| next.0 >= primitives.end) {
            run_chunk(
                &draw.vertex,
                geometry,
                &draw.raster,
                primitives,
                scratch,
                page,
            );
        } else {
            let context = |state: u32| &self.lists.draws[draws[state as usize] as usize].raster;
            let mut sink = MergedDrawSink::new(page, &context, before, rest, primitives.start);
            run_chunk(
                &draw.vertex,
                geometry,
                &draw.raster,
                primitives,
                scratch,
                &mut sink,
            );
        }
    }

    /// Draws the binned primitives.
    fn draw_tiles(&mut self, work: Work) -> Result<(), JobPanicked> {
        self.pass.list_tiles(work, &mut self.lists.tiles);
        let (pass, tiles, draws) = (&self.pass, &self.lists.tiles, &self.lists.draws);
        counters::TILES.add(tiles.len() as u64);
        if debug::words().bins {
            let n_draws = draws.len();
            eprintln!("trilobite: {}", BinsMap { pass, n_draws });
        }
        let groups_of_a_run = self.scratch.groups_of_a_run.unwrap_or(GROUPS_OF_A_RUN);
        self.stopwatch.time(|waking| {
            let n_threads = match waking {
                Waking::AtOnce => 1 + self.n_workers,
                Waking::After(_) | Waking::Never => 1,
            };
            let job = |i: usize| {
                let next = tiles.get(i + n_threads).copied();
                self.scratch.tile.with(|scratch| {
                    counters::timed_job(|| {
                        draw_tile(pass, draws, tiles[i], groups_of_a_run, next, scratch);
                    });
                });
            };
            workers::parallel_for(self.n_workers, waking, tiles.len(), &job)
        })?;
        self.scratch.pages.recycle(self.pass.clear_work(work));
        Ok(())
    }
}

//! What the vertex jobs of a flush do: chunks of its records.
#![forbid(unsafe_code)]

use super::chunk::primitives_per_chunk;
use crate::raster::call::draw_call::Topology;
use crate::raster::record::merged_draw::DrawRecord;
use std::ops::Range;

/// Primitives that one job sets up, unless a draw's chunks are larger.
pub(super) const PRIMITIVES_PER_JOB: u32 = 256;
/// The same for lines of a stippled strip. Each may become hundreds of dashes.
const CHAINED_PER_JOB: u32 = 64;

/// A range of a record's primitives.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) record: usize,
    pub(super) primitives: Range<u32>,
    /// Whether it needs the line stipple counter of the chunk before it.
    pub(super) is_chained: bool,
}

/// The chunks of a record, in order.
pub(super) fn chunks(record: &DrawRecord, number: usize) -> impl Iterator<Item = Chunk> + use<> {
    let geometry = record.geometry();
    let n = geometry.n_primitives();
    // In these, lines of several primitives share the stipple.
    let is_strip = matches!(
        geometry.topology,
        Topology::LineStrip | Topology::LineLoop | Topology::Polygon
    );
    let is_chained = is_strip && record.state().raster.line_stipple.is_some();
    let step = match primitives_per_chunk(geometry.topology, geometry.vertices) {
        step if is_chained => step.min(CHAINED_PER_JOB),
        step => step,
    };
    (0..n).step_by(step as usize).map(move |first| Chunk {
        record: number,
        primitives: first..first.saturating_add(step).min(n),
        is_chained: is_chained && first > 0,
    })
}

/// Lists the chunks of each job: several small ones, or one.
pub(super) fn list_jobs(pending: &[Chunk], jobs: &mut Vec<Range<usize>>) {
    jobs.clear();
    let mut n_primitives = 0;
    for (i, chunk) in pending.iter().enumerate() {
        let n = chunk.primitives.end - chunk.primitives.start;
        match jobs.last_mut() {
            Some(job) if !chunk.is_chained && n_primitives + n <= PRIMITIVES_PER_JOB => {
                job.end = i + 1;
                n_primitives += n;
            }
            _ => {
                jobs.push(i..i + 1);
                n_primitives = n;
            }
        }
    }
}

/// The jobs from `first` on that may run at the same time. One that begins with a chained chunk waits for the job before it.
pub(super) fn round<'j>(
    jobs: &'j [Range<usize>],
    first: usize,
    pending: &[Chunk],
) -> &'j [Range<usize>] {
    let waits = |job: &Range<usize>| pending[job.start].is_chained;
    let Some((_, others)) = jobs[first..].split_first() else {
        return &[];
    };
    let n_others = others.iter().position(waits).unwrap_or(others.len());
    &jobs[first..first + 1 + n_others]
}

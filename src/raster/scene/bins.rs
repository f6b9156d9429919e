//! The scene: bins, through which recorded commands reach the tiles in order.
//!
//! A [`Pass`] holds the work for one target. Primitives lie in pages, one per job; a bin entry names a page and a
//! primitive. Chunks are made in parallel and binned one after the other, so a bin's order is the order of the commands.
#![forbid(unsafe_code)]

use crate::debug::counters;
use crate::raster::call::draw_call::{ClearCall, DrawState, RenderTarget};
use crate::raster::call::fragment_operations::MAX_COLOR_PLANES;
use crate::raster::coverage::tile::triangle_touches_tile;
use crate::raster::fragment::colour;
use crate::raster::fragment::kernels::FragmentKernels;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::shape::{Shape, triangle_bounds};
use crate::raster::geometry::target::{clear_rect, target_rect};
use crate::raster::geometry::tile::TILE;
use crate::raster::primitive::context::RasterContext;
use crate::raster::setup::mesh::MeshRun;
use crate::raster::setup::record::{BinEntry, MESH_RUN, Primitive, SetupOutput};
use crate::raster::setup::tile_place::{MANY_TILES, tiles_of};
use crate::raster::vertex::stage::VertexStage;
use crate::simd::prefetch;
use std::sync::Arc;
use std::vec::Drain;

/// A draw of a pass with everything that its execution needs.
pub(crate) struct PreparedDraw {
    pub(crate) call: Arc<DrawState>,
    pub(crate) vertex: Arc<VertexStage>,
    pub(crate) fragment: Arc<FragmentKernels>,
    pub(crate) raster: RasterContext,
    /// Shade output slots per group, enough for every colour output written.
    pub(crate) n_slots: usize,
}

/// Part of the work of a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    All,
    /// The tiles that a primitive may touch; clears of others wait.
    Primitives,
}

impl Work {
    fn is_in(self, bin: &[BinEntry]) -> bool {
        match self {
            Work::All => !bin.is_empty(),
            Work::Primitives => bin.iter().any(|entry| entry.page != CLEAR_PAGE),
        }
    }
}

/// The target of a bin entry.
pub(crate) enum Binned<'a> {
    Primitive(&'a SetupOutput, &'a Primitive),
    Run(&'a SetupOutput, &'a MeshRun),
    Clear(&'a ClearCall),
}

/// The page number of clears.
const CLEAR_PAGE: u32 = u32::MAX;

/// The most bytes of bins that are kept from pass to pass.
const BIN_BYTES: usize = 1 << 20;

/// The lists of a pass.
#[derive(Default)]
pub(crate) struct PassLists {
    pages: Vec<SetupOutput>,
    clears: Vec<ClearCall>,
    bins: Vec<Vec<BinEntry>>,
}

/// Work binned for one target and not yet drawn.
pub(crate) struct Pass {
    pub(crate) target: Arc<RenderTarget>,
    pub(crate) rect: PixelRect,
    pub(crate) tiles_across: usize,
    pub(crate) pages: Vec<SetupOutput>,
    pub(crate) clears: Vec<ClearCall>,
    pub(crate) bins: Vec<Vec<BinEntry>>,
    /// Whether the values of whole tiles may be known: each plane is there once, with one sample per pixel.
    pub(crate) knows_values: bool,
    size_bytes: usize,
}

impl Pass {
    pub(crate) fn new(target: &Arc<RenderTarget>) -> Pass {
        Pass::within(target, PassLists::default())
    }

    /// A pass with the memory of these empty lists.
    pub(crate) fn within(target: &Arc<RenderTarget>, lists: PassLists) -> Pass {
        let PassLists {
            pages,
            clears,
            mut bins,
        } = lists;
        let rect = target_rect(target);
        let tiles = |pixels: i32| (pixels.max(0) as usize).div_ceil(TILE as usize);
        let (across, up) = (tiles(rect.x1), tiles(rect.y1));
        bins.resize_with(across * up, Vec::new);
        Pass {
            target: target.clone(),
            rect,
            tiles_across: across,
            pages,
            clears,
            bins,
            knows_values: target.samples() == 1 && target.has_different_planes(),
            size_bytes: 0,
        }
    }

    /// Bytes in pages and bins.
    pub(crate) fn size_bytes(&self) -> usize {
        self.size_bytes
    }

    /// The memory of the pass, without contents.
    pub(crate) fn into_lists(mut self) -> PassLists {
        self.pages.clear();
        self.clears.clear();
        let n_entries: usize = self.bins.iter().map(Vec::capacity).sum();
        if n_entries * size_of::<BinEntry>() <= BIN_BYTES {
            self.bins.iter_mut().for_each(Vec::clear);
        } else {
            self.bins.clear();
        }
        PassLists {
            pages: self.pages,
            clears: self.clears,
            bins: self.bins,
        }
    }

    /// Lists the tiles with something to draw, and returns the amount.
    pub(crate) fn list_tiles(&self, work: Work, tiles: &mut Vec<usize>) -> usize {
        tiles.clear();
        let bins = self.bins.iter().enumerate();
        let some = bins.filter(|(_, bin)| work.is_in(bin));
        let mut n_entries = 0;
        tiles.extend(some.map(|(tile, bin)| {
            n_entries += bin.len();
            tile
        }));
        n_entries
    }

    /// Drops finished work; the bins' memory stays, and that of the pages is returned.
    pub(crate) fn clear_work(&mut self, work: Work) -> Drain<'_, SetupOutput> {
        let mut is_left = false;
        for bin in &mut self.bins {
            if work.is_in(bin) {
                bin.clear()
            } else {
                is_left |= !bin.is_empty()
            }
        }
        if !is_left {
            self.clears.clear();
        }
        self.size_bytes = 0;
        self.pages.drain(..)
    }

    /// The corner of a tile in pixels.
    pub(crate) fn tile_corner(&self, tile: usize) -> (i32, i32) {
        tile_corner(tile, self.tiles_across)
    }

    #[inline(always)]
    pub(crate) fn binned(&self, entry: BinEntry) -> Binned<'_> {
        let number = (entry.number & !MESH_RUN) as usize;
        if entry.page == CLEAR_PAGE {
            return Binned::Clear(&self.clears[number]);
        }
        let page = &self.pages[entry.page as usize];
        match entry.number & MESH_RUN {
            0 => Binned::Primitive(page, &page.primitives[number]),
            _ => Binned::Run(page, &page.meshes.runs[number]),
        }
    }

    /// Prefetches the targets of some of the next entries, which lie anywhere in the pages.
    #[inline(always)]
    pub(crate) fn prefetch(&self, entries: &[BinEntry]) {
        let binned = |i: usize| entries.get(i).map(|entry| self.binned(*entry));
        if let Some(Binned::Primitive(_, primitive)) = binned(6) {
            prefetch(primitive);
        }
        if let Some(Binned::Primitive(page, primitive)) = binned(3) {
            page.prefetch_planes(primitive);
        }
    }

    /// Bins the primitives of some chunks after all earlier work.
    pub(crate) fn add_page(&mut self, page: SetupOutput, draws: &[PreparedDraw]) {
        counters::PRIMITIVES.add(page.n_primitives() as u64);
        let page_number = self.pages.len() as u32;
        self.size_bytes += page.size_bytes() + page.order.len() * size_of::<BinEntry>();
        for placed in &page.order {
            let entry = BinEntry {
                page: page_number,
                number: placed.number,
            };
            if placed.tile == MANY_TILES {
                self.bin_in_many(entry, &page, draws);
                continue;
            }
            for [column, row] in tiles_of(placed.tile) {
                self.bins[row * self.tiles_across + column].push(entry);
            }
        }
        self.pages.push(page);
    }

    /// Bins a primitive that lies in more tiles than one.
    #[inline(never)]
    fn bin_in_many(&mut self, entry: BinEntry, page: &SetupOutput, draws: &[PreparedDraw]) {
        let number = (entry.number & !MESH_RUN) as usize;
        // Bounds and corners: of a mesh triangle from its page, of any other primitive from its record.
        let (bounds, triangle, by_sample, draw) = if entry.number & MESH_RUN != 0 {
            let run = &page.meshes.runs[number];
            let context = &draws[run.draw as usize].raster;
            let by_sample = context.state.multisample.is_some();
            let [x, y] = page.meshes.places(run);
            let bounds = triangle_bounds(x, y, by_sample).intersect(context.viewport_clip);
            (bounds, Some((x, y)), by_sample, run.draw)
        } else {
            let Primitive {
                draw,
                bounds,
                shape,
                by_sample,
                ..
            } = page.primitives[number];
            let triangle = match shape {
                Shape::Triangle { x, y } => Some((x, y)),
                _ => None,
            };
            (bounds, triangle, by_sample, draw)
        };
        // Bounds of large triangles hold many tiles that the triangle does not touch; only there the test of each
        // tile pays.
        let is_small = bounds.x1 - bounds.x0 <= TILE && bounds.y1 - bounds.y0 <= TILE;
        let reach = i32::from(by_sample);
        let rule = draws[draw as usize].raster.edge_rule;
        self.bin(entry, bounds, |tx, ty| match &triangle {
            Some((x, y)) if !is_small => triangle_touches_tile(x, y, [tx, ty], reach, rule),
            _ => true,
        });
    }

    /// Bins a clear of the pixels within its scissor, after `draws`.
    pub(crate) fn add_clear(&mut self, clear: ClearCall, draws: &[PreparedDraw]) {
        let bounds = clear_rect(&clear, self.rect);
        let entry = BinEntry {
            page: CLEAR_PAGE,
            number: self.clears.len() as u32,
        };
        if self.hides(&clear, draws) {
            self.drop_hidden(bounds);
        }
        self.bin(entry, bounds, |_, _| true);
        self.clears.push(clear);
        self.size_bytes += size_of::<ClearCall>();
    }

    /// Whether a clear hides earlier work on its pixels: it overwrites all planes that were written, and no draw counts
    /// samples.
    fn hides(&self, clear: &ClearCall, draws: &[PreparedDraw]) -> bool {
        let clears_color = |masks: [[bool; 4]; MAX_COLOR_PLANES]| {
            let mut planes = self.target.color.iter().zip(clear.stored);
            planes.all(|((output, _), stored)| {
                let all = colour::written([true; 4], stored);
                colour::written(masks[usize::from(*output)], stored) == all
            })
        };
        let color = clear
            .color
            .map_or(self.target.color.is_empty(), |(_, mask)| clears_color(mask));
        let writes_stencil = |draw: &PreparedDraw| draw.call.ops.stencil.is_some();
        let stencil = matches!(clear.stencil, Some((_, 0xff)))
            || !draws.iter().any(writes_stencil) && self.clears.iter().all(|c| c.stencil.is_none());
        let depth_stencil = clear.depth.is_some() && stencil;
        let counts = |draw: &PreparedDraw| draw.call.occlusion.is_some();
        color && (depth_stencil || self.target.depth_stencil.is_none()) && !draws.iter().any(counts)
    }

    /// Empties the bins of the tiles within `bounds`, as far as there are pixels.
    fn drop_hidden(&mut self, bounds: PixelRect) {
        for (tile, bin) in self.bins.iter_mut().enumerate() {
            let (x, y) = tile_corner(tile, self.tiles_across);
            let pixels = PixelRect::tile(x, y).intersect(self.rect);
            if !bin.is_empty() && pixels.intersect(bounds) == pixels {
                bin.clear();
            }
        }
    }

    #[inline(always)]
    fn bin(&mut self, entry: BinEntry, bounds: PixelRect, touches: impl Fn(i32, i32) -> bool) {
        if bounds.is_empty() {
            return;
        }
        let tile_of = |pixel: i32| (pixel as u32 / TILE as u32) as usize;
        let (x0, x1) = (tile_of(bounds.x0), tile_of(bounds.x1 - 1));
        let (y0, y1) = (tile_of(bounds.y0), tile_of(bounds.y1 - 1));
        for ty in y0..=y1 {
            for tx in x0..=x1 {
                if touches(tx as i32 * TILE, ty as i32 * TILE) {
                    self.bins[ty * self.tiles_across + tx].push(entry);
                }
            }
        }
        // A primitive on many tiles keeps little memory alive, but each entry costs time.
        self.size_bytes += (x1 - x0 + 1) * (y1 - y0 + 1) * size_of::<BinEntry>();
    }
}

fn tile_corner(tile: usize, tiles_across: usize) -> (i32, i32) {
    let (column, row) = (tile % tiles_across, tile / tiles_across);
    (column as i32 * TILE, row as i32 * TILE)
}

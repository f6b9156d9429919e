//! Collects the coverage of consecutive primitives of a draw: groups, masks and planes, which then go through the
//! kernels together.
#![forbid(unsafe_code)]

use super::scratch::TileScratch;
use crate::raster::coverage::tile::InTile;
use crate::raster::fragment::depth_use::DepthUse;
use crate::raster::geometry::list::List;
use crate::raster::geometry::plane;
use crate::raster::geometry::shape::Shape;
use crate::raster::scene::bins::{Binned, Pass, PreparedDraw};
use crate::raster::setup::mesh::MeshRun;
use crate::raster::setup::mesh::setup::MeshBatch;
use crate::raster::setup::record::{BinEntry, Primitive, SetupOutput};
use crate::simd::{LANE_NUMBERS, LANES, PerWidth, Vectors};

/// The common properties of primitives that go through the kernels together.
#[derive(Clone, Copy)]
pub(crate) struct Common {
    pub(crate) draw: u32,
    pub(crate) front: bool,
    pub(crate) fade: f32,
}

impl Common {
    #[inline(always)]
    pub(crate) fn of(what: &Binned<'_>) -> Common {
        match what {
            Binned::Primitive(_, primitive) => Common {
                draw: primitive.draw,
                front: primitive.front,
                fade: primitive.fade,
            },
            Binned::Run(_, run) => Common {
                draw: run.draw,
                front: run.front,
                fade: 1.0,
            },
            // A clear belongs to no draw.
            Binned::Clear(_) => Common {
                draw: u32::MAX,
                front: true,
                fade: 1.0,
            },
        }
    }
}

/// Collects the groups of the primitives at the front of `entries` that can go through the kernels together, and
/// removes their entries.
pub(crate) struct Collect<'a, 'b> {
    pub(crate) pass: &'a Pass,
    pub(crate) draw: &'a PreparedDraw,
    pub(crate) first: Common,
    pub(crate) tile: [i32; 2],
    pub(crate) has_samples: bool,
    pub(crate) groups_of_a_run: usize,
    /// Set where the known depths of the tile may hide blocks.
    pub(crate) depth_use: Option<DepthUse>,
    pub(crate) entries: &'b mut &'a [BinEntry],
    /// Triangles of the first entry's run that are collected already.
    pub(crate) n_done: &'b mut u32,
    pub(crate) scratch: &'b mut TileScratch,
}

impl PerWidth for Collect<'_, '_> {
    #[inline(always)]
    fn run<V: Vectors>(mut self) {
        self.scratch.coverage.clear();
        self.scratch.planes.clear();
        self.scratch.is_affine = true;
        let fragment = &self.draw.fragment;
        let n_planes = if fragment.skip_shade && !self.has_samples {
            plane::Z + 1
        } else {
            fragment.shade.n_planes()
        };
        while let Some((entry, rest)) = self.entries.split_first() {
            let next = self.pass.binned(*entry);
            let is_full = self.scratch.coverage.groups.len() >= self.groups_of_a_run;
            if is_full || !self.runs_with_first(&next) {
                return;
            }
            match next {
                Binned::Primitive(page, primitive) => {
                    *self.entries = rest;
                    self.pass.prefetch(rest);
                    self.primitive::<V>(page, primitive, n_planes);
                }
                Binned::Run(page, run) => self.triangles::<V>(page, run, n_planes),
                Binned::Clear(_) => return,
            }
        }
    }
}

impl Collect<'_, '_> {
    #[inline(always)]
    fn runs_with_first(&self, next: &Binned<'_>) -> bool {
        let (first, next) = (self.first, Common::of(next));
        next.draw == first.draw
            && (next.front == first.front || !self.draw.fragment.depends_on_face)
            && next.fade == first.fade
    }

    #[inline(always)]
    fn primitive<V: Vectors>(
        &mut self,
        page: &SetupOutput,
        primitive: &Primitive,
        n_planes: usize,
    ) {
        let stipple = self.draw.call.raster.polygon_stipple.as_deref();
        let TileScratch {
            coverage,
            planes,
            is_affine,
            ..
        } = &mut *self.scratch;
        let n_groups = coverage.groups.len();
        let first_plane = planes.len();
        coverage.planes = first_plane as u32;
        primitive.planes_for_tile(
            page,
            n_planes,
            self.tile,
            self.draw.raster.place_offset,
            planes,
        );
        // Covers the shape with its planes in the tile.
        let what = InTile {
            shape: &primitive.shape,
            corners: &page.corners,
            bounds: primitive.bounds,
            tile: self.tile,
            rule: self.draw.raster.edge_rule,
            stipple: stipple.filter(|_| primitive.is_filled_polygon()),
            depth: self.depth_use.map(|u| (planes[first_plane + plane::Z], u)),
        };
        coverage.cover_any::<V>(&what, primitive.by_sample);
        if self.has_samples && !primitive.by_sample {
            coverage.cover_whole_pixels();
        }
        // Without fragments its planes are dropped.
        if coverage.groups.len() == n_groups {
            planes.truncate(first_plane);
            return;
        }
        let shade = &self.draw.fragment.shade;
        *is_affine &= primitive.is_affine && shade.has_ones(&planes[first_plane..]);
        self.cover_parts();
    }

    /// Collects the next triangles of a mesh, at most sixteen.
    #[inline(always)]
    fn triangles<V: Vectors>(&mut self, page: &SetupOutput, run: &MeshRun, n_planes: usize) {
        self.scratch.prefetch.step();
        // Sets up the planes and the shapes of the batch, one triangle per lane.
        let (words, n) = self.take_triangles::<V>(page, run);
        let batch = MeshBatch {
            vertices: page.meshes.vertices(run),
            context: &self.draw.raster,
            front: run.front,
            tile: self.tile,
            writes_place: self.draw.fragment.shade.reads_place,
            writes_inverse_w: self.draw.fragment.shade.reads_inverse_w,
        };
        let corners = batch.corners::<V>(words);
        let first_planes = self.scratch.planes.len();
        let is_affine = batch.planes(&corners, n, n_planes, &mut self.scratch.planes);
        let shade = &self.draw.fragment.shade;
        let mut planes = self.scratch.planes[first_planes..].chunks_exact(n_planes);
        self.scratch.is_affine &= is_affine && planes.all(|planes| shade.has_ones(planes));
        let shapes = batch.shapes(&corners, [first_planes, n_planes]);
        let raster = &self.draw.call.raster;
        let (stipple, by_sample) = (
            raster.polygon_stipple.as_deref(),
            raster.multisample.is_some(),
        );
        let TileScratch {
            coverage, planes, ..
        } = &mut *self.scratch;
        // If all triangles are small, they are covered together.
        let small = if stipple.is_none() {
            shapes.small.which
        } else {
            0
        };
        if small == !0 && !self.has_samples {
            coverage.cover_all_small::<V>(&shapes.small, n);
            return self.cover_parts();
        }
        // Else each is covered by the cheapest method that takes it: small, medium, or any size.
        let others = if stipple.is_some() || by_sample {
            0
        } else {
            !small & ((1u32 << n) - 1) as u16
        };
        let medium = shapes.medium::<V>(others);
        for l in 0..n {
            let first_plane = first_planes + l * n_planes;
            coverage.planes = first_plane as u32;
            if small >> l & 1 != 0 {
                coverage.cover_small::<V>(&shapes.small, l);
            } else if let Some(medium) = &medium
                && medium.which >> l & 1 != 0
            {
                coverage.cover_medium(medium, l);
            } else {
                let [x, y] = shapes.corners(l);
                let what = InTile {
                    shape: &Shape::Triangle { x, y },
                    corners: &[],
                    bounds: shapes.bounds(l),
                    tile: self.tile,
                    rule: self.draw.raster.edge_rule,
                    stipple,
                    depth: self.depth_use.map(|u| (planes[first_plane + plane::Z], u)),
                };
                coverage.cover_any::<V>(&what, by_sample);
            }
            if self.has_samples && !by_sample {
                coverage.cover_whole_pixels();
            }
        }
        self.cover_parts();
    }

    /// Removes the words of the next triangles of the run's mesh and face, and returns them with their number. The
    /// lanes after them repeat the first one.
    #[inline(always)]
    fn take_triangles<V: Vectors>(
        &mut self,
        page: &SetupOutput,
        run: &MeshRun,
    ) -> ([V::I; 2], usize) {
        let [first_words, other_words] = &page.meshes.words;
        let first = (run.first + *self.n_done) as usize;
        // In registers: a load of runs that were just stored piece by piece would wait for the stores.
        let mut words = [
            V::splat_i(first_words[first] as i32),
            V::splat_i(other_words[first] as i32),
        ];
        let mut n = 0;
        while n < LANES
            && let Some((entry, rest)) = self.entries.split_first()
            && let next = self.pass.binned(*entry)
            && let Binned::Run(of, next_run) = next
            && (next_run.mesh, next_run.front) == (run.mesh, run.front)
            && std::ptr::eq(of, page)
            && self.runs_with_first(&next)
        {
            let first = (next_run.first + *self.n_done) as usize;
            let left = (next_run.n - *self.n_done) as usize;
            let taken = left.min(LANES - n);
            let lane = V::load_i(LANE_NUMBERS);
            let is_new = V::lt_u(lane - V::splat_i(n as i32), V::splat_i(taken as i32));
            words = [
                V::select_i(is_new, shifted::<V>(first_words, first, n), words[0]),
                V::select_i(is_new, shifted::<V>(other_words, first, n), words[1]),
            ];
            n += taken;
            if taken == left {
                (*self.n_done, *self.entries) = (0, rest);
            } else {
                *self.n_done += taken as u32;
            }
        }
        (words, n)
    }

    /// Polygons that are not antialiased, of a draw whose other face is, are covered wholly.
    #[inline(always)]
    fn cover_parts(&mut self) {
        if self.draw.fragment.shade.reads_coverage {
            let coverage = &mut self.scratch.coverage;
            let whole = [[1.0; LANES], [0.0; LANES], [0.0; LANES]];
            coverage.parts.resize(coverage.groups.len(), whole);
        }
    }
}

/// The words from `first` on, in the lanes from `n` on.
#[inline(always)]
fn shifted<V: Vectors>(words: &List<u32>, first: usize, n: usize) -> V::I {
    match first.checked_sub(n) {
        Some(start) => V::load_i(*words.chunk(start)),
        None => {
            let mut shifted = [0; LANES];
            shifted[n..].copy_from_slice(&words.chunk::<LANES>(first)[..LANES - n]);
            V::load_i(shifted)
        }
    }
}

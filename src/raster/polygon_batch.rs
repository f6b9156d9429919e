//! Filled triangles and quadrilaterals that need no clipping, sixteen at a time: area, face, culling and tile in vectors, then
//! what is left, in order, as triangles of the chunk's mesh.
#![forbid(unsafe_code)]

use super::draw_call::Topology;
use super::edges::not_negative;
use super::mesh::{MANY_TILES, bounds_of};
use super::primitive::{Assembled, assemble};
use super::rasterization::{PrimitiveSink, RasterContext, RasterScratch};
use super::vertex_stage::ChunkVertices;
use super::window_vertices::outcode;
use crate::simd::{LANES, Vectors};
use std::ops::Range;

/// Which vertices form sixteen primitives of `N` vertices, by their numbers in the chunk.
struct Numbers<const N: usize> {
    corners: [[u32; LANES]; N],
    provoking: [u32; LANES],
}

/// One triangle of each of sixteen polygons.
struct Triangles<V: Vectors> {
    /// Twice the signed areas.
    areas: V::D,
    /// Bit `l`: the one of lane `l` has an area and pixels.
    drawn: u16,
    /// For each lane: the words of [`super::mesh::corners_of`], 0, and where it lies.
    words: [[u32; 4]; LANES],
}

/// Carries primitives of a chunk to pages.
pub(super) struct PolygonBatches<'a, S> {
    /// The numbers of the vertices of separate triangles, three for each, if they are listed.
    pub(super) separate: &'a [u32],
    pub(super) topology: Topology,
    /// Vertices of the draw.
    pub(super) count: u32,
    pub(super) primitives: Range<u32>,
    pub(super) chunk: &'a ChunkVertices<'a>,
    pub(super) context: &'a RasterContext,
    pub(super) scratch: &'a mut RasterScratch,
    pub(super) out: &'a mut S,
}

impl<S: PrimitiveSink> PolygonBatches<'_, S> {
    /// Polygons of `N` vertices, three or four; `number_of` finds the number of a vertex by its position in the sequence.
    #[inline(always)]
    pub(super) fn run<V: Vectors, const N: usize>(mut self, number_of: impl Fn(u32) -> u32) {
        while !self.primitives.is_empty() {
            let first = self.primitives.start;
            let n = self.primitives.len().min(LANES);
            self.primitives.start += n as u32;
            let mut numbers = Numbers::<N> {
                corners: [[0; LANES]; N],
                provoking: [0; LANES],
            };
            let listed = self.separate.split_at_checked(n * N);
            if let (Some((listed, rest)), 3) = (listed, N) {
                self.separate = rest;
                for (l, listed) in listed.chunks_exact(N).enumerate() {
                    for (corner, number) in numbers.corners.iter_mut().zip(listed) {
                        corner[l] = *number;
                    }
                }
                numbers.provoking = numbers.corners[N - 1];
                self.batch::<V, N>(first, n, &numbers);
                continue;
            }
            for l in 0..n {
                let Assembled { seq, provoking, .. } =
                    assemble(self.topology, first + l as u32, self.count);
                for (corner, seq) in numbers.corners.iter_mut().zip(seq) {
                    corner[l] = number_of(seq);
                }
                numbers.provoking[l] = numbers.corners[usize::from(provoking) % N][l];
            }
            self.batch::<V, N>(first, n, &numbers);
        }
    }

    /// The first `n` of sixteen primitives.
    #[inline(always)]
    fn batch<V: Vectors, const N: usize>(&mut self, first: u32, n: usize, numbers: &Numbers<N>) {
        let (context, window) = (self.context, self.chunk.window);
        let (mut x, mut y) = ([V::splat_i(0); N], [V::splat_i(0); N]);
        let (mut any, mut all) = (V::splat_i(0), V::splat_i(!0));
        let mut corners = [V::splat_i(0); N];
        for k in 0..N {
            let [vx, vy, ..] = window.places::<V>(&numbers.corners[k]);
            let code = window.codes::<V>(&numbers.corners[k]);
            (x[k], y[k], corners[k]) = (vx, vy, V::load_i(numbers.corners[k]));
            (any, all) = (any | code, all & code);
        }
        let (inside, zero) = (V::mask_bits(V::eq_i(any, V::splat_i(0))), V::splat_i(0));
        let dropping = V::splat_i(context.dropping_codes(N) as i32);
        let invalid = V::splat_i(outcode::INVALID as i32);
        let may_stay = V::eq_i(all & dropping, zero) & V::eq_i(any & invalid, zero);
        let clipped = V::mask_bits(may_stay) & !inside;

        let provoking = V::load_i(numbers.provoking);
        let corners = [x, y, corners];
        let first_triangles = Triangles::<V>::of_fan(corners, 1, provoking, context);
        let other_triangles = match N {
            3 => None,
            _ => Some(Triangles::<V>::of_fan(corners, 2, provoking, context)),
        };
        let area = match &other_triangles {
            Some(other) => first_triangles.areas + other.areas,
            None => first_triangles.areas,
        };
        let ccw = V::mask_bits(V::lt_d(V::splat_d(0.0), area));
        let fronts = if context.state.front_ccw { ccw } else { !ccw };
        let cull = context.state.cull;
        let culled = if cull.front { fronts } else { 0 } | if cull.back { !fronts } else { 0 };
        let kept = inside & !culled;
        for l in 0..n {
            self.out.begin_primitive(true);
            let is = |mask: u16| mask >> l & 1 == 1;
            if is(clipped) {
                self.clip(
                    first + l as u32,
                    numbers.corners.map(|numbers| numbers[l] as usize),
                );
                continue;
            }
            if !is(kept) {
                continue;
            }
            let Some((page, draw)) = self.out.page(context) else {
                return;
            };
            for triangles in [Some(&first_triangles), other_triangles.as_ref()] {
                if let Some(triangles) = triangles
                    && is(triangles.drawn)
                {
                    let [corners, others, _, tile] = triangles.words[l];
                    page.push_triangle([corners, others], tile, draw, is(fronts));
                }
            }
        }
    }

    /// A primitive that is not wholly inside.
    #[inline(never)]
    fn clip<const N: usize>(&mut self, primitive: u32, numbers: [usize; N]) {
        let assembled = assemble(self.topology, primitive, self.count);
        self.context
            .rasterize_clipped(&assembled, &numbers, self.chunk, self.scratch, self.out);
    }
}

impl<V: Vectors> Triangles<V> {
    /// The triangles of corners 0, `k` and `k + 1`, by x and y and numbers of the corners, and those of the provoking vertices.
    #[inline(always)]
    fn of_fan<const N: usize>(
        [x, y, corners]: [[V::I; N]; 3],
        k: usize,
        provoking: V::I,
        context: &RasterContext,
    ) -> Triangles<V> {
        let (x, y) = ([x[0], x[k], x[k + 1]], [y[0], y[k], y[k + 1]]);
        // Exactly: the guard band leaves 24 bits for a difference.
        let [x1, x2] = [V::widen_i(x[1] - x[0]), V::widen_i(x[2] - x[0])];
        let [y1, y2] = [V::widen_i(y[1] - y[0]), V::widen_i(y[2] - y[0])];
        let areas = x1 * y2 - x2 * y1;
        let zero = V::splat_d(0.0);
        let is_clockwise = V::lt_d(areas, zero);
        let by_sample = context.state.multisample.is_some();
        let [x0, y0, x1, y1] = bounds_of::<V>(x, y, by_sample, context.viewport_clip);
        let (x1, y1) = (x1 - V::splat_i(1), y1 - V::splat_i(1));
        let has_pixels = not_negative::<V>((x1 - x0) | (y1 - y0));
        let (first, last) = (tile_of::<V>(x0, y0), tile_of::<V>(x1, y1));
        let many = V::splat_i(MANY_TILES as i32);
        let tile = V::select_i(V::eq_i(first, last), first, many);
        let [a, b, c] = [corners[0], corners[k], corners[k + 1]];
        let second = V::select_i(is_clockwise, c, b);
        let third = V::select_i(is_clockwise, b, c);
        let words = V::rows([
            V::from_bits(a | V::shl(second, 16)),
            V::from_bits(third | V::shl(provoking, 16)),
            V::splat(0.0),
            V::from_bits(tile),
        ]);
        Triangles {
            areas,
            drawn: V::mask_bits(is_clockwise | V::lt_d(zero, areas)) & has_pixels,
            words: bytemuck::cast(words),
        }
    }
}

#[inline(always)]
fn tile_of<V: Vectors>(x: V::I, y: V::I) -> V::I {
    V::shr(x, 6) | V::shl(V::shr(y, 6), 16)
}

//! Sets up filled triangles and quadrilaterals that need no clipping, sixteen at a time. Vectors compute area, face,
//! culling and tile; the rest are appended in order, as triangles of the chunk's mesh.
#![forbid(unsafe_code)]

use super::mesh::bounds_of;
use super::record::SetupOutput;
use super::tile_place::places_of;
use crate::raster::call::draw_call::Topology;
use crate::raster::coverage::edges::not_negative;
use crate::raster::primitive::assembly::{Assembled, assemble};
use crate::raster::primitive::chunk::ChunkVertices;
use crate::raster::primitive::clip_and_cull::RasterScratch;
use crate::raster::primitive::context::RasterContext;
use crate::raster::setup::mesh::sink::MeshSink;
use crate::raster::vertex::outcode;
use crate::simd::{LANE_NUMBERS, LANES, Vectors};
use std::ops::Range;

/// The vertices of sixteen primitives of `N` vertices, by their indices in the chunk.
struct Numbers<const N: usize> {
    corners: [[u32; LANES]; N],
    provoking: [u32; LANES],
}

/// One triangle of each of sixteen polygons.
struct Triangles<V: Vectors> {
    /// Twice the signed areas.
    areas: V::D,
    /// Bit `l`: the triangle of lane `l` has an area and pixels.
    drawn: u16,
    /// The words of [`super::mesh::corners_of_all`].
    words: [V::I; 2],
    /// The tiles where it lies.
    tiles: V::I,
}

/// The triangles of sixteen polygons, in order, then unused places.
struct Listed {
    words: [[u32; 3 * LANES]; 2],
    /// Twice the place, and 1 for front faces; or [`NOTHING`].
    keys: [u32; 3 * LANES],
}

/// The key of triangles that are not drawn.
const NOTHING: u32 = u32::MAX;

/// The corners of separate triangles that give flat colours, by `RasterContext::provoking`.
const SEPARATE_PROVOKING: [usize; 2] = [2, 0];

/// Hands primitives of a chunk to pages.
pub(crate) struct PolygonBatches<'a, S> {
    /// Three numbers for each of separate triangles, if they are listed, and what they are less as numbers of vertices.
    pub(crate) separate: Option<(&'a [u32], u32)>,
    pub(crate) topology: Topology,
    /// Vertices of the draw.
    pub(crate) count: u32,
    pub(crate) primitives: Range<u32>,
    pub(crate) chunk: &'a ChunkVertices<'a>,
    pub(crate) context: &'a RasterContext,
    pub(crate) scratch: &'a mut RasterScratch,
    pub(crate) out: &'a mut S,
}

impl<S: MeshSink> PolygonBatches<'_, S> {
    /// Sets up polygons of `N` vertices, three or four; `number_of` finds the index of a vertex by its position in the
    /// sequence.
    #[inline(always)]
    pub(crate) fn run<V: Vectors, const N: usize>(mut self, number_of: impl Fn(u32) -> u32) {
        while !self.primitives.is_empty() {
            // A vector of primitives at a time; the last one may be shorter.
            let first = self.primitives.start;
            let n = self.primitives.len().min(LANES);
            self.primitives.start += n as u32;
            let mut numbers = Numbers::<N> {
                corners: [[0; LANES]; N],
                provoking: [0; LANES],
            };
            if N == 3
                && let Some((separate, least)) = self.separate
            {
                let corners = listed::<V>(separate, least);
                self.separate = Some((&separate[3 * n..], least));
                for (numbers, corner) in numbers.corners.iter_mut().zip(corners) {
                    *numbers = corner;
                }
                numbers.provoking = corners[SEPARATE_PROVOKING[self.context.provoking]];
                self.batch::<V, N>(first, n, &numbers);
                continue;
            }
            for l in 0..n {
                let Assembled { seq, provoking, .. } =
                    assemble(self.topology, first + l as u32, self.count);
                for (corner, seq) in numbers.corners.iter_mut().zip(seq) {
                    corner[l] = number_of(seq);
                }
                numbers.provoking[l] =
                    numbers.corners[usize::from(provoking[self.context.provoking]) % N][l];
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
            let corner = &numbers.corners[k];
            corners[k] = V::load_i(*corner);
            // Sixteen quadrilaterals mostly have more vertices than a table: the test would not pay.
            let near = match N {
                3 => self.chunk.places.near::<V>(corners[k], corner[0]),
                _ => None,
            };
            [x[k], y[k]] = match near {
                Some(places) => places,
                None => {
                    let [x, y, ..] = window.places::<V>(corner);
                    [x, y]
                }
            };
            let code = window.codes::<V>(corner);
            (any, all) = (any | code, all & code);
        }
        // Primitives wholly inside go on together. Those that all corners put beyond one plane are dropped, and the
        // rest is clipped one by one.
        let (inside, zero) = (V::mask_bits(V::eq_i(any, V::splat_i(0))), V::splat_i(0));
        let dropping = V::splat_i(context.dropping_codes(N) as i32);
        let invalid = V::splat_i(outcode::INVALID as i32);
        let may_stay = V::eq_i(all & dropping, zero) & V::eq_i(any & invalid, zero);
        let clipped = V::mask_bits(may_stay) & !inside;

        // Facing: the sign of the area. A quadrilateral is two triangles, whose areas are added.
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
        let fronts = if context.front_ccw { ccw } else { !ccw };
        let cull = context.state.cull;
        let culled = if cull.front { fronts } else { 0 } | if cull.back { !fronts } else { 0 };
        let kept = inside & !culled;
        let listed = Listed::new(&first_triangles, other_triangles.as_ref(), kept, fronts);
        // Primitives reach the output in order: runs of whole ones, with clipped ones between.
        let mut l = 0;
        while l < n {
            let n_whole = (clipped >> l).trailing_zeros() as usize;
            if n_whole == 0 {
                self.out.begin_primitive(true);
                let corners = numbers.corners.map(|numbers| numbers[l] as usize);
                self.clip(first + l as u32, corners);
                l += 1;
                continue;
            }
            let end = l + self.out.begin_primitives(n_whole.min(n - l));
            let Some((page, draw)) = self.out.page(context) else {
                return;
            };
            listed.push(l * (N - 2)..end * (N - 2), draw, page);
            l = end;
        }
    }

    /// Sets up a primitive that is not wholly inside.
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
        // This is exact: the guard band leaves 24 bits for a difference.
        let [x1, x2] = [V::widen_i(x[1] - x[0]), V::widen_i(x[2] - x[0])];
        let [y1, y2] = [V::widen_i(y[1] - y[0]), V::widen_i(y[2] - y[0])];
        let areas = x1 * y2 - x2 * y1;
        let zero = V::splat_d(0.0);
        let is_clockwise = V::lt_d(areas, zero);
        let by_sample = context.state.multisample.is_some();
        let [x0, y0, x1, y1] = bounds_of::<V>(x, y, by_sample, context.viewport_clip);
        let (x1, y1) = (x1 - V::splat_i(1), y1 - V::splat_i(1));
        let has_pixels = not_negative::<V>((x1 - x0) | (y1 - y0));
        let [a, b, c] = [corners[0], corners[k], corners[k + 1]];
        let second = V::select_i(is_clockwise, c, b);
        let third = V::select_i(is_clockwise, b, c);
        Triangles {
            areas,
            drawn: V::mask_bits(is_clockwise | V::lt_d(zero, areas)) & has_pixels,
            words: [a | V::shl(second, 16), third | V::shl(provoking, 16)],
            tiles: places_of::<V>([x0, y0], [x1, y1]),
        }
    }
}

impl Listed {
    /// The triangles of the polygons in `kept`.
    #[inline(always)]
    fn new<V: Vectors>(
        first: &Triangles<V>,
        other: Option<&Triangles<V>>,
        kept: u16,
        fronts: u16,
    ) -> Listed {
        let mut listed = Listed {
            words: [[0; 3 * LANES]; 2],
            keys: [NOTHING; 3 * LANES],
        };
        let step = if other.is_some() { 2 } else { 1 };
        for (k, triangles) in [Some(first), other].into_iter().enumerate() {
            let Some(triangles) = triangles else { break };
            let drawn = triangles.drawn & kept;
            let tiles = V::store_i(triangles.tiles);
            let words = [
                V::store_i(triangles.words[0]),
                V::store_i(triangles.words[1]),
            ];
            for l in 0..LANES {
                let at = step * l + k;
                let bit = |mask: u16| u32::from(mask) >> l & 1;
                let nothing = bit(drawn).wrapping_sub(1);
                listed.keys[at] = tiles[l] << 1 | bit(fronts) | nothing;
                listed.words[0][at] = words[0][l];
                listed.words[1][at] = words[1][l];
            }
        }
        listed
    }

    /// Appends some of them to a page, in runs of the same tiles and face.
    #[inline(always)]
    fn push(&self, triangles: Range<usize>, draw: u32, page: &mut SetupOutput) {
        let mut first = triangles.start;
        while first < triangles.end {
            let key = self.keys[first];
            let mut end = first + 1;
            while end < triangles.end && self.keys[end] == key {
                end += 1;
            }
            if key != NOTHING {
                let words = [&self.words[0][first..], &self.words[1][first..]];
                page.push_triangles(words, end - first, key >> 1, draw, key & 1 == 1);
            }
            first = end;
        }
    }
}

/// The corners of the next sixteen separate triangles, or of fewer and the first one's instead of the others'.
#[inline(always)]
fn listed<V: Vectors>(separate: &[u32], least: u32) -> [[u32; LANES]; 3] {
    const N: usize = 3 * LANES;
    let mut last = [separate[0]; N];
    let numbers: &[u32; N] = match separate.first_chunk() {
        Some(numbers) => numbers,
        None => {
            last[..separate.len()].copy_from_slice(separate);
            &last
        }
    };
    [
        corner::<V>(numbers, 0, least),
        corner::<V>(numbers, 1, least),
        corner::<V>(numbers, 2, least),
    ]
}

/// Every third of the numbers, from the one of a corner on.
#[inline(always)]
fn corner<V: Vectors>(numbers: &[u32; 3 * LANES], corner: i32, least: u32) -> [u32; LANES] {
    const TABLE: usize = 2 * LANES;
    let (Some(first), Some(last)) = (
        numbers.first_chunk::<TABLE>(),
        numbers.last_chunk::<TABLE>(),
    ) else {
        unreachable!("there are more than in a table");
    };
    let places = V::load_i(LANE_NUMBERS) * V::splat_i(3) + V::splat_i(corner);
    let is_first = V::lt_u(places, V::splat_i(TABLE as i32));
    let behind = places - V::splat_i(LANES as i32);
    let numbers = V::select_i(
        is_first,
        V::look_up(first, places),
        V::look_up(last, behind),
    );
    V::store_i(numbers - V::splat_i(least as i32))
}

//! Filled triangles and quadrilaterals that need no clipping, sixteen at a time: area, face, culling and bounds in vectors,
//! then the records of what is left, in order.
#![forbid(unsafe_code)]

use super::draw_call::{PolygonMode, Topology};
use super::primitive::{Assembled, assemble};
use super::rasterization::{PrimitiveSink, RasterContext, RasterScratch, Surface};
use super::sample_coverage::sample_range;
use super::setup::{Gradient, PixelRect, Record, SUBPIXELS, SetupOutput, Shape, centre_range};
use super::small_triangle::SmallTriangles;
use super::vertex_stage::ChunkVertices;
use super::window_vertices::{WindowVertices, outcode};
use crate::simd::{Fours, LANES, Vectors};
use std::ops::Range;

/// Sixteen coordinates for each of some corners.
type Corners<const N: usize> = [[i32; LANES]; N];

/// Which vertices form sixteen primitives of `N` vertices, by their numbers in the chunk.
struct Numbers<const N: usize> {
    corners: [[u32; LANES]; N],
    provoking: [u32; LANES],
}

/// One triangle of each of sixteen polygons; corners are counterclockwise.
struct Triangles {
    /// Twice the signed areas, before corners changed places.
    areas: [f64; LANES],
    /// Bit `l`: the one of lane `l` has an area and pixels.
    drawn: u16,
    /// Bit `l`: the second and the third corner have changed places.
    turned: u16,
    x: Corners<3>,
    y: Corners<3>,
    /// x0, y0, x1, y1.
    bounds: [[i32; LANES]; 4],
    /// By lane: [`Gradient::Linear`].
    gradients: [[f64; 4]; LANES],
    small: SmallTriangles,
}

/// Carries primitives of a chunk to pages of records.
pub(super) struct PolygonBatches<'a, S> {
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
        let (mut x, mut y) = ([[0; LANES]; N], [[0; LANES]; N]);
        let (mut any, mut all) = (V::splat_i(0), V::splat_i(!0));
        for k in 0..N {
            let [vx, vy, code] = window.places::<V>(&numbers.corners[k]);
            x[k] = bytemuck::cast(V::store_i(vx));
            y[k] = bytemuck::cast(V::store_i(vy));
            (any, all) = (any | code, all & code);
        }
        let (inside, zero) = (V::mask_bits(V::eq_i(any, V::splat_i(0))), V::splat_i(0));
        let dropping = V::splat_i(context.dropping_codes(N) as i32);
        let invalid = V::splat_i(outcode::INVALID as i32);
        let may_stay = V::eq_i(all & dropping, zero) & V::eq_i(any & invalid, zero);
        let clipped = V::mask_bits(may_stay) & !inside;

        let fan = |k: usize| {
            let corners = [0, k, k + 1];
            (corners.map(|k| x[k]), corners.map(|k| y[k]))
        };
        let first_triangles = Triangles::new::<V>(fan(1), context);
        let other_triangles = (N > 3).then(|| Triangles::new::<V>(fan(2), context));
        let mut is_ccw = [0; LANES];
        for (l, is_ccw) in is_ccw.iter_mut().enumerate() {
            let other = match &other_triangles {
                Some(triangles) => triangles.areas[l],
                None => 0.0,
            };
            *is_ccw = u32::from(first_triangles.areas[l] + other > 0.0);
        }
        let ccw = bits::<V>(is_ccw);
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
            let depth_offset = match context.state.polygon_offset.enabled[0] {
                true => self.depth_offset(numbers.corners.map(|numbers| numbers[l])),
                false => 0.0,
            };
            let surface = Surface {
                provoking: window.rows(numbers.provoking[l] as usize),
                front: is(fronts),
                depth_offset,
            };
            let Some((page, draw)) = self.out.page(context) else {
                return;
            };
            let corner = |k: usize| numbers.corners[k][l] as usize;
            if is(first_triangles.drawn) {
                let corners = [corner(0), corner(1), corner(2)];
                first_triangles.push::<V::Fours>(l, corners, window, surface, context, page, draw);
            }
            if let Some(triangles) = &other_triangles
                && is(triangles.drawn)
            {
                let corners = [corner(0), corner(2), corner(N - 1)];
                triangles.push::<V::Fours>(l, corners, window, surface, context, page, draw);
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

    #[inline(never)]
    fn depth_offset<const N: usize>(&self, numbers: [u32; N]) -> f64 {
        let vertices = numbers.map(|number| self.chunk.window.vertex(number as usize));
        self.context.depth_offset(PolygonMode::Fill, &vertices)
    }
}

/// Twice the signed areas in square subpixels, exactly: the guard band leaves 24 bits for a difference.
#[inline(always)]
fn areas_of(x: &Corners<3>, y: &Corners<3>) -> [f64; LANES] {
    let mut areas = [0.0; LANES];
    for l in 0..LANES {
        let (x1, y1) = (difference(x[1][l], x[0][l]), difference(y[1][l], y[0][l]));
        let (x2, y2) = (difference(x[2][l], x[0][l]), difference(y[2][l], y[0][l]));
        areas[l] = x1 * y2 - x2 * y1;
    }
    areas
}

/// Bit `l` is set where number `l` is 1, not where it is 0.
#[inline(always)]
fn bits<V: Vectors>(flags: [u32; LANES]) -> u16 {
    V::mask_bits(V::eq_i(V::load_i(flags), V::splat_i(1)))
}

/// Puts the second and the third of `corners` of lane `l` into `out`, in the other order or not. Not in place: the loop
/// vectoriser of LLVM 22.1 (rustc 1.95, AVX-512, release builds) then reads one of them after it is written.
#[inline(always)]
fn turn(out: &mut Corners<3>, corners: &Corners<3>, l: usize, turned: bool) {
    let [second, third] = [corners[1][l], corners[2][l]];
    out[1][l] = if turned { third } else { second };
    out[2][l] = if turned { second } else { third };
}

/// From the first pixel to the one behind the last that the corners of lane `l` can cover along an axis.
#[inline(always)]
fn span(corners: &Corners<3>, l: usize, by_sample: bool) -> (i32, i32) {
    let [a, b, c] = [corners[0][l], corners[1][l], corners[2][l]];
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    match by_sample {
        true => sample_range(low, high),
        false => centre_range(low, high),
    }
}

#[inline(always)]
fn difference(a: i32, b: i32) -> f64 {
    f64::from(a.wrapping_sub(b))
}

impl Triangles {
    #[inline(always)]
    fn new<V: Vectors>((x, y): (Corners<3>, Corners<3>), context: &RasterContext) -> Triangles {
        let clip = context.viewport_clip;
        let by_sample = context.state.multisample.is_some();
        let mut all = Triangles {
            areas: areas_of(&x, &y),
            drawn: 0,
            turned: 0,
            x,
            y,
            bounds: [[0; LANES]; 4],
            gradients: [[0.0; 4]; LANES],
            small: SmallTriangles::default(),
        };
        let (mut is_drawn, mut is_turned) = ([0; LANES], [0; LANES]);
        for (l, is_turned) in is_turned.iter_mut().enumerate() {
            let turned = all.areas[l] < 0.0;
            turn(&mut all.x, &x, l, turned);
            turn(&mut all.y, &y, l, turned);
            *is_turned = u32::from(turned);
        }
        for (l, is_drawn) in is_drawn.iter_mut().enumerate() {
            let (x0, x1) = span(&all.x, l, by_sample);
            let (y0, y1) = span(&all.y, l, by_sample);
            let (x0, y0) = (x0.max(clip.x0), y0.max(clip.y0));
            let (x1, y1) = (x1.min(clip.x1), y1.min(clip.y1));
            all.bounds[0][l] = x0;
            all.bounds[1][l] = y0;
            all.bounds[2][l] = x1;
            all.bounds[3][l] = y1;
            *is_drawn = u32::from((all.areas[l] != 0.0) & (x0 < x1) & (y0 < y1));
        }
        for l in 0..LANES {
            // Subpixels over square subpixels: a product of powers of two away from pixels, exactly.
            let scale = f64::from(SUBPIXELS) / all.areas[l].abs();
            let (x, y) = (&all.x, &all.y);
            all.gradients[l] = [
                difference(y[2][l], y[0][l]) * scale,
                difference(y[1][l], y[0][l]) * scale,
                difference(x[1][l], x[0][l]) * scale,
                difference(x[2][l], x[0][l]) * scale,
            ];
        }
        (all.drawn, all.turned) = (bits::<V>(is_drawn), bits::<V>(is_turned));
        if !by_sample {
            all.small = SmallTriangles::new::<V>(&all.x, &all.y, &all.bounds, clip);
        }
        all
    }

    /// The corners of lane `l` in the order that its triangle has here.
    #[inline(always)]
    fn turn(&self, l: usize, [a, b, c]: [usize; 3]) -> [usize; 3] {
        match self.turned >> l & 1 {
            0 => [a, b, c],
            _ => [a, c, b],
        }
    }

    /// Appends the record of lane `l`, whose polygon gave these corners.
    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    fn push<F: Fours>(
        &self,
        l: usize,
        corners: [usize; 3],
        window: &WindowVertices,
        surface: Surface<'_>,
        context: &RasterContext,
        page: &mut SetupOutput,
        draw: u32,
    ) {
        let of = |c: &Corners<3>| [c[0][l], c[1][l], c[2][l]];
        let [a, b, c] = self.turn(l, corners);
        let (a, b, c) = (window.vertex(a), window.vertex(b), window.vertex(c));
        let [x0, y0, x1, y1] = &self.bounds;
        let record = Record {
            draw,
            shape: match self.small.which >> l & 1 {
                0 => Shape::Triangle {
                    x: of(&self.x),
                    y: of(&self.y),
                },
                _ => Shape::Small(self.small.get(l)),
            },
            bounds: PixelRect {
                x0: x0[l],
                y0: y0[l],
                x1: x1[l],
                y1: y1[l],
            },
            front: surface.front,
            by_sample: context.state.multisample.is_some(),
            fade: 1.0,
            gradient: Gradient::Linear(self.gradients[l]),
            vertices: [&a, &b, &c],
            provoking: surface.provoking,
            depth_offset: surface.depth_offset,
        };
        page.push::<F>(&context.layout, &record);
    }
}

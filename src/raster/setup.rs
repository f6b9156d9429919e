//! Setup: clipped vertices → records with exact edges and interpolation planes (GL 1.5 sections 2.11, 3.4, 3.5).
//!
//! Window positions are rounded to 8 subpixel bits; coverage and gradients both start from the rounded ones, so a
//! triangle that covers a pixel has finite planes. A record keeps each plane as A, B and the value V at its anchor (the
//! first vertex); [`Primitive::planes_for_tile`] moves it to a tile's corner.
#![forbid(unsafe_code)]

use super::fragment_stage::plane;
use super::line::LineShape;
use super::sample_coverage::sample_range;
use super::varyings::VertexLayout;
use super::viewport::WindowVertex;
use crate::simd::prefetch;

/// Subpixel units per pixel.
pub(crate) const SUBPIXELS: i32 = 256;

/// A pixel rectangle: x0, y0 inclusive, x1, y1 exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PixelRect {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
}

impl PixelRect {
    /// The pixels of x, y, width, height; empty when a size is not positive.
    pub(crate) fn from_size([x, y, width, height]: [i32; 4]) -> PixelRect {
        PixelRect {
            x0: x,
            y0: y,
            x1: x.saturating_add(width.max(0)),
            y1: y.saturating_add(height.max(0)),
        }
    }

    /// The pixels of the tile whose corner is (x, y).
    pub(crate) fn tile(x: i32, y: i32) -> PixelRect {
        PixelRect::from_size([x, y, super::coverage::TILE, super::coverage::TILE])
    }

    #[inline]
    pub(crate) fn intersect(self, other: PixelRect) -> PixelRect {
        PixelRect {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }
}

/// What a primitive covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// Counterclockwise corners in subpixels.
    Triangle { x: [i32; 3], y: [i32; 3] },
    /// Every pixel of the bounds.
    Rectangle,
    /// An aliased line.
    Line(LineShape),
    /// An antialiased point: centre and radius in pixels.
    Disc { x: f32, y: f32, radius: f32 },
    /// An antialiased line or part of it: a counterclockwise rectangle in pixels.
    Quad([[f32; 2]; 4]),
    /// The fragments of an antialiased polygon that one triangle of it interpolates.
    Piece(Piece),
}

/// One triangle's share of the fragments of a convex polygon. The triangles fan out from corner 0; triangle k has the
/// corners k and k + 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Where the polygon's corners, counterclockwise, start in [`SetupOutput::corners`], and how many there are.
    pub(crate) at: u32,
    pub(crate) n: u16,
    /// The triangle.
    pub(crate) triangle: u16,
    /// The first and the last triangle that is not degenerate.
    pub(crate) first: u16,
    pub(crate) last: u16,
}

/// One primitive ready for the tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Primitive {
    /// The draw's number in the scene.
    pub(crate) draw: u32,
    /// Where its planes start in [`SetupOutput::planes`].
    planes_at: u32,
    /// The point, in pixels, where planes have the value V.
    anchor: [f32; 2],
    /// Pixels it may cover, scissor and target applied.
    pub(crate) bounds: PixelRect,
    pub(crate) shape: Shape,
    pub(crate) front: bool,
    /// The divisor of its planes is 1.
    pub(crate) is_affine: bool,
    /// It covers samples, not pixels.
    pub(crate) by_sample: bool,
    /// What a point's alpha is multiplied by (GL 1.5 section 3.12), where samples are covered; else 1.
    pub(crate) fade: f32,
}

/// Records in the order of the primitives.
#[derive(Debug, Default)]
pub(crate) struct SetupOutput {
    pub(crate) primitives: Vec<Primitive>,
    /// Corners of antialiased polygons in subpixels.
    pub(crate) corners: Vec<[i32; 2]>,
    /// Rows A, B, value at the anchor, constant.
    planes: Vec<[f32; 4]>,
}

impl SetupOutput {
    /// Makes room for `n` records of draws with this layout.
    pub(crate) fn reserve(&mut self, n: usize, layout: &VertexLayout) {
        self.primitives.reserve(n);
        self.planes.reserve(n * (layout.slots.len() + 6));
    }

    /// Forgets all records, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.primitives.clear();
        self.corners.clear();
        self.planes.clear();
    }

    /// Asks for the memory of the planes that most primitives have.
    #[inline(always)]
    pub(crate) fn prefetch_planes(&self, primitive: &Primitive) {
        let planes = self.planes.get(primitive.planes_at as usize..);
        if let Some(planes) = planes.and_then(|planes| planes.first_chunk::<7>()) {
            prefetch(planes);
        }
    }

    /// Bytes that it has room for.
    pub(crate) fn capacity_bytes(&self) -> usize {
        self.primitives.capacity() * size_of::<Primitive>()
            + self.planes.capacity() * size_of::<[f32; 4]>()
            + self.corners.capacity() * size_of::<[i32; 2]>()
    }

    /// Bytes that it holds.
    pub(crate) fn size_bytes(&self) -> usize {
        self.primitives.len() * size_of::<Primitive>()
            + self.planes.len() * size_of::<[f32; 4]>()
            + self.corners.len() * size_of::<[i32; 2]>()
    }
}

impl Primitive {
    /// Polygon stipple applies.
    pub(crate) fn is_filled_polygon(&self) -> bool {
        matches!(self.shape, Shape::Triangle { .. } | Shape::Piece(_))
    }

    /// Appends the first `n_planes` planes for [`crate::kernel::Invocation::planes`], relative to the tile whose corner is
    /// (x, y).
    #[inline(always)]
    pub(crate) fn planes_for_tile(
        &self,
        page: &SetupOutput,
        n_planes: usize,
        [x, y]: [i32; 2],
        out: &mut Vec<[f32; 4]>,
    ) {
        let stored = &page.planes[self.planes_at as usize..][..n_planes - plane::Z];
        let (dx, dy) = (
            f64::from(x) - f64::from(self.anchor[0]),
            f64::from(y) - f64::from(self.anchor[1]),
        );
        let start = out.len();
        out.resize(start + n_planes, [0.0; 4]);
        let (places, moved) = out[start..].split_at_mut(plane::Z);
        places.copy_from_slice(&[[1.0, 0.0, x as f32, 0.0], [0.0, 1.0, y as f32, 0.0]]);
        // Not with `map`: a closure would be compiled without the instruction set of the caller.
        for (to, [a, b, v, constant]) in moved.iter_mut().zip(stored) {
            let corner = f64::from(*v) + f64::from(*a) * dx + f64::from(*b) * dy;
            *to = [*a, *b, corner as f32, *constant];
        }
    }
}

/// How a value changes over the window, given its values at the vertices.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gradient {
    /// By the differences d1, d2 from vertex 0 to the others: (d1·g0 − d2·g1, d2·g2 − d1·g3).
    Linear([f64; 4]),
    /// Nowhere.
    Constant,
}

impl Gradient {
    /// The gradient over a triangle with this doubled area, which is not zero.
    #[inline(always)]
    pub(crate) fn of_triangle(v: [&WindowVertex<'_>; 3], doubled_area: i64) -> Gradient {
        // Subpixels over square subpixels: a product of powers of two away from pixels, exactly.
        let scale = f64::from(SUBPIXELS) / doubled_area as f64;
        let times = |a: i32, b: i32| f64::from(a - b) * scale;
        Gradient::Linear([
            times(v[2].y, v[0].y),
            times(v[1].y, v[0].y),
            times(v[1].x, v[0].x),
            times(v[2].x, v[0].x),
        ])
    }

    /// The gradient along a line, whose end is vertices 1 and 2: the direction over the square of the length.
    pub(crate) fn along([dx, dy]: [f64; 2]) -> Gradient {
        Gradient::Linear([dx, 0.0, 0.0, -dy])
    }

    /// (∂/∂x, ∂/∂y) of a value with these differences.
    #[inline(always)]
    pub(crate) fn of(&self, d1: f64, d2: f64) -> [f64; 2] {
        match self {
            Gradient::Linear(g) => [d1 * g[0] - d2 * g[1], d2 * g[2] - d1 * g[3]],
            Gradient::Constant => [0.0; 2],
        }
    }
}

/// What a record is made from.
pub(crate) struct Record<'a> {
    pub(crate) draw: u32,
    pub(crate) shape: Shape,
    pub(crate) bounds: PixelRect,
    pub(crate) front: bool,
    pub(crate) by_sample: bool,
    pub(crate) fade: f32,
    pub(crate) gradient: Gradient,
    /// The vertices; a line repeats its second, a point its only one. The first is the anchor.
    pub(crate) vertices: [&'a WindowVertex<'a>; 3],
    /// The rows of the provoking vertex.
    pub(crate) provoking: &'a [[f32; 4]],
    /// Added to z.
    pub(crate) depth_offset: f64,
}

impl SetupOutput {
    /// Appends a record.
    #[inline(always)]
    pub(crate) fn push(&mut self, layout: &VertexLayout, record: &Record<'_>) {
        let v = record.vertices;
        let planes_at = self.planes.len() as u32;
        let is_affine = self.push_planes(layout, record);
        let anchor = [v[0].x, v[0].y].map(|c| c as f32 / SUBPIXELS as f32);
        let Record {
            draw,
            shape,
            bounds,
            front,
            by_sample,
            fade,
            ..
        } = *record;
        self.primitives.push(Primitive {
            draw,
            planes_at,
            anchor,
            bounds,
            shape,
            front,
            is_affine,
            by_sample,
            fade,
        });
    }

    /// Appends a record's planes; says whether their divisor is 1.
    #[inline(always)]
    fn push_planes(&mut self, layout: &VertexLayout, record: &Record<'_>) -> bool {
        let ([a, b, c], gradient) = (record.vertices, &record.gradient);
        let first = self.planes.len();
        let linear = |f: [f64; 3]| {
            let [x, y] = gradient.of(f[1] - f[0], f[2] - f[0]);
            [x as f32, y as f32, f[0] as f32, 0.0]
        };
        let offset = record.depth_offset;
        let inverse_w = [a.inverse_w, b.inverse_w, c.inverse_w];
        let is_affine = (inverse_w[0] == inverse_w[1]) & (inverse_w[0] == inverse_w[2]);
        let divisor = if is_affine { [1.0; 3] } else { inverse_w };
        self.planes.extend_from_slice(&[
            linear([a.z + offset, b.z + offset, c.z + offset]),
            linear(inverse_w),
            linear(divisor),
        ]);
        let (side, n) = (layout.side(record.front), layout.slots.len());
        for row in side..side + n.div_ceil(4) {
            let f = [a.rows[row], b.rows[row], c.rows[row]];
            let planes = scalar_planes(gradient, f, [divisor[1], divisor[2]]);
            self.planes.extend_from_slice(&planes);
        }
        // Whole rows are faster written than parts.
        self.planes
            .truncate(first + plane::FIRST_SCALAR - plane::Z + n);
        for i in layout.flat.iter().map(|i| usize::from(*i)) {
            let constant = record.provoking[side + i / 4][i % 4];
            self.set_scalar(first, i, [0.0, 0.0, 0.0, constant]);
        }
        is_affine
    }

    /// Sets the plane of scalar `i` of a record whose planes start at `first`.
    fn set_scalar(&mut self, first: usize, i: usize, plane: [f32; 4]) {
        self.planes[first + plane::FIRST_SCALAR - plane::Z + i] = plane;
    }

    /// Sets the plane of scalar `i` of the last record.
    pub(crate) fn set_last_scalar(&mut self, i: usize, plane: [f32; 4]) {
        if let Some(last) = self.primitives.last() {
            self.set_scalar(last.planes_at as usize, i, plane);
        }
    }
}

/// The planes of four scalars, given their values at the vertices and the divisors of vertices 1 and 2.
#[inline(always)]
fn scalar_planes(gradient: &Gradient, f: [[f32; 4]; 3], divisor: [f64; 2]) -> [[f32; 4]; 4] {
    let mut planes = [[0.0; 4]; 4];
    let (mut a, mut b) = ([0.0; 4], [0.0; 4]);
    if let Gradient::Linear(g) = gradient {
        for c in 0..4 {
            let v0 = f64::from(f[0][c]);
            let d1 = (f64::from(f[1][c]) - v0) * divisor[0];
            let d2 = (f64::from(f[2][c]) - v0) * divisor[1];
            a[c] = (d1 * g[0] - d2 * g[1]) as f32;
            b[c] = (d2 * g[2] - d1 * g[3]) as f32;
        }
    }
    for c in 0..4 {
        planes[c] = [a[c], b[c], 0.0, f[0][c]];
    }
    planes
}

/// Twice the signed area in square subpixels; positive is counterclockwise.
#[inline(always)]
pub(crate) fn doubled_area(v: [&WindowVertex<'_>; 3]) -> i64 {
    let d = |a: i32, b: i32| i64::from(a) - i64::from(b);
    d(v[1].x, v[0].x) * d(v[2].y, v[0].y) - d(v[2].x, v[0].x) * d(v[1].y, v[0].y)
}

/// The pixels whose centres can lie between the subpixel coordinates (half-open tests are left to the edges).
#[inline]
pub(crate) fn centre_range(low: i32, high: i32) -> (i32, i32) {
    ((low + 127) >> 8, (high + 128) >> 8)
}

/// Records a filled triangle unless it is degenerate or outside `clip`.
#[inline(always)]
pub(crate) fn push_triangle(
    out: &mut SetupOutput,
    layout: &VertexLayout,
    v: [&WindowVertex<'_>; 3],
    clip: PixelRect,
    polygon: PolygonFacts<'_>,
) {
    let area = doubled_area(v);
    if area == 0 {
        return;
    }
    let [first, second, third] = if area > 0 { v } else { [v[0], v[2], v[1]] };
    let (x, y) = ([first.x, second.x, third.x], [first.y, second.y, third.y]);
    let span = |c: [i32; 3]| {
        let (low, high) = (c[0].min(c[1]).min(c[2]), c[0].max(c[1]).max(c[2]));
        match polygon.by_sample {
            true => sample_range(low, high),
            false => centre_range(low, high),
        }
    };
    let ((x0, x1), (y0, y1)) = (span(x), span(y));
    let bounds = PixelRect { x0, y0, x1, y1 }.intersect(clip);
    if bounds.is_empty() {
        return;
    }
    let record = Record {
        draw: polygon.draw,
        shape: Shape::Triangle { x, y },
        bounds,
        front: polygon.front,
        by_sample: polygon.by_sample,
        fade: 1.0,
        gradient: Gradient::of_triangle(v, area),
        vertices: v,
        provoking: polygon.provoking,
        depth_offset: polygon.depth_offset,
    };
    out.push(layout, &record);
}

/// What the polygon, not the triangle, decides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PolygonFacts<'a> {
    pub(crate) draw: u32,
    pub(crate) front: bool,
    pub(crate) by_sample: bool,
    pub(crate) depth_offset: f64,
    /// The rows of the provoking vertex.
    pub(crate) provoking: &'a [[f32; 4]],
}

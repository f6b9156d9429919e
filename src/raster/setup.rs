//! Setup: clipped vertices → records with exact edges and interpolation planes (GL 1.5 sections 2.11, 3.4, 3.5).
//!
//! Window positions are rounded to 8 subpixel bits; coverage and gradients both start from the rounded ones, so a
//! triangle that covers a pixel has finite planes. A record keeps each plane as A, B and the value V at its anchor (the
//! first vertex); [`Primitive::planes_for_tile`] moves it to a tile's corner.
#![forbid(unsafe_code)]

use super::coverage::TILE;
use super::fragment_stage::plane;
use super::line::LineShape;
use super::sample_coverage::sample_range;
use super::small_triangle::SmallTriangle;
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
        PixelRect::from_size([x, y, TILE, TILE])
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
    /// A triangle in four blocks.
    Small(SmallTriangle),
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
    /// It lies in one tile: V is the value at the tile's corner already, not at the anchor.
    is_placed: bool,
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
    /// Rows A, B, V, constant; `n_planes` of them count.
    planes: Vec<[f32; 4]>,
    n_planes: usize,
}

impl SetupOutput {
    /// Forgets all records, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.primitives.clear();
        self.corners.clear();
        self.n_planes = 0;
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
            + self.n_planes * size_of::<[f32; 4]>()
            + self.corners.len() * size_of::<[i32; 2]>()
    }
}

impl Primitive {
    /// Polygon stipple applies.
    pub(crate) fn is_filled_polygon(&self) -> bool {
        matches!(
            self.shape,
            Shape::Triangle { .. } | Shape::Small(_) | Shape::Piece(_)
        )
    }

    /// Appends the first `n_planes` planes for [`crate::kernel::Invocation::planes`], relative to the tile whose corner is
    /// (x, y).
    #[inline(always)]
    pub(crate) fn planes_for_tile(
        &self,
        page: &SetupOutput,
        n_planes: usize,
        corner: [i32; 2],
        out: &mut Vec<[f32; 4]>,
    ) {
        let [x, y] = corner.map(|c| c as f32);
        out.extend_from_slice(&[[1.0, 0.0, x, 0.0], [0.0, 1.0, y, 0.0]]);
        let start = out.len();
        let end = start + n_planes - plane::Z;
        let mut stored = &page.planes[self.planes_at as usize..];
        while out.len() < end {
            // A known number of rows is copied in place; what follows this primitive's is cut off again.
            match stored.split_first_chunk::<4>() {
                Some((rows, rest)) => {
                    out.extend_from_slice(rows);
                    stored = rest;
                }
                None => out.extend_from_slice(&stored[..end - out.len()]),
            }
        }
        out.truncate(end);
        if !self.is_placed {
            let offset = offset(self.anchor, corner);
            // Not with `map`: a closure would be compiled without the instruction set of the caller.
            for plane in &mut out[start..] {
                *plane = moved(*plane, offset);
            }
        }
    }
}

/// From an anchor to a tile's corner.
#[inline(always)]
fn offset(anchor: [f32; 2], corner: [i32; 2]) -> [f64; 2] {
    [
        f64::from(corner[0]) - f64::from(anchor[0]),
        f64::from(corner[1]) - f64::from(anchor[1]),
    ]
}

/// The plane with the value that it has this far off.
#[inline(always)]
fn moved([a, b, v, constant]: [f32; 4], [dx, dy]: [f64; 2]) -> [f32; 4] {
    let v = f64::from(v) + f64::from(a) * dx + f64::from(b) * dy;
    [a, b, v as f32, constant]
}

/// The corner of the tile that holds all these pixels, if one does.
#[inline(always)]
fn only_tile(bounds: PixelRect) -> Option<[i32; 2]> {
    let (x, y) = (bounds.x0 & -TILE, bounds.y0 & -TILE);
    (bounds.x1 <= x + TILE && bounds.y1 <= y + TILE).then_some([x, y])
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
        let planes_at = self.n_planes as u32;
        let anchor = [v[0].x, v[0].y].map(|c| c as f32 / SUBPIXELS as f32);
        let tile = only_tile(record.bounds);
        let place = match tile {
            Some(tile) => Some(offset(anchor, tile)),
            None => None,
        };
        let is_affine = self.push_planes(layout, record, place);
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
            is_placed: tile.is_some(),
            by_sample,
            fade,
        });
    }

    /// Appends a record's planes, with their values at the anchor or `place` off it; says whether their divisor is 1.
    #[inline(always)]
    fn push_planes(
        &mut self,
        layout: &VertexLayout,
        record: &Record<'_>,
        place: Option<[f64; 2]>,
    ) -> bool {
        let ([a, b, c], gradient) = (record.vertices, &record.gradient);
        let (side, n) = (layout.side(record.front), layout.slots.len());
        let n_rows = n.div_ceil(4);
        let first = self.n_planes;
        // Whole rows are faster written than parts.
        let end = first + FIRST_SCALAR + 4 * n_rows;
        if end > self.planes.len() {
            self.grow(end);
        }
        self.n_planes = first + FIRST_SCALAR + n;
        let (of_places, of_rows) = self.planes[first..end].split_at_mut(FIRST_SCALAR);
        let z = [a.z, b.z, c.z].map(|z| z + record.depth_offset);
        let inverse_w = [a.inverse_w, b.inverse_w, c.inverse_w];
        let [depth, divisor] = depth_planes(gradient, z, inverse_w, place);
        let is_affine = (inverse_w[0] == inverse_w[1]) & (inverse_w[0] == inverse_w[2]);
        let constant = [0.0, 0.0, 1.0, 0.0];
        of_places.copy_from_slice(&[depth, divisor, if is_affine { constant } else { divisor }]);
        let divisors = match is_affine {
            true => [1.0; 2],
            false => [inverse_w[1], inverse_w[2]],
        };
        let (a, b, c) = (&a.rows[side..], &b.rows[side..], &c.rows[side..]);
        for (r, out) in of_rows.chunks_exact_mut(4).enumerate() {
            let planes = scalar_planes(gradient, [a[r], b[r], c[r]], divisors, place);
            out.copy_from_slice(&planes);
        }
        for i in layout.flat.iter().map(|i| usize::from(*i)) {
            let constant = record.provoking[side + i / 4][i % 4];
            self.planes[first + FIRST_SCALAR + i] = [0.0, 0.0, 0.0, constant];
        }
        is_affine
    }

    /// Makes room for planes up to `end`.
    #[cold]
    fn grow(&mut self, end: usize) {
        self.planes.resize(end.max(2 * self.planes.len()).max(256), [0.0; 4]);
    }

    /// Sets the plane of scalar `i` of the last record, with its value at the anchor.
    pub(crate) fn set_last_scalar(&mut self, i: usize, plane: [f32; 4]) {
        if let Some(last) = self.primitives.last() {
            self.planes[last.planes_at as usize + FIRST_SCALAR + i] = match only_tile(last.bounds) {
                Some(tile) => moved(plane, offset(last.anchor, tile)),
                None => plane,
            };
        }
    }
}

/// Where the planes of scalars begin in those of a record.
const FIRST_SCALAR: usize = plane::FIRST_SCALAR - plane::Z;

/// The planes of depth and of 1 / w.
#[inline(always)]
fn depth_planes(
    gradient: &Gradient,
    z: [f64; 3],
    inverse_w: [f64; 3],
    place: Option<[f64; 2]>,
) -> [[f32; 4]; 2] {
    // Twice each difference: ∂/∂x of both values, then ∂/∂y, in one vector.
    let mut slopes = [0.0; 4];
    if let Gradient::Linear(g) = gradient {
        let (dz, dw) = (
            [z[1] - z[0], z[2] - z[0]],
            [inverse_w[1] - inverse_w[0], inverse_w[2] - inverse_w[0]],
        );
        let (d1, d2) = ([dz[0], dw[0], dz[0], dw[0]], [dz[1], dw[1], dz[1], dw[1]]);
        let (g1, g2) = ([g[0], g[0], -g[3], -g[3]], [g[1], g[1], -g[2], -g[2]]);
        for c in 0..4 {
            slopes[c] = (d1[c] * g1[c] - d2[c] * g2[c]) as f32;
        }
    }
    let [zx, wx, zy, wy] = slopes;
    let depth = [zx, zy, z[0] as f32, 0.0];
    let inverse_w = [wx, wy, inverse_w[0] as f32, 0.0];
    match place {
        Some(place) => [moved(depth, place), moved(inverse_w, place)],
        None => [depth, inverse_w],
    }
}

/// The planes of four scalars, given their values at the vertices and the divisors of vertices 1 and 2: differences from
/// the value at the anchor, which is their constant.
#[inline(always)]
fn scalar_planes(
    gradient: &Gradient,
    f: [[f32; 4]; 3],
    divisor: [f64; 2],
    place: Option<[f64; 2]>,
) -> [[f32; 4]; 4] {
    let mut planes = [[0.0; 4]; 4];
    let (mut a, mut b, mut v) = ([0.0; 4], [0.0; 4], [0.0; 4]);
    if let Gradient::Linear(g) = gradient {
        for c in 0..4 {
            let v0 = f64::from(f[0][c]);
            let d1 = (f64::from(f[1][c]) - v0) * divisor[0];
            let d2 = (f64::from(f[2][c]) - v0) * divisor[1];
            a[c] = (d1 * g[0] - d2 * g[1]) as f32;
            b[c] = (d2 * g[2] - d1 * g[3]) as f32;
        }
    }
    if let Some([dx, dy]) = place {
        for c in 0..4 {
            v[c] = (f64::from(a[c]) * dx + f64::from(b[c]) * dy) as f32;
        }
    }
    for c in 0..4 {
        planes[c] = [a[c], b[c], v[c], f[0][c]];
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

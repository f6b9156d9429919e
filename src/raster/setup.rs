//! Setup: clipped vertices → records with exact edges and interpolation planes (GL 1.5 sections 2.11, 3.4, 3.5).
//!
//! Window positions are rounded to 8 subpixel bits; coverage and gradients both start from the rounded ones, so a
//! triangle that covers a pixel has finite planes. A record keeps each plane as A, B and the value V at its anchor (the
//! first vertex); [`Primitive::planes_for_tile`] moves it to a tile's corner.
#![forbid(unsafe_code)]

use super::clip::GUARD_BAND;
use super::draw_call::RasterState;
use super::fragment_stage::plane;
use super::line::LineShape;
use super::sample_coverage::sample_range;
use super::varyings::VertexLayout;

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

    pub(crate) fn intersect(self, other: PixelRect) -> PixelRect {
        PixelRect {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

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
        out.push([1.0, 0.0, x as f32, 0.0]);
        out.push([0.0, 1.0, y as f32, 0.0]);
        out.extend(stored.iter().map(|[a, b, v, constant]| {
            let corner = f64::from(*v) + f64::from(*a) * dx + f64::from(*b) * dy;
            [*a, *b, corner as f32, *constant]
        }));
    }
}

/// Clip coordinates → window coordinates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewport {
    scale: [f64; 3],
    offset: [f64; 3],
}

/// A vertex in window coordinates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WindowVertex<'a> {
    /// Subpixels.
    pub(crate) x: i32,
    /// Subpixels.
    pub(crate) y: i32,
    /// Depth, not clamped.
    pub(crate) z: f64,
    /// 1 / w.
    pub(crate) inverse_w: f64,
    /// All floats of the vertex.
    pub(crate) floats: &'a [f32],
}

impl Viewport {
    pub(crate) fn new(state: &RasterState) -> Viewport {
        let [x, y, width, height] = state.viewport.map(f64::from);
        let [near, far] = state.depth_range.map(f64::from);
        Viewport {
            scale: [width / 2.0, height / 2.0, (far - near) / 2.0],
            offset: [x + width / 2.0, y + height / 2.0, (far + near) / 2.0],
        }
    }

    /// Window coordinates of a vertex in clip coordinates.
    pub(crate) fn window_position(&self, floats: &[f32]) -> [f64; 3] {
        let w = f64::from(floats[3]);
        std::array::from_fn(|c| f64::from(floats[c]) / w * self.scale[c] + self.offset[c])
    }

    /// The vertex in the window; `None` when it is no number or far outside (only a vertex that was not clipped is).
    pub(crate) fn transform<'a>(&self, floats: &'a [f32]) -> Option<WindowVertex<'a>> {
        let w = f64::from(floats[3]);
        let window = self.window_position(floats);
        let inside = |v: f64| v.abs() <= GUARD_BAND + 1.0;
        if !(inside(window[0]) && inside(window[1]) && window[2].is_finite() && w > 0.0) {
            return None;
        }
        let fixed = |v: f64| (v * f64::from(SUBPIXELS)).round_ties_even() as i32;
        Some(WindowVertex {
            x: fixed(window[0]),
            y: fixed(window[1]),
            z: window[2],
            inverse_w: 1.0 / w,
            floats,
        })
    }
}

/// How a value changes over the window, given its values at the vertices.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gradient {
    /// Linear over a triangle: 1 / det times (dx1, dy1, dx2, dy2) from vertex 0.
    Triangle([f64; 4]),
    /// Along a line: the direction over the square of the length.
    Line([f64; 2]),
    /// Nowhere.
    Constant,
}

impl Gradient {
    /// The gradient over a triangle whose area is not zero.
    pub(crate) fn of_triangle(v: [&WindowVertex<'_>; 3]) -> Gradient {
        let pixels = |subpixels: i32| f64::from(subpixels) / f64::from(SUBPIXELS);
        let [dx1, dy1] = [pixels(v[1].x - v[0].x), pixels(v[1].y - v[0].y)];
        let [dx2, dy2] = [pixels(v[2].x - v[0].x), pixels(v[2].y - v[0].y)];
        let scale = 1.0 / (dx1 * dy2 - dx2 * dy1);
        Gradient::Triangle([dx1, dy1, dx2, dy2].map(|d| d * scale))
    }

    /// (∂/∂x, ∂/∂y) of a value with these values at the vertices.
    pub(crate) fn of(&self, f: [f64; 3]) -> [f64; 2] {
        match self {
            Gradient::Triangle([dx1, dy1, dx2, dy2]) => {
                let (d1, d2) = (f[1] - f[0], f[2] - f[0]);
                [d1 * dy2 - d2 * dy1, d2 * dx1 - d1 * dx2]
            }
            Gradient::Line([dx, dy]) => [(f[1] - f[0]) * dx, (f[1] - f[0]) * dy],
            Gradient::Constant => [0.0; 2],
        }
    }
}

/// A scalar that point sprites replace: its plane instead of the vertex's value.
pub(crate) type SpriteScalar = Option<[f64; 3]>;

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
    /// All floats of the provoking vertex.
    pub(crate) provoking: &'a [f32],
    /// Added to z.
    pub(crate) depth_offset: f64,
}

impl SetupOutput {
    /// Appends a record, with `sprite(slot)` for the scalars of a point sprite.
    pub(crate) fn push(
        &mut self,
        layout: &VertexLayout,
        record: &Record<'_>,
        sprite: impl Fn(u16) -> SpriteScalar,
    ) {
        let v = record.vertices;
        let planes_at = self.planes.len() as u32;
        let mut linear = |f: [f64; 3], at_anchor: f64| {
            let [a, b] = record.gradient.of(f);
            self.planes
                .push([a as f32, b as f32, at_anchor as f32, 0.0]);
        };
        let z = v.map(|v| v.z + record.depth_offset);
        linear(z, z[0]);
        let inverse_w = v.map(|v| v.inverse_w);
        linear(inverse_w, inverse_w[0]);
        let is_affine = inverse_w[0] == inverse_w[1] && inverse_w[0] == inverse_w[2];
        let divisor = if is_affine { [1.0; 3] } else { inverse_w };
        linear(divisor, divisor[0]);
        let offsets = &layout.offsets[usize::from(record.front)];
        for (i, offset) in offsets.iter().enumerate() {
            let at_first = v[0].floats[*offset as usize];
            self.planes
                .push(if let Some(plane) = sprite(layout.slots[i]) {
                    let [a, b, at_anchor] = plane.map(|c| c as f32);
                    [a, b, at_anchor, 0.0]
                } else if layout.flat[i] {
                    [0.0, 0.0, 0.0, record.provoking[*offset as usize]]
                } else {
                    let f = v.map(|v| f64::from(v.floats[*offset as usize]));
                    let [a, b] = record.gradient.of([
                        0.0,
                        (f[1] - f[0]) * divisor[1],
                        (f[2] - f[0]) * divisor[2],
                    ]);
                    [a as f32, b as f32, 0.0, at_first]
                });
        }
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
            by_sample,
            fade,
        });
    }
}

/// Twice the signed area in square subpixels; positive is counterclockwise.
pub(crate) fn doubled_area(v: [&WindowVertex<'_>; 3]) -> i64 {
    let d = |a: i32, b: i32| i64::from(a) - i64::from(b);
    d(v[1].x, v[0].x) * d(v[2].y, v[0].y) - d(v[2].x, v[0].x) * d(v[1].y, v[0].y)
}

/// The pixels whose centres can lie between the subpixel coordinates (half-open tests are left to the edges).
pub(crate) fn centre_range(low: i32, high: i32) -> (i32, i32) {
    ((low + 127) >> 8, ((high + 127) >> 8) + 1)
}

/// Records a filled triangle unless it is degenerate or outside `clip`.
pub(crate) fn push_triangle(
    out: &mut SetupOutput,
    layout: &VertexLayout,
    v: [&WindowVertex<'_>; 3],
    clip: PixelRect,
    polygon: PolygonFacts,
    provoking: &[f32],
) {
    let area = doubled_area(v);
    if area == 0 {
        return;
    }
    let ccw = if area > 0 { v } else { [v[0], v[2], v[1]] };
    let (x, y) = (ccw.map(|v| v.x), ccw.map(|v| v.y));
    let range = match polygon.by_sample {
        true => sample_range,
        false => centre_range,
    };
    let span = |c: [i32; 3]| range(c[0].min(c[1]).min(c[2]), c[0].max(c[1]).max(c[2]));
    let ((x0, x1), (y0, y1)) = (span(x), span(y));
    let bounds = PixelRect { x0, y0, x1, y1 }.intersect(clip);
    if bounds.is_empty() {
        return;
    }
    let shape = Shape::Triangle { x, y };
    let gradient = Gradient::of_triangle(v);
    let record = Record {
        draw: polygon.draw,
        shape,
        bounds,
        front: polygon.front,
        by_sample: polygon.by_sample,
        fade: 1.0,
        gradient,
        vertices: v,
        provoking,
        depth_offset: polygon.depth_offset,
    };
    out.push(layout, &record, |_| None);
}

/// What the polygon, not the triangle, decides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PolygonFacts {
    pub(crate) draw: u32,
    pub(crate) front: bool,
    pub(crate) by_sample: bool,
    pub(crate) depth_offset: f64,
}

//! Shapes: what primitives cover, before any pixel is tested.
#![forbid(unsafe_code)]

use super::line::LineShape;
use super::rect::PixelRect;
use super::samples::sample_range;
use super::subpixel::centre_range;

/// The shape of a primitive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// A triangle with its corners in subpixels, counterclockwise.
    Triangle { x: [i32; 3], y: [i32; 3] },
    /// Every pixel of the primitive's bounds.
    Rectangle,
    /// An aliased line.
    Line(LineShape),
    /// An antialiased point, in pixels.
    Disc { x: f32, y: f32, radius: f32 },
    /// An antialiased line, a part of one, or a multisampled point sprite: a rectangle with its corners in pixels, counterclockwise.
    Quad([[f32; 2]; 4]),
    /// The fragments of an antialiased polygon whose values one of its triangles interpolates.
    Piece(Piece),
}

/// One triangle's share of the fragments of a convex polygon. The triangles fan out from corner 0: triangle k has the corners
/// 0, k and k + 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    /// The index of the polygon's first corner in the page's list of corners. They are counterclockwise.
    pub(crate) at: u32,
    /// The number of corners.
    pub(crate) n: u16,
    /// The number of the triangle.
    pub(crate) triangle: u16,
    /// The first and the last triangle of the polygon that is not degenerate.
    pub(crate) first: u16,
    pub(crate) last: u16,
}

/// Returns the pixels that a triangle with corners in subpixels can cover, by their samples or by their centres.
pub(crate) fn triangle_bounds(x: [i32; 3], y: [i32; 3], by_sample: bool) -> PixelRect {
    let span = |c: [i32; 3]| {
        let (low, high) = (c[0].min(c[1]).min(c[2]), c[0].max(c[1]).max(c[2]));
        if by_sample {
            sample_range(low, high)
        } else {
            centre_range(low, high)
        }
    };
    let ((x0, x1), (y0, y1)) = (span(x), span(y));
    PixelRect { x0, y0, x1, y1 }
}

//! What a primitive covers.
#![forbid(unsafe_code)]

use super::line::LineShape;
use super::rect::PixelRect;
use super::samples::sample_range;
use super::subpixel::centre_range;

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
    /// Where the polygon's corners, counterclockwise, start in the page's list of corners, and how many there are.
    pub(crate) at: u32,
    pub(crate) n: u16,
    /// The triangle.
    pub(crate) triangle: u16,
    /// The first and the last triangle that is not degenerate.
    pub(crate) first: u16,
    pub(crate) last: u16,
}

/// The pixels that a triangle with corners in subpixels can cover.
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

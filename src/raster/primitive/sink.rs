//! Where primitives go after clipping and culling: to pages that are drawn, or back to the caller.
#![forbid(unsafe_code)]

use super::context::RasterContext;
use crate::raster::geometry::window_vertex::WindowVertex;

/// What all of a primitive has in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surface<'a> {
    /// The rows of the vertex that gives flat colours.
    pub(crate) provoking: &'a [[f32; 4]],
    /// Front colours.
    pub(crate) front: bool,
    /// Added to the depth.
    pub(crate) depth_offset: f64,
}

impl Surface<'_> {
    /// That of a point or line, which has a front only.
    pub(crate) fn new(provoking: &[[f32; 4]]) -> Surface<'_> {
        Surface {
            provoking,
            front: true,
            depth_offset: 0.0,
        }
    }
}

/// Where primitives go that are clipped, not culled, and in their polygon's mode.
pub(crate) trait PrimitiveSink {
    /// A primitive begins, before it is clipped; its first line may start the stipple again.
    fn begin_primitive(&mut self, _restarts_stipple: bool) {}

    /// A point.
    fn point(&mut self, context: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>);

    /// A line, which moves the stipple counter on.
    fn line(
        &mut self,
        context: &RasterContext,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        stipple_counter: &mut u32,
    );

    /// A convex polygon of three vertices and more.
    fn polygon(&mut self, context: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>);
}

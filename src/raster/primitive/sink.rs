//! The receivers of primitives after clipping and culling: pages that are drawn, or the caller who asked for feedback.
#![forbid(unsafe_code)]

use super::context::RasterContext;
use crate::raster::geometry::window_vertex::WindowVertex;

/// The properties that are the same all over a primitive.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surface<'a> {
    /// The varyings, in rows of four, of the vertex that gives flat colours.
    pub(crate) provoking: &'a [[f32; 4]],
    /// Whether the front face is seen.
    pub(crate) front: bool,
    /// A number that is added to all depths.
    pub(crate) depth_offset: f64,
}

impl Surface<'_> {
    /// The surface of a point or line, which has a front only.
    pub(crate) fn new(provoking: &[[f32; 4]]) -> Surface<'_> {
        Surface {
            provoking,
            front: true,
            depth_offset: 0.0,
        }
    }
}

/// A receiver of primitives. They are clipped and not culled, and a polygon in another mode than fill comes as points or lines.
pub(crate) trait PrimitiveSink {
    /// Begins a primitive, before it is clipped. `_restarts_stipple`: the line stipple starts again with it.
    fn begin_primitive(&mut self, _restarts_stipple: bool) {}

    fn point(&mut self, context: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>);

    /// Receives a line. It advances the stipple counter.
    fn line(
        &mut self,
        context: &RasterContext,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        stipple_counter: &mut u32,
    );

    /// Receives a convex polygon of three or more vertices.
    fn polygon(&mut self, context: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>);
}

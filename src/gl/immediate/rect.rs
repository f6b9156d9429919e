//! Rectangles: glRect* (GL 1.5 section 2.10).
#![forbid(unsafe_code)]

use super::begin_end::{begin_now, emit_vertex_now, end_now};
use crate::gl::attribute::component::Plain;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;
use crate::raster::Topology;

/// Draws a polygon with the corners (x1, y1), (x2, y1), (x2, y2), (x1, y2).
fn rectangle(call: &mut Call<'_>, [x1, y1, x2, y2]: [f32; 4]) -> Result {
    begin_now(call.cx, Topology::Polygon)?;
    let mut corners = [[x1, y1], [x2, y1], [x2, y2], [x1, y2]].into_iter();
    let emitted = corners.try_for_each(|[x, y]| emit_vertex_now(call.cx, [x, y, 0.0, 1.0]));
    // The polygon ends even where a vertex has found no memory.
    emitted.and(end_now(call.cx))
}

/// The scalar and the vector form for a type.
macro_rules! rectangles {
    ($($scalar:ident $vector:ident $ty:ty;)*) => {$(
        pub fn $scalar(call: &mut Call<'_>, x1: $ty, y1: $ty, x2: $ty, y2: $ty) -> Result {
            rectangle(call, [x1, y1, x2, y2].map(Plain::plain))
        }

        pub fn $vector(call: &mut Call<'_>, v1: ClientPtr<$ty>, v2: ClientPtr<$ty>) -> Result {
            let ([x1, y1], [x2, y2]) = (call.params(v1)?, call.params(v2)?);
            call.run(move |call| $scalar(call, x1, y1, x2, y2))
        }
    )*};
}

rectangles! {
    rects rectsv i16;
    recti rectiv i32;
    rectf rectfv f32;
    rectd rectdv f64;
}

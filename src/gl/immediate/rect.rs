//! Rectangles: glRect* (GL 1.5 section 2.10).
#![forbid(unsafe_code)]

use super::begin_end::{begin_now, emit_vertex_now, end_now};
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;
use crate::raster::Topology;

/// Draws a polygon of the corners (x1, y1), (x2, y1), (x2, y2), (x1, y2).
fn rectangle(call: &mut Call<'_>, [x1, y1, x2, y2]: [f32; 4]) -> Result {
    begin_now(call.cx, Topology::Polygon)?;
    for [x, y] in [[x1, y1], [x2, y1], [x2, y2], [x1, y2]] {
        emit_vertex_now(call.cx, [x, y, 0.0, 1.0])?;
    }
    end_now(call.cx)
}

/// glRects
pub fn rects(call: &mut Call<'_>, x1: i16, y1: i16, x2: i16, y2: i16) -> Result {
    rectangle(call, [x1 as f32, y1 as f32, x2 as f32, y2 as f32])
}

/// glRectsv
pub fn rectsv(call: &mut Call<'_>, v1: ClientPtr<i16>, v2: ClientPtr<i16>) -> Result {
    let (a, b): ([i16; 2], [i16; 2]) = (call.params(v1)?, call.params(v2)?);
    call.run(move |call| rectangle(call, [a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32]))
}

/// glRecti
pub fn recti(call: &mut Call<'_>, x1: i32, y1: i32, x2: i32, y2: i32) -> Result {
    rectangle(call, [x1 as f32, y1 as f32, x2 as f32, y2 as f32])
}

/// glRectiv
pub fn rectiv(call: &mut Call<'_>, v1: ClientPtr<i32>, v2: ClientPtr<i32>) -> Result {
    let (a, b): ([i32; 2], [i32; 2]) = (call.params(v1)?, call.params(v2)?);
    call.run(move |call| rectangle(call, [a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32]))
}

/// glRectf
pub fn rectf(call: &mut Call<'_>, x1: f32, y1: f32, x2: f32, y2: f32) -> Result {
    rectangle(call, [x1, y1, x2, y2])
}

/// glRectfv
pub fn rectfv(call: &mut Call<'_>, v1: ClientPtr<f32>, v2: ClientPtr<f32>) -> Result {
    let (a, b): ([f32; 2], [f32; 2]) = (call.params(v1)?, call.params(v2)?);
    call.run(move |call| rectangle(call, [a[0], a[1], b[0], b[1]]))
}

/// glRectd
pub fn rectd(call: &mut Call<'_>, x1: f64, y1: f64, x2: f64, y2: f64) -> Result {
    rectangle(call, [x1 as f32, y1 as f32, x2 as f32, y2 as f32])
}

/// glRectdv
pub fn rectdv(call: &mut Call<'_>, v1: ClientPtr<f64>, v2: ClientPtr<f64>) -> Result {
    let (a, b): ([f64; 2], [f64; 2]) = (call.params(v1)?, call.params(v2)?);
    call.run(move |call| rectangle(call, [a[0] as f32, a[1] as f32, b[0] as f32, b[1] as f32]))
}

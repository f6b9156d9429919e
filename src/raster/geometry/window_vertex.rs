//! Vertices in window coordinates.
#![forbid(unsafe_code)]

/// A vertex in window coordinates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WindowVertex<'a> {
    /// Window x in subpixels.
    pub(crate) x: i32,
    /// Window y in subpixels.
    pub(crate) y: i32,
    /// The depth, not clamped.
    pub(crate) z: f64,
    /// 1 / w.
    pub(crate) inverse_w: f64,
    /// The varyings, in rows of four.
    pub(crate) rows: &'a [[f32; 4]],
    /// The floats before them ([`vertex_header`](super::vertex_header)). It is empty where nothing reads these.
    pub(crate) header: &'a [f32],
}

/// Returns twice the signed area of a triangle in square subpixels. It is positive for counterclockwise triangles.
#[inline(always)]
pub(crate) fn doubled_area(v: [&WindowVertex<'_>; 3]) -> i64 {
    let d = |a: i32, b: i32| i64::from(a) - i64::from(b);
    d(v[1].x, v[0].x) * d(v[2].y, v[0].y) - d(v[2].x, v[0].x) * d(v[1].y, v[0].y)
}

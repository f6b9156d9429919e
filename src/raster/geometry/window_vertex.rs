//! A vertex in window coordinates.
#![forbid(unsafe_code)]

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
    /// The varyings.
    pub(crate) rows: &'a [[f32; 4]],
    /// The floats before them; empty where nothing reads them.
    pub(crate) header: &'a [f32],
}

/// Twice the signed area in square subpixels; positive is counterclockwise.
#[inline(always)]
pub(crate) fn doubled_area(v: [&WindowVertex<'_>; 3]) -> i64 {
    let d = |a: i32, b: i32| i64::from(a) - i64::from(b);
    d(v[1].x, v[0].x) * d(v[2].y, v[0].y) - d(v[2].x, v[0].x) * d(v[1].y, v[0].y)
}

//! Gradients: the partial derivatives, by window x and y, of values that are linear over a primitive.
#![forbid(unsafe_code)]

use super::subpixel::SUBPIXELS;
use super::window_vertex::WindowVertex;

/// Turns differences between vertices into partial derivatives. It is the same for all values of a primitive.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gradient {
    /// With the differences d1, d2 from vertex 0 to vertices 1 and 2, the derivatives are (d1·g0 − d2·g1, d2·g2 − d1·g3).
    Linear([f64; 4]),
    /// The derivatives are 0.
    Constant,
}

impl Gradient {
    /// Prepares a triangle with this doubled area, which is not zero.
    #[inline(always)]
    pub(crate) fn of_triangle(v: [&WindowVertex<'_>; 3], doubled_area: i64) -> Gradient {
        // The quotient is per subpixel. The factor SUBPIXELS makes it per pixel, and as a power of two it is exact.
        let scale = f64::from(SUBPIXELS) / doubled_area as f64;
        let times = |a: i32, b: i32| f64::from(a - b) * scale;
        Gradient::Linear([
            times(v[2].y, v[0].y),
            times(v[1].y, v[0].y),
            times(v[1].x, v[0].x),
            times(v[2].x, v[0].x),
        ])
    }

    /// Prepares a line, whose end is both vertex 1 and vertex 2. (dx, dy) are the derivatives of the position along the line, which
    /// is 0 at its start and 1 at its end.
    pub(crate) fn along([dx, dy]: [f64; 2]) -> Gradient {
        Gradient::Linear([dx, 0.0, 0.0, -dy])
    }

    /// Does the same as [`Gradient::of`] for four values.
    #[inline(always)]
    pub(crate) fn of_four(&self, d1: [f64; 4], d2: [f64; 4]) -> [[f32; 4]; 2] {
        let (mut x, mut y) = ([0.0; 4], [0.0; 4]);
        for i in 0..4 {
            let [across, up] = self.of(d1[i], d2[i]);
            (x[i], y[i]) = (across as f32, up as f32);
        }
        [x, y]
    }

    /// Returns (∂/∂x, ∂/∂y), per pixel, of a value with these differences from vertex 0 to vertices 1 and 2.
    #[inline(always)]
    pub(crate) fn of(&self, d1: f64, d2: f64) -> [f64; 2] {
        match self {
            Gradient::Linear(g) => [d1 * g[0] - d2 * g[1], d2 * g[2] - d1 * g[3]],
            Gradient::Constant => [0.0; 2],
        }
    }
}

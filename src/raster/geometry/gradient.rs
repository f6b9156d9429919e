//! Gradients: how a value that is linear over a primitive changes over the window.
#![forbid(unsafe_code)]

use super::subpixel::SUBPIXELS;
use super::window_vertex::WindowVertex;

/// How a value changes over the window, given its values at the vertices.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gradient {
    /// By the differences d1, d2 from vertex 0 to the others: (d1·g0 − d2·g1, d2·g2 − d1·g3).
    Linear([f64; 4]),
    /// Nowhere.
    Constant,
}

impl Gradient {
    /// The gradient over a triangle with this doubled area, which is not zero.
    #[inline(always)]
    pub(crate) fn of_triangle(v: [&WindowVertex<'_>; 3], doubled_area: i64) -> Gradient {
        // Subpixels over square subpixels: a product of powers of two away from pixels, exactly.
        let scale = f64::from(SUBPIXELS) / doubled_area as f64;
        let times = |a: i32, b: i32| f64::from(a - b) * scale;
        Gradient::Linear([
            times(v[2].y, v[0].y),
            times(v[1].y, v[0].y),
            times(v[1].x, v[0].x),
            times(v[2].x, v[0].x),
        ])
    }

    /// The gradient along a line, whose end is vertices 1 and 2: the direction over the square of the length.
    pub(crate) fn along([dx, dy]: [f64; 2]) -> Gradient {
        Gradient::Linear([dx, 0.0, 0.0, -dy])
    }

    /// [`Gradient::of`] four values.
    #[inline(always)]
    pub(crate) fn of_four(&self, d1: [f64; 4], d2: [f64; 4]) -> [[f32; 4]; 2] {
        let (mut x, mut y) = ([0.0; 4], [0.0; 4]);
        for i in 0..4 {
            let [across, up] = self.of(d1[i], d2[i]);
            (x[i], y[i]) = (across as f32, up as f32);
        }
        [x, y]
    }

    /// (∂/∂x, ∂/∂y) of a value with these differences.
    #[inline(always)]
    pub(crate) fn of(&self, d1: f64, d2: f64) -> [f64; 2] {
        match self {
            Gradient::Linear(g) => [d1 * g[0] - d2 * g[1], d2 * g[2] - d1 * g[3]],
            Gradient::Constant => [0.0; 2],
        }
    }
}

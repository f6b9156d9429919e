//! The scalar rasterizer: one pixel at a time, exact integers for coverage, f64 for interpolation. It is written from
//! GL 1.5 section 3.5.1 and the top-left rule alone, and shares nothing with `trilobite::raster`.
#![forbid(unsafe_code)]

use crate::raster_scene::SceneVertex;

/// A vertex in the window: x and y in 1/256 pixels, depth, w, and one value.
#[derive(Debug, Clone, Copy)]
pub struct OracleVertex {
    /// 1/256 pixels, origin lower left.
    pub fixed: [i32; 2],
    /// Window depth.
    pub z: f64,
    /// Clip w.
    pub w: f64,
    /// A value that is interpolated with perspective.
    pub value: f64,
}

impl OracleVertex {
    /// The vertex in a scene of `size` × `size` pixels, with its value as red.
    pub fn in_scene(&self, size: i32) -> SceneVertex {
        let ndc = self
            .fixed
            .map(|c| f64::from(c) / (128.0 * f64::from(size)) - 1.0);
        let w = self.w;
        let position = [ndc[0] * w, ndc[1] * w, (2.0 * self.z - 1.0) * w, w].map(|c| c as f32);
        SceneVertex {
            position,
            color: [self.value as f32, 0.0, 0.0, 1.0],
        }
    }
}

/// Whether the triangle covers the centre of pixel (x, y).
///
/// Points inside are covered. On the boundary, left edges (with the triangle at their right) and top edges (horizontal,
/// with the triangle below) are covered, and no others.
pub fn covers(triangle: &[OracleVertex; 3], x: i32, y: i32) -> bool {
    covers_point(triangle, [x * 256 + 128, y * 256 + 128])
}

/// Whether the triangle covers a point in 1/256 pixels.
pub fn covers_point(triangle: &[OracleVertex; 3], point: [i32; 2]) -> bool {
    let p = point.map(i128::from);
    let v = triangle.map(|v| v.fixed.map(i128::from));
    let cross = |a: [i128; 2], b: [i128; 2], c: [i128; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let area = cross(v[0], v[1], v[2]);
    area != 0
        && (0..3).all(|i| {
            let (a, b, third) = (v[i], v[(i + 1) % 3], v[(i + 2) % 3]);
            match (cross(a, b, p) * area.signum()).signum() {
                0 if a[1] == b[1] => third[1] < a[1],
                0 => {
                    // The edge's x at the third vertex's height, against that vertex: a + (b − a)(cy − ay)/(by − ay).
                    let rise = b[1] - a[1];
                    let edge_x = (a[0] * rise + (b[0] - a[0]) * (third[1] - a[1])) * rise.signum();
                    edge_x < third[0] * rise.abs()
                }
                sign => sign > 0,
            }
        })
}

/// Depth (linear in the window) and value (perspective) at the centre of pixel (x, y), and depth's slopes |∂/∂x| + |∂/∂y|.
pub fn interpolate(triangle: &[OracleVertex; 3], x: i32, y: i32) -> (f64, f64, f64) {
    interpolate_at(triangle, [f64::from(x) + 0.5, f64::from(y) + 0.5])
}

/// The same at a point in pixels.
pub fn interpolate_at(triangle: &[OracleVertex; 3], p: [f64; 2]) -> (f64, f64, f64) {
    let v = triangle.map(|v| v.fixed.map(|c| f64::from(c) / 256.0));
    let area = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let total = area(v[0], v[1], v[2]);
    let weights = [
        area(p, v[1], v[2]),
        area(v[0], p, v[2]),
        area(v[0], v[1], p),
    ]
    .map(|a| a / total);
    let sum = |f: &dyn Fn(&OracleVertex) -> f64| {
        (0..3).map(|i| weights[i] * f(&triangle[i])).sum::<f64>()
    };
    let value = sum(&|v| v.value / v.w) / sum(&|v| 1.0 / v.w);
    let [z0, z1, z2] = triangle.map(|v| v.z);
    let dzdx = ((z1 - z0) * (v[2][1] - v[0][1]) - (z2 - z0) * (v[1][1] - v[0][1])) / total;
    let dzdy = ((z2 - z0) * (v[1][0] - v[0][0]) - (z1 - z0) * (v[2][0] - v[0][0])) / total;
    (sum(&|v| v.z), value, dzdx.abs() + dzdy.abs())
}

/// Whether a triangle in clip space covers the point (x, y) of normalized device coordinates, with its depth in range.
/// This needs no clipping: it inverts the matrix of (x, y, w).
pub fn covers_clip_space(v: &[[f64; 4]; 3], x: f64, y: f64) -> bool {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    };
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let column = |i: usize| [v[i % 3][0], v[i % 3][1], v[i % 3][3]];
    let determinant = dot(column(0), cross(column(1), column(2)));
    let weights: [f64; 3] = std::array::from_fn(|i| {
        dot(cross(column(i + 1), column(i + 2)), [x, y, 1.0]) / determinant
    });
    let z: f64 = (0..3).map(|i| weights[i] * v[i][2]).sum();
    determinant != 0.0 && weights.iter().all(|w| *w >= 0.0) && (-1.0..=1.0).contains(&z)
}

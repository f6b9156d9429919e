//! Arithmetic on 4×4 matrices of four columns.
//!
//! The order of each sum is fixed, so that every path gives the same bits.

use super::angle::sin_cos_degrees;

/// A matrix as four columns; an element is `m[column][row]`.
pub type Mat4 = [[f32; 4]; 4];

/// The identity matrix.
pub const IDENTITY: Mat4 = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// Returns `m × v`, with `v` as a column.
pub fn transform(m: &Mat4, v: [f32; 4]) -> [f32; 4] {
    std::array::from_fn(|row| {
        m[0][row] * v[0] + m[1][row] * v[1] + m[2][row] * v[2] + m[3][row] * v[3]
    })
}

/// Returns `v × m`, with `v` as a row. Planes are transformed like this.
pub fn transform_row(v: [f32; 4], m: &Mat4) -> [f32; 4] {
    std::array::from_fn(|column| {
        let c = m[column];
        v[0] * c[0] + v[1] * c[1] + v[2] * c[2] + v[3] * c[3]
    })
}

/// `a × b`.
pub fn multiply(a: &Mat4, b: &Mat4) -> Mat4 {
    b.map(|column| transform(a, column))
}

/// The matrix whose rows are the columns of `m`.
pub fn transpose(m: &Mat4) -> Mat4 {
    std::array::from_fn(|column| std::array::from_fn(|row| m[row][column]))
}

/// Returns the inverse, by cofactors in double precision. A singular matrix, or one that holds Inf or NaN, gives `None`.
pub fn invert(m: &Mat4) -> Option<Mat4> {
    let a: [[f64; 4]; 4] = m.map(|column| column.map(f64::from));
    let minor2 =
        |c0: usize, c1: usize, r0: usize, r1: usize| a[c0][r0] * a[c1][r1] - a[c1][r0] * a[c0][r1];
    let minor3 = |column: usize, row: usize| {
        let c: [usize; 3] = others(column);
        let r: [usize; 3] = others(row);
        a[c[0]][r[0]] * minor2(c[1], c[2], r[1], r[2])
            - a[c[1]][r[0]] * minor2(c[0], c[2], r[1], r[2])
            + a[c[2]][r[0]] * minor2(c[0], c[1], r[1], r[2])
    };
    let sign = |i: usize| if i.is_multiple_of(2) { 1.0 } else { -1.0 };
    let determinant: f64 = (0..4)
        .map(|column| sign(column) * a[column][0] * minor3(column, 0))
        .sum();
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let cofactor = |column: usize, row: usize| sign(column + row) * minor3(column, row);
    Some(std::array::from_fn(|column| {
        std::array::from_fn(|row| (cofactor(row, column) / determinant) as f32)
    }))
}

fn others(skip: usize) -> [usize; 3] {
    let mut rest = (0..4).filter(|&i| i != skip);
    std::array::from_fn(|_| rest.next().expect("three of four remain"))
}

/// The matrix that moves points by (x, y, z).
pub fn translation(x: f32, y: f32, z: f32) -> Mat4 {
    let mut m = IDENTITY;
    m[3] = [x, y, z, 1.0];
    m
}

/// The matrix that multiplies the components of points by x, y and z.
pub fn scaling(x: f32, y: f32, z: f32) -> Mat4 {
    let mut m = IDENTITY;
    (m[0][0], m[1][1], m[2][2]) = (x, y, z);
    m
}

/// The matrix that turns counterclockwise by `angle_degrees` about a vector `v` (GL 1.5 section 2.11.2). With `u` as the
/// direction of `v`, it is R = uuᵀ + cos θ (I − uuᵀ) + sin θ S. Sine and cosine of quarter turns are exact. A vector of
/// length zero, or one that holds Inf or NaN, has no direction and gives the identity.
pub fn rotation(angle_degrees: f64, v: [f64; 3]) -> Mat4 {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    if length == 0.0 || !length.is_finite() || !angle_degrees.is_finite() {
        return IDENTITY;
    }
    let u = v.map(|c| c / length);
    let (sin, cos) = sin_cos_degrees(angle_degrees);
    let mut m = IDENTITY;
    for column in 0..3 {
        for row in 0..3 {
            let uu = u[row] * u[column];
            let unit = if row == column { 1.0 } else { 0.0 };
            m[column][row] = (uu + cos * (unit - uu) + sin * cross_matrix(u, row, column)) as f32;
        }
    }
    m
}

/// An element of S, the matrix of the cross product with `u`.
fn cross_matrix(u: [f64; 3], row: usize, column: usize) -> f64 {
    match (row, column) {
        (0, 1) => -u[2],
        (0, 2) => u[1],
        (1, 0) => u[2],
        (1, 2) => -u[0],
        (2, 0) => -u[1],
        (2, 1) => u[0],
        _ => 0.0,
    }
}

/// A perspective projection with the eye at the origin. The near plane is z = −`n`, the far plane z = −`f`. `l`, `r`, `b`
/// and `t` bound the view on the near plane. Depths map to −1 to 1. The caller has checked that no two bounds are equal.
pub fn frustum(l: f64, r: f64, b: f64, t: f64, n: f64, f: f64) -> Mat4 {
    [
        [2.0 * n / (r - l), 0.0, 0.0, 0.0],
        [0.0, 2.0 * n / (t - b), 0.0, 0.0],
        [
            (r + l) / (r - l),
            (t + b) / (t - b),
            -(f + n) / (f - n),
            -1.0,
        ],
        [0.0, 0.0, -(2.0 * f * n) / (f - n), 0.0],
    ]
    .map(|column| column.map(|v| v as f32))
}

/// A parallel projection of the box between these planes to the cube from −1 to 1. The caller has checked that no two
/// bounds are equal.
pub fn orthographic(l: f64, r: f64, b: f64, t: f64, n: f64, f: f64) -> Mat4 {
    [
        [2.0 / (r - l), 0.0, 0.0, 0.0],
        [0.0, 2.0 / (t - b), 0.0, 0.0],
        [0.0, 0.0, -2.0 / (f - n), 0.0],
        [
            -(r + l) / (r - l),
            -(t + b) / (t - b),
            -(f + n) / (f - n),
            1.0,
        ],
    ]
    .map(|column| column.map(|v| v as f32))
}

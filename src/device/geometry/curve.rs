//! Bézier curves and surfaces: a point, its derivatives, its normal.

use super::mesh::Along;

/// The greatest number of control points along one axis.
pub const MAX_ORDER: usize = 30;

/// A point of a surface, and its derivatives ∂/∂u and ∂/∂v.
pub type Evaluated = [[f32; 4]; 3];

/// A surface given by its `order[0] × order[1]` control points. Points along v are adjacent. A curve has the order 1 in v.
#[derive(Debug, Clone, Copy)]
pub struct ControlPoints<'a> {
    /// The numbers of points along u and v, each from 1 to [`MAX_ORDER`].
    pub order: [usize; 2],
    /// The range of u, then the range of v: the coordinates of the corners.
    pub domain: [f32; 4],
    /// Homogeneous control points, as many as the product of the orders.
    pub points: &'a [[f32; 4]],
}

impl ControlPoints<'_> {
    /// Returns the surface at (u, v), ∂/∂u and ∂/∂v. All three are in the surface's own domain.
    pub fn evaluate(&self, u: f32, v: f32) -> Evaluated {
        let [u, v] = self.in_unit_square(u, v);
        let of_u = bernstein(self.order[0], u, 1.0 - u);
        self.sum(&of_u, &bernstein(self.order[1], v, 1.0 - v))
    }

    /// Returns what [`ControlPoints::evaluate`] does. The weights of a coordinate are computed once for the points of a grid.
    pub fn evaluate_on_grid(&self, u: f32, v: f32, weights: &mut GridWeights) -> Evaluated {
        let [u, v] = self.in_unit_square(u, v);
        let of_u = weights.u.get(self.order[0], u);
        self.sum(of_u, weights.v.get(self.order[1], v))
    }

    fn in_unit_square(&self, u: f32, v: f32) -> [f32; 2] {
        let [u1, u2, v1, v2] = self.domain;
        [(u - u1) / (u2 - u1), (v - v1) / (v2 - v1)]
    }

    /// The sum of the control points by their weights along u and v.
    fn sum(&self, (bu, du): &Weights, (bv, dv): &Weights) -> Evaluated {
        let [u1, u2, v1, v2] = self.domain;
        let mut out = [[0.0f32; 4]; 3];
        for (row, points) in self.points.chunks_exact(self.order[1]).enumerate() {
            for (column, point) in points.iter().enumerate() {
                let weights = [
                    bu[row] * bv[column],
                    du[row] * bv[column],
                    bu[row] * dv[column],
                ];
                for (sum, weight) in out.iter_mut().zip(weights) {
                    for (s, p) in sum.iter_mut().zip(point) {
                        *s += weight * p;
                    }
                }
            }
        }
        let scale = |d: [f32; 4], length: f32| d.map(|x| x / length);
        [out[0], scale(out[1], u2 - u1), scale(out[2], v2 - v1)]
    }
}

/// The values of Bernstein polynomials, and their derivatives.
pub type Weights = ([f32; MAX_ORDER], [f32; MAX_ORDER]);

/// The weights of the coordinates of a grid's points.
#[derive(Debug, Default)]
pub struct GridWeights {
    u: KnownWeights,
    v: KnownWeights,
}

/// The weights of some coordinates along one axis. A coordinate has one place; the one that was there before is forgotten.
#[derive(Debug, Default)]
struct KnownWeights(Vec<Option<Known>>);

#[derive(Debug, Clone)]
struct Known {
    order: usize,
    bits: u32,
    weights: Weights,
}

/// The number of places, as a power of 2.
const PLACES_LOG2: u32 = 5;

impl KnownWeights {
    fn get(&mut self, order: usize, t: f32) -> &Weights {
        self.0.resize(1 << PLACES_LOG2, None);
        let bits = t.to_bits();
        let mixed = (bits ^ order as u32).wrapping_mul(0x9e37_79b1);
        let place = &mut self.0[(mixed >> (32 - PLACES_LOG2)) as usize];
        let is_it = |known: &Known| (known.order, known.bits) == (order, bits);
        if !place.as_ref().is_some_and(is_it) {
            *place = None;
        }
        let known = place.get_or_insert_with(|| Known {
            order,
            bits,
            weights: bernstein(order, t, 1.0 - t),
        });
        &known.weights
    }
}

/// Returns the values of all Bernstein polynomials of degree `order − 1` at `t`, and their derivatives; `s` is 1 − `t`.
/// Only the first `order` elements are set, of at most [`MAX_ORDER`].
pub fn bernstein(order: usize, t: f32, s: f32) -> Weights {
    let (mut values, mut lower) = ([0.0; MAX_ORDER], [0.0; MAX_ORDER]);
    values[0] = 1.0;
    for degree in 1..order.min(MAX_ORDER) {
        if degree + 1 == order {
            lower[..degree].copy_from_slice(&values[..degree]);
        }
        // From above, so that each step reads the values of the lower degree.
        values[degree] = values[degree - 1] * t;
        for i in (1..degree).rev() {
            values[i] = values[i - 1] * t + values[i] * s;
        }
        values[0] *= s;
    }
    let degree = order.saturating_sub(1);
    let mut slopes = [0.0; MAX_ORDER];
    for (i, slope) in slopes.iter_mut().enumerate().take(order) {
        let (left, right) = (
            if i > 0 { lower[i - 1] } else { 0.0 },
            if i < degree { lower[i] } else { 0.0 },
        );
        *slope = degree as f32 * (left - right);
    }
    (values, slopes)
}

/// The normal of a surface of positions, ∂/∂u × ∂/∂v, with w = 1 (GL 1.5 section 5.1). It is zero where the surface
/// degenerates.
///
/// `rational` surfaces are divided by w. `unit` scales the normal to length 1, as fixed function needs it; vertex programs
/// get the normal unscaled (NV_vertex_program 5.1, QUIRKS 0.49).
pub fn analytic_normal(point: Evaluated, rational: bool, unit: bool) -> [f32; 4] {
    let [p, du, dv] = point;
    // q = p / w: its derivative is (p' w − p w') / w², of which a unit normal needs the direction only.
    let scale = if unit { 1.0 } else { p[3] * p[3] };
    let along = |d: [f32; 4]| -> [f32; 3] {
        std::array::from_fn(|i| {
            if rational {
                (d[i] * p[3] - p[i] * d[3]) / scale
            } else {
                d[i]
            }
        })
    };
    let (a, b) = (along(du), along(dv));
    let m = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    let length = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt();
    let n = if unit && length > 0.0 {
        m.map(|x| x / length)
    } else {
        m
    };
    [n[0], n[1], n[2], 1.0]
}

/// Returns a point of an edge, from the edge's control points and a place along it.
///
/// The sum is formed in one order of the points, whichever direction they are given in. So two patches that share an edge
/// compute the same bits.
pub fn edge_point(points: &[[f32; 4]], [t, s]: Along) -> [f32; 4] {
    let bits = |point: &[f32; 4]| point.map(f32::to_bits);
    let (forward, backward) = (points.iter().map(bits), points.iter().rev().map(bits));
    let is_turned = backward.lt(forward);
    let [t, s] = if is_turned { [s, t] } else { [t, s] };
    let (weights, _) = bernstein(points.len(), t, s);
    let mut sum = [0.0f32; 4];
    for (k, weight) in weights[..points.len()].iter().enumerate() {
        let point = &points[if is_turned { points.len() - 1 - k } else { k }];
        for (sum, c) in sum.iter_mut().zip(point) {
            *sum += weight * c;
        }
    }
    sum
}

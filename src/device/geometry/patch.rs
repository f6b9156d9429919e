//! Patches: surfaces over the square or the triangle, evaluated at the points of a mesh (NV_evaluators 5.7).
//!
//! Points of an edge are computed from the control points of that edge alone. These are taken in one order, whichever patch
//! they belong to and in whichever direction. So patches that share an edge share its points, bit by bit.

use super::curve::{ControlPoints, Evaluated, edge_point};
use super::mesh::MeshPoint;

/// The domain of a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchShape {
    /// The rectangle that is the domain of the control points.
    Square,
    /// The unit triangle (0, 0), (1, 0), (0, 1), whatever the domain of the control points. The orders in u and v are
    /// equal. Control point i, j has the number [`triangular_place`].
    Triangle,
}

/// A patch.
#[derive(Debug, Clone, Copy)]
pub struct Patch<'a> {
    /// Its shape.
    pub shape: PatchShape,
    /// Its control points.
    pub surface: ControlPoints<'a>,
}

/// The number of control point i, j of a triangle whose edges have `order` points each.
pub fn triangular_place(order: usize, i: usize, j: usize) -> usize {
    // This is j · order + i − j (j − 1) / 2, written so that nothing becomes negative.
    j * order + i - j * j.saturating_sub(1) / 2
}

impl Patch<'_> {
    /// Returns the control points of an edge, in the direction of the edges of [`super::mesh::Mesh`].
    fn edge_points(&self, edge: usize) -> Vec<[f32; 4]> {
        use PatchShape::{Square, Triangle};
        let [m, n] = self.surface.order;
        let number = |k: usize| match (self.shape, edge) {
            (Triangle, 0) => triangular_place(m, k, 0),
            (Triangle, 1) => triangular_place(m, m - 1 - k, k),
            (Triangle, _) => triangular_place(m, 0, m - 1 - k),
            (Square, 0) => k * n,
            (Square, 1) => k * n + n - 1,
            (Square, 2) => k,
            (Square, _) => (m - 1) * n + k,
        };
        let is_along_v = self.shape == Square && edge >= 2;
        let count = if is_along_v { n } else { m };
        (0..count).map(|k| self.surface.points[number(k)]).collect()
    }

    /// Evaluates the patch and its slopes at a place (u, v).
    pub fn evaluate(&self, place: [f32; 2]) -> Evaluated {
        match self.shape {
            PatchShape::Square => self.surface.evaluate(place[0], place[1]),
            PatchShape::Triangle => evaluate_triangle(&self.surface, place),
        }
    }

    /// Evaluates the patch at the points of a mesh of its shape. Points of edges depend on the edges alone.
    pub fn values(&self, points: &[MeshPoint]) -> Vec<[f32; 4]> {
        let n_edges = match self.shape {
            PatchShape::Square => 4,
            PatchShape::Triangle => 3,
        };
        let edges: Vec<_> = (0..n_edges).map(|edge| self.edge_points(edge)).collect();
        let value = |point: &MeshPoint| match point.edge {
            Some((edge, along)) => edge_point(&edges[edge], along),
            None => self.evaluate(point.place)[0],
        };
        points.iter().map(value).collect()
    }
}

/// Evaluates a point of a triangle and its slopes, by repeated interpolation.
fn evaluate_triangle(surface: &ControlPoints<'_>, [u, v]: [f32; 2]) -> Evaluated {
    let order = surface.order[0];
    let weights = [u, v, 1.0 - u - v];
    let mut points = surface.points.to_vec();
    // Interpolates until a triangle of three points is left.
    for order in (3..=order).rev() {
        for j in 0..order - 1 {
            for i in 0..order - 1 - j {
                // Elements that were written are not read again: each is written after its last read.
                points[triangular_place(order - 1, i, j)] =
                    between(&points, order, [i, j], weights);
            }
        }
    }
    if order == 1 {
        return [points[0], [0.0; 4], [0.0; 4]];
    }
    let [origin, along_u, along_v] = [points[0], points[1], points[2]];
    let degree = (order - 1) as f32;
    let slope = |end: [f32; 4]| std::array::from_fn(|c| degree * (end[c] - origin[c]));
    [
        between(&points, 2, [0, 0], weights),
        slope(along_u),
        slope(along_v),
    ]
}

/// Interpolates between the points i+1, j and i, j+1 and i, j.
fn between(points: &[[f32; 4]], order: usize, [i, j]: [usize; 2], w: [f32; 3]) -> [f32; 4] {
    let at = |i, j| points[triangular_place(order, i, j)];
    let (a, b, c) = (at(i + 1, j), at(i, j + 1), at(i, j));
    std::array::from_fn(|k| w[2].mul_add(c[k], w[1].mul_add(b[k], w[0] * a[k])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::geometry::mesh::{Mesh, Spacing};

    fn patch(shape: PatchShape, order: [usize; 2], points: &[[f32; 4]]) -> Patch<'_> {
        let domain = [0.0, 1.0, 0.0, 1.0];
        let surface = ControlPoints {
            order,
            domain,
            points,
        };
        Patch { shape, surface }
    }

    fn noise(n: usize, seed: f32) -> Vec<[f32; 4]> {
        let component = |i: usize, c: usize| ((i * 4 + c) as f32 * 1.37 + seed).sin() * 5.0;
        (0..n)
            .map(|i| [component(i, 0), component(i, 1), component(i, 2), 1.0])
            .collect()
    }

    /// The formula of section 5.7, in doubles.
    fn formula(patch: &Patch<'_>, [u, v]: [f32; 2]) -> [f64; 4] {
        let n = patch.surface.order[0] - 1;
        let factorial = |k: usize| (1..=k).map(|i| i as f64).product::<f64>();
        let (u, v) = (f64::from(u), f64::from(v));
        let mut sum = [0.0; 4];
        for j in 0..=n {
            for i in 0..=n - j {
                let k = n - i - j;
                let ways = factorial(n) / factorial(i) / factorial(j) / factorial(k);
                let weight =
                    ways * u.powi(i as i32) * v.powi(j as i32) * (1.0 - u - v).powi(k as i32);
                for (sum, c) in sum
                    .iter_mut()
                    .zip(patch.surface.points[triangular_place(n + 1, i, j)])
                {
                    *sum += weight * f64::from(c);
                }
            }
        }
        sum
    }

    #[test]
    fn triangles_follow_their_formula_and_slopes() {
        for order in 1..=7 {
            let points = noise(order * (order + 1) / 2, 0.3);
            let map = patch(PatchShape::Triangle, [order; 2], &points);
            for place in [[0.0, 0.0], [0.2, 0.3], [0.5, 0.5], [0.1, 0.9]] {
                let [point, du, dv] = map.evaluate(place);
                let exact = formula(&map, place);
                let (h, [u, v]) = (1e-3f32, place);
                let (at_u, at_v) = (formula(&map, [u + h, v]), formula(&map, [u, v + h]));
                for c in 0..4 {
                    assert!((f64::from(point[c]) - exact[c]).abs() < 1e-4);
                    let slope = |end: f64| (end - exact[c]) / f64::from(h);
                    assert!(
                        (f64::from(du[c]) - slope(at_u[c])).abs() < 1.0,
                        "{order} {c}"
                    );
                    assert!(
                        (f64::from(dv[c]) - slope(at_v[c])).abs() < 1.0,
                        "{order} {c}"
                    );
                }
            }
        }
    }

    #[test]
    fn patches_that_share_an_edge_share_its_points() {
        let of_triangle = noise(10, 0.1);
        let triangle = patch(PatchShape::Triangle, [4; 2], &of_triangle);
        let shared = triangle.edge_points(1);
        // This is a square whose edge u = 0 is the second edge of the triangle, in reverse.
        let mut of_square = noise(12, 0.7);
        for (k, point) in shared.iter().rev().enumerate() {
            of_square[k] = *point;
        }
        let square = patch(PatchShape::Square, [3, 4], &of_square);
        for n in [5.0, 4.2, 1.0] {
            for spacing in [Spacing::Integral, Spacing::Fractional] {
                let on = |mesh: Mesh, patch: &Patch<'_>| {
                    let mut values = patch.values(&mesh.points);
                    let is_on = |p: &MeshPoint| match patch.shape {
                        PatchShape::Triangle => p.place[0] + p.place[1] > 0.999_999,
                        PatchShape::Square => p.place[0] == 0.0,
                    };
                    let mut places = mesh.points.iter();
                    values.retain(|_| places.next().is_some_and(is_on));
                    let mut bits: Vec<_> = values.iter().map(|v| v.map(f32::to_bits)).collect();
                    bits.sort();
                    bits
                };
                let a = on(Mesh::triangular([3.0, n, 2.0], spacing), &triangle);
                let b = on(Mesh::square([2.0, 7.0, n, 3.0], spacing), &square);
                assert_eq!(a, b, "{n} {spacing:?}");
                assert!(a.contains(&shared[0].map(f32::to_bits)));
                assert!(a.contains(&shared[3].map(f32::to_bits)));
            }
        }
    }

    #[test]
    fn corners_are_control_points() {
        let points = noise(12, 0.5);
        let square = patch(PatchShape::Square, [4, 3], &points);
        for (edge, first, last) in [(0, 0, 9), (1, 2, 11), (2, 0, 2), (3, 9, 11)] {
            let on_edge = square.edge_points(edge);
            assert_eq!(edge_point(&on_edge, [0.0, 1.0]), points[first]);
            assert_eq!(edge_point(&on_edge, [1.0, 0.0]), points[last]);
        }
    }
}

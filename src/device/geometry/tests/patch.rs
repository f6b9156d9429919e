//! Points and slopes of patches follow their formulas, and neighbours share the points of an edge.

use crate::device::geometry::curve::{ControlPoints, edge_point};
use crate::device::geometry::mesh::{Mesh, MeshPoint, Spacing};
use crate::device::geometry::patch::{Patch, PatchShape, triangular_place};

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
            let weight = ways * u.powi(i as i32) * v.powi(j as i32) * (1.0 - u - v).powi(k as i32);
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

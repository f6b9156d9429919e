//! glEvalMapsNV: a patch of the enabled general maps as triangles (NV_evaluators 5.7).
//!
//! Points of an edge are computed from the control points of that edge alone, and these are taken in one order, whichever
//! patch they come from and in whichever direction: so patches that share an edge share its points, bit by bit.
#![forbid(unsafe_code)]

use super::general::{TRIANGULAR, kind_of, triangular_place};
use super::map::{Map, analytic_normal, bernstein, evaluate};
use crate::gl::context::enums::*;
use crate::gl::draw::{stages, submit};
use crate::gl::geometry::mesh::{Along, Mesh, MeshPoint, Spacing};
use crate::gl::immediate::attribute_nv;
use crate::gl::vertex_array::feeds::ArrayUse;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, Topology, VertexInput};

/// A point of a map, ∂/∂u and ∂/∂v.
type Evaluated = [[f32; 4]; 3];

/// The control points of an edge, in the direction of [`Mesh`]'s.
fn edge_points(map: &Map, kind: usize, edge: usize) -> Vec<[f32; 4]> {
    let [m, n] = map.order;
    let number = |k: usize| match (kind, edge) {
        (TRIANGULAR, 0) => triangular_place(m, k, 0),
        (TRIANGULAR, 1) => triangular_place(m, m - 1 - k, k),
        (TRIANGULAR, _) => triangular_place(m, 0, m - 1 - k),
        (_, 0) => k * n,
        (_, 1) => k * n + n - 1,
        (_, 2) => k,
        _ => (m - 1) * n + k,
    };
    let is_along_v = kind != TRIANGULAR && edge >= 2;
    let count = if is_along_v { n } else { m };
    (0..count).map(|k| map.points[number(k)]).collect()
}

/// A point of an edge.
pub(crate) fn edge_point(points: &[[f32; 4]], [t, s]: Along) -> [f32; 4] {
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

/// A point of a triangular map, by repeated interpolation.
fn evaluate_triangular(map: &Map, [u, v]: [f32; 2]) -> Evaluated {
    let order = map.order[0];
    let weights = [u, v, 1.0 - u - v];
    let mut points = map.points.clone();
    // Until a triangle of three points is left.
    for order in (3..=order).rev() {
        for j in 0..order - 1 {
            for i in 0..order - 1 - j {
                // Written places are never read again: they come before all that are.
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

/// The point between i+1, j and i, j+1 and i, j.
fn between(points: &[[f32; 4]], order: usize, [i, j]: [usize; 2], w: [f32; 3]) -> [f32; 4] {
    let at = |i, j| points[triangular_place(order, i, j)];
    let (a, b, c) = (at(i + 1, j), at(i, j + 1), at(i, j));
    std::array::from_fn(|k| w[2].mul_add(c[k], w[1].mul_add(b[k], w[0] * a[k])))
}

fn evaluate_inside(map: &Map, kind: usize, place: [f32; 2]) -> Evaluated {
    match kind {
        TRIANGULAR => evaluate_triangular(map, place),
        _ => evaluate(map, place[0], place[1]),
    }
}

/// The values of a map at the points of a mesh.
fn values_of(map: &Map, kind: usize, points: &[MeshPoint]) -> Vec<[f32; 4]> {
    let n_edges = if kind == TRIANGULAR { 3 } else { 4 };
    let edges: Vec<_> = (0..n_edges)
        .map(|edge| edge_points(map, kind, edge))
        .collect();
    let value = |point: &MeshPoint| match point.edge {
        Some((edge, along)) => edge_point(&edges[edge], along),
        None => evaluate_inside(map, kind, point.place)[0],
    };
    points.iter().map(value).collect()
}

/// The places that attribute `n` of a general evaluator fills.
fn slots_of(array_use: ArrayUse, n: u32) -> impl Iterator<Item = u32> {
    let generic = (array_use == ArrayUse::Generic).then_some(attribute::GENERIC_0 + n);
    [attribute_nv::slot(n)].into_iter().chain(generic)
}

/// The attributes of a mesh's points; those that no map gives are the current ones.
fn attributes(cx: &Context, kind: usize, points: &[MeshPoint]) -> Vec<AttributeSource> {
    let general = &cx.evaluators.general;
    let array_use = ArrayUse::of(cx);
    let current = cx.immediate.current.iter();
    let mut sources: Vec<_> = current
        .map(|value| AttributeSource::Constant(*value))
        .collect();
    for n in (0..general.enabled.len()).filter(|n| general.enabled[*n]) {
        let source = AttributeSource::floats(&values_of(&general.maps[kind][n], kind, points));
        for slot in slots_of(array_use, n as u32) {
            sources[slot as usize] = source.clone();
        }
    }
    if cx.evaluators.auto_normal {
        let map = &general.maps[kind][0];
        let normal = |point: &MeshPoint| {
            analytic_normal(evaluate_inside(map, kind, point.place), true, true)
        };
        let normals: Vec<_> = points.iter().map(normal).collect();
        for slot in slots_of(array_use, attribute::NORMAL) {
            sources[slot as usize] = AttributeSource::floats(&normals);
        }
    }
    sources
}

/// glEvalMapsNV. INVALID_ENUM for a wrong target and a mode other than FILL, INVALID_OPERATION when
/// EVAL_VERTEX_ATTRIB0_NV is not enabled. Current values stay as they are.
pub fn eval_maps_nv(call: &mut Call<'_>, target: u32, mode: u32) -> Result {
    let kind = kind_of(target)?;
    if mode != FILL {
        return Err(GlError::invalid_enum("EvalMaps: mode must be FILL"));
    }
    if !call.cx.evaluators.general.enabled[0] {
        return Err(GlError::invalid_operation(
            "EvalMaps: EVAL_VERTEX_ATTRIB0 is not enabled",
        ));
    }
    stages::validate(call.cx)?;
    let general = &call.cx.evaluators.general;
    let spacing = match general.fractional {
        true => Spacing::Fractional,
        false => Spacing::Integral,
    };
    let [a, b, c, d] = general.tessellation[kind];
    let mesh = match kind {
        TRIANGULAR => Mesh::triangular([a, b, c], spacing),
        _ => Mesh::square([a, b, c, d], spacing),
    };
    let attributes = attributes(call.cx, kind, &mesh.points);
    let count = mesh.triangles.len() as u32;
    let input = VertexInput {
        attributes,
        indices: Some(mesh.triangles.into()),
        first: 0,
        count,
    };
    submit::draw_vertices(call.cx, Topology::Triangles, input)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(order: [usize; 2], points: Vec<[f32; 4]>) -> Map {
        Map {
            enabled: false,
            order,
            domain: [0.0, 1.0, 0.0, 1.0],
            points,
        }
    }

    fn noise(n: usize, seed: f32) -> Vec<[f32; 4]> {
        let component = |i: usize, c: usize| ((i * 4 + c) as f32 * 1.37 + seed).sin() * 5.0;
        (0..n)
            .map(|i| [component(i, 0), component(i, 1), component(i, 2), 1.0])
            .collect()
    }

    /// The formula of section 5.7, in doubles.
    fn formula(map: &Map, [u, v]: [f32; 2]) -> [f64; 4] {
        let n = map.order[0] - 1;
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
                    .zip(map.points[triangular_place(n + 1, i, j)])
                {
                    *sum += weight * f64::from(c);
                }
            }
        }
        sum
    }

    #[test]
    fn triangular_maps_follow_their_formula_and_slopes() {
        for order in 1..=7 {
            let map = map([order; 2], noise(order * (order + 1) / 2, 0.3));
            for place in [[0.0, 0.0], [0.2, 0.3], [0.5, 0.5], [0.1, 0.9]] {
                let [point, du, dv] = evaluate_triangular(&map, place);
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
        let triangle = map([4; 2], noise(10, 0.1));
        let shared = edge_points(&triangle, TRIANGULAR, 1);
        // A square whose edge u = 0 is the triangle's second, turned around.
        let mut square = map([3, 4], noise(12, 0.7));
        for (k, point) in shared.iter().rev().enumerate() {
            square.points[k] = *point;
        }
        for n in [5.0, 4.2, 1.0] {
            for spacing in [Spacing::Integral, Spacing::Fractional] {
                let on = |mesh: Mesh, map: &Map, kind: usize, edge: usize| {
                    let mut values = values_of(map, kind, &mesh.points);
                    let is_on = |p: &MeshPoint| match (kind, edge) {
                        (TRIANGULAR, _) => p.place[0] + p.place[1] > 0.999_999,
                        _ => p.place[0] == 0.0,
                    };
                    let mut places = mesh.points.iter();
                    values.retain(|_| places.next().is_some_and(is_on));
                    let mut bits: Vec<_> = values.iter().map(|v| v.map(f32::to_bits)).collect();
                    bits.sort();
                    bits
                };
                let a = on(
                    Mesh::triangular([3.0, n, 2.0], spacing),
                    &triangle,
                    TRIANGULAR,
                    1,
                );
                let b = on(Mesh::square([2.0, 7.0, n, 3.0], spacing), &square, 0, 2);
                assert_eq!(a, b, "{n} {spacing:?}");
                assert!(a.contains(&shared[0].map(f32::to_bits)));
                assert!(a.contains(&shared[3].map(f32::to_bits)));
            }
        }
    }

    #[test]
    fn corners_are_control_points() {
        let square = map([4, 3], noise(12, 0.5));
        for (edge, first, last) in [(0, 0, 9), (1, 2, 11), (2, 0, 2), (3, 9, 11)] {
            let points = edge_points(&square, 0, edge);
            assert_eq!(edge_point(&points, [0.0, 1.0]), square.points[first]);
            assert_eq!(edge_point(&points, [1.0, 0.0]), square.points[last]);
        }
    }
}

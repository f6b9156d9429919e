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

/// Control points, and whether they span a square or a triangle.
#[derive(Debug, Clone, Copy)]
pub struct Patch<'a> {
    /// The domain, which also says how many control points there are.
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
    pub(super) fn edge_points(&self, edge: usize) -> Vec<[f32; 4]> {
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

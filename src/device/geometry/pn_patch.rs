//! The surface of a curved triangle (ATI_pn_triangles 3.11).
//!
//! The text names the algorithm and leaves its formulas to the paper of Vlachos, Peters, Boyd and Mitchell ("Curved PN
//! Triangles", 2001). Positions are those of a cubic triangular patch. Its edges are perpendicular to the normals at their
//! ends. Normals are those of a quadratic patch whose middles are mirrored between the ends. They need not be unit vectors:
//! those in the middle of edges have the mean length of the ends. Points of an edge depend on the edge alone, in either
//! direction, so that neighbours match.

use super::curve::edge_point;
use super::mesh::MeshPoint;

pub(super) type Vec4 = [f32; 4];

fn xyz(v: Vec4) -> [f32; 3] {
    [v[0], v[1], v[2]]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|c| a[c] - b[c])
}

/// Scales `v` to this length. A vector without direction stays as it is.
pub(super) fn with_length(v: [f32; 3], length: f32) -> [f32; 3] {
    let own = dot(v, v).sqrt();
    if own > 0.0 && own.is_finite() {
        v.map(|c| c * (length / own))
    } else {
        v
    }
}

fn length(v: [f32; 3]) -> f32 {
    dot(v, v).sqrt()
}

/// Returns the two inner control points of an edge: one next to the first corner, one next to the second. w lies between
/// the corners' values.
fn edge_middles(ends: [Vec4; 2], normals: [Vec4; 2]) -> [Vec4; 2] {
    let near = |i: usize| {
        let (own, other) = (ends[i], ends[1 - i]);
        let normal = with_length(xyz(normals[i]), 1.0);
        let height = dot(minus(xyz(other), xyz(own)), normal);
        let point = |c: usize| 2.0f32.mul_add(own[c], other[c]);
        let lifted = |c: usize| (point(c) - height * normal[c]) / 3.0;
        [lifted(0), lifted(1), lifted(2), point(3) / 3.0]
    };
    [near(0), near(1)]
}

/// Returns the normal in the middle of an edge.
fn middle_normal(ends: [Vec4; 2], normals: [Vec4; 2]) -> Vec4 {
    let along = minus(xyz(ends[1]), xyz(ends[0]));
    let [a, b] = normals.map(xyz);
    let (ua, ub) = (with_length(a, 1.0), with_length(b, 1.0));
    let sum: [f32; 3] = std::array::from_fn(|c| ua[c] + ub[c]);
    let squared = dot(along, along);
    let factor = if squared > 0.0 {
        2.0 * dot(along, sum) / squared
    } else {
        0.0
    };
    let mirrored = std::array::from_fn(|c| sum[c] - factor * along[c]);
    let [x, y, z] = with_length(mirrored, (length(a) + length(b)) / 2.0);
    [x, y, z, (normals[0][3] + normals[1][3]) / 2.0]
}

/// A triangular patch: its three edges with their points, and the centre.
#[derive(Debug, Default)]
pub(super) struct Patch {
    pub(super) edges: [Vec<Vec4>; 3],
    /// The centre, which cubic patches have.
    centre: Option<Vec4>,
}

impl Patch {
    pub(super) fn linear(corners: [Vec4; 3]) -> Patch {
        Patch {
            edges: std::array::from_fn(|i| vec![corners[i], corners[(i + 1) % 3]]),
            centre: None,
        }
    }

    pub(super) fn quadratic(corners: [Vec4; 3], normals: [Vec4; 3]) -> Patch {
        let edge = |i: usize| {
            let ends = [i, (i + 1) % 3];
            let [a, b] = ends.map(|i| normals[i]);
            // The result must not depend on the direction of the edge.
            let forward = middle_normal(ends.map(|i| corners[i]), [a, b]);
            let turned = [ends[1], ends[0]];
            let backward = middle_normal(turned.map(|i| corners[i]), [b, a]);
            let middle = std::array::from_fn(|c| (forward[c] + backward[c]) / 2.0);
            vec![a, middle, b]
        };
        Patch {
            edges: std::array::from_fn(edge),
            centre: None,
        }
    }

    pub(super) fn cubic(corners: [Vec4; 3], normals: [Vec4; 3]) -> Patch {
        let edges: [Vec<Vec4>; 3] = std::array::from_fn(|i| {
            let ends = [i, (i + 1) % 3];
            let points = ends.map(|i| corners[i]);
            let [a, b] = edge_middles(points, ends.map(|i| normals[i]));
            vec![points[0], a, b, points[1]]
        });
        let centre = std::array::from_fn(|c| {
            let middles: f32 = edges
                .iter()
                .map(|edge| edge[1][c] + edge[2][c])
                .sum::<f32>()
                / 6.0;
            let mean = corners.iter().map(|corner| corner[c]).sum::<f32>() / 3.0;
            middles + (middles - mean) / 2.0
        });
        Patch {
            edges,
            centre: Some(centre),
        }
    }

    /// Evaluates the patch at a point of the mesh. Corner 0 is (0, 0), corner 1 (1, 0), corner 2 (0, 1).
    pub(super) fn at(&self, point: &MeshPoint) -> Vec4 {
        if let Some((edge, along)) = point.edge {
            return edge_point(&self.edges[edge], along);
        }
        let [u, v] = point.place;
        let weights = [1.0 - u - v, u, v];
        let degree = self.edges[0].len() - 1;
        let mut sum = [0.0f32; 4];
        let mut add = |weight: f32, value: Vec4| {
            sum.iter_mut()
                .zip(value)
                .for_each(|(sum, c)| *sum += weight * c);
        };
        // Takes the points of the edge that starts at corner i. The last one is left out, since the next edge starts with
        // it.
        for (i, edge) in self.edges.iter().enumerate() {
            let (own, next) = (weights[i], weights[(i + 1) % 3]);
            for (k, value) in edge[..degree].iter().enumerate() {
                let ways = [[1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 3.0, 3.0]][degree - 1][k];
                add(
                    ways * own.powi((degree - k) as i32) * next.powi(k as i32),
                    *value,
                );
            }
        }
        if let Some(centre) = self.centre {
            add(6.0 * weights[0] * weights[1] * weights[2], centre);
        }
        sum
    }
}

//! Curved triangles (ATI_pn_triangles 3.11): each triangle becomes the n² triangles of a patch, in object space, before the
//! vertex program.
//!
//! The text names the algorithm and leaves its formulas to the paper of Vlachos, Peters, Boyd and Mitchell ("Curved PN
//! Triangles", 2001). Positions are those of a cubic triangular patch whose edges are perpendicular to the normals at their
//! ends. Normals are those of a quadratic patch whose middles are mirrored between the ends. They need not be unit vectors:
//! those in the middle of edges have the mean length of the ends. Points of an edge depend on the edge alone, in
//! either direction, so that neighbours fit.

use super::curve::edge_point;
use super::mesh::{Mesh, MeshPoint};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, Topology, VertexInput, fetch_attribute};
use std::sync::{Arc, LazyLock};

/// Points that one draw has at most; more triangles become several draws.
const MAX_POINTS: usize = 1 << 16;

/// The greatest [`Division::level`]: that of the Radeon 8500.
pub const MAX_LEVEL: u32 = 7;

/// How positions are computed between the corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointMode {
    /// The triangle stays flat.
    Linear,
    /// By the cubic patch.
    Cubic,
}

/// How normals are computed between the corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormalMode {
    /// Linearly between those of the corners.
    Linear,
    /// By the quadratic patch, which bends even where all corners have the same normal.
    Quadratic,
}

/// How triangles are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// Positions.
    pub points: PointMode,
    /// Normals.
    pub normals: NormalMode,
    /// New points on each edge, up to [`MAX_LEVEL`].
    pub level: u32,
}

type Vec4 = [f32; 4];

fn xyz(v: Vec4) -> [f32; 3] {
    [v[0], v[1], v[2]]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

fn minus(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    std::array::from_fn(|c| a[c] - b[c])
}

/// A vector of this length in the direction of `v`; one without direction as it is.
fn with_length(v: [f32; 3], length: f32) -> [f32; 3] {
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

/// Control points of an edge between its corners, next to the first and next to the second; w lies between the corners'.
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

/// The normal in the middle of an edge.
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

/// A triangular patch: three edges from corner to corner, each with its points, and what is inside.
#[derive(Debug, Default)]
struct Patch {
    edges: [Vec<Vec4>; 3],
    /// The centre of cubic patches.
    centre: Option<Vec4>,
}

impl Patch {
    fn linear(corners: [Vec4; 3]) -> Patch {
        Patch {
            edges: std::array::from_fn(|i| vec![corners[i], corners[(i + 1) % 3]]),
            centre: None,
        }
    }

    fn quadratic(corners: [Vec4; 3], normals: [Vec4; 3]) -> Patch {
        let edge = |i: usize| {
            let ends = [i, (i + 1) % 3];
            let [a, b] = ends.map(|i| normals[i]);
            // The same middle from either side.
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

    fn cubic(corners: [Vec4; 3], normals: [Vec4; 3]) -> Patch {
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

    /// The point at a place of the mesh: corner 0 is (0, 0), corner 1 (1, 0), corner 2 (0, 1).
    fn at(&self, point: &MeshPoint) -> Vec4 {
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
        // Points of the edge from corner i on, but its last one, which is the next edge's first.
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

/// The corners of the triangles that vertices make, the provoking one last.
fn triangles(topology: Topology, n: usize) -> impl Iterator<Item = [usize; 3]> {
    let count = match topology {
        Topology::Triangles => n / 3,
        _ => n.saturating_sub(2),
    };
    (0..count).map(move |i| match topology {
        Topology::Triangles => [3 * i, 3 * i + 1, 3 * i + 2],
        Topology::TriangleFan => [0, i + 1, i + 2],
        _ if i % 2 == 1 => [i + 1, i, i + 2],
        _ => [i, i + 1, i + 2],
    })
}

/// How an attribute is interpolated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Interpolation {
    Linear,
    CubicPoints,
    QuadraticNormals,
}

/// The patches of a triangle's attributes.
struct Divider<'a> {
    input: &'a VertexInput,
    mesh: &'a Mesh,
    /// Attributes that are no constants, with the points of all patches so far.
    streams: Vec<(usize, Interpolation, Vec<Vec4>)>,
    indices: Vec<u32>,
}

impl<'a> Divider<'a> {
    fn new(division: Division, input: &'a VertexInput, mesh: &'a Mesh) -> Divider<'a> {
        let cubic = division.points == PointMode::Cubic;
        let quadratic = division.normals == NormalMode::Quadratic;
        let interpolation = |slot: u32| match slot {
            attribute::POSITION if cubic => Interpolation::CubicPoints,
            attribute::NORMAL if quadratic => Interpolation::QuadraticNormals,
            _ => Interpolation::Linear,
        };
        // Quadratic normals bend even where all corners have the same one.
        let varies = |slot: u32, source: &AttributeSource| {
            matches!(source, AttributeSource::Array { element, .. } if element.divisor == 0)
                || interpolation(slot) == Interpolation::QuadraticNormals
        };
        let sources = input.attributes.iter().enumerate();
        let varying = sources.filter(|(slot, source)| varies(*slot as u32, source));
        Divider {
            input,
            mesh,
            streams: varying
                .map(|(slot, _)| (slot, interpolation(slot as u32), Vec::new()))
                .collect(),
            indices: Vec::new(),
        }
    }

    /// An attribute at three vertices of the draw.
    fn corners(&self, slot: usize, triangle: [usize; 3]) -> [Vec4; 3] {
        triangle.map(|vertex| {
            let index = match &self.input.indices {
                Some(indices) => indices[vertex].wrapping_add_signed(self.input.base_vertex),
                None => self.input.first.wrapping_add(vertex as u32),
            };
            fetch_attribute(&self.input.attributes[slot], index)
        })
    }

    fn add(&mut self, triangle: [usize; 3]) {
        let points = self.corners(attribute::POSITION as usize, triangle);
        let normals = self.corners(attribute::NORMAL as usize, triangle);
        let base = self
            .streams
            .first()
            .map_or(0, |(_, _, values)| values.len()) as u32;
        let mut streams = std::mem::take(&mut self.streams);
        for (slot, interpolation, values) in &mut streams {
            let patch = match interpolation {
                Interpolation::Linear => Patch::linear(self.corners(*slot, triangle)),
                Interpolation::CubicPoints => Patch::cubic(points, normals),
                Interpolation::QuadraticNormals => Patch::quadratic(points, normals),
            };
            values.extend(self.mesh.points.iter().map(|point| patch.at(point)));
        }
        self.streams = streams;
        // The mesh turns the other way round.
        for [a, b, c] in self.mesh.triangles.as_chunks().0 {
            self.indices.extend([base + a, base + c, base + b]);
        }
    }

    fn is_full(&self) -> bool {
        self.streams
            .first()
            .is_some_and(|(_, _, values)| values.len() >= MAX_POINTS)
    }

    /// What has been added, as a draw of triangles.
    fn take(&mut self) -> VertexInput {
        let mut attributes = self.input.attributes.clone();
        for (slot, _, values) in &mut self.streams {
            attributes[*slot] = AttributeSource::floats(values);
            values.clear();
        }
        let indices = std::mem::take(&mut self.indices);
        VertexInput {
            attributes,
            count: indices.len() as u32,
            indices: Some(Arc::new(indices)),
            instance: self.input.instance,
            ..VertexInput::default()
        }
    }
}

/// The meshes by level.
static MESHES: LazyLock<Vec<Mesh>> =
    LazyLock::new(|| (1..=MAX_LEVEL + 1).map(Mesh::triangle_grid).collect());

/// Divides the triangles of a draw of triangles, strips or fans, and hands the draws of triangles that they become to `draw`.
/// Ends at the first error of `draw`.
pub fn divide<E>(
    division: Division,
    topology: Topology,
    input: &VertexInput,
    mut draw: impl FnMut(VertexInput) -> Result<(), E>,
) -> Result<(), E> {
    let mut divider = Divider::new(division, input, &MESHES[division.level as usize]);
    for triangle in triangles(topology, input.count as usize) {
        divider.add(triangle);
        if divider.is_full() {
            draw(divider.take())?;
        }
    }
    if divider.indices.is_empty() {
        return Ok(());
    }
    draw(divider.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(v: [f32; 3]) -> Vec4 {
        let [x, y, z] = with_length(v, 1.0);
        [x, y, z, 1.0]
    }

    fn near(a: Vec4, b: [f32; 3]) -> bool {
        (0..3).all(|c| (a[c] - b[c]).abs() < 1e-6)
    }

    /// A triangle of the unit sphere: at the middle of an edge the paper's cubic is (P1 + P2) / 2 + (N1 + N2) · (1 − P1·P2) / 8.
    #[test]
    fn patches_bulge_as_the_formulas_say() {
        let corners = [
            unit([1.0, 0.0, 0.0]),
            unit([0.0, 1.0, 0.0]),
            unit([0.0, 0.0, 1.0]),
        ];
        let patch = Patch::cubic(corners, corners);
        let middle = MeshPoint {
            place: [0.5, 0.0],
            edge: Some((0, [0.5, 0.5])),
        };
        assert!(near(patch.at(&middle), [0.625, 0.625, 0.0]));
        // b111 = E + (E − V) / 2 with E = (4/9, 4/9, 4/9), V = (1/3, 1/3, 1/3).
        let centre = MeshPoint {
            place: [1.0 / 3.0; 2],
            edge: None,
        };
        let b111 = 4.0 / 9.0 + 1.0 / 18.0;
        let expected = (1.0 + 3.0 * 6.0 * 4.0 / 9.0 + 6.0 * b111) / 27.0;
        assert!(
            near(patch.at(&centre), [expected; 3]),
            "{:?}",
            patch.at(&centre)
        );
        let normals = Patch::quadratic(corners, corners);
        let half = 0.5f32.sqrt();
        // (N1 + 2 · middle + N2) / 4 with the middle (√½, √½, 0).
        let expected = (1.0 + 2.0 * half) / 4.0;
        assert!(near(normals.at(&middle), [expected, expected, 0.0]));
    }

    #[test]
    fn corners_stay_and_neighbours_fit_bit_by_bit() {
        let corners = [
            [0.1, 0.2, 0.3, 1.0],
            [1.4, 0.1, -0.2, 1.0],
            [0.3, 1.7, 0.5, 1.0],
        ];
        let normals = [
            unit([0.3, 0.1, 1.0]),
            unit([-0.4, 0.2, 2.0]),
            unit([0.1, 0.9, 0.7]),
        ];
        let fourth = ([2.0, 2.0, 2.0, 1.0], unit([1.0, 0.0, 0.2]));
        // The other triangle goes along the second edge from its end to its beginning.
        let other = [corners[2], corners[1], fourth.0];
        let turned = [normals[2], normals[1], fourth.1];
        let mesh = &MESHES[6];
        let along = |patch: &Patch, edge: usize| {
            let on = mesh
                .points
                .iter()
                .filter(|p| p.edge.is_some_and(|e| e.0 == edge));
            let mut bits: Vec<_> = on.map(|p| patch.at(p).map(f32::to_bits)).collect();
            // The corner at an edge's beginning is counted to it, the one at its end to the next.
            bits.remove(0);
            bits.sort();
            bits
        };
        let patches = [
            (Patch::cubic(corners, normals), Patch::cubic(other, turned)),
            (
                Patch::quadratic(corners, normals),
                Patch::quadratic(other, turned),
            ),
        ];
        for (a, b) in patches {
            assert_eq!(along(&a, 1), along(&b, 0));
            assert_eq!(a.at(&mesh.points[0]), a.edges[0][0]);
        }
    }

    #[test]
    fn strips_and_fans_keep_their_winding() {
        let of = |topology, n| triangles(topology, n).collect::<Vec<_>>();
        assert_eq!(
            of(Topology::TriangleStrip, 5),
            [[0, 1, 2], [2, 1, 3], [2, 3, 4]]
        );
        assert_eq!(of(Topology::TriangleFan, 4), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(of(Topology::Triangles, 5), [[0, 1, 2]]);
        assert!(of(Topology::TriangleStrip, 2).is_empty());
    }
}

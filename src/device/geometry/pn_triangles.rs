//! Draws of curved triangles (ATI_pn_triangles 3.11). Each triangle becomes the n² triangles of a patch, in object space,
//! before the vertex program. [`super::pn_patch`] computes the patch.

use super::mesh::Mesh;
use super::pn_patch::{Patch, Vec4};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, Topology, VertexInput, fetch_attribute};
use std::sync::{Arc, LazyLock};

/// The most points of one draw. More triangles become several draws.
const MAX_POINTS: usize = 1 << 16;

/// The greatest [`Division::level`]: that of the Radeon 8500.
pub const MAX_LEVEL: u32 = 7;

/// How positions are computed between the corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointMode {
    /// The triangle stays flat.
    Linear,
    /// Positions are those of the cubic patch.
    Cubic,
}

/// How normals are computed between the corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NormalMode {
    /// Normals are interpolated linearly between those of the corners.
    Linear,
    /// Normals are those of the quadratic patch, which bends even where all corners have the same normal.
    Quadratic,
}

/// How triangles are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Division {
    /// How positions are computed.
    pub points: PointMode,
    /// How normals are computed.
    pub normals: NormalMode,
    /// The number of new points on each edge, up to [`MAX_LEVEL`].
    pub level: u32,
}

/// Returns the corners of each triangle of a draw, with the provoking one last.
pub(super) fn triangles(topology: Topology, n: usize) -> impl Iterator<Item = [usize; 3]> {
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
    /// The attributes that vary, with the points of all patches so far.
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

    /// Returns an attribute at three vertices of the draw.
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
        // The triangles of the mesh have the opposite orientation.
        for [a, b, c] in self.mesh.triangles.as_chunks().0 {
            self.indices.extend([base + a, base + c, base + b]);
        }
    }

    fn is_full(&self) -> bool {
        self.streams
            .first()
            .is_some_and(|(_, _, values)| values.len() >= MAX_POINTS)
    }

    /// Takes the points added so far, as a draw of triangles.
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

/// Divides the triangles of a draw of triangles, strips or fans. The resulting draws of triangles go to `draw`. The
/// function ends at the first error of `draw`.
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

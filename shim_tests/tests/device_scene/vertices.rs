//! The vertices of the small API: their program, their layouts, the buffers, and the forms in which a draw offers them.

use crate::scene::corners;
use std::collections::TryReserveError;
use std::convert::Infallible;
use std::sync::Arc;
use trilobite::device::buffer::Buffer;
use trilobite::device::draw::submit::Forms;
use trilobite::device::draw::{DrawState, PackedVertices, Renderer, Topology, VertexInput};
use trilobite::device::vertex::stream::{CurrentValues, VertexStream};
use trilobite::device::vertex::{ComponentType, Element};
use trilobite::ir::interface::attribute;

/// Positions in pixels from the upper left corner become clip coordinates. An instance is moved and tinted.
pub(crate) const VERTEX_PROGRAM: &str = "!!ARBvp1.0
    PARAM scale = program.local[0];
    PARAM shift = program.local[1];
    TEMP place;
    MOV place, vertex.position;
    ADD place.xy, place, vertex.attrib[6];
    MAD result.position, place, scale, shift;
    MUL result.color, vertex.color, vertex.attrib[7];
    MOV result.texcoord[0], vertex.texcoord[0];
    END";
const SHIFT: u32 = attribute::GENERIC_0 + 6;
pub(crate) const TINT: u32 = attribute::GENERIC_0 + 7;

// A vertex is x, y and z as floats, blue, green, red and alpha as bytes, then two texture coordinates as floats.
const VERTEX_BYTES: usize = 24;
pub(crate) const DECLARATION: [(u32, Element); 3] = [
    (
        attribute::POSITION,
        element(ComponentType::F32, 3, 0, VERTEX_BYTES, 0),
    ),
    (
        attribute::COLOR,
        element(ComponentType::Bgra8, 4, 12, VERTEX_BYTES, 0),
    ),
    (
        attribute::TEX_COORD_0,
        element(ComponentType::F32, 2, 16, VERTEX_BYTES, 0),
    ),
];

// An instance is its position as two floats, then its tint as bytes.
const INSTANCE_BYTES: usize = 12;
pub(crate) const INSTANCE_DECLARATION: [(u32, Element); 2] = [
    (SHIFT, element(ComponentType::F32, 2, 0, INSTANCE_BYTES, 1)),
    (TINT, element(ComponentType::Bgra8, 4, 8, INSTANCE_BYTES, 1)),
];

const fn element(
    component: ComponentType,
    size: u8,
    offset: usize,
    stride: usize,
    divisor: u32,
) -> Element {
    Element {
        component,
        size,
        normalized: matches!(component, ComponentType::Bgra8),
        stride,
        offset,
        divisor,
    }
}

/// The indices of a quad's two triangles, first clockwise on the screen, then counterclockwise.
pub(crate) const INDICES: [u16; 12] = [0, 1, 2, 3, 2, 1, 2, 1, 0, 1, 2, 3];
// Ranges of indices: the first byte, the number of indices, the bytes of each.
pub(crate) const CLOCKWISE: (usize, usize, usize) = (0, 6, 2);
pub(crate) const COUNTERCLOCKWISE: (usize, usize, usize) = (12, 6, 2);

/// The bytes of a quad's four vertices.
pub(crate) fn quad(at: [f32; 4], z: f32, colors: [u32; 4]) -> Vec<u8> {
    let texture = corners([0.0, 0.0, 1.0, 1.0]);
    let mut bytes = Vec::new();
    for ((place, color), texture) in corners(at).into_iter().zip(colors).zip(texture) {
        for x in [place[0], place[1], z] {
            bytes.extend(x.to_ne_bytes());
        }
        bytes.extend(color.to_le_bytes());
        bytes.extend(texture.into_iter().flat_map(f32::to_ne_bytes));
    }
    bytes
}

pub(crate) fn buffer(bytes: Vec<u8>) -> Buffer {
    let mut buffer = Buffer::default();
    buffer.replace(bytes);
    buffer
}

/// Vertices in buffers: they are offered to the renderer as arrays.
pub(crate) struct Arrays<'a> {
    pub(crate) renderer: &'a mut Renderer,
    pub(crate) vertices: Option<VertexInput>,
}

impl Forms for Arrays<'_> {
    type Error = Infallible;

    fn renderer(&mut self) -> &mut Renderer {
        self.renderer
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>, Infallible> {
        Ok(self.vertices.take())
    }
}

/// Vertices that were specified one by one: they are offered lent, packed, or as arrays.
pub(crate) struct Streamed<'a> {
    pub(crate) renderer: &'a mut Renderer,
    pub(crate) stream: &'a mut VertexStream,
    pub(crate) current: &'a CurrentValues,
}

impl Forms for Streamed<'_> {
    type Error = TryReserveError;

    fn renderer(&mut self) -> &mut Renderer {
        self.renderer
    }

    fn draw_lent(&mut self, state: &Arc<DrawState>, topology: Topology) -> bool {
        self.stream.draw_lent(self.renderer, state, topology)
    }

    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>, TryReserveError> {
        self.stream.detach(self.renderer)?;
        let vertices = self.stream.packed(0, self.stream.count(), self.current);
        Ok(Some((self.renderer, vertices)))
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>, TryReserveError> {
        self.stream.detach(self.renderer)?;
        Ok(Some(VertexInput {
            attributes: self.stream.sources(self.current, Vec::new()),
            count: self.stream.count(),
            ..VertexInput::default()
        }))
    }
}

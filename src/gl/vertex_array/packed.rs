//! Packs draws of few elements like vertices between Begin and End, so that neighbouring draws are merged.
#![forbid(unsafe_code)]

use super::captured::{elements_in, source};
use super::client::element_bytes;
use super::feeds::ArrayUse;
use super::state::VertexArray;
use crate::device::draw::submit::Forms;
use crate::device::vertex::elements::Elements;
use crate::gl::draw::submit::{Drawable, submit};
use crate::gl::immediate::weight::{Rest, is_set_in_part};
use crate::gl::{Call, Context, GlError, Result};
use crate::raster::{
    ComponentType, PackedVertices, Renderer, Topology, VertexInput, decode_attribute,
    fetch_attribute,
};
use smallvec::SmallVec;

/// Ranges with more elements are drawn as arrays.
const FEW: usize = 256;
/// Draws with more indices are drawn as arrays: packing copies a vertex once for each of its indices.
const FEW_INDICES: usize = 32;

/// Memory for packed vertices, and the arrays that were enabled at the last change of an array.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    /// The revision and use of arrays that `layout` belongs to.
    revision: Option<(u64, ArrayUse)>,
    /// The attributes with an enabled array, the position first. It is empty when nothing is drawn.
    layout: SmallVec<[u8; 16]>,
    /// The numbers of their arrays.
    arrays: SmallVec<[u32; 16]>,
    values: Vec<[f32; 4]>,
}

/// Whether there are few enough elements to be packed.
pub(crate) fn are_few(elements: &Elements) -> bool {
    let limit = match elements {
        Elements::Range { .. } => FEW,
        Elements::Indices(_) => FEW_INDICES,
    };
    elements.count() <= limit
}

/// Draws few elements. `false` means that nothing was done, and the draw must be a separate one. The errors are those of
/// [`super::capture::capture`] and [`crate::gl::draw::stages::validate`].
pub(crate) fn draw_few(
    call: &mut Call<'_>,
    topology: Topology,
    elements: &Elements,
) -> Result<bool> {
    // Selection, feedback and divided triangles need arrays.
    if !call.cx.render_mode.rasterizes() || call.cx.pn_triangles.divides(topology) {
        return Ok(false);
    }
    let mut packed = std::mem::take(&mut call.cx.packed_arrays);
    packed.follow_arrays(call);
    let is_drawn = match packed.read(call, elements) {
        Ok(true) => {
            let mut elements = FewElements {
                cx: &mut *call.cx,
                packed: &packed,
            };
            submit(&mut elements, topology)
        }
        Ok(false) => Ok(true),
        Err(error) => Err(error),
    };
    call.cx.packed_arrays = packed;
    is_drawn
}

struct FewElements<'a> {
    cx: &'a mut Context,
    packed: &'a Packed,
}

impl Drawable for FewElements<'_> {
    fn cx(&mut self) -> &mut Context {
        self.cx
    }

    /// No array feeds a material.
    fn materials(&self) -> u16 {
        0
    }

    fn n_vertices(&self) -> Option<u32> {
        let n_attributes = self.packed.layout.len().max(1);
        Some((self.packed.values.len() / n_attributes) as u32)
    }
}

impl Forms for FewElements<'_> {
    type Error = GlError;

    fn renderer(&mut self) -> &mut Renderer {
        &mut self.cx.renderer
    }

    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>> {
        let packed = PackedVertices {
            layout: &self.packed.layout,
            data: bytemuck::cast_slice(&self.packed.values),
            counts: &[],
            constants: &self.cx.immediate.current,
        };
        Ok(Some((&mut self.cx.renderer, packed)))
    }

    /// Arrays are captured from memory, which is cheaper than copying what is packed.
    fn arrays(&mut self) -> Result<Option<VertexInput>> {
        Ok(None)
    }
}

impl Packed {
    /// Finds the enabled arrays again, if some array has changed.
    fn follow_arrays(&mut self, call: &Call<'_>) {
        let array_use = ArrayUse::of(&call.cx.programs, &call.cx.vertex_shaders);
        let revision = Some((call.cx.arrays.revision(), array_use));
        if self.revision == revision {
            return;
        }
        self.revision = revision;
        let enabled = array_use
            .enabled(&call.cx.arrays, &call.cx.vertex_shaders)
            .unwrap_or_default();
        self.layout = enabled.iter().map(|(slot, _)| *slot as u8).collect();
        self.arrays = enabled.iter().map(|(_, array)| *array).collect();
    }

    /// Reads the elements. Returns `false` when nothing is drawn.
    fn read(&mut self, call: &Call<'_>, elements: &Elements) -> Result<bool> {
        let stride = self.layout.len();
        self.values.clear();
        self.values.resize(elements.count() * stride, [0.0; 4]);
        if self.values.is_empty() {
            return Ok(false);
        }
        // The number of elements in buffers. It is `None` with an array of client memory, whose end is unknown.
        let mut available = Some(0);
        for (place, number) in self.arrays.iter().enumerate() {
            let array = call.cx.arrays.array(*number);
            let values = self.values[place..].iter_mut().step_by(stride);
            match &array.buffer {
                Some(buffer) => {
                    let source = source(array, buffer.version()?, array.pointer.address());
                    available = available.map(|n: usize| n.max(elements_in(&source)));
                    for (i, value) in values.enumerate() {
                        *value = fetch_attribute(&source, elements.at(i));
                    }
                }
                None if array.pointer.is_null() => {
                    log::debug!("an enabled array has neither buffer nor pointer");
                    if place == 0 {
                        return Ok(false);
                    }
                }
                None => {
                    available = None;
                    for (i, value) in values.enumerate() {
                        let bytes = element_bytes(call, array, elements.at(i) as usize)?;
                        *value = decode(array, bytes);
                    }
                }
            }
            let slot = u32::from(self.layout[place]);
            if slot == *number && is_set_in_part(slot) {
                let rest = Rest::of(&call.cx.matrix, &call.cx.programs, &call.cx.immediate);
                for value in self.values[place..].iter_mut().step_by(stride) {
                    *value = rest.complete(slot, usize::from(array.size), *value);
                }
            }
        }
        if let (Some(available), Elements::Range { first, .. }) = (available, elements) {
            let left = available.saturating_sub(*first as usize);
            self.values.truncate(left.saturating_mul(stride));
        }
        Ok(!self.values.is_empty())
    }
}

#[inline]
fn decode(array: &VertexArray, bytes: &[u8]) -> [f32; 4] {
    let component = array.component;
    if component != ComponentType::F32 {
        return decode_attribute(component, array.normalized, bytes);
    }
    let (floats, _) = bytes.as_chunks::<4>();
    let float = f32::from_ne_bytes;
    match *floats {
        [x] => [float(x), 0.0, 0.0, 1.0],
        [x, y] => [float(x), float(y), 0.0, 1.0],
        [x, y, z] => [float(x), float(y), float(z), 1.0],
        [x, y, z, w] => [float(x), float(y), float(z), float(w)],
        _ => decode_attribute(component, array.normalized, bytes),
    }
}

//! Draws of few elements: what the arrays hold is packed as the commands between Begin and End would give it, so that
//! neighbours become one draw.
#![forbid(unsafe_code)]

use super::draw::packed_state;
use super::vertex_array::VertexArray;
use super::vertex_array_client::element_bytes;
use super::vertex_array_copy::{Elements, elements_in, enabled_arrays, source};
use super::{Call, Result};
use crate::ir::interface::attribute;
use crate::raster::{ComponentType, PackedVertices, Topology, decode_attribute, fetch_attribute};
use smallvec::SmallVec;

/// Draws with more elements copy their arrays as they are.
const FEW: usize = 256;

/// Packed vertices, kept for their memory.
#[derive(Debug, Default)]
pub(super) struct Packed {
    layout: SmallVec<[u8; 16]>,
    values: Vec<[f32; 4]>,
}

impl Elements {
    /// There are few enough to be packed.
    pub(super) fn are_few(&self) -> bool {
        match self {
            Elements::Range { count, .. } => *count as usize <= FEW,
            Elements::Indices(indices) => indices.len() <= FEW,
        }
    }

    fn count(&self) -> usize {
        match self {
            Elements::Range { count, .. } => *count as usize,
            Elements::Indices(indices) => indices.len(),
        }
    }

    /// Calls `each` with the place and the number of every element.
    fn for_each(&self, mut each: impl FnMut(usize, u32) -> Result) -> Result {
        match self {
            Elements::Range { first, count } => {
                (0..*count).try_for_each(|i| each(i as usize, first.wrapping_add(i)))
            }
            Elements::Indices(indices) => {
                let mut indices = indices.iter().enumerate();
                indices.try_for_each(|(i, index)| each(i, *index))
            }
        }
    }
}

/// Draws few elements. `false`: nothing was done, and the draw has to be one of its own. Errors as
/// [`super::vertex_array_copy::capture`] and [`super::draw::validate`].
pub(super) fn draw_few(
    call: &mut Call<'_>,
    topology: Topology,
    elements: &Elements,
) -> Result<bool> {
    let Some(state) = packed_state(call.cx, 0)? else {
        return Ok(false);
    };
    let mut packed = std::mem::take(&mut call.cx.draws.packed);
    let is_drawn = pack(call, elements, &mut packed).map(|draws| {
        let vertices = PackedVertices {
            layout: &packed.layout,
            data: bytemuck::cast_slice(&packed.values),
            constants: &call.cx.immediate.current,
        };
        !draws || call.cx.renderer.draw_packed(&state, topology, &vertices)
    });
    call.cx.draws.packed = packed;
    is_drawn
}

/// Packs the enabled arrays; `false` when nothing is drawn.
fn pack(call: &Call<'_>, elements: &Elements, packed: &mut Packed) -> Result<bool> {
    let Some(enabled) = enabled_arrays(call) else {
        return Ok(false);
    };
    let stride = enabled.len();
    packed.layout.clear();
    packed.values.clear();
    packed.values.resize(elements.count() * stride, [0.0; 4]);
    // Elements in buffers; `None` with an array of client memory, which has no end that we know of.
    let mut available = Some(0);
    for (place, (slot, array)) in enabled.into_iter().enumerate() {
        packed.layout.push(slot as u8);
        let values = &mut packed.values;
        let mut put = |i: usize, value| values[i * stride + place] = value;
        match &array.buffer {
            Some(buffer) => {
                let source = source(array, buffer.version()?, array.pointer.address());
                available = available.map(|n: usize| n.max(elements_in(&source)));
                elements.for_each(|i, index| {
                    put(i, fetch_attribute(&source, index));
                    Ok(())
                })?;
            }
            None if array.pointer.is_null() => {
                log::debug!("an enabled array has neither buffer nor pointer");
                if slot == attribute::POSITION {
                    return Ok(false);
                }
            }
            None => {
                available = None;
                elements.for_each(|i, index| {
                    let bytes = element_bytes(call, array, index as usize)?;
                    put(i, decode(array, bytes));
                    Ok(())
                })?;
            }
        }
    }
    if let (Some(available), Elements::Range { first, .. }) = (available, elements) {
        let left = available.saturating_sub(*first as usize);
        packed.values.truncate(left.saturating_mul(stride));
    }
    Ok(!packed.values.is_empty())
}

fn decode(array: &VertexArray, bytes: &[u8]) -> [f32; 4] {
    let component = array.component();
    if component != ComponentType::F32 {
        return decode_attribute(component, array.normalized, bytes);
    }
    let mut value = [0.0, 0.0, 0.0, 1.0];
    let (floats, _) = bytes.as_chunks::<4>();
    for (own, float) in value.iter_mut().zip(floats) {
        *own = f32::from_ne_bytes(*float);
    }
    value
}

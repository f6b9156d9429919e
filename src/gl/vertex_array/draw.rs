//! Draws from vertex arrays: glDrawArrays, glDrawElements and similar commands (GL 1.5 section 2.8), and glArrayElement.
//!
//! While a list is compiled, arrays are read at once, and the list records what was read (section 5.4). An error of the
//! draw occurs when the list is executed. Attributes without an array take the current values of that time. Current values
//! do not change (section 2.8 leaves those of enabled arrays indeterminate).
#![forbid(unsafe_code)]

use super::capture::{capture, element};
use super::captured::{Captured, collect};
use super::feeds::ArrayUse;
use super::packed::{are_few, draw_few};
use super::primitive_restart;
use super::primitive_restart::Run;
use super::state::INDEX_ARRAY_SLOT;
use super::variant;
use crate::device::buffer::{IndexRange, widened};
use crate::device::vertex::elements::Elements;
use crate::gl::buffer::storage::{Binding, BufferObject, MAPPED};
use crate::gl::context::enums::*;
use crate::gl::context::recording::Recording;
use crate::gl::draw::{stages, submit};
use crate::gl::immediate::begin_end::{emit_vertex, set_current, topology};
use crate::gl::immediate::normal::set_index;
use crate::gl::immediate::weight::{Rest, is_set_in_part, set_first};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::Topology;
use smallvec::SmallVec;
use std::sync::Arc;

/// Draws the elements that `elements` returns, or records the draw into the list that is compiled. `base` is added to each
/// index. INVALID_ENUM for a wrong mode comes before the errors of `elements`.
pub(crate) fn draw_elements_of(
    call: &mut Call<'_>,
    mode: u32,
    base: i32,
    elements: impl FnOnce(&Call<'_>) -> Result<Elements>,
) -> Result {
    if call.cx.recorder.recording() != Recording::Compile {
        if call.cx.inside_begin() {
            return Err(GlError::invalid_operation("a draw inside Begin/End"));
        }
        stages::validate(call.cx)?;
    }
    // A restart index is compared before the base is added to it.
    let (now, later) = if call.cx.arrays.restart.enabled {
        (0, base)
    } else {
        (base, 0)
    };
    let prepared =
        topology(mode).and_then(|topology| Ok((topology, from_base(elements(call)?, now)?)));
    if let Ok((topology, elements)) = &prepared
        && call.cx.recorder.recording() == Recording::Off
        && !call.cx.arrays.restart.enabled
        && are_few(elements)
        && draw_few(call, *topology, elements)?
    {
        return Ok(());
    }
    let captured = prepared
        .and_then(|(topology, elements)| Ok((topology, capture_runs(call, elements, later)?)));
    match captured {
        // Even when nothing is drawn, the list must refuse the command if it is called between Begin and End.
        Ok((topology, runs)) => call.run(move |call| {
            runs.iter()
                .try_for_each(|captured| draw_captured(call, topology, captured))
        }),
        Err(error) => fail(call, error),
    }
}

/// Adds a base to each index. A sum outside of 32 bits is undefined (ARB_draw_elements_base_vertex); ours wraps.
fn from_base(elements: Elements, base: i32) -> Result<Elements> {
    Ok(match elements {
        Elements::Indices(indices) if base != 0 => {
            let moved = indices.iter().map(|index| index.wrapping_add_signed(base));
            Elements::Indices(Arc::new(collect(indices.len(), moved)?))
        }
        elements => elements,
    })
}

/// Captures elements, cut at each restart index. `base` is added to the indices that remain.
fn capture_runs(call: &Call<'_>, elements: Elements, base: i32) -> Result<SmallVec<[Captured; 1]>> {
    let mut captured = SmallVec::new();
    for Run { elements, cuts } in primitive_restart::split(call.cx.arrays.restart, elements)? {
        let elements = from_base(elements, base)?;
        captured.extend(capture(call, elements)?.map(|run| Captured { cuts, ..run }));
    }
    Ok(captured)
}

/// Raises the error of a command that display lists hold. A list raises it when it is executed.
pub(crate) fn fail(call: &mut Call<'_>, error: GlError) -> Result {
    call.run(move |_| Err(error))
}

fn draw_captured(call: &mut Call<'_>, topology: Topology, captured: &Captured) -> Result {
    let cx = &mut *call.cx;
    cx.vertex_shaders
        .without_revision()
        .load_variants(&cx.programs, &mut cx.immediate.current);
    let (current, room) = (
        &call.cx.immediate.current,
        call.cx.renderer.spare_attributes(),
    );
    let rest = Rest::of(&call.cx.matrix, &call.cx.programs, &call.cx.immediate);
    let shader = call.cx.vertex_shaders.followed.clone();
    captured
        .inputs(current, rest, shader.as_deref(), room)
        .into_iter()
        .try_for_each(|input| submit::draw_vertices(call.cx, topology, input))
}

fn range(first: i32, count: i32) -> Result<Elements> {
    match (u32::try_from(first), u32::try_from(count)) {
        (Ok(first), Ok(count)) => Ok(Elements::Range { first, count }),
        _ => Err(GlError::invalid_value("negative first vertex or count")),
    }
}

/// glDrawArrays. Gives INVALID_ENUM for a wrong mode, INVALID_VALUE for a negative count or first vertex. Gives
/// INVALID_OPERATION between Begin and End, for a mapped buffer, and when state forbids drawing.
pub fn draw_arrays(call: &mut Call<'_>, mode: u32, first: i32, count: i32) -> Result {
    draw_elements_of(call, mode, 0, |_| range(first, count))
}

/// Reads the indices at a pointer, or in a buffer. Gives INVALID_ENUM for a wrong type, INVALID_VALUE for a negative count,
/// INVALID_OPERATION for a mapped buffer or indices outside it.
pub(crate) fn read_indices(
    call: &Call<'_>,
    buffer: &Binding,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
) -> Result<Elements> {
    let count =
        usize::try_from(count).map_err(|_| GlError::invalid_value("negative number of indices"))?;
    let size = match ty {
        UNSIGNED_BYTE => 1,
        UNSIGNED_SHORT => 2,
        UNSIGNED_INT => 4,
        _ => return Err(GlError::invalid_enum("type of indices")),
    };
    let len = count.checked_mul(size).ok_or(OUTSIDE)?;
    let indices = match buffer {
        Some(buffer) => buffer_indices(buffer, (indices.address(), count, size))?,
        None => Arc::new(widened(
            call.mem.bytes(indices, len).ok_or(OUTSIDE)?,
            size,
            call.cx.renderer.spare_indices(),
        )?),
    };
    Ok(Elements::Indices(indices))
}

const OUTSIDE: GlError = GlError::invalid_operation("indices outside their memory");

/// Returns the indices of a buffer, converted once per version.
fn buffer_indices(buffer: &BufferObject, key: IndexRange) -> Result<Arc<Vec<u32>>> {
    let mut contents = buffer.contents.lock();
    if contents.storage.mapping.is_some() {
        return Err(MAPPED);
    }
    contents.storage.index_array(key)?.ok_or(OUTSIDE)
}

/// glDrawElements. The errors are those of glDrawArrays, INVALID_ENUM for a wrong type, and INVALID_OPERATION for indices
/// outside the element buffer.
pub fn draw_elements(
    call: &mut Call<'_>,
    mode: u32,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
) -> Result {
    draw_elements_base_vertex(call, mode, count, ty, indices, 0)
}

/// glDrawElementsBaseVertex adds a base to each index (ARB_draw_elements_base_vertex). The errors are those of
/// glDrawElements.
pub fn draw_elements_base_vertex(
    call: &mut Call<'_>,
    mode: u32,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
    base: i32,
) -> Result {
    draw_elements_of(call, mode, base, |call| {
        read_indices(call, &call.cx.buffers.element, count, ty, indices)
    })
}

/// Checks the range that indices are promised to be in. Gives INVALID_VALUE when it ends before it starts.
pub(crate) fn checked_range(start: u32, end: u32) -> Result {
    if end < start {
        Err(GlError::invalid_value(
            "range of indices ends before it starts",
        ))
    } else {
        Ok(())
    }
}

/// glDrawRangeElements does what glDrawElements does. The range is a promise that we do not rely on. Gives INVALID_VALUE
/// when `end` is less than `start`.
pub fn draw_range_elements(
    call: &mut Call<'_>,
    mode: u32,
    start: u32,
    end: u32,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
) -> Result {
    draw_range_elements_base_vertex(call, mode, start, end, count, ty, indices, 0)
}

/// glDrawRangeElementsBaseVertex. The errors are those of glDrawRangeElements.
#[expect(clippy::too_many_arguments, reason = "the command's parameters")]
pub fn draw_range_elements_base_vertex(
    call: &mut Call<'_>,
    mode: u32,
    start: u32,
    end: u32,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
    base: i32,
) -> Result {
    match checked_range(start, end) {
        Ok(()) => draw_elements_base_vertex(call, mode, count, ty, indices, base),
        Err(error) => fail(call, error),
    }
}

/// glArrayElement: does what the commands of section 2.7 do with element `i` of every enabled array, the vertex last. The
/// restart index acts as PrimitiveRestartNV instead (NV_primitive_restart). Gives INVALID_VALUE for a negative index,
/// INVALID_OPERATION for a mapped buffer.
pub fn array_element(call: &mut Call<'_>, i: i32) -> Result {
    let restart = call.cx.arrays.restart;
    if restart.enabled && i as u32 == restart.index {
        return primitive_restart::primitive_restart_nv(call);
    }
    // All values are read before any is set: an error must change nothing.
    let mut values = [[0.0; 4]; attribute::COUNT as usize];
    let read = u32::try_from(i)
        .map_err(|_| GlError::invalid_value("negative index"))
        .and_then(|index| {
            let variants = variant::read_elements(call, index)?;
            Ok((read_element(call, index, &mut values)?, variants))
        });
    let ((read, index), variants) = match read {
        Ok(read) => read,
        Err(error) => return call.run_anywhere(move |_| Err(error)),
    };
    // Set what was read. The vertex comes last.
    variant::set_read(call, variants)?;
    if let Some(index) = index {
        set_index(call, index)?;
    }
    for slot in (1..attribute::COUNT).filter(|slot| read & (1 << slot) != 0) {
        let value = values[slot as usize];
        let number = ArrayUse::of(&call.cx.programs, &call.cx.vertex_shaders)
            .array_of(&call.cx.arrays, slot);
        if is_set_in_part(slot) && number == Some(slot) {
            let size = usize::from(call.cx.arrays.array(slot).size);
            set_first(call, slot, size, value)?;
        } else {
            set_current(call, slot, value)?;
        }
    }
    match read & 1 {
        1 => emit_vertex(call, values[attribute::POSITION as usize]),
        _ => Ok(()),
    }
}

/// Reads an element of every enabled array. Returns the attributes that were read, by bit, and the colour index.
fn read_element(
    call: &Call<'_>,
    index: u32,
    values: &mut [[f32; 4]],
) -> Result<(u32, Option<f32>)> {
    let arrays = &call.cx.arrays;
    let array_use = ArrayUse::of(&call.cx.programs, &call.cx.vertex_shaders);
    let mut read = 0;
    for slot in 0..attribute::COUNT {
        let Some(number) = array_use.array_of(arrays, slot) else {
            continue;
        };
        let array = arrays.array(number);
        let mut value = element(call, array, index)?;
        match slot {
            attribute::EDGE_FLAG => value[0] = f32::from(u8::from(value[0] != 0.0)),
            // SecondaryColor3 sets alpha to 0 (QUIRKS 0.48).
            attribute::SECONDARY_COLOR if number == slot && array.size == 3 => value[3] = 0.0,
            _ => {}
        }
        values[slot as usize] = value;
        read |= 1 << slot;
    }
    let indices = arrays.array(INDEX_ARRAY_SLOT as u32);
    let index = if indices.enabled {
        Some(element(call, indices, index)?[0])
    } else {
        None
    };
    Ok((read, index))
}

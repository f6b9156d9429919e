//! Draws from vertex arrays: glDrawArrays, glDrawElements and their like (GL 1.5 section 2.8).
#![forbid(unsafe_code)]

use super::enums::*;
use super::immediate::{emit_vertex, set_current, topology};
use super::vertex_array_copy::{Captured, Elements, capture, element};
use super::{Call, GlError, Result, draw};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::Topology;

/// Draws captured arrays, or records the draw into the list that is compiled.
fn draw_captured(call: &mut Call<'_>, topology: Topology, captured: Captured) -> Result {
    call.run(move |call| {
        if call.cx.inside_begin() {
            return Err(GlError::invalid_operation("a draw inside Begin/End"));
        }
        let input = captured.input(&call.cx.immediate.current);
        draw::draw_vertices(call.cx, topology, input)
    })
}

fn draw_elements_of(call: &mut Call<'_>, topology: Topology, elements: Elements) -> Result {
    draw::validate(call.cx)?;
    match capture(call, elements)? {
        Some(captured) => draw_captured(call, topology, captured),
        None => Ok(()),
    }
}

fn refuse_inside_begin(call: &Call<'_>) -> Result {
    if call.cx.inside_begin() {
        Err(GlError::invalid_operation("a draw inside Begin/End"))
    } else {
        Ok(())
    }
}

fn range(first: i32, count: i32) -> Result<Elements> {
    match (u32::try_from(first), u32::try_from(count)) {
        (Ok(first), Ok(count)) => Ok(Elements::Range { first, count }),
        _ => Err(GlError::invalid_value("negative first vertex or count")),
    }
}

/// glDrawArrays. INVALID_ENUM for a wrong mode, INVALID_VALUE for a negative count or first vertex.
pub fn draw_arrays(call: &mut Call<'_>, mode: u32, first: i32, count: i32) -> Result {
    refuse_inside_begin(call)?;
    let topology = topology(mode)?;
    let elements = range(first, count)?;
    draw_elements_of(call, topology, elements)
}

/// glMultiDrawArrays
pub fn multi_draw_arrays(
    call: &mut Call<'_>,
    mode: u32,
    first: ClientPtr<i32>,
    count: ClientPtr<i32>,
    drawcount: i32,
) -> Result {
    refuse_inside_begin(call)?;
    let topology = topology(mode)?;
    let n = usize::try_from(drawcount)
        .map_err(|_| GlError::invalid_value("negative number of draws"))?;
    let null = GlError::invalid_value("null pointer to ranges");
    let (first, count) = (
        call.mem.read_vec(first, n).ok_or(null)?,
        call.mem.read_vec(count, n).ok_or(null)?,
    );
    let ranges: Vec<Elements> = first
        .iter()
        .zip(&count)
        .map(|(f, c)| range(*f, *c))
        .collect::<Result<_>>()?;
    ranges
        .into_iter()
        .try_for_each(|elements| draw_elements_of(call, topology, elements))
}

/// The indices behind a pointer, or in the element buffer. INVALID_ENUM for a wrong type, INVALID_VALUE for a negative
/// count, INVALID_OPERATION for a mapped buffer or indices outside it.
fn read_indices(call: &Call<'_>, count: i32, ty: u32, indices: ClientPtr<u8>) -> Result<Vec<u32>> {
    let count =
        usize::try_from(count).map_err(|_| GlError::invalid_value("negative number of indices"))?;
    let size = match ty {
        UNSIGNED_BYTE => 1,
        UNSIGNED_SHORT => 2,
        UNSIGNED_INT => 4,
        _ => return Err(GlError::invalid_enum("type of indices")),
    };
    let outside = GlError::invalid_operation("indices outside their memory");
    let len = count.checked_mul(size).ok_or(outside)?;
    let version;
    let bytes = match &call.cx.buffers.element {
        Some(buffer) => {
            version = buffer.version()?;
            let start = indices.address();
            let end = start.checked_add(len).ok_or(outside)?;
            version.get(start..end).ok_or(outside)?
        }
        None => call.mem.bytes(indices, len).ok_or(outside)?,
    };
    let mut out: Vec<u32> = Vec::new();
    out.try_reserve_exact(count)
        .map_err(|_| GlError::out_of_memory("indices"))?;
    match size {
        1 => out.extend(bytes.iter().map(|b| u32::from(*b))),
        2 => out.extend(
            bytes
                .chunks_exact(2)
                .map(|b| u32::from(u16::from_ne_bytes([b[0], b[1]]))),
        ),
        _ => out.extend(
            bytes
                .chunks_exact(4)
                .map(|b| u32::from_ne_bytes([b[0], b[1], b[2], b[3]])),
        ),
    }
    Ok(out)
}

/// glDrawElements. INVALID_ENUM for a wrong mode or type, INVALID_VALUE for a negative count.
pub fn draw_elements(
    call: &mut Call<'_>,
    mode: u32,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
) -> Result {
    refuse_inside_begin(call)?;
    let topology = topology(mode)?;
    let indices = read_indices(call, count, ty, indices)?;
    draw_elements_of(call, topology, Elements::Indices(indices))
}

/// glDrawRangeElements. As glDrawElements; INVALID_VALUE when `end` is less than `start`. The range itself is a promise that
/// is not relied on.
pub fn draw_range_elements(
    call: &mut Call<'_>,
    mode: u32,
    start: u32,
    end: u32,
    count: i32,
    ty: u32,
    indices: ClientPtr<u8>,
) -> Result {
    if end < start {
        return Err(GlError::invalid_value(
            "range of indices ends before it starts",
        ));
    }
    draw_elements(call, mode, count, ty, indices)
}

/// glMultiDrawElements
pub fn multi_draw_elements(
    call: &mut Call<'_>,
    mode: u32,
    count: ClientPtr<i32>,
    ty: u32,
    indices: ClientPtr<ClientPtr<u8>>,
    drawcount: i32,
) -> Result {
    refuse_inside_begin(call)?;
    let topology = topology(mode)?;
    let n = usize::try_from(drawcount)
        .map_err(|_| GlError::invalid_value("negative number of draws"))?;
    let null = GlError::invalid_value("null pointer to counts or indices");
    let counts = call.mem.read_vec(count, n).ok_or(null)?;
    let addresses = call.mem.read_vec(indices.cast::<usize>(), n).ok_or(null)?;
    for (count, address) in counts.into_iter().zip(addresses) {
        let indices = read_indices(call, count, ty, ClientPtr::from_address(address))?;
        draw_elements_of(call, topology, Elements::Indices(indices))?;
    }
    Ok(())
}

/// glArrayElement: sets the current values from the enabled arrays, the vertex last. INVALID_VALUE for a negative index.
pub fn array_element(call: &mut Call<'_>, i: i32) -> Result {
    let index = u32::try_from(i).map_err(|_| GlError::invalid_value("negative index"))?;
    let arrays = &call.cx.arrays.arrays;
    let generic_0 = attribute::GENERIC_0 as usize;
    let mut values = Vec::with_capacity(8);
    for slot in
        (1..attribute::COUNT as usize).filter(|slot| *slot != generic_0 && arrays[*slot].enabled)
    {
        values.push((slot as u32, element(call, &arrays[slot], index)?));
    }
    let position = [generic_0, attribute::POSITION as usize]
        .into_iter()
        .find(|slot| arrays[*slot].enabled);
    let position = position
        .map(|slot| element(call, &arrays[slot], index))
        .transpose()?;
    for (slot, value) in values {
        set_current(call, slot, value)?;
    }
    position.map_or(Ok(()), |position| emit_vertex(call, position))
}

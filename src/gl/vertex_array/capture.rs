//! Captures the arrays of a draw: client memory is copied, buffers give their current version (GL 1.5 sections 2.8, 2.9).
//!
//! `super::client` reads client memory. Buffers are not copied; reads outside of them give zeros.
#![forbid(unsafe_code)]

use super::captured::{Captured, ClientArrays, InPart, NAMED, Sources, elements_in, source};
use super::client::{copy_indices, copy_range, element_bytes};
use super::feeds::ArrayUse;
use super::state::VertexArray;
use crate::device::vertex::elements::Elements;
use crate::gl::context::recording::Recording;
use crate::gl::immediate::weight::is_set_in_part;
use crate::gl::{Call, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, decode_attribute, fetch_attribute};

/// The attributes whose enabled arrays give only the first values, and how many.
fn given_in_part(call: &Call<'_>, arrays: &ClientArrays<'_>) -> InPart {
    let conventional = |slot| call.cx.arrays.array(slot);
    let in_part = arrays
        .iter()
        .filter(|(slot, array)| is_set_in_part(*slot) && std::ptr::eq(conventional(*slot), *array));
    in_part.map(|(slot, array)| (*slot, array.size)).collect()
}

/// The attributes that enabled arrays feed, each with its array, position first. Returns `None` without an array for the
/// position, because then nothing is drawn.
fn enabled_arrays<'a>(call: &'a Call<'_>) -> Option<ClientArrays<'a>> {
    let arrays = &call.cx.arrays;
    let numbers = ArrayUse::of(&call.cx.programs, &call.cx.vertex_shaders)
        .enabled(&call.cx.arrays, &call.cx.vertex_shaders)?;
    let with_array = |(slot, number)| (slot, arrays.array(number));
    let is_variant = |slot: u32| slot >= attribute::VARIANT_0;
    let is_recorded = is_recording(call);
    // A list records variants by name, so they are not among these.
    let numbers = numbers.into_iter();
    let numbers = numbers.filter(|(slot, _)| !(is_recorded && is_variant(*slot)));
    Some(numbers.map(with_array).collect())
}

fn is_recording(call: &Call<'_>) -> bool {
    call.cx.recorder.recording() != Recording::Off
}

/// For a list: appends the enabled arrays of variants. Returns the variants that own them.
fn add_named_variants<'a>(call: &'a Call<'_>, to: &mut ClientArrays<'a>) -> Vec<(u32, u32)> {
    let arrays = &call.cx.arrays;
    let mut names = Vec::new();
    for (name, numbers) in arrays.enabled_variants() {
        for (part, number) in (0..).zip(numbers) {
            to.push((NAMED + names.len() as u32, arrays.array(number)));
            names.push((name, part));
        }
    }
    names
}

/// Copies what the elements need. Returns `None` when nothing is drawn. An enabled array with neither buffer nor pointer
/// reads zeros; if it is the position's, nothing is drawn.
///
/// Gives INVALID_OPERATION for a mapped buffer or an array that wraps the address space, OUT_OF_MEMORY when the copy cannot
/// be allocated.
pub fn capture(call: &Call<'_>, elements: Elements) -> Result<Option<Captured>> {
    let Some(mut enabled) = enabled_arrays(call) else {
        return Ok(None);
    };
    let in_part = given_in_part(call, &enabled);
    let variants = if is_recording(call) {
        add_named_variants(call, &mut enabled)
    } else {
        Vec::new()
    };
    // Separate arrays in buffers, which need no copy, from arrays in client memory.
    let mut sources = Vec::with_capacity(enabled.len());
    let mut client = ClientArrays::new();
    for (slot, array) in enabled {
        match &array.buffer {
            Some(buffer) => sources.push((
                slot,
                source(array, buffer.version()?, array.pointer.address()),
            )),
            None if array.pointer.is_null() => {
                log::debug!("an enabled array has neither buffer nor pointer");
                if slot == attribute::POSITION {
                    return Ok(None);
                }
                sources.push((slot, AttributeSource::Constant([0.0; 4])));
            }
            None => client.push((slot, array)),
        }
    }
    // Copy what the elements need of client memory.
    let mut captured = match elements {
        elements if client.is_empty() => in_buffers(sources, elements),
        Elements::Range { first, count } => copy_range(call, sources, &client, first, count)?,
        Elements::Indices(indices) => copy_indices(call, sources, &client, indices)?,
    };
    (captured.variants, captured.in_part) = (variants, in_part);
    let count = match &captured.elements {
        Elements::Range { count, .. } => *count,
        Elements::Indices(indices) => indices.len() as u32,
    };
    Ok((count > 0).then_some(captured))
}

/// Makes a draw without client arrays. A range ends where the longest array does: later elements would read only zeros, and
/// must not cost time.
fn in_buffers(sources: Sources, elements: Elements) -> Captured {
    let elements = match elements {
        Elements::Range { first, count } => {
            let available = sources
                .iter()
                .map(|(_, source)| elements_in(source))
                .max()
                .unwrap_or(0);
            let left = available.saturating_sub(first as usize);
            Elements::Range {
                first,
                count: count.min(u32::try_from(left).unwrap_or(u32::MAX)),
            }
        }
        indices => indices,
    };
    Captured::whole(sources, elements)
}

/// One element of an array, as its command of section 2.7 would give it. The errors are those of [`capture`].
pub fn element(call: &Call<'_>, array: &VertexArray, index: u32) -> Result<[f32; 4]> {
    match &array.buffer {
        Some(buffer) => {
            let source = source(array, buffer.version()?, array.pointer.address());
            Ok(fetch_attribute(&source, index))
        }
        None if array.pointer.is_null() => Ok([0.0; 4]),
        None => {
            let bytes = element_bytes(call, array, index as usize)?;
            Ok(decode_attribute(array.component, array.normalized, bytes))
        }
    }
}

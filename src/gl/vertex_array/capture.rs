//! Arrays as a draw reads them: client memory is copied, buffers give their present version (GL 1.5 sections 2.8, 2.9).
//!
//! Client memory is read in `super::client`. Of buffers nothing is copied:
//! reads outside them give zeros.
#![forbid(unsafe_code)]

use super::client::{copy_indices, copy_range, element_bytes};
use super::feeds::ArrayUse;
use super::state::VertexArray;
use crate::device::vertex::elements::Elements;
use crate::device::vertex::stream::CurrentValues;
use crate::gl::context::recording::Recording;
use crate::gl::ext_shader::object::DefinedShader;
use crate::gl::immediate::weight::{Rest, is_set_in_part};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::{AttributeSource, VertexInput, decode_attribute, fetch_attribute};
use smallvec::SmallVec;
use std::sync::Arc;

pub(crate) type Sources = Vec<(u32, AttributeSource)>;
pub(crate) type ClientArrays<'a> = SmallVec<[(u32, &'a VertexArray); 8]>;

/// Arrays copied for a draw: valid for as long as it is kept.
#[derive(Debug, Clone)]
pub struct Captured {
    pub(crate) sources: Sources,
    pub(crate) elements: Elements,
    /// Elements, by place, with which a new primitive begins; ascending.
    pub(crate) cuts: Vec<u32>,
    /// Variants, and which part of them, that the sources from [`NAMED`] on are of: which attributes these are depends
    /// on the shader that runs when a list is called.
    pub(crate) variants: Vec<(u32, u32)>,
    /// Attributes of which arrays give so many first values: weights and matrix indices.
    pub(crate) in_part: InPart,
}

type InPart = SmallVec<[(u32, u8); 2]>;

/// Sources of a list from this number on are of variants by name.
const NAMED: u32 = attribute::STREAM_COUNT;

impl Captured {
    /// The input of each primitive that the restart index leaves.
    pub(crate) fn inputs(
        &self,
        current: &CurrentValues,
        rest: Rest,
        shader: Option<&DefinedShader>,
    ) -> impl Iterator<Item = VertexInput> {
        let whole = self.input(current, rest, shader);
        let starts = std::iter::once(0).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().copied().chain([whole.count]);
        starts.zip(ends).map(move |(start, end)| {
            let indices = whole.indices.as_ref().map(|all| match start..end {
                run if run == (0..whole.count) => all.clone(),
                run => Arc::new(all[run.start as usize..run.end as usize].to_vec()),
            });
            VertexInput {
                attributes: whole.attributes.clone(),
                first: if indices.is_some() {
                    0
                } else {
                    whole.first + start
                },
                indices,
                count: end - start,
                ..VertexInput::default()
            }
        })
    }

    /// What a source gives for each element up to the last that is drawn, passed through `complete`.
    fn completed(
        &self,
        source: &AttributeSource,
        complete: impl Fn([f32; 4]) -> [f32; 4],
    ) -> AttributeSource {
        if let AttributeSource::Constant(value) = source {
            return AttributeSource::Constant(complete(*value));
        }
        let end = match &self.elements {
            Elements::Range { first, count } => first.saturating_add(*count),
            Elements::Indices(indices) => indices
                .iter()
                .max()
                .map_or(0, |last| last.saturating_add(1)),
        };
        let n = elements_in(source).min(end as usize);
        let values: Vec<[f32; 4]> = (0..n as u32)
            .map(|element| complete(fetch_attribute(source, element)))
            .collect();
        AttributeSource::floats(&values)
    }

    /// Elements without a cut.
    pub(crate) fn whole(sources: Sources, elements: Elements) -> Captured {
        Captured {
            sources,
            elements,
            cuts: Vec::new(),
            variants: Vec::new(),
            in_part: InPart::new(),
        }
    }

    /// The draw's input; attributes without an array come from the current values.
    fn input(
        &self,
        current: &CurrentValues,
        rest: Rest,
        shader: Option<&DefinedShader>,
    ) -> VertexInput {
        let mut attributes: Vec<AttributeSource> = current
            .iter()
            .map(|value| AttributeSource::Constant(*value))
            .collect();
        for (slot, source) in &self.sources {
            let slot = match slot.checked_sub(NAMED) {
                None => Some(*slot),
                Some(n) => {
                    let (name, part) = self.variants[n as usize];
                    shader.and_then(|shader| shader.attribute_of(name, part))
                }
            };
            if let Some(slot) = slot {
                attributes[slot as usize] = source.clone();
            }
        }
        for (slot, size) in self.in_part.iter().copied() {
            if usize::from(size) < rest.units {
                let source = &mut attributes[slot as usize];
                *source = self.completed(source, |given| {
                    rest.complete(slot, usize::from(size), given)
                });
            }
        }
        // Generic attribute 0 and the vertex are one (TRAPS 0.47).
        attributes[attribute::GENERIC_0 as usize] =
            attributes[attribute::POSITION as usize].clone();
        match &self.elements {
            Elements::Range { first, count } => VertexInput {
                attributes,
                first: *first,
                count: *count,
                ..VertexInput::default()
            },
            Elements::Indices(indices) => VertexInput {
                attributes,
                indices: Some(indices.clone()),
                count: indices.len() as u32,
                ..VertexInput::default()
            },
        }
    }
}

/// The attributes whose enabled arrays give the first values of them only, and how many.
fn given_in_part(call: &Call<'_>, arrays: &ClientArrays<'_>) -> InPart {
    let conventional = |slot| call.cx.arrays.array(slot);
    let in_part = arrays
        .iter()
        .filter(|(slot, array)| is_set_in_part(*slot) && std::ptr::eq(conventional(*slot), *array));
    in_part.map(|(slot, array)| (*slot, array.size)).collect()
}

/// The attributes that enabled arrays feed, each with its array; position first. Without an array for the position,
/// `None`: nothing is drawn.
fn enabled_arrays<'a>(call: &'a Call<'_>) -> Option<ClientArrays<'a>> {
    let arrays = &call.cx.arrays;
    let numbers = ArrayUse::of(call.cx).enabled(call.cx)?;
    let with_array = |(slot, number)| (slot, arrays.array(number));
    let is_variant = |slot: u32| slot >= attribute::VARIANT_0;
    let is_recorded = is_recording(call);
    // A list has variants by name.
    let numbers = numbers.into_iter();
    let numbers = numbers.filter(|(slot, _)| !(is_recorded && is_variant(*slot)));
    Some(numbers.map(with_array).collect())
}

fn is_recording(call: &Call<'_>) -> bool {
    call.cx.lists.recording() != Recording::Off
}

/// For a list: the enabled arrays of variants behind the others, and which variants they are of.
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

/// Copies what the elements need. `None` when nothing is drawn. INVALID_OPERATION for a mapped buffer or an array that
/// wraps the address space, OUT_OF_MEMORY when the copy cannot be had.
///
/// An enabled array with neither buffer nor pointer reads zeros; if it is the position's, nothing is drawn.
pub fn capture(call: &Call<'_>, elements: Elements) -> Result<Option<Captured>> {
    let Some(mut enabled) = enabled_arrays(call) else {
        return Ok(None);
    };
    let in_part = given_in_part(call, &enabled);
    let variants = match is_recording(call) {
        true => add_named_variants(call, &mut enabled),
        false => Vec::new(),
    };
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

/// A draw without client arrays. A range ends where the longest array does: what lies behind reads only zeros, and must
/// not keep us busy.
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

/// Whole elements in an array of a buffer.
pub(crate) fn elements_in(source: &AttributeSource) -> usize {
    match source {
        AttributeSource::Constant(_) => 0,
        AttributeSource::Array { data, element } => {
            let last = data
                .len()
                .checked_sub(element.offset)
                .and_then(|n| n.checked_sub(element.bytes()));
            last.map_or(0, |last| last / element.stride.max(1) + 1)
        }
    }
}

pub(crate) fn source(array: &VertexArray, data: Arc<Vec<u8>>, offset: usize) -> AttributeSource {
    AttributeSource::Array {
        data,
        element: array.element(offset),
    }
}

pub(crate) const NO_MEMORY: GlError = GlError::out_of_memory("copy of vertex arrays");

pub(crate) fn collect<T>(n: usize, items: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut out = Vec::new();
    out.try_reserve_exact(n).map_err(|_| NO_MEMORY)?;
    out.extend(items);
    Ok(out)
}

/// One element of an array, as its command of section 2.7 would give it. Errors as [`capture`].
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

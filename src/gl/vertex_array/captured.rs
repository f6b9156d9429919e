//! What a draw has read from its arrays, and its conversion to the input of a draw.
#![forbid(unsafe_code)]

use super::state::VertexArray;
use crate::device::vertex::elements::Elements;
use crate::device::vertex::stream::{CurrentValues, constant_sources};
use crate::gl::ext_shader::object::DefinedShader;
use crate::gl::immediate::weight::Rest;
use crate::gl::{GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::reserve::from_system;
use crate::raster::{AttributeSource, VertexInput, fetch_attribute};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

pub(crate) type Sources = Vec<(u32, AttributeSource)>;
pub(crate) type ClientArrays<'a> = SmallVec<[(u32, &'a VertexArray); 8]>;

/// The arrays of a draw, copied, so that the application may change its own afterwards.
#[derive(Debug, Clone)]
pub struct Captured {
    pub(crate) sources: Sources,
    pub(crate) elements: Elements,
    /// The places of elements that begin a new primitive, in ascending order.
    pub(crate) cuts: Vec<u32>,
    /// The variants, with their part, that own the sources from [`NAMED`] on. Their attributes depend on the shader that is
    /// bound when a list is called.
    pub(crate) variants: Vec<(u32, u32)>,
    /// Attributes of which arrays give only the first values, and how many: weights and matrix indices.
    pub(crate) in_part: InPart,
}

pub(crate) type InPart = SmallVec<[(u32, u8); 2]>;

/// In a list, the sources from this number on belong to variants by name.
pub(crate) const NAMED: u32 = attribute::STREAM_COUNT;

impl Captured {
    /// Returns the input of each primitive between restart indices.
    pub(crate) fn inputs(
        &self,
        current: &CurrentValues,
        rest: Rest,
        shader: Option<&DefinedShader>,
        room: Vec<AttributeSource>,
    ) -> SmallVec<[VertexInput; 1]> {
        let whole = self.input(current, rest, shader, room);
        if self.cuts.is_empty() {
            return SmallVec::from_buf([whole]);
        }
        let starts = std::iter::once(0).chain(self.cuts.iter().copied());
        let ends = self.cuts.iter().copied().chain([whole.count]);
        let runs = starts.zip(ends);
        runs.map(|(start, end)| part(&whole, start..end)).collect()
    }

    /// Returns what a source gives for each element up to the last that is drawn, after `complete` has filled in the rest.
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

    /// Wraps elements without a cut.
    pub(crate) fn whole(sources: Sources, elements: Elements) -> Captured {
        Captured {
            sources,
            elements,
            cuts: Vec::new(),
            variants: Vec::new(),
            in_part: InPart::new(),
        }
    }

    /// Returns the draw's input, with its attributes in the memory of an empty list. Attributes without an array have their current values.
    fn input(
        &self,
        current: &CurrentValues,
        rest: Rest,
        shader: Option<&DefinedShader>,
        room: Vec<AttributeSource>,
    ) -> VertexInput {
        let mut attributes = constant_sources(current, room);
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
        // Generic attribute 0 and the vertex are the same attribute (QUIRKS 0.47).
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

/// Some of the elements of an input.
fn part(whole: &VertexInput, run: Range<u32>) -> VertexInput {
    let count = run.len() as u32;
    let indices = whole.indices.as_ref().map(|all| match run.clone() {
        run if run == (0..whole.count) => all.clone(),
        run => Arc::new(all[run.start as usize..run.end as usize].to_vec()),
    });
    VertexInput {
        attributes: whole.attributes.clone(),
        first: if indices.is_some() {
            0
        } else {
            whole.first + run.start
        },
        indices,
        count,
        ..VertexInput::default()
    }
}

/// The number of whole elements in an array of a buffer.
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
    from_system(|| out.try_reserve_exact(n)).map_err(|_| NO_MEMORY)?;
    out.extend(items);
    Ok(out)
}

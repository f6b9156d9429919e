//! Arrays as a draw reads them: client memory is copied, buffers give their present version (GL 1.5 sections 2.8, 2.9).
//!
//! Of client memory only the extent between the least and the greatest index is read, once for arrays that are
//! interleaved with each other; far strides and scattered indices are gathered element by element. With client arrays,
//! indices are rebased to the least one. Buffers need none of this: reads outside them give zeros.
#![forbid(unsafe_code)]

use super::immediate_stream::CurrentValues;
use super::vertex_array::VertexArray;
use super::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::{
    AttributeSource, ComponentType, VertexInput, decode_attribute, fetch_attribute,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// Greatest stride whose gaps are copied along.
const DENSE_STRIDE: usize = 256;

/// The vertices of a draw by number.
#[derive(Debug, Clone)]
pub enum Elements {
    /// `count` vertices from `first` on; both at most `i32::MAX`.
    Range {
        /// The first vertex.
        first: u32,
        /// How many.
        count: u32,
    },
    /// In this order.
    Indices(Arc<Vec<u32>>),
}

type Sources = Vec<(u32, AttributeSource)>;
type ClientArrays<'a> = SmallVec<[(u32, &'a VertexArray); 8]>;

/// Arrays copied for a draw: valid for as long as it is kept.
#[derive(Debug, Clone)]
pub struct Captured {
    sources: Sources,
    elements: Elements,
}

impl Captured {
    /// The draw's input; attributes without an array come from the current values.
    pub fn input(&self, current: &CurrentValues) -> VertexInput {
        let mut attributes: Vec<AttributeSource> = current
            .iter()
            .map(|value| AttributeSource::Constant(*value))
            .collect();
        for (slot, source) in &self.sources {
            attributes[*slot as usize] = source.clone();
        }
        // Generic attribute 0 and the vertex are one (TRAPS 0.47).
        attributes[attribute::GENERIC_0 as usize] =
            attributes[attribute::POSITION as usize].clone();
        match &self.elements {
            Elements::Range { first, count } => VertexInput {
                attributes,
                indices: None,
                first: *first,
                count: *count,
            },
            Elements::Indices(indices) => VertexInput {
                attributes,
                indices: Some(indices.clone()),
                first: 0,
                count: indices.len() as u32,
            },
        }
    }
}

/// The attributes that enabled arrays feed, each with its array; position first. Without an array for the position,
/// `None`: nothing is drawn. Generic array 0 wins over the vertex array.
fn enabled_arrays<'a>(call: &'a Call<'_>) -> Option<ClientArrays<'a>> {
    let arrays = &call.cx.arrays;
    let positions = [attribute::GENERIC_0, attribute::POSITION].map(|slot| arrays.array(slot));
    let position = positions.into_iter().find(|array| array.enabled)?;
    let others = (1..attribute::COUNT).filter(|slot| *slot != attribute::GENERIC_0);
    let others = others
        .map(|slot| (slot, arrays.array(slot)))
        .filter(|(_, array)| array.enabled);
    Some(
        std::iter::once((attribute::POSITION, position))
            .chain(others)
            .collect(),
    )
}

/// Copies what the elements need. `None` when nothing is drawn. INVALID_OPERATION for a mapped buffer or an array that
/// wraps the address space, OUT_OF_MEMORY when the copy cannot be had.
///
/// An enabled array with neither buffer nor pointer reads zeros; if it is the position's, nothing is drawn.
pub fn capture(call: &Call<'_>, elements: Elements) -> Result<Option<Captured>> {
    let Some(enabled) = enabled_arrays(call) else {
        return Ok(None);
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
    let captured = match elements {
        elements if client.is_empty() => in_buffers(sources, elements),
        Elements::Range { first, count } => range_of_client(call, sources, &client, first, count)?,
        Elements::Indices(indices) => indices_of_client(call, sources, &client, indices)?,
    };
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
    Captured { sources, elements }
}

/// Whole elements in an array of a buffer.
fn elements_in(source: &AttributeSource) -> usize {
    match source {
        AttributeSource::Constant(_) => 0,
        AttributeSource::Array {
            data,
            offset,
            stride,
            component,
            size,
            ..
        } => {
            let last = data
                .len()
                .checked_sub(*offset)
                .and_then(|n| n.checked_sub(usize::from(*size) * component_bytes(*component)));
            last.map_or(0, |last| last / stride.max(&1) + 1)
        }
    }
}

fn component_bytes(component: ComponentType) -> usize {
    match component {
        ComponentType::I8 | ComponentType::U8 => 1,
        ComponentType::I16 | ComponentType::U16 => 2,
        ComponentType::I32 | ComponentType::U32 | ComponentType::F32 => 4,
        ComponentType::F64 => 8,
    }
}

fn range_of_client(
    call: &Call<'_>,
    mut sources: Sources,
    client: &ClientArrays<'_>,
    first: u32,
    count: u32,
) -> Result<Captured> {
    if count > 0 {
        rebase(&mut sources, first);
        copy_client(call, client, first as usize, count as usize, &mut sources)?;
    }
    Ok(Captured {
        sources,
        elements: Elements::Range { first: 0, count },
    })
}

fn indices_of_client(
    call: &Call<'_>,
    mut sources: Sources,
    client: &ClientArrays<'_>,
    mut indices: Arc<Vec<u32>>,
) -> Result<Captured> {
    let (min, max) = indices
        .iter()
        .fold((u32::MAX, 0), |(min, max), i| (min.min(*i), max.max(*i)));
    if min > max {
        return Ok(Captured {
            sources,
            elements: Elements::Indices(indices),
        });
    }
    let span = (max - min) as usize + 1;
    if span > indices.len().saturating_mul(4).saturating_add(4096) {
        return gather_all(call, sources, client, &indices);
    }
    rebase(&mut sources, min);
    copy_client(call, client, min as usize, span, &mut sources)?;
    if min > 0 {
        match Arc::get_mut(&mut indices) {
            Some(own) => own.iter_mut().for_each(|index| *index -= min),
            None => {
                indices = Arc::new(collect(
                    indices.len(),
                    indices.iter().map(|index| index - min),
                )?)
            }
        }
    }
    Ok(Captured {
        sources,
        elements: Elements::Indices(indices),
    })
}

/// Moves arrays of buffers so that vertex `first` becomes vertex 0.
fn rebase(sources: &mut Sources, first: u32) {
    for (_, source) in sources {
        if let AttributeSource::Array { offset, stride, .. } = source {
            *offset = offset.saturating_add((first as usize).saturating_mul(*stride));
        }
    }
}

fn source(array: &VertexArray, data: Arc<Vec<u8>>, offset: usize) -> AttributeSource {
    AttributeSource::Array {
        data,
        offset,
        stride: array.stride_bytes(),
        component: array.component(),
        size: array.size,
        normalized: array.normalized,
    }
}

const NO_MEMORY: GlError = GlError::out_of_memory("copy of vertex arrays");
const WRAPS: GlError = GlError::invalid_operation("an array wraps the address space");

fn collect<T>(n: usize, items: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut out = Vec::new();
    out.try_reserve_exact(n).map_err(|_| NO_MEMORY)?;
    out.extend(items);
    Ok(out)
}

/// Copies `span` elements from `min` on of client arrays: interleaved ones together.
fn copy_client(
    call: &Call<'_>,
    client: &ClientArrays<'_>,
    min: usize,
    span: usize,
    sources: &mut Sources,
) -> Result {
    let mut sorted = client.clone();
    sorted.sort_by_key(|(_, array)| (array.stride_bytes(), array.pointer.address()));
    let mut rest = sorted.as_slice();
    while let Some(&(slot, head)) = rest.first() {
        let (stride, base) = (head.stride_bytes(), head.pointer.address());
        if stride > DENSE_STRIDE && span > 1 {
            sources.push((slot, gather(call, head, min..min + span, span)?));
            rest = &rest[1..];
            continue;
        }
        let end_of = |array: &VertexArray| {
            array
                .pointer
                .address()
                .wrapping_sub(base)
                .saturating_add(array.element_bytes())
        };
        let row_limit = stride.max(end_of(head));
        let together = rest
            .iter()
            .take_while(|(_, a)| a.stride_bytes() == stride && end_of(a) <= row_limit)
            .count();
        let (group, others) = rest.split_at(together);
        let row = group
            .iter()
            .map(|(_, array)| end_of(array))
            .max()
            .unwrap_or(0);
        let start = min
            .checked_mul(stride)
            .and_then(|n| base.checked_add(n))
            .ok_or(WRAPS)?;
        let len = (span - 1)
            .checked_mul(stride)
            .and_then(|n| n.checked_add(row))
            .ok_or(WRAPS)?;
        let bytes = call
            .mem
            .bytes(ClientPtr::from_address(start), len)
            .ok_or(WRAPS)?;
        let data = Arc::new(collect(len, bytes.iter().copied())?);
        for (slot, array) in group {
            sources.push((
                *slot,
                source(array, data.clone(), array.pointer.address() - base),
            ));
        }
        rest = others;
    }
    Ok(())
}

/// The bytes of one element in client memory.
fn element_bytes<'c>(call: &Call<'c>, array: &VertexArray, index: usize) -> Result<&'c [u8]> {
    let offset = index.checked_mul(array.stride_bytes()).ok_or(WRAPS)?;
    let address = array.pointer.address().checked_add(offset).ok_or(WRAPS)?;
    call.mem
        .bytes(ClientPtr::from_address(address), array.element_bytes())
        .ok_or(WRAPS)
}

/// The elements with these numbers, one behind the other.
fn gather(
    call: &Call<'_>,
    array: &VertexArray,
    indices: impl Iterator<Item = usize>,
    n: usize,
) -> Result<AttributeSource> {
    let element = array.element_bytes();
    let mut packed = Vec::new();
    packed
        .try_reserve_exact(n.checked_mul(element).ok_or(WRAPS)?)
        .map_err(|_| NO_MEMORY)?;
    for index in indices {
        packed.extend_from_slice(element_bytes(call, array, index)?);
    }
    Ok(AttributeSource::Array {
        data: Arc::new(packed),
        offset: 0,
        stride: element,
        component: array.component(),
        size: array.size,
        normalized: array.normalized,
    })
}

/// Elements in the order of scattered indices; those of buffers too, since no index stays.
fn gather_all(
    call: &Call<'_>,
    buffers: Sources,
    client: &ClientArrays<'_>,
    indices: &[u32],
) -> Result<Captured> {
    let n = indices.len();
    let mut sources = Vec::with_capacity(buffers.len() + client.len());
    for (slot, source) in buffers {
        let values = collect(
            n,
            indices.iter().map(|index| fetch_attribute(&source, *index)),
        )?;
        let bytes: &[u8] = bytemuck::cast_slice(&values);
        let data = Arc::new(collect(bytes.len(), bytes.iter().copied())?);
        let component = ComponentType::F32;
        sources.push((
            slot,
            AttributeSource::Array {
                data,
                offset: 0,
                stride: 16,
                component,
                size: 4,
                normalized: false,
            },
        ));
    }
    for (slot, array) in client {
        sources.push((
            *slot,
            gather(call, array, indices.iter().map(|index| *index as usize), n)?,
        ));
    }
    Ok(Captured {
        sources,
        elements: Elements::Range {
            first: 0,
            count: n as u32,
        },
    })
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
            Ok(decode_attribute(array.component(), array.normalized, bytes))
        }
    }
}

//! Arrays as a draw reads them: client memory is copied, buffers give their present version (GL 1.5 sections 2.8, 2.9).
//!
//! Only the extent between the least and the greatest index is copied, once for arrays that are interleaved with each
//! other. Far strides and scattered indices are gathered element by element. Indices are rebased to the least one.
#![forbid(unsafe_code)]

use super::immediate_stream::CurrentValues;
use super::vertex_array::VertexArray;
use super::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::{AttributeSource, VertexInput};
use std::sync::Arc;

/// Greatest stride whose gaps are copied along.
const DENSE_STRIDE: usize = 256;

/// The vertices of a draw by number.
#[derive(Debug, Clone)]
pub enum Elements {
    /// `count` vertices from `first` on.
    Range {
        /// The first vertex.
        first: u32,
        /// How many.
        count: u32,
    },
    /// In this order.
    Indices(Vec<u32>),
}

/// Arrays copied for a draw: valid for as long as it is kept.
#[derive(Debug, Clone)]
pub struct Captured {
    sources: Vec<(u32, AttributeSource)>,
    indices: Option<Arc<Vec<u32>>>,
    count: u32,
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
        VertexInput {
            attributes,
            indices: self.indices.clone(),
            first: 0,
            count: self.count,
        }
    }
}

/// The numbers of the enabled arrays with the attribute that each feeds; without an array for the position, `None`.
/// Generic array 0 wins over the vertex array.
pub fn enabled_arrays(call: &Call<'_>) -> Option<Vec<(u32, usize)>> {
    let arrays = &call.cx.arrays.arrays;
    let generic_0 = attribute::GENERIC_0 as usize;
    let position = if arrays[generic_0].enabled {
        generic_0
    } else {
        attribute::POSITION as usize
    };
    if !arrays[position].enabled {
        return None;
    }
    let mut found = vec![(attribute::POSITION, position)];
    let others = (1..attribute::COUNT)
        .filter(|slot| *slot != attribute::GENERIC_0 && arrays[*slot as usize].enabled);
    found.extend(others.map(|slot| (slot, slot as usize)));
    Some(found)
}

/// Copies what the elements need. `None` when nothing is drawn. INVALID_OPERATION for a mapped buffer or an enabled array
/// without a pointer, OUT_OF_MEMORY when the copy cannot be had.
pub fn capture(call: &Call<'_>, elements: Elements) -> Result<Option<Captured>> {
    let Some(enabled) = enabled_arrays(call) else {
        return Ok(None);
    };
    let (min, max, count) = match &elements {
        Elements::Range { count: 0, .. } => return Ok(None),
        Elements::Range { first, count } => {
            (*first, first.saturating_add(count - 1), *count as usize)
        }
        Elements::Indices(indices) => match (indices.iter().min(), indices.iter().max()) {
            (Some(min), Some(max)) => (*min, *max, indices.len()),
            _ => return Ok(None),
        },
    };
    let span = (max - min) as usize + 1;
    let scattered = span > 4 * count + 4096;
    let mut sources = Vec::with_capacity(enabled.len());
    let mut client = Vec::new();
    for (slot, number) in enabled {
        let array = &call.cx.arrays.arrays[number];
        match &array.buffer {
            Some(buffer) => {
                let offset = if scattered {
                    0
                } else {
                    (min as usize).saturating_mul(array.stride_bytes())
                };
                let source = source(
                    array,
                    buffer.version()?,
                    array.pointer.address().saturating_add(offset),
                );
                sources.push((slot, source));
            }
            None if array.pointer.is_null() => {
                return Err(GlError::invalid_operation(
                    "an enabled array has neither buffer nor pointer",
                ));
            }
            None => client.push((slot, array)),
        }
    }
    if scattered {
        let Elements::Indices(indices) = &elements else {
            unreachable!("ranges are dense")
        };
        return gather_all(call, sources, &client, indices).map(Some);
    }
    copy_client(call, &client, min as usize, span, &mut sources)?;
    let indices = match elements {
        Elements::Range { .. } => None,
        Elements::Indices(mut indices) => {
            indices.iter_mut().for_each(|index| *index -= min);
            Some(Arc::new(indices))
        }
    };
    Ok(Some(Captured {
        sources,
        indices,
        count: count as u32,
    }))
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

/// Copies `span` elements from `min` on of client arrays: interleaved ones together.
fn copy_client(
    call: &Call<'_>,
    client: &[(u32, &VertexArray)],
    min: usize,
    span: usize,
    sources: &mut Vec<(u32, AttributeSource)>,
) -> Result {
    let mut sorted: Vec<&(u32, &VertexArray)> = client.iter().collect();
    sorted.sort_by_key(|(_, array)| (array.stride_bytes(), array.pointer.address()));
    let mut rest = sorted.as_slice();
    while let Some((_, head)) = rest.first() {
        let (stride, base) = (head.stride_bytes(), head.pointer.address());
        if stride > DENSE_STRIDE && span > 1 {
            let (slot, array) = *rest[0];
            sources.push((
                slot,
                gather(call, array, (min..min + span).map(|i| i as u32), span)?,
            ));
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
        let together = rest
            .iter()
            .take_while(|(_, a)| {
                a.stride_bytes() == stride && end_of(a) <= stride.max(end_of(head))
            })
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
        let mut copy = Vec::new();
        copy.try_reserve_exact(len).map_err(|_| NO_MEMORY)?;
        copy.extend_from_slice(bytes);
        let data = Arc::new(copy);
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

/// The elements with these numbers, one behind the other.
fn gather(
    call: &Call<'_>,
    array: &VertexArray,
    indices: impl Iterator<Item = u32>,
    n: usize,
) -> Result<AttributeSource> {
    let (element, stride) = (array.element_bytes(), array.stride_bytes());
    let mut packed = Vec::new();
    packed
        .try_reserve_exact(n.checked_mul(element).ok_or(WRAPS)?)
        .map_err(|_| NO_MEMORY)?;
    for index in indices {
        let at = (index as usize)
            .checked_mul(stride)
            .and_then(|n| array.pointer.address().checked_add(n))
            .ok_or(WRAPS)?;
        packed.extend_from_slice(
            call.mem
                .bytes(ClientPtr::from_address(at), element)
                .ok_or(WRAPS)?,
        );
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

/// Elements in the order of scattered indices; buffers are gathered, too, since no index stays.
fn gather_all(
    call: &Call<'_>,
    buffers: Vec<(u32, AttributeSource)>,
    client: &[(u32, &VertexArray)],
    indices: &[u32],
) -> Result<Captured> {
    let mut sources = Vec::with_capacity(buffers.len() + client.len());
    for (slot, source) in buffers {
        let mut values: Vec<f32> = Vec::new();
        values
            .try_reserve_exact(4 * indices.len())
            .map_err(|_| NO_MEMORY)?;
        for index in indices {
            values.extend_from_slice(&crate::raster::fetch_attribute(&source, *index));
        }
        let data = Arc::new(bytemuck::cast_slice::<f32, u8>(&values).to_vec());
        let component = crate::raster::ComponentType::F32;
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
            gather(call, array, indices.iter().copied(), indices.len())?,
        ));
    }
    Ok(Captured {
        sources,
        indices: None,
        count: indices.len() as u32,
    })
}

/// The value of one element of an array, as the current value that it sets.
pub fn element(call: &Call<'_>, array: &VertexArray, index: u32) -> Result<[f32; 4]> {
    let source = match &array.buffer {
        Some(buffer) => {
            let source = source(array, buffer.version()?, array.pointer.address());
            return Ok(crate::raster::fetch_attribute(&source, index));
        }
        None if array.pointer.is_null() => {
            return Err(GlError::invalid_operation(
                "an enabled array has neither buffer nor pointer",
            ));
        }
        None => gather(call, array, [index].into_iter(), 1)?,
    };
    Ok(crate::raster::fetch_attribute(&source, 0))
}

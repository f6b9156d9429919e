//! Copies client arrays for a draw (GL 1.5 section 2.8): the bytes from its least to its greatest index.
//!
//! Arrays that are interleaved with each other are copied once. Where strides are long or indices scattered, elements are
//! copied one by one. So only bytes of elements are read, and the gaps of short strides between them.
#![forbid(unsafe_code)]

use super::captured::{Captured, ClientArrays, NO_MEMORY, Sources, collect, source};
use super::state::VertexArray;
use crate::device::vertex::elements::Elements;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::reserve::from_system;
use crate::raster::{AttributeSource, Element, fetch_attribute};
use std::sync::Arc;

/// The greatest stride whose gaps are copied too.
const DENSE_STRIDE: usize = 256;

const WRAPS: GlError = GlError::invalid_operation("an array wraps the address space");

/// Copies a range of elements. The offsets of arrays in buffers, in `sources`, are adjusted.
pub(crate) fn copy_range(
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
    Ok(Captured::whole(
        sources,
        Elements::Range { first: 0, count },
    ))
}

/// Copies the elements with these numbers, and subtracts the least number from all. Scattered elements are copied in their
/// own order. The offsets of arrays in buffers, in `sources`, are adjusted.
pub(crate) fn copy_indices(
    call: &Call<'_>,
    mut sources: Sources,
    client: &ClientArrays<'_>,
    mut indices: Arc<Vec<u32>>,
) -> Result<Captured> {
    let (min, max) = indices
        .iter()
        .fold((u32::MAX, 0), |(min, max), i| (min.min(*i), max.max(*i)));
    if min > max {
        return Ok(Captured::whole(sources, Elements::Indices(indices)));
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
    Ok(Captured::whole(sources, Elements::Indices(indices)))
}

/// Adjusts arrays of buffers so that vertex `first` becomes vertex 0.
fn rebase(sources: &mut Sources, first: u32) {
    for (_, source) in sources {
        if let AttributeSource::Array { element, .. } = source {
            let skipped = (first as usize).saturating_mul(element.stride);
            element.offset = element.offset.saturating_add(skipped);
        }
    }
}

/// Copies `span` elements of client arrays, from `min` on. Interleaved arrays are copied together.
fn copy_client(
    call: &Call<'_>,
    client: &ClientArrays<'_>,
    min: usize,
    span: usize,
    sources: &mut Sources,
) -> Result {
    // Sorted like this, arrays that are interleaved with each other are neighbours.
    let mut sorted = client.clone();
    sorted.sort_by_key(|(_, array)| (array.stride_bytes(), array.pointer.address()));
    let mut rest = sorted.as_slice();
    while let Some(&(slot, head)) = rest.first() {
        let (stride, base) = (head.stride_bytes(), head.pointer.address());
        // The gaps of a long stride are not copied.
        if stride > DENSE_STRIDE && span > 1 {
            sources.push((slot, gather(call, head, min..min + span, span)?));
            rest = &rest[1..];
            continue;
        }
        // Arrays belong to the group while they end within one row: a stride, or the first element if that is longer.
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
        // Copy from the first row of the group to the end of its last element.
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
        let mut data = call.cx.renderer.spare_data();
        from_system(|| data.try_reserve_exact(len)).map_err(|_| NO_MEMORY)?;
        data.extend_from_slice(bytes);
        let data = Arc::new(data);
        // All arrays of the group share the copy, each with its own offset.
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
pub(crate) fn element_bytes<'c>(
    call: &Call<'c>,
    array: &VertexArray,
    index: usize,
) -> Result<&'c [u8]> {
    let offset = index.checked_mul(array.stride_bytes()).ok_or(WRAPS)?;
    let address = array.pointer.address().checked_add(offset).ok_or(WRAPS)?;
    call.mem
        .bytes(ClientPtr::from_address(address), array.element_bytes())
        .ok_or(WRAPS)
}

/// Copies the elements with these numbers, in this order.
fn gather(
    call: &Call<'_>,
    array: &VertexArray,
    indices: impl Iterator<Item = usize>,
    n: usize,
) -> Result<AttributeSource> {
    let element = array.element_bytes();
    let mut packed = Vec::new();
    let len = n.checked_mul(element).ok_or(WRAPS)?;
    from_system(|| packed.try_reserve_exact(len)).map_err(|_| NO_MEMORY)?;
    for index in indices {
        packed.extend_from_slice(element_bytes(call, array, index)?);
    }
    Ok(AttributeSource::Array {
        data: Arc::new(packed),
        element: Element {
            stride: element,
            ..array.element(0)
        },
    })
}

/// Copies elements in the order of scattered indices. Elements in buffers are copied too, because no index remains.
fn gather_all(
    call: &Call<'_>,
    buffers: Sources,
    client: &ClientArrays<'_>,
    indices: &[u32],
) -> Result<Captured> {
    let n = indices.len();
    let mut sources = Vec::with_capacity(buffers.len() + client.len());
    // Elements in buffers become vec4 floats.
    for (slot, source) in buffers {
        let values = collect(
            n,
            indices.iter().map(|index| fetch_attribute(&source, *index)),
        )?;
        let bytes: &[u8] = bytemuck::cast_slice(&values);
        let data = Arc::new(collect(bytes.len(), bytes.iter().copied())?);
        sources.push((
            slot,
            AttributeSource::Array {
                data,
                element: Element::vec4(0, 16),
            },
        ));
    }
    // Elements in client memory keep their format.
    for (slot, array) in client {
        sources.push((
            *slot,
            gather(call, array, indices.iter().map(|index| *index as usize), n)?,
        ));
    }
    Ok(Captured::whole(
        sources,
        Elements::Range {
            first: 0,
            count: n as u32,
        },
    ))
}

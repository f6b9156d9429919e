//! Attribute arrays → the vertex kernel's inputs: f32, one lane per vertex (GL 1.5 section 2.8).
//!
//! Total: whatever indices, offsets and strides say, a read outside an array gives (0, 0, 0, 0).
#![forbid(unsafe_code)]

use super::element::{DEFAULT, fetch, fetch_of_instance};
use crate::ir::{Op, Program};
use crate::raster::call::draw_call::{AttributeSource, ComponentType};
use crate::simd::{Elements, LANE_NUMBERS, LANES, LanesF32, PerWidth, Vectors};

/// The attributes that a vertex program reads, ascending.
pub(crate) fn attributes_read(program: &Program) -> Vec<u32> {
    let mut read: Vec<u32> = program
        .insts()
        .filter(|i| i.op == Op::LoadInput)
        .map(|i| i.imm[0] / 4)
        .collect();
    read.sort_unstable();
    read.dedup();
    read
}

/// Fills input slots, `[group][slot][lane]`, with the attributes `read` of the vertices `indices`, of which there are
/// sixteen for each group. A group has a multiple of four slots.
pub(crate) struct Fetch<'a> {
    pub(crate) sources: &'a [AttributeSource],
    pub(crate) read: &'a [u32],
    pub(crate) indices: &'a [u32],
    /// The instance that the vertices belong to, for arrays with a divisor.
    pub(crate) instance: u32,
    pub(crate) n_inputs: usize,
    pub(crate) inputs: &'a mut [LanesF32],
}

/// Vertices of which all attributes are fetched before those of the next ones: those of one vertex often share a cache line.
const BATCH: usize = 8 * LANES;

impl PerWidth for Fetch<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let inputs = self
            .inputs
            .chunks_mut((BATCH / LANES * self.n_inputs).max(1));
        for (indices, inputs) in self.indices.chunks(BATCH).zip(inputs) {
            let batch = Fetch {
                indices,
                inputs,
                ..self
            };
            batch.fetch::<V>();
        }
    }
}

impl Fetch<'_> {
    #[inline(always)]
    fn fetch<V: Vectors>(mut self) {
        let first = first_of_run::<V>(self.indices);
        for &attribute in self.read {
            match self.sources.get(attribute as usize) {
                None => self.fill(attribute, DEFAULT),
                Some(AttributeSource::Constant(value)) => self.fill(attribute, *value),
                Some(source) => self.fetch_array::<V>(attribute, source, first),
            }
        }
    }

    /// The slots of an attribute, group by group, with the groups' indices.
    #[inline(always)]
    fn groups(
        &mut self,
        attribute: u32,
    ) -> impl Iterator<Item = (&mut [LanesF32; 4], &[u32; LANES])> {
        let attributes = self.inputs.as_chunks_mut::<4>().0;
        let groups = attributes.chunks_exact_mut((self.n_inputs / 4).max(1));
        let slots = groups.map(move |group| &mut group[attribute as usize]);
        slots.zip(self.indices.as_chunks::<LANES>().0)
    }

    #[inline(always)]
    fn fill(&mut self, attribute: u32, value: [f32; 4]) {
        for (slots, _) in self.groups(attribute) {
            for (slot, component) in slots.iter_mut().zip(value) {
                *slot = [component; LANES];
            }
        }
    }

    #[inline(always)]
    fn fetch_array<V: Vectors>(
        &mut self,
        attribute: u32,
        source: &AttributeSource,
        first: Option<u32>,
    ) {
        let AttributeSource::Array { element, .. } = source else {
            return;
        };
        if element.divisor != 0 {
            return self.fill(attribute, fetch_of_instance(source, 0, self.instance));
        }
        match element.component {
            ComponentType::F32 => self.fetch_floats::<V>(attribute, source, first),
            ComponentType::U8 | ComponentType::Bgra8 => {
                self.fetch_components::<V, u8>(attribute, source)
            }
            ComponentType::I8 => self.fetch_components::<V, i8>(attribute, source),
            ComponentType::U16 => self.fetch_components::<V, u16>(attribute, source),
            ComponentType::I16 => self.fetch_components::<V, i16>(attribute, source),
            ComponentType::I32 | ComponentType::U32 | ComponentType::F16 | ComponentType::F64 => {
                for (slots, indices) in self.groups(attribute) {
                    fetch_one_by_one(source, indices, slots);
                }
            }
        }
    }

    /// Groups in the middle of the array: four components are read, however many count. `first`: of
    /// consecutive vertices.
    #[inline(always)]
    fn fetch_floats<V: Vectors>(
        &mut self,
        attribute: u32,
        source: &AttributeSource,
        first: Option<u32>,
    ) {
        let AttributeSource::Array { data, element } = source else {
            return;
        };
        let elements = Elements::new(data, element.offset, element.stride);
        let size = usize::from(element.size).clamp(1, 4);
        if let (Some(elements), Some(first)) = (&elements, first) {
            let mut run = elements.run(first);
            for (slots, indices) in self.groups(attribute) {
                match V::columns_of_run(&mut run) {
                    Some(columns) => write_columns::<V>(columns, size, slots),
                    None => fetch_one_by_one(source, indices, slots),
                }
            }
            return;
        }
        for (slots, indices) in self.groups(attribute) {
            let columns = elements.as_ref();
            match columns.and_then(|elements| V::columns(elements, indices)) {
                Some(columns) => write_columns::<V>(columns, size, slots),
                None => fetch_one_by_one(source, indices, slots),
            }
        }
    }

    /// The same for small integers.
    #[inline(always)]
    fn fetch_components<V: Vectors, C: Component>(
        &mut self,
        attribute: u32,
        source: &AttributeSource,
    ) {
        let AttributeSource::Array { data, element } = source else {
            return;
        };
        let (bytes, offset, stride) = (data.as_slice(), element.offset, element.stride);
        let normalized = element.normalized;
        // The last index that lies in the array with all four components.
        let last = last_index_with(bytes.len(), offset, stride, 4 * size_of::<C>());
        let size = usize::from(element.size).clamp(1, 4);
        let order = match element.component {
            ComponentType::Bgra8 => [2, 1, 0, 3],
            _ => [0, 1, 2, 3],
        };
        for (slots, indices) in self.groups(attribute) {
            // A group with an index beyond it is fetched vertex by vertex.
            let greatest = indices
                .iter()
                .fold(0, |greatest, index| (*index).max(greatest));
            if last.is_none_or(|last| greatest > last) {
                fetch_one_by_one(source, indices, slots);
                continue;
            }
            // Four components are read of each vertex and transposed to rows of lanes.
            let mut rows = [[0.0; 4]; LANES];
            for (row, index) in rows.iter_mut().zip(indices) {
                let start = offset + *index as usize * stride;
                let element = &bytes[start..start + 4 * size_of::<C>()];
                let [x, y, z, w]: [C; 4] = bytemuck::pod_read_unaligned(element);
                *row = [x.to_f32(), y.to_f32(), z.to_f32(), w.to_f32()];
            }
            let columns = V::transpose(rows);
            // Missing components have their defaults; the others are normalized if the element asks for it.
            for (c, slot) in slots.iter_mut().enumerate() {
                if order[c] >= size {
                    *slot = [DEFAULT[c]; LANES];
                    continue;
                }
                *slot = V::store(columns[order[c]]);
                if normalized {
                    slot.iter_mut().for_each(|x| *x = C::normalize(*x));
                }
            }
        }
    }
}

/// The first `size` columns, and the defaults of the others.
#[inline(always)]
fn write_columns<V: Vectors>(columns: [V::F; 4], size: usize, slots: &mut [LanesF32; 4]) {
    for (c, slot) in slots.iter_mut().enumerate() {
        if c < size {
            V::write(columns[c], slot)
        } else {
            V::write(V::splat(DEFAULT[c]), slot)
        }
    }
}

/// The first index, if each of the others is one more than the one before.
#[inline(always)]
fn first_of_run<V: Vectors>(indices: &[u32]) -> Option<u32> {
    let first = *indices.first()?;
    first.checked_add(indices.len() as u32)?;
    let mut expected = V::splat_i(first as i32) + V::load_i(LANE_NUMBERS);
    for group in indices.as_chunks::<LANES>().0 {
        if !V::all(V::eq_i(V::load_i(*group), expected)) {
            return None;
        }
        expected = expected + V::splat_i(LANES as i32);
    }
    Some(first)
}

/// The greatest index whose element lies, with `n` bytes, in an array of `len` bytes.
fn last_index_with(len: usize, offset: usize, stride: usize, n: usize) -> Option<u32> {
    let room = len.checked_sub(offset)?.checked_sub(n)?;
    let last = room.checked_div(stride).unwrap_or(usize::MAX);
    Some(last.min(u32::MAX as usize) as u32)
}

/// At an array's end, and for rare formats.
#[inline(never)]
fn fetch_one_by_one(source: &AttributeSource, indices: &[u32; LANES], slots: &mut [LanesF32]) {
    let mut value = DEFAULT;
    for (lane, index) in indices.iter().enumerate() {
        // Groups are filled up with their last vertex.
        if lane == 0 || *index != indices[lane - 1] {
            value = fetch(source, *index);
        }
        for (slot, component) in slots.iter_mut().zip(value) {
            slot[lane] = component;
        }
    }
}

/// A component whose values f32 holds exactly.
trait Component: bytemuck::Pod {
    fn to_f32(self) -> f32;
    /// What `vertex_element::convert` gives for a normalized component of this value.
    fn normalize(value: f32) -> f32;
}

macro_rules! components {
    ($($ty:ty: $value:ident => $normalized:expr;)*) => {
        $(impl Component for $ty {
            #[inline(always)]
            fn to_f32(self) -> f32 {
                self.into()
            }
            #[inline(always)]
            fn normalize($value: f32) -> f32 {
                $normalized
            }
        })*
    };
}

components! {
    u8: x => x / 255.0;
    i8: x => (2.0 * x + 1.0) / 255.0;
    u16: x => x / 65535.0;
    i16: x => (2.0 * x + 1.0) / 65535.0;
}

#[cfg(test)]
#[path = "tests/fetch.rs"]
mod tests;

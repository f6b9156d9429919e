//! Fetches attributes from arrays into the inputs of the vertex kernel: floats, with one vertex per lane (GL 1.5 section 2.8).
//!
//! A read outside an array gives (0, 0, 0, 0), for all indices, offsets and strides.
#![forbid(unsafe_code)]

use super::element::{DEFAULT, fetch, fetch_of_instance};
use crate::ir::{Op, Program};
use crate::raster::call::draw_call::{AttributeSource, ComponentType};
use crate::simd::{Elements, LANE_NUMBERS, LANES, LanesF32, PerWidth, Vectors};

/// Returns the numbers of the attributes that a vertex program reads, in ascending order.
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

/// Fills the input slots of groups of vertices. Inputs are `[group][slot][lane]`.
pub(crate) struct Fetch<'a> {
    pub(crate) sources: &'a [AttributeSource],
    /// The attributes to fetch.
    pub(crate) read: &'a [u32],
    /// The vertices, sixteen for each group.
    pub(crate) indices: &'a [u32],
    /// The instance that the vertices belong to. It selects the element of arrays with a divisor.
    pub(crate) instance: u32,
    /// Slots per group, a multiple of four.
    pub(crate) n_inputs: usize,
    pub(crate) inputs: &'a mut [LanesF32],
}

/// Vertices per batch. All attributes of a batch are fetched before the next one, since those of a vertex often share a cache
/// line.
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
    /// Fetches one batch.
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

    /// Returns, for each group, the slots of an attribute and the indices of the vertices.
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

    /// Gives all vertices the same value.
    #[inline(always)]
    fn fill(&mut self, attribute: u32, value: [f32; 4]) {
        for (slots, _) in self.groups(attribute) {
            for (slot, component) in slots.iter_mut().zip(value) {
                *slot = [component; LANES];
            }
        }
    }

    /// Fetches an attribute from an array. `first` is the first index if the indices are consecutive.
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

    /// Fetches an attribute of floats. All four components are read where they lie in the array, even if the attribute has
    /// fewer. A group at the array's end is fetched vertex by vertex.
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

    /// Does the same for an attribute of small integers.
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
        // The greatest index whose element lies in the array with all four components.
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
            // Missing components get their defaults. The others are normalized if the element asks for it.
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

/// Writes the first `size` columns, and the defaults of the others.
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

/// Returns the first index, if each of the others is one more than the one before.
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

/// Returns the greatest index whose first `n` bytes lie in an array of `len` bytes, or `None` if there is no such index.
fn last_index_with(len: usize, offset: usize, stride: usize, n: usize) -> Option<u32> {
    let room = len.checked_sub(offset)?.checked_sub(n)?;
    let last = room.checked_div(stride).unwrap_or(usize::MAX);
    Some(last.min(u32::MAX as usize) as u32)
}

/// Fetches an attribute of one group vertex by vertex: at an array's end, and in rare formats.
#[inline(never)]
fn fetch_one_by_one(source: &AttributeSource, indices: &[u32; LANES], slots: &mut [LanesF32]) {
    let mut value = DEFAULT;
    for (lane, index) in indices.iter().enumerate() {
        // The last group repeats its last vertex in the lanes that are left. It is fetched once.
        if lane == 0 || *index != indices[lane - 1] {
            value = fetch(source, *index);
        }
        for (slot, component) in slots.iter_mut().zip(value) {
            slot[lane] = component;
        }
    }
}

/// A component whose values f32 holds exactly.
pub(super) trait Component: bytemuck::Pod {
    /// The component as a float.
    fn to_f32(self) -> f32;
    /// The result of [`convert`](super::element::convert) for a normalized component of this value.
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

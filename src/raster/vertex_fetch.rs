//! Attribute arrays → the vertex kernel's inputs: f32, one lane per vertex (GL 1.5 section 2.8).
//!
//! Total: whatever indices, offsets and strides say, a read outside an array gives (0, 0, 0, 0).
#![forbid(unsafe_code)]

use super::draw_call::{AttributeSource, ComponentType};
use super::vertex_element::{DEFAULT, fetch};
use crate::ir::{Op, Program};
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
/// sixteen for each group.
pub(crate) struct Fetch<'a> {
    pub(crate) sources: &'a [AttributeSource],
    pub(crate) read: &'a [u32],
    pub(crate) indices: &'a [u32],
    pub(crate) n_inputs: usize,
    pub(crate) inputs: &'a mut [LanesF32],
}

/// Vertices of which all attributes are fetched before those of the next ones: those of one vertex often share a cache line.
const BATCH: usize = 4 * LANES;

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
        for &attribute in self.read {
            match self.sources.get(attribute as usize) {
                None => self.fill(attribute, DEFAULT),
                Some(AttributeSource::Constant(value)) => self.fill(attribute, *value),
                Some(source) => self.fetch_array::<V>(attribute, source),
            }
        }
    }

    /// The slots of an attribute, group by group, with the groups' indices.
    #[inline(always)]
    fn groups(&mut self, attribute: u32) -> impl Iterator<Item = (&mut [LanesF32], &[u32; LANES])> {
        let base = 4 * attribute as usize;
        let n = self.n_inputs.saturating_sub(base).min(4);
        let groups = self.inputs.chunks_exact_mut(self.n_inputs);
        let slots = groups.map(move |group| &mut group[base..base + n]);
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
    fn fetch_array<V: Vectors>(&mut self, attribute: u32, source: &AttributeSource) {
        let AttributeSource::Array { component, .. } = source else {
            return;
        };
        match component {
            ComponentType::F32 => self.fetch_floats::<V>(attribute, source),
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

    /// Groups in the middle of the array: four components are read, however many count.
    #[inline(always)]
    fn fetch_floats<V: Vectors>(&mut self, attribute: u32, source: &AttributeSource) {
        let AttributeSource::Array {
            data,
            offset,
            stride,
            size,
            ..
        } = source
        else {
            return;
        };
        let elements = Elements::new(data, *offset, *stride);
        let size = usize::from(*size).clamp(1, 4);
        for (slots, indices) in self.groups(attribute) {
            let columns = match &elements {
                Some(elements) if is_run::<V>(indices) => V::columns_of_run(elements, indices[0]),
                Some(elements) => V::columns(elements, indices),
                None => None,
            };
            let Some(columns) = columns else {
                fetch_one_by_one(source, indices, slots);
                continue;
            };
            for (c, slot) in slots.iter_mut().enumerate() {
                match c < size {
                    true => V::write(columns[c], slot),
                    false => *slot = [DEFAULT[c]; LANES],
                }
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
        let AttributeSource::Array {
            data,
            offset,
            stride,
            component,
            size,
            normalized,
        } = source
        else {
            return;
        };
        let (bytes, offset, stride) = (data.as_slice(), *offset, *stride);
        let last = last_index_with(bytes.len(), offset, stride, 4 * size_of::<C>());
        let size = usize::from(*size).clamp(1, 4);
        let order = match component {
            ComponentType::Bgra8 => [2, 1, 0, 3],
            _ => [0, 1, 2, 3],
        };
        for (slots, indices) in self.groups(attribute) {
            let greatest = indices
                .iter()
                .fold(0, |greatest, index| (*index).max(greatest));
            if last.is_none_or(|last| greatest > last) {
                fetch_one_by_one(source, indices, slots);
                continue;
            }
            let mut rows = [[0.0; 4]; LANES];
            for (row, index) in rows.iter_mut().zip(indices) {
                let start = offset + *index as usize * stride;
                let element = &bytes[start..start + 4 * size_of::<C>()];
                let [x, y, z, w]: [C; 4] = bytemuck::pod_read_unaligned(element);
                *row = [x.to_f32(), y.to_f32(), z.to_f32(), w.to_f32()];
            }
            let columns = V::transpose(rows);
            for (c, slot) in slots.iter_mut().enumerate() {
                if order[c] >= size {
                    *slot = [DEFAULT[c]; LANES];
                    continue;
                }
                *slot = V::store(columns[order[c]]);
                if *normalized {
                    slot.iter_mut().for_each(|x| *x = C::normalize(*x));
                }
            }
        }
    }
}

/// Whether each index is one more than the one before.
#[inline(always)]
fn is_run<V: Vectors>(indices: &[u32; LANES]) -> bool {
    let run = V::splat_i(indices[0] as i32) + V::load_i(LANE_NUMBERS);
    V::all(V::eq_i(V::load_i(*indices), run))
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
mod tests {
    use super::super::vertex_element::convert;
    use super::*;
    use crate::simd::{InstructionSet, run_on};
    use std::sync::Arc;

    fn array(
        data: Vec<u8>,
        offset: usize,
        stride: usize,
        component: ComponentType,
        size: u8,
        n: bool,
    ) -> AttributeSource {
        AttributeSource::Array {
            data: Arc::new(data),
            offset,
            stride,
            component,
            size,
            normalized: n,
        }
    }

    #[test]
    fn components_convert_by_table_2_9() {
        let bytes = array(vec![0x80, 0x7f, 0xff, 0], 0, 4, ComponentType::I8, 4, true);
        assert_eq!(fetch(&bytes, 0), [-1.0, 1.0, -1.0 / 255.0, 1.0 / 255.0]);
        let unsigned = array(vec![0, 255, 51], 0, 3, ComponentType::U8, 3, true);
        assert_eq!(fetch(&unsigned, 0), [0.0, 1.0, 0.2, 1.0]);
        let bgra = array(vec![0, 51, 255, 102], 0, 4, ComponentType::Bgra8, 4, true);
        assert_eq!(fetch(&bgra, 0), [1.0, 0.2, 0.0, 0.4]);
        // 1, −2, the least subnormal 2^−24, infinity.
        let halves = [0x3c00u16, 0xc000, 1, 0x7c00].map(u16::to_ne_bytes);
        let halves = array(
            halves.as_flattened().to_vec(),
            0,
            8,
            ComponentType::F16,
            4,
            true,
        );
        assert_eq!(
            fetch(&halves, 0),
            [1.0, -2.0, 2f32.powi(-24), f32::INFINITY]
        );
        let plain = array(vec![0xfe, 0xff, 3, 0], 0, 4, ComponentType::I16, 2, false);
        assert_eq!(fetch(&plain, 0), [-2.0, 3.0, 0.0, 1.0]);
    }

    #[test]
    fn reads_outside_give_zeros() {
        let a = array(vec![1; 8], 0, 4, ComponentType::U8, 4, false);
        assert_eq!(fetch(&a, 1), [1.0; 4]);
        assert_eq!(fetch(&a, 2), [0.0; 4]);
        assert_eq!(fetch(&a, u32::MAX), [0.0; 4]);
        let far = array(
            vec![1; 8],
            usize::MAX,
            usize::MAX,
            ComponentType::F64,
            4,
            false,
        );
        assert_eq!(fetch(&far, 1), [0.0; 4]);
        let unaligned = array(
            vec![0, 0, 0, 0x80, 0x3f],
            1,
            0,
            ComponentType::F32,
            1,
            false,
        );
        assert_eq!(fetch(&unaligned, 77), [1.0, 0.0, 0.0, 1.0]);
    }

    /// Through [`Fetch`], on every instruction set: each lane must be what [`fetch`] gives.
    fn check(source: &AttributeSource, indices: [u32; LANES]) {
        for set in [
            InstructionSet::Portable,
            InstructionSet::Avx2,
            InstructionSet::Avx512,
        ] {
            let mut inputs = vec![[7.0; LANES]; 4];
            let fetch_all = Fetch {
                sources: std::slice::from_ref(source),
                read: &[0],
                indices: &indices,
                n_inputs: 4,
                inputs: &mut inputs,
            };
            run_on(set, fetch_all);
            for (lane, index) in indices.iter().enumerate() {
                let got = [0, 1, 2, 3].map(|c| inputs[c][lane]);
                assert_eq!(
                    got.map(f32::to_bits),
                    fetch(source, *index).map(f32::to_bits),
                    "{source:?} {index}"
                );
            }
        }
    }

    #[test]
    fn groups_are_fetched_as_single_vertices_are() {
        use ComponentType::*;
        let data: Vec<u8> = (0..400u32).map(|i| (i * 37 % 251) as u8 & 0x7f).collect();
        for component in [I8, U8, I16, U16, I32, U32, F16, F32, F64, Bgra8] {
            for (size, normalized) in (1..=4).flat_map(|size| [(size, false), (size, true)]) {
                for (offset, stride) in [(0, 16), (3, 7), (1, 0), (390, 40)] {
                    let source = array(data.clone(), offset, stride, component, size, normalized);
                    check(&source, std::array::from_fn(|i| 3 + i as u32));
                    check(&source, std::array::from_fn(|i| 40 * i as u32 / 7));
                    check(&source, [u32::MAX; LANES]);
                }
            }
        }
    }

    #[test]
    fn small_integers_are_normalized_exactly() {
        for bits in 0..=u16::MAX {
            let raw = bits.to_ne_bytes();
            let (byte, signed) = (raw[0], bits as i16);
            let normalized = |component| convert(component, true, &raw);
            let byte_of = |component| convert(component, true, &[byte]);
            assert_eq!(u16::normalize(bits.into()), normalized(ComponentType::U16));
            assert_eq!(
                i16::normalize(signed.into()),
                normalized(ComponentType::I16)
            );
            assert_eq!(u8::normalize(byte.into()), byte_of(ComponentType::U8));
            assert_eq!(
                i8::normalize((byte as i8).into()),
                byte_of(ComponentType::I8)
            );
        }
    }
}

//! Attribute arrays → the vertex kernel's inputs: f32, one lane per vertex (GL 1.5 section 2.8).
//!
//! Total: whatever indices, offsets and strides say, a read outside an array gives (0, 0, 0, 0).
#![forbid(unsafe_code)]

use super::draw_call::{AttributeSource, ComponentType};
use crate::ir::{Op, Program};
use crate::simd::{LANES, LanesF32};

/// The value of a component that nobody gives.
const DEFAULT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// The attributes that a vertex program reads, each with the number of slots from its first on.
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

/// Fills one group's input slots with the attributes `read` of the vertices `indices` (at most 16). `group` is
/// `[slot][lane]`; lanes without a vertex keep what they have.
pub(crate) fn fetch_group(
    sources: &[AttributeSource],
    read: &[u32],
    indices: &[u32],
    group: &mut [LanesF32],
) {
    for &attribute in read {
        let base = 4 * attribute as usize;
        let n = group.len().saturating_sub(base).min(4);
        let slots = &mut group[base..base + n];
        match sources.get(attribute as usize) {
            Some(AttributeSource::Constant(value)) => fill(slots, value),
            Some(array) => {
                for (lane, index) in indices.iter().enumerate().take(LANES) {
                    let value = fetch(array, *index);
                    for (slot, component) in slots.iter_mut().zip(value) {
                        slot[lane] = component;
                    }
                }
            }
            None => fill(slots, &DEFAULT),
        }
    }
}

fn fill(slots: &mut [LanesF32], value: &[f32; 4]) {
    for (slot, component) in slots.iter_mut().zip(value) {
        *slot = [*component; LANES];
    }
}

/// The attribute of vertex `index`.
pub(crate) fn fetch(source: &AttributeSource, index: u32) -> [f32; 4] {
    match source {
        AttributeSource::Constant(value) => *value,
        AttributeSource::Array {
            data,
            offset,
            stride,
            component,
            size,
            normalized,
        } => {
            let size = (*size as usize).clamp(1, 4);
            let bytes = component.bytes();
            let element = (index as usize)
                .checked_mul(*stride)
                .and_then(|o| o.checked_add(*offset))
                .and_then(|start| Some(start..start.checked_add(size * bytes)?))
                .and_then(|range| data.get(range));
            let Some(element) = element else {
                return [0.0; 4];
            };
            decode(*component, *normalized, element)
        }
    }
}

/// The attribute that the bytes of one element mean: as many components as there are, up to 4; missing ones are
/// 0, 0, 1.
pub(crate) fn decode(component: ComponentType, normalized: bool, element: &[u8]) -> [f32; 4] {
    let mut value = DEFAULT;
    for (out, raw) in value
        .iter_mut()
        .zip(element.chunks_exact(component.bytes()))
    {
        *out = convert(component, normalized, raw);
    }
    if component == ComponentType::Bgra8 {
        value.swap(0, 2);
    }
    value
}

/// One component, converted by GL 1.5 table 2.9 when normalized.
fn convert(component: ComponentType, normalized: bool, raw: &[u8]) -> f32 {
    fn bytes<const N: usize>(raw: &[u8]) -> [u8; N] {
        raw.try_into().expect("chunks have the component's size")
    }
    let (value, bits, signed) = match component {
        ComponentType::F16 => return half::f16::from_ne_bytes(bytes(raw)).to_f32(),
        ComponentType::F32 => return f32::from_ne_bytes(bytes(raw)),
        ComponentType::F64 => return f64::from_ne_bytes(bytes(raw)) as f32,
        ComponentType::I8 => (i64::from(raw[0] as i8), 8, true),
        ComponentType::U8 | ComponentType::Bgra8 => (i64::from(raw[0]), 8, false),
        ComponentType::I16 => (i64::from(i16::from_ne_bytes(bytes(raw))), 16, true),
        ComponentType::U16 => (i64::from(u16::from_ne_bytes(bytes(raw))), 16, false),
        ComponentType::I32 => (i64::from(i32::from_ne_bytes(bytes(raw))), 32, true),
        ComponentType::U32 => (i64::from(u32::from_ne_bytes(bytes(raw))), 32, false),
    };
    let range = ((1i64 << bits) - 1) as f64;
    match (normalized, signed) {
        (false, _) => value as f32,
        (true, false) => (value as f64 / range) as f32,
        (true, true) => ((2 * value + 1) as f64 / range) as f32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
}

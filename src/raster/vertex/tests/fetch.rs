//! Tests of [`Fetch`]: groups of vertices are fetched as single vertices are.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{AttributeSource, ComponentType, Element};
use crate::raster::vertex::element::{convert, fetch, fetch_of_instance};
use crate::raster::vertex::fetch::{Component, Fetch};
use crate::simd::{InstructionSet, LANES, run_on};
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
        element: Element {
            component,
            size,
            normalized: n,
            stride,
            offset,
            divisor: 0,
        },
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

/// Checks one group on every instruction set: each lane must have what [`fetch`] gives.
fn check(source: &AttributeSource, indices: [u32; LANES]) {
    check_groups(source, &indices);
}

/// Checks some groups.
fn check_groups(source: &AttributeSource, indices: &[u32]) {
    for set in InstructionSet::ALL {
        let mut inputs = vec![[7.0; LANES]; indices.len() / LANES * 4];
        let fetch_all = Fetch {
            sources: std::slice::from_ref(source),
            read: &[0],
            indices,
            instance: 0,
            n_inputs: 4,
            inputs: &mut inputs,
        };
        run_on(set, fetch_all);
        for (i, index) in indices.iter().enumerate() {
            let got = [0, 1, 2, 3].map(|c| inputs[i / LANES * 4 + c][i % LANES]);
            assert_eq!(
                got.map(f32::to_bits),
                fetch(source, *index).map(f32::to_bits),
                "{source:?} {index}"
            );
        }
    }
}

/// Direct3D's stream frequency: element `instance / divisor`, whatever the vertex.
#[test]
fn an_array_with_a_divisor_gives_an_instance_one_element() {
    let data: Vec<u8> = (0..40u8).collect();
    let mut source = array(data, 4, 8, ComponentType::U8, 2, false);
    let AttributeSource::Array { element, .. } = &mut source else {
        unreachable!("made as an array");
    };
    element.divisor = 3;
    for (instance, number) in [(0, 0), (2, 0), (3, 1), (11, 3), (15, 5)] {
        let mut inputs = vec![[7.0; LANES]; 4];
        let fetch_all = Fetch {
            sources: std::slice::from_ref(&source),
            read: &[0],
            indices: &std::array::from_fn::<u32, LANES, _>(|i| i as u32),
            instance,
            n_inputs: 4,
            inputs: &mut inputs,
        };
        run_on(InstructionSet::of_process(), fetch_all);
        let first = 4.0 + 8.0 * number as f32;
        // The array has five elements.
        let expected = if number < 5 {
            [first, first + 1.0, 0.0, 1.0]
        } else {
            [0.0; 4]
        };
        assert_eq!(fetch_of_instance(&source, 7, instance), expected);
        assert_eq!(inputs, expected.map(|c| [c; LANES]), "instance {instance}");
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
                // Consecutive vertices: in the array, up to its end, after it, to the last number and beyond.
                for first in [0, 2, 95, 200, u32::MAX - 160, u32::MAX - 159, u32::MAX - 50] {
                    let run: Vec<u32> = (0..160).map(|i| first.wrapping_add(i)).collect();
                    check_groups(&source, &run);
                }
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

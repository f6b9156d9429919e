//! One attribute of one vertex: what the bytes of an element mean.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{AttributeSource, ComponentType};

/// What a missing component is.
pub(crate) const DEFAULT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

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
pub(crate) fn convert(component: ComponentType, normalized: bool, raw: &[u8]) -> f32 {
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

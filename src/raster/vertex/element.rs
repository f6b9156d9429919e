//! Decodes single elements of attribute arrays.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{AttributeSource, ComponentType};

/// The values of missing components.
pub(crate) const DEFAULT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// Returns the attribute of vertex `index`, or four zeros if its element is not in the array.
pub(crate) fn fetch(source: &AttributeSource, index: u32) -> [f32; 4] {
    match source {
        AttributeSource::Constant(value) => *value,
        AttributeSource::Array { data, element } => {
            let size = usize::from(element.size).clamp(1, 4);
            let bytes = (index as usize)
                .checked_mul(element.stride)
                .and_then(|o| o.checked_add(element.offset))
                .and_then(|start| Some(start..start.checked_add(size * element.component.bytes())?))
                .and_then(|range| data.get(range));
            match bytes {
                Some(bytes) => decode(element.component, element.normalized, bytes),
                None => [0.0; 4],
            }
        }
    }
}

/// Does the same for an instance: if the array has a divisor, the instance selects the element and the vertex does not matter.
pub(crate) fn fetch_of_instance(source: &AttributeSource, index: u32, instance: u32) -> [f32; 4] {
    match source {
        AttributeSource::Array { element, .. } => {
            let number = instance.checked_div(element.divisor);
            fetch(source, number.unwrap_or(index))
        }
        AttributeSource::Constant(value) => *value,
    }
}

/// Decodes the bytes of one element, which has 1 to 4 components. Missing ones become 0, 0, 1.
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

/// Converts one component to a float, by GL 1.5 table 2.9 if it is normalized.
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

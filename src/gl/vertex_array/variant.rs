//! Variants of vertex shaders: their current values and arrays (EXT_vertex_shader sections 2.8 and 2.14).
//!
//! The current value of a variant belongs to the context, whichever shader is bound. The shader that runs has separate
//! attributes for its variants (`vertex_shader_ext_draw`).
//!
//! An array of a variant has four components per element. A scalar variant takes the first of them. A matrix has sixteen;
//! the text says nothing about it here.
#![forbid(unsafe_code)]

use super::capture::element;
use super::pointer::Place;
use super::state::{VertexArray, component_type};
use crate::frontend::vertex_shader::shader::{Elements, Storage, Symbol};
use crate::gl::context::enums::*;
use crate::gl::ext_shader::draw::part_of;
use crate::gl::ext_shader::symbol::Element;
use crate::gl::immediate::begin_end::set_current_now;
use crate::gl::vertex_array::state::VertexArrayState;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

/// Sets the current value of a variant. Display lists hold the command, and it is allowed between Begin and End.
fn set_variant<T: Element>(call: &mut Call<'_>, id: u32, addr: ClientPtr<T>) -> Result {
    let symbol = call.symbol_of(id, Storage::Variant);
    let elements = symbol.and_then(|symbol| Ok((symbol, call.elements(&symbol, addr)?)));
    call.run_anywhere(move |call| {
        let (symbol, elements) = &elements?;
        set_elements(call.cx, symbol, elements)
    })
}

/// Sets the current value of a variant, without recording.
fn set_elements(cx: &mut Context, symbol: &Symbol, elements: &Elements) -> Result {
    let state = cx.vertex_shaders.without_revision();
    state.variants.insert(symbol.name, *elements);
    let Some(shader) = state.followed.clone() else {
        return Ok(());
    };
    for part in 0..symbol.data.n_rows() {
        if let Some(slot) = shader.attribute_of(symbol.name, part) {
            set_current_now(cx, slot, part_of(elements, part))?;
        }
    }
    Ok(())
}

/// glVariantbvEXT. Gives INVALID_VALUE when it is no variant and for a null pointer, INVALID_OPERATION for bound state.
pub fn variantbv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<i8>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantsv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<i16>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantiv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<i32>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantfv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<f32>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantdv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<f64>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantubv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<u8>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantusv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<u16>) -> Result {
    set_variant(call, id, addr)
}

pub fn variantuiv_ext(call: &mut Call<'_>, id: u32, addr: ClientPtr<u32>) -> Result {
    set_variant(call, id, addr)
}

/// glVariantPointerEXT. The pointer is an offset if a buffer is bound to ARRAY_BUFFER. Gives INVALID_VALUE when it is no
/// variant and for a stride that does not fit an int, INVALID_ENUM for a wrong type, INVALID_OPERATION for bound state.
pub fn variant_pointer_ext(
    call: &mut Call<'_>,
    id: u32,
    ty: u32,
    stride: u32,
    addr: ClientPtr<u8>,
) -> Result {
    let symbol = call.symbol_of(id, Storage::Variant)?;
    let stride = i32::try_from(stride).map_err(|_| GlError::invalid_value("stride"))?;
    let place = Place::of(&call.cx.buffers.array, addr);
    set_array(&mut call.cx.arrays, &symbol, ty, stride, place)
}

/// Sets the array of a variant. Gives INVALID_ENUM for a wrong type, INVALID_VALUE for a negative stride.
pub(crate) fn set_array(
    arrays: &mut VertexArrayState,
    symbol: &Symbol,
    ty: u32,
    stride: i32,
    place: Place,
) -> Result {
    let component = component_type(ty).filter(|_| ty != HALF_FLOAT);
    let component = component.ok_or(GlError::invalid_enum("type of a variant array"))?;
    if stride < 0 {
        return Err(GlError::invalid_value("negative stride"));
    }
    place.check(arrays)?;
    let parts = symbol.data.n_rows() as i32;
    let part_bytes = 4 * component.bytes();
    for (part, array) in arrays.variant_mut(symbol).iter_mut().enumerate() {
        *array = VertexArray {
            enabled: array.enabled,
            size: 4,
            component,
            // The columns of a matrix follow each other.
            stride: match stride {
                0 if parts > 1 => parts * part_bytes as i32,
                given => given,
            },
            pointer: place.pointer.byte_add(part * part_bytes),
            normalized: symbol.normalized,
            buffer: place.buffer.clone(),
            in_object: place.in_object,
            static_count: stride,
        };
    }
    Ok(())
}

fn set_enabled(call: &mut Call<'_>, id: u32, on: bool) -> Result {
    let symbol = call.symbol_of(id, Storage::Variant)?;
    for array in call.cx.arrays.variant_mut(&symbol) {
        array.enabled = on;
    }
    Ok(())
}

/// glEnableVariantClientStateEXT. Gives INVALID_VALUE when it is no variant, INVALID_OPERATION for bound state.
pub fn enable_variant_client_state_ext(call: &mut Call<'_>, id: u32) -> Result {
    set_enabled(call, id, true)
}

pub fn disable_variant_client_state_ext(call: &mut Call<'_>, id: u32) -> Result {
    set_enabled(call, id, false)
}

/// Reads element `index` of each enabled variant array, for glArrayElement.
pub(crate) fn read_elements(call: &Call<'_>, index: u32) -> Result<Vec<(Symbol, Elements)>> {
    let arrays = &call.cx.arrays;
    let mut read = Vec::new();
    for (name, numbers) in arrays.enabled_variants() {
        let symbol = call.symbol(name)?;
        let mut elements = Elements::default();
        let parts = elements.as_chunks_mut::<4>().0.iter_mut();
        for (part, number) in parts.zip(numbers) {
            let value = element(call, arrays.array(number), index)?;
            *part = value.map(|x| if symbol.normalized { x.in_range() } else { x });
        }
        read.push((symbol, elements));
    }
    Ok(read)
}

/// Makes the values from [`read_elements`] the current ones. Display lists hold the command.
pub(crate) fn set_read(call: &mut Call<'_>, read: Vec<(Symbol, Elements)>) -> Result {
    if read.is_empty() {
        return Ok(());
    }
    call.run_anywhere(move |call| {
        read.iter()
            .try_for_each(|(symbol, elements)| set_elements(call.cx, symbol, elements))
    })
}

//! Queries of symbols: glGetVariant*, glGetInvariant*, glGetLocalConstant*, glIsVariantEnabledEXT (EXT_vertex_shader
//! section 6.1.12).
//!
//! The queries give INVALID_VALUE when the name is no symbol of the command's storage, INVALID_ENUM for a wrong property.
//! Bound state returns its value. It counts as a variant or an invariant by the tables of parameters. A local constant
//! returns the value that the bound shader sets, while no definition of that shader is open.
#![forbid(unsafe_code)]

use crate::frontend::binding::{MatrixForm, SceneValue};
use crate::frontend::vertex_shader::shader::{DataType, Elements, Parameter, Storage, Symbol};
use crate::gl::context::enums::*;
use crate::gl::draw::values::state_value;
use crate::gl::lighting::light::round_to_i32;
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use smallvec::SmallVec;

type Values = SmallVec<[f64; 16]>;

/// The storage that a query command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asked {
    Variant,
    Invariant,
    LocalConstant,
}

const WRONG_STORAGE: GlError = GlError::invalid_value("the symbol has another storage");
const WRONG_PROPERTY: GlError = GlError::invalid_enum("property of a symbol");

impl Asked {
    /// The symbol with this name, if it has this storage.
    fn symbol(self, call: &Call<'_>, id: u32) -> Result<Symbol> {
        let symbol = call.symbol(id)?;
        let own = match symbol.storage {
            Storage::Variant => Asked::Variant,
            Storage::Bound(parameter) if parameter.is_variant() => Asked::Variant,
            Storage::Invariant | Storage::Bound(_) => Asked::Invariant,
            Storage::LocalConstant => Asked::LocalConstant,
            Storage::Local => return Err(WRONG_STORAGE),
        };
        if own == self {
            Ok(symbol)
        } else {
            Err(WRONG_STORAGE)
        }
    }

    fn values(self, call: &Call<'_>, id: u32, value: u32) -> Result<Values> {
        let symbol = self.symbol(call, id)?;
        // The names of value and type differ by storage.
        let (of_value, of_type) = match self {
            Asked::Variant => (VARIANT_VALUE_EXT, VARIANT_DATATYPE_EXT),
            Asked::Invariant => (INVARIANT_VALUE_EXT, INVARIANT_DATATYPE_EXT),
            Asked::LocalConstant => (LOCAL_CONSTANT_VALUE_EXT, LOCAL_CONSTANT_DATATYPE_EXT),
        };
        let one = |n: u32| Ok(Values::from_slice(&[f64::from(n)]));
        if value == of_value {
            let elements = elements(call, &symbol);
            let elements = elements[..symbol.data.n_elements()].iter();
            return Ok(elements.copied().map(f64::from).collect());
        }
        // The other properties are single numbers. Only variants have an array.
        match value {
            _ if value == of_type => one(match symbol.data {
                DataType::Scalar => SCALAR_EXT,
                DataType::Vector => VECTOR_EXT,
                DataType::Matrix => MATRIX_EXT,
            }),
            VARIANT_ARRAY_STRIDE_EXT if self == Asked::Variant => {
                let array = call.cx.arrays.variant(id);
                one(array.map_or(0, |array| array.static_count as u32))
            }
            VARIANT_ARRAY_TYPE_EXT if self == Asked::Variant => one(call
                .cx
                .arrays
                .variant(id)
                .map_or(FLOAT, |array| array.type_name())),
            _ => Err(WRONG_PROPERTY),
        }
    }
}

/// The current value of a symbol.
fn elements(call: &Call<'_>, symbol: &Symbol) -> Elements {
    match symbol.storage {
        Storage::Variant => {
            let variants = &call.cx.vertex_shaders.variants;
            variants.get(&symbol.name).copied().unwrap_or_default()
        }
        Storage::Invariant => {
            let symbols = call.cx.shared.vertex_symbols.lock();
            symbols.invariant(symbol.name)
        }
        Storage::LocalConstant => {
            let shader = call.cx.vertex_shaders.defined();
            shader.map_or(Elements::default(), |s| s.constant(symbol.name))
        }
        Storage::Bound(parameter) => parameter_elements(call, parameter),
        Storage::Local => Elements::default(),
    }
}

fn parameter_elements(call: &Call<'_>, parameter: Parameter) -> Elements {
    let current = &call.cx.immediate.current;
    let value = |state: SceneValue| state_value(call.cx, state);
    let mut elements = Elements::default();
    // A matrix fills all 16 elements, by columns. All other parameters fill the first four.
    let vector = match parameter {
        Parameter::Matrix(name) => {
            for row in 0..4 {
                let values = value(SceneValue::MatrixRow(name, MatrixForm::Plain, row as u32));
                for (column, x) in values.into_iter().enumerate() {
                    elements[4 * column + row] = x;
                }
            }
            return elements;
        }
        Parameter::Attribute(n) => current[n as usize],
        Parameter::Normal => {
            let [x, y, z, _] = current[attribute::NORMAL as usize];
            [x, y, z, 0.0]
        }
        Parameter::Component(state, c) => [value(state)[usize::from(c)]; 4],
        Parameter::Vector(state) => value(state),
        Parameter::Direction(state) => {
            let [x, y, z, _] = value(state);
            [x, y, z, 0.0]
        }
    };
    elements[..4].copy_from_slice(&vector);
    elements
}

fn get<T: bytemuck::Pod>(
    call: &mut Call<'_>,
    asked: Asked,
    id: u32,
    value: u32,
    data: ClientPtr<T>,
    convert: fn(f64) -> T,
) -> Result {
    let values = asked.values(call, id, value)?;
    let converted: SmallVec<[T; 16]> = values.into_iter().map(convert).collect();
    call.mem.write(data, &converted);
    Ok(())
}

fn boolean(x: f64) -> u8 {
    u8::from(x != 0.0)
}

fn float(x: f64) -> f32 {
    x as f32
}

pub fn get_variant_booleanv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<u8>,
) -> Result {
    get(call, Asked::Variant, id, value, data, boolean)
}

/// glGetVariantIntegervEXT: values are rounded.
pub fn get_variant_integerv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<i32>,
) -> Result {
    get(call, Asked::Variant, id, value, data, round_to_i32)
}

pub fn get_variant_floatv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<f32>,
) -> Result {
    get(call, Asked::Variant, id, value, data, float)
}

pub fn get_variant_pointerv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<ClientPtr<u8>>,
) -> Result {
    Asked::Variant.symbol(call, id)?;
    if value != VARIANT_ARRAY_POINTER_EXT {
        return Err(WRONG_PROPERTY);
    }
    let array = call.cx.arrays.variant(id);
    let address = array.map_or(0, |array| array.given_pointer());
    call.mem.write(data.cast::<usize>(), &[address]);
    Ok(())
}

pub fn get_invariant_booleanv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<u8>,
) -> Result {
    get(call, Asked::Invariant, id, value, data, boolean)
}

/// glGetInvariantIntegervEXT: values are rounded.
pub fn get_invariant_integerv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<i32>,
) -> Result {
    get(call, Asked::Invariant, id, value, data, round_to_i32)
}

pub fn get_invariant_floatv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<f32>,
) -> Result {
    get(call, Asked::Invariant, id, value, data, float)
}

pub fn get_local_constant_booleanv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<u8>,
) -> Result {
    get(call, Asked::LocalConstant, id, value, data, boolean)
}

/// glGetLocalConstantIntegervEXT: values are rounded.
pub fn get_local_constant_integerv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<i32>,
) -> Result {
    get(call, Asked::LocalConstant, id, value, data, round_to_i32)
}

pub fn get_local_constant_floatv_ext(
    call: &mut Call<'_>,
    id: u32,
    value: u32,
    data: ClientPtr<f32>,
) -> Result {
    get(call, Asked::LocalConstant, id, value, data, float)
}

/// glIsVariantEnabledEXT. Gives INVALID_ENUM for a capability other than VARIANT_ARRAY_EXT.
pub fn is_variant_enabled_ext(call: &mut Call<'_>, id: u32, cap: u32) -> Result<u8> {
    Asked::Variant.symbol(call, id)?;
    if cap != VARIANT_ARRAY_EXT {
        return Err(GlError::invalid_enum("capability of a variant"));
    }
    let array = call.cx.arrays.variant(id);
    Ok(u8::from(array.is_some_and(|array| array.enabled)))
}

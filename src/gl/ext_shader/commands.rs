//! The commands inside a definition of a vertex shader. They convert names and enums to the front end's types, and the
//! recorder checks the rules (EXT_vertex_shader section 2.14 and "Errors").
//!
//! Outside of a definition they give INVALID_OPERATION, whatever their arguments. So does a name that is no symbol, because
//! it has none of the types in the table of operations.

use super::object::refused;
use crate::frontend::vertex_shader::Opcode;
use crate::frontend::vertex_shader::shader::{
    COORDINATES, Destination, Output, Select, Storage, Symbol,
};
use crate::gl::context::enums::*;
use crate::gl::{Call, GlError, Result};
use smallvec::SmallVec;

/// A symbol that can be an argument. Gives INVALID_OPERATION for outputs, which can only be written, and for names without
/// a symbol.
fn source(call: &Call<'_>, name: u32) -> Result<Symbol> {
    let found = call.cx.shared.vertex_symbols.lock().find(name);
    found.ok_or(GlError::invalid_operation(
        "an argument is no symbol that can be read",
    ))
}

/// A destination. Gives INVALID_OPERATION for what cannot be written, including texture coordinate sets that do not exist.
fn destination(call: &Call<'_>, name: u32) -> Result<Destination> {
    let coordinate = name.wrapping_sub(OUTPUT_TEXTURE_COORD0_EXT);
    let output = match name {
        OUTPUT_VERTEX_EXT => Some(Output::Vertex),
        OUTPUT_COLOR0_EXT | OUTPUT_COLOR1_EXT => {
            Some(Output::Color((name - OUTPUT_COLOR0_EXT) as u8))
        }
        OUTPUT_FOG_EXT => Some(Output::Fog),
        _ if coordinate < COORDINATES.into() => Some(Output::Coordinate(coordinate as u8)),
        _ => None,
    };
    if let Some(output) = output {
        return Ok(Destination::Output(output));
    }
    match call.cx.shared.vertex_symbols.lock().find(name) {
        Some(symbol) if symbol.storage == Storage::Local => Ok(Destination::Local(symbol)),
        _ => Err(GlError::invalid_operation(
            "the result is neither a local nor an output",
        )),
    }
}

/// Records ShaderOp with these arguments. Gives INVALID_ENUM for an operation with another number of arguments.
fn operation(call: &mut Call<'_>, op: u32, res: u32, arguments: &[u32]) -> Result {
    call.cx.vertex_shaders.without_revision().definition()?;
    let opcode = Opcode::from_number(op.wrapping_sub(OP_INDEX_EXT));
    let opcode = opcode.filter(|opcode| opcode.arity() == arguments.len());
    let opcode = opcode.ok_or(GlError::invalid_enum(
        "op is not an operation of so many arguments",
    ))?;
    let to = destination(call, res)?;
    let arguments = arguments.iter().map(|name| source(call, *name));
    let arguments = arguments.collect::<Result<SmallVec<[Symbol; 3]>>>()?;
    let recorder = call.cx.vertex_shaders.without_revision().definition()?;
    recorder.operation(opcode, to, arguments).map_err(refused)
}

pub fn shader_op1_ext(call: &mut Call<'_>, op: u32, res: u32, arg1: u32) -> Result {
    operation(call, op, res, &[arg1])
}

pub fn shader_op2_ext(call: &mut Call<'_>, op: u32, res: u32, arg1: u32, arg2: u32) -> Result {
    operation(call, op, res, &[arg1, arg2])
}

pub fn shader_op3_ext(
    call: &mut Call<'_>,
    op: u32,
    res: u32,
    arg1: u32,
    arg2: u32,
    arg3: u32,
) -> Result {
    operation(call, op, res, &[arg1, arg2, arg3])
}

fn select(name: u32) -> Result<Select> {
    Ok(match name {
        X_EXT | Y_EXT | Z_EXT | W_EXT => Select::Component {
            component: (name - X_EXT) as u8,
            negate: false,
        },
        NEGATIVE_X_EXT | NEGATIVE_Y_EXT | NEGATIVE_Z_EXT | NEGATIVE_W_EXT => Select::Component {
            component: (name - NEGATIVE_X_EXT) as u8,
            negate: true,
        },
        ZERO_EXT => Select::Number(0),
        ONE_EXT => Select::Number(1),
        NEGATIVE_ONE_EXT => Select::Number(-1),
        _ => return Err(GlError::invalid_enum("component of a swizzle")),
    })
}

/// `glSwizzleEXT`. Gives INVALID_ENUM for a wrong selector, INVALID_OPERATION when a symbol is no vector.
#[allow(clippy::too_many_arguments)]
pub fn swizzle_ext(
    call: &mut Call<'_>,
    res: u32,
    in_: u32,
    out_x: u32,
    out_y: u32,
    out_z: u32,
    out_w: u32,
) -> Result {
    call.cx.vertex_shaders.without_revision().definition()?;
    let select = [
        select(out_x)?,
        select(out_y)?,
        select(out_z)?,
        select(out_w)?,
    ];
    let (to, from) = (destination(call, res)?, source(call, in_)?);
    let recorder = call.cx.vertex_shaders.without_revision().definition()?;
    recorder.swizzle(to, from, select).map_err(refused)
}

/// `glWriteMaskEXT`. Gives INVALID_ENUM for a mask other than TRUE or FALSE, INVALID_OPERATION when a symbol is no vector.
#[allow(clippy::too_many_arguments)]
pub fn write_mask_ext(
    call: &mut Call<'_>,
    res: u32,
    in_: u32,
    out_x: u32,
    out_y: u32,
    out_z: u32,
    out_w: u32,
) -> Result {
    call.cx.vertex_shaders.without_revision().definition()?;
    let mut mask = 0;
    for (c, is_written) in [out_x, out_y, out_z, out_w].into_iter().enumerate() {
        match is_written {
            TRUE | FALSE => mask |= (is_written as u8) << c,
            _ => return Err(GlError::invalid_enum("a write mask is TRUE or FALSE")),
        }
    }
    let (to, from) = (destination(call, res)?, source(call, in_)?);
    let recorder = call.cx.vertex_shaders.without_revision().definition()?;
    recorder.write_mask(to, from, mask).map_err(refused)
}

/// The number of a component. Gives INVALID_VALUE beyond the last.
fn number(num: u32) -> Result<u8> {
    match num {
        0..4 => Ok(num as u8),
        _ => Err(GlError::invalid_value("number of a component")),
    }
}

/// `glInsertComponentEXT`. Gives INVALID_VALUE for a number above 3, INVALID_OPERATION for types that do not match.
pub fn insert_component_ext(call: &mut Call<'_>, res: u32, src: u32, num: u32) -> Result {
    call.cx.vertex_shaders.without_revision().definition()?;
    let number = number(num)?;
    let (to, from) = (destination(call, res)?, source(call, src)?);
    let recorder = call.cx.vertex_shaders.without_revision().definition()?;
    recorder.insert(to, from, number).map_err(refused)
}

/// `glExtractComponentEXT`. The errors are those of InsertComponentEXT.
pub fn extract_component_ext(call: &mut Call<'_>, res: u32, src: u32, num: u32) -> Result {
    call.cx.vertex_shaders.without_revision().definition()?;
    let number = number(num)?;
    let (to, from) = (destination(call, res)?, source(call, src)?);
    let recorder = call.cx.vertex_shaders.without_revision().definition()?;
    recorder.extract(to, from, number).map_err(refused)
}

//! The commands inside a definition of an ATI fragment shader: enums become the front end's types, then the recorder
//! decides (ATI_fragment_shader 3.8.11 and "Errors"; QUIRKS 2.19 to 2.23, 2.38, 2.39).
//!
//! Outside of a definition they are INVALID_OPERATION, whatever their arguments.

use super::object::refused;
use crate::frontend::assembly::ati::shader::{
    Argument, CONSTANTS, COORDINATES, Coordinates, Modifiers, Opcode, Operation, REGISTERS,
    Routing, Source, Swizzle,
};
use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_TEXTURE_UNITS};
use crate::gl::{Call, GlError, Result};
use crate::ir::Span;

// Every register has a texture unit and every coordinate set can be named (QUIRKS 2.23).
const _: () = assert!(MAX_TEXTURE_UNITS >= REGISTERS && MAX_TEXTURE_COORDS == COORDINATES);

/// Operations by their enums.
const OPCODES: [(u32, Opcode); 11] = [
    (MOV_ATI, Opcode::Mov),
    (ADD_ATI, Opcode::Add),
    (MUL_ATI, Opcode::Mul),
    (SUB_ATI, Opcode::Sub),
    (DOT3_ATI, Opcode::Dot3),
    (DOT4_ATI, Opcode::Dot4),
    (MAD_ATI, Opcode::Mad),
    (LERP_ATI, Opcode::Lerp),
    (CND_ATI, Opcode::Cnd),
    (CND0_ATI, Opcode::Cnd0),
    (DOT2_ADD_ATI, Opcode::Dot2Add),
];

/// Scale bits of dstMod, with the powers of two that they multiply by. They exclude each other.
const SCALES: [(u32, i8); 6] = [
    (GL_2X_BIT_ATI, 1),
    (GL_4X_BIT_ATI, 2),
    (GL_8X_BIT_ATI, 3),
    (HALF_BIT_ATI, -1),
    (QUARTER_BIT_ATI, -2),
    (EIGHTH_BIT_ATI, -3),
];

const COLOR_MASK: u32 = RED_BIT_ATI | GREEN_BIT_ATI | BLUE_BIT_ATI;
const ALPHA_MASK: u8 = 1 << 3;
const MODIFIERS: u32 = GL_2X_BIT_ATI | COMP_BIT_ATI | NEGATE_BIT_ATI | BIAS_BIT_ATI;

/// Number `name − first` of a row of `count` enums.
fn numbered(name: u32, first: u32, count: usize) -> Option<u8> {
    let number = name.wrapping_sub(first);
    ((number as usize) < count).then_some(number as u8)
}

fn register(dst: u32) -> Result<u8> {
    numbered(dst, REG_0_ATI, REGISTERS).ok_or(GlError::invalid_enum(
        "dst is not one of REG_0_ATI to REG_5_ATI",
    ))
}

fn coordinates(name: u32) -> Result<Coordinates> {
    let set = numbered(name, TEXTURE0, COORDINATES).map(Coordinates::Set);
    set.or_else(|| numbered(name, REG_0_ATI, REGISTERS).map(Coordinates::Register))
        .ok_or(GlError::invalid_enum(
            "the coordinates are neither a texture coordinate set nor a register",
        ))
}

fn swizzle(name: u32) -> Result<Swizzle> {
    Ok(match name {
        SWIZZLE_STR_ATI => Swizzle::Str,
        SWIZZLE_STQ_ATI => Swizzle::Stq,
        SWIZZLE_STR_DR_ATI => Swizzle::StrDr,
        SWIZZLE_STQ_DQ_ATI => Swizzle::StqDq,
        _ => return Err(GlError::invalid_enum("unknown swizzle")),
    })
}

fn opcode(name: u32, arity: usize) -> Result<Opcode> {
    OPCODES
        .into_iter()
        .find(|(row, opcode)| *row == name && opcode.arity() == arity)
        .map(|(_, opcode)| opcode)
        .ok_or(GlError::invalid_enum(
            "op is not an operation of so many arguments",
        ))
}

/// The components that a colour operation writes; NONE is all three.
fn color_mask(bits: u32) -> Result<u8> {
    match bits {
        NONE => Ok(COLOR_MASK as u8),
        _ if bits & !COLOR_MASK == 0 => Ok(bits as u8),
        _ => Err(GlError::invalid_enum("dstMask has unknown bits")),
    }
}

/// Scale and saturation of a result.
fn destination_modifier(bits: u32) -> Result<(i8, bool)> {
    let scale_bits = bits & !SATURATE_BIT_ATI;
    let saturate = bits != scale_bits;
    if scale_bits == NONE {
        return Ok((0, saturate));
    }
    SCALES
        .into_iter()
        .find(|(bit, _)| *bit == scale_bits)
        .map(|(_, scale)| (scale, saturate))
        .ok_or(GlError::invalid_enum(
            "dstMod has unknown bits or two scales",
        ))
}

/// An argument as a command gives it: source, replication, modifiers. 0 and 1 are the sources ZERO and ONE.
type RawArgument = (u32, u32, u32);

fn argument((source, replicate, modifiers): RawArgument) -> Result<Argument> {
    Ok(Argument {
        source: argument_source(source)?,
        replicate: match replicate {
            NONE => None,
            RED => Some(0),
            GREEN => Some(1),
            BLUE => Some(2),
            ALPHA => Some(3),
            _ => return Err(GlError::invalid_enum("unknown replication")),
        },
        modifiers: argument_modifiers(modifiers)?,
    })
}

fn argument_source(name: u32) -> Result<Source> {
    let numbered_source = || {
        let register = numbered(name, REG_0_ATI, REGISTERS).map(Source::Register);
        register.or_else(|| numbered(name, CON_0_ATI, CONSTANTS).map(Source::Constant))
    };
    match name {
        ZERO => Ok(Source::Zero),
        ONE => Ok(Source::One),
        PRIMARY_COLOR => Ok(Source::Primary),
        SECONDARY_INTERPOLATOR_ATI => Ok(Source::Secondary),
        _ => numbered_source().ok_or(GlError::invalid_enum(
            "the argument is no register, constant or interpolator",
        )),
    }
}

fn argument_modifiers(bits: u32) -> Result<Modifiers> {
    if bits & !MODIFIERS != 0 {
        return Err(GlError::invalid_enum("argMod has unknown bits"));
    }
    Ok(Modifiers {
        complement: bits & COMP_BIT_ATI != 0,
        bias: bits & BIAS_BIT_ATI != 0,
        double: bits & GL_2X_BIT_ATI != 0,
        negate: bits & NEGATE_BIT_ATI != 0,
    })
}

fn route(call: &mut Call<'_>, sample: bool, dst: u32, source: u32, swizzle_name: u32) -> Result {
    let recorder = call.cx.fragment_shaders.definition()?;
    let register = register(dst)?;
    let routing = Routing {
        sample,
        source: coordinates(source)?,
        swizzle: swizzle(swizzle_name)?,
        span: Span::NONE,
    };
    recorder.route(register, routing).map_err(refused)
}

/// `glPassTexCoordATI`. INVALID_OPERATION as the recorder's [`route`] says.
///
/// [`route`]: crate::frontend::assembly::ati::recorder::Recorder::route
pub fn pass_tex_coord_ati(call: &mut Call<'_>, dst: u32, coord: u32, swizzle: u32) -> Result {
    route(call, false, dst, coord, swizzle)
}

pub fn sample_map_ati(call: &mut Call<'_>, dst: u32, interp: u32, swizzle: u32) -> Result {
    route(call, true, dst, interp, swizzle)
}

/// Which half of a pair a command gives.
#[derive(Debug, Clone, Copy)]
enum Half {
    /// With its dstMask.
    Color(u32),
    Alpha,
}

/// ColorFragmentOp and AlphaFragmentOp of as many arguments as there are.
fn operation(
    call: &mut Call<'_>,
    half: Half,
    op: u32,
    dst: u32,
    dst_mod: u32,
    arguments: &[RawArgument],
) -> Result {
    let recorder = call.cx.fragment_shaders.definition()?;
    let opcode = opcode(op, arguments.len())?;
    let (scale, saturate) = destination_modifier(dst_mod)?;
    let operation = Operation {
        opcode,
        register: register(dst)?,
        mask: match half {
            Half::Color(mask) => color_mask(mask)?,
            Half::Alpha => ALPHA_MASK,
        },
        scale,
        saturate,
        arguments: arguments
            .iter()
            .map(|raw| argument(*raw))
            .collect::<Result<_>>()?,
        span: Span::NONE,
    };
    let recorded = match half {
        Half::Color(_) => recorder.color_op(operation),
        Half::Alpha => recorder.alpha_op(operation),
    };
    recorded.map_err(refused)
}

/// `glColorFragmentOp1ATI`: MOV.
#[allow(clippy::too_many_arguments)]
pub fn color_fragment_op1_ati(
    call: &mut Call<'_>,
    op: u32,
    dst: u32,
    dst_mask: u32,
    dst_mod: u32,
    arg1: u32,
    arg1_rep: u32,
    arg1_mod: u32,
) -> Result {
    let arguments = [(arg1, arg1_rep, arg1_mod)];
    operation(call, Half::Color(dst_mask), op, dst, dst_mod, &arguments)
}

/// `glColorFragmentOp2ATI`: ADD, MUL, SUB, DOT3, DOT4.
#[allow(clippy::too_many_arguments)]
pub fn color_fragment_op2_ati(
    call: &mut Call<'_>,
    op: u32,
    dst: u32,
    dst_mask: u32,
    dst_mod: u32,
    arg1: u32,
    arg1_rep: u32,
    arg1_mod: u32,
    arg2: u32,
    arg2_rep: u32,
    arg2_mod: u32,
) -> Result {
    let arguments = [(arg1, arg1_rep, arg1_mod), (arg2, arg2_rep, arg2_mod)];
    operation(call, Half::Color(dst_mask), op, dst, dst_mod, &arguments)
}

/// `glColorFragmentOp3ATI`: MAD, LERP, CND, CND0, DOT2_ADD.
#[allow(clippy::too_many_arguments)]
pub fn color_fragment_op3_ati(
    call: &mut Call<'_>,
    op: u32,
    dst: u32,
    dst_mask: u32,
    dst_mod: u32,
    arg1: u32,
    arg1_rep: u32,
    arg1_mod: u32,
    arg2: u32,
    arg2_rep: u32,
    arg2_mod: u32,
    arg3: u32,
    arg3_rep: u32,
    arg3_mod: u32,
) -> Result {
    let arguments = [
        (arg1, arg1_rep, arg1_mod),
        (arg2, arg2_rep, arg2_mod),
        (arg3, arg3_rep, arg3_mod),
    ];
    operation(call, Half::Color(dst_mask), op, dst, dst_mod, &arguments)
}

/// `glAlphaFragmentOp1ATI`: MOV.
pub fn alpha_fragment_op1_ati(
    call: &mut Call<'_>,
    op: u32,
    dst: u32,
    dst_mod: u32,
    arg1: u32,
    arg1_rep: u32,
    arg1_mod: u32,
) -> Result {
    let arguments = [(arg1, arg1_rep, arg1_mod)];
    operation(call, Half::Alpha, op, dst, dst_mod, &arguments)
}

/// `glAlphaFragmentOp2ATI`: ADD, MUL, SUB, DOT3, DOT4.
#[allow(clippy::too_many_arguments)]
pub fn alpha_fragment_op2_ati(
    call: &mut Call<'_>,
    op: u32,
    dst: u32,
    dst_mod: u32,
    arg1: u32,
    arg1_rep: u32,
    arg1_mod: u32,
    arg2: u32,
    arg2_rep: u32,
    arg2_mod: u32,
) -> Result {
    let arguments = [(arg1, arg1_rep, arg1_mod), (arg2, arg2_rep, arg2_mod)];
    operation(call, Half::Alpha, op, dst, dst_mod, &arguments)
}

/// `glAlphaFragmentOp3ATI`: MAD, LERP, CND, CND0, DOT2_ADD.
#[allow(clippy::too_many_arguments)]
pub fn alpha_fragment_op3_ati(
    call: &mut Call<'_>,
    op: u32,
    dst: u32,
    dst_mod: u32,
    arg1: u32,
    arg1_rep: u32,
    arg1_mod: u32,
    arg2: u32,
    arg2_rep: u32,
    arg2_mod: u32,
    arg3: u32,
    arg3_rep: u32,
    arg3_mod: u32,
) -> Result {
    let arguments = [
        (arg1, arg1_rep, arg1_mod),
        (arg2, arg2_rep, arg2_mod),
        (arg3, arg3_rep, arg3_mod),
    ];
    operation(call, Half::Alpha, op, dst, dst_mod, &arguments)
}

//! The names of registers, mappings, usages, scales, stages and variables (NV_register_combiners section 3.8.12).
//!
//! Each type of the front end has one table. Commands read it in one direction, queries in the other.

use crate::frontend::register_combiners::setup::{MAX_STAGES, Mapping, Register, Scale, Usage};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_TEXTURE_UNITS;
use crate::gl::context::named::{Named, gl_names};
use crate::gl::{GlError, Result};

// Every texture unit must have a register, and the names of stages must be consecutive.
const _: () = assert!(MAX_TEXTURE_UNITS == crate::frontend::register_combiners::lower::TEXTURES);
const _: () = assert!(COMBINER7_NV - COMBINER0_NV + 1 == MAX_STAGES as u32);

gl_names! {
    Mapping {
        UnsignedIdentity = UNSIGNED_IDENTITY_NV,
        UnsignedInvert = UNSIGNED_INVERT_NV,
        ExpandNormal = EXPAND_NORMAL_NV,
        ExpandNegate = EXPAND_NEGATE_NV,
        HalfBiasNormal = HALF_BIAS_NORMAL_NV,
        HalfBiasNegate = HALF_BIAS_NEGATE_NV,
        SignedIdentity = SIGNED_IDENTITY_NV,
        SignedNegate = SIGNED_NEGATE_NV,
    }
}

gl_names! {
    Usage {
        Rgb = RGB,
        Blue = BLUE,
        Alpha = ALPHA,
    }
}

gl_names! {
    Scale {
        One = NONE,
        Two = SCALE_BY_TWO_NV,
        Four = SCALE_BY_FOUR_NV,
        Half = SCALE_BY_ONE_HALF_NV,
    }
}

impl Named for Register {
    fn from_name(name: u32) -> Option<Register> {
        match name {
            ZERO => Some(Register::Zero),
            CONSTANT_COLOR0_NV => Some(Register::Constant0),
            CONSTANT_COLOR1_NV => Some(Register::Constant1),
            FOG => Some(Register::Fog),
            PRIMARY_COLOR_NV => Some(Register::Primary),
            SECONDARY_COLOR_NV => Some(Register::Secondary),
            SPARE0_NV => Some(Register::Spare0),
            SPARE1_NV => Some(Register::Spare1),
            _ => {
                let unit = name.wrapping_sub(TEXTURE0);
                let is_unit = (unit as usize) < MAX_TEXTURE_UNITS;
                is_unit.then_some(Register::Texture(unit as u8))
            }
        }
    }

    fn name(self) -> u32 {
        match self {
            Register::Zero => ZERO,
            Register::Constant0 => CONSTANT_COLOR0_NV,
            Register::Constant1 => CONSTANT_COLOR1_NV,
            Register::Fog => FOG,
            Register::Primary => PRIMARY_COLOR_NV,
            Register::Secondary => SECONDARY_COLOR_NV,
            Register::Spare0 => SPARE0_NV,
            Register::Spare1 => SPARE1_NV,
            Register::Texture(unit) => TEXTURE0 + u32::from(unit),
        }
    }
}

pub(super) fn register(name: u32) -> Result<Register> {
    Register::checked(name, "not a combiner register")
}

/// The register of an output. DISCARD_NV gives `None`.
pub(super) fn output_register(name: u32) -> Result<Option<Register>> {
    if name == DISCARD_NV {
        return Ok(None);
    }
    match register(name)? {
        Register::Zero | Register::Constant0 | Register::Constant1 | Register::Fog => Err(
            GlError::invalid_enum("combiners do not write to this register"),
        ),
        register => Ok(Some(register)),
    }
}

pub(super) fn is_biased(bias: u32) -> Result<bool> {
    match bias {
        NONE => Ok(false),
        BIAS_BY_NEGATIVE_ONE_HALF_NV => Ok(true),
        _ => Err(GlError::invalid_enum("not a bias of outputs")),
    }
}

/// The number of the general combiner with this name.
pub(super) fn stage_number(name: u32) -> Result<usize> {
    let number = name.wrapping_sub(COMBINER0_NV) as usize;
    if number < MAX_STAGES {
        Ok(number)
    } else {
        Err(GlError::invalid_enum("not a general combiner"))
    }
}

/// The number of the variable with this name. There are `count` variables.
pub(super) fn variable_number(name: u32, count: usize) -> Result<usize> {
    let number = name.wrapping_sub(VARIABLE_A_NV) as usize;
    if number < count {
        Ok(number)
    } else {
        Err(GlError::invalid_enum("not a variable of this combiner"))
    }
}

/// Whether a portion is ALPHA.
pub(super) fn is_alpha(portion: u32) -> Result<bool> {
    match portion {
        RGB => Ok(false),
        ALPHA => Ok(true),
        _ => Err(GlError::invalid_enum("the portion is RGB or ALPHA")),
    }
}

/// Returns 0 or 1 for the names of constants.
pub(super) fn constant_number(pname: u32) -> Result<usize> {
    match pname {
        CONSTANT_COLOR0_NV => Ok(0),
        CONSTANT_COLOR1_NV => Ok(1),
        _ => Err(GlError::invalid_enum("not a constant of a combiner stage")),
    }
}

//! Semantics of uniforms: registers of constants, image units, buffers, states of OpenGL.
//!
//! A name that is none of these has no meaning to the compiler: applications use it to find the parameter.

use super::find::{is_one_of, named, split};
use super::table;
use crate::frontend::c_like::cg::profile::{self, Profile, Registers};

/// What the semantic of a uniform names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Register {
    /// `C5`, `register(c5)`: the first register of constants. Several uniforms may have one.
    Constant(u32),
    /// `TEXUNIT2`, `register(s2)`.
    ImageUnit(u32),
    /// `BUFFER[2]`, whose number stands in brackets: of constant buffers. It has no effect on others.
    Buffer,
    /// `state.matrix.mvp` and the like.
    State,
    /// The name of a varying: it is ignored, with a warning (C7021).
    Varying,
    /// A name for applications.
    Name,
}

/// Why a uniform's semantic is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// The register's number is too great; there are this many (C5102).
    Number(u32),
    /// A sampler in a register of constants, or a number in an image unit (C5118).
    WrongKind,
}

impl Refused {
    /// The number of the reference's error.
    pub fn code(self) -> u32 {
        match self {
            Refused::Number(_) => 5102,
            Refused::WrongKind => 5118,
        }
    }
}

/// What a uniform's semantic names in a profile. The only error is a number beyond the registers that the profile has.
pub fn find(profile: &Profile, name: &str) -> Result<Register, Refused> {
    let is_vertex = profile.stage == profile::Stage::Vertex;
    let family = table::of(profile.registers, is_vertex);
    let (letters, number) = split(name);
    let checked = |n: u32, limit: u32| {
        if n < limit {
            Ok(n)
        } else {
            Err(Refused::Number(limit))
        }
    };
    if is_one_of(letters, &["BUFFER"]) {
        return Ok(Register::Buffer);
    }
    // `register(c5)` arrives as `c5`; a name that is only the letter is an application's.
    match number {
        Some(n) if is_one_of(letters, &["C"]) => {
            return checked(n, family.constants).map(Register::Constant);
        }
        Some(n) if is_one_of(letters, &["TEXUNIT", "S"]) => {
            return checked(n, family.image_units.max(1)).map(Register::ImageUnit);
        }
        None if is_one_of(letters, &["TEXUNIT"]) => return Ok(Register::ImageUnit(0)),
        _ => {}
    }
    if name.len() > 6 && name.as_bytes()[..6].eq_ignore_ascii_case(b"state.") {
        return Ok(Register::State);
    }
    let is_varying = profile.registers != Registers::Generic
        && (named(family.inputs, letters).is_some() || named(family.outputs, letters).is_some());
    Ok(if is_varying {
        Register::Varying
    } else {
        Register::Name
    })
}

/// How many registers of constants the profile has, each a vector of four floats; 0 where it has none.
pub fn n_constants(profile: &Profile) -> u32 {
    table::of(profile.registers, profile.stage == profile::Stage::Vertex).constants
}

/// What a uniform's semantic names, checked against its type: a sampler has an image unit, all else registers of
/// constants. Profiles without such registers do not care.
pub fn check(profile: &Profile, name: &str, is_sampler: bool) -> Result<Register, Refused> {
    let register = find(profile, name)?;
    let family = table::of(profile.registers, profile.stage == profile::Stage::Vertex);
    match register {
        Register::Constant(_) if is_sampler && family.constants > 0 => Err(Refused::WrongKind),
        Register::ImageUnit(_) if !is_sampler && family.image_units > 0 => Err(Refused::WrongKind),
        _ => Ok(register),
    }
}

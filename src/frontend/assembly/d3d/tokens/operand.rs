//! Operand tokens.

use super::reader::{Reader, wrong};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::ProgramError;
use crate::ir::Span;

/// The bit that tells operands from statements.
pub(super) const OPERAND: u32 = 1 << 31;
/// The bit of a register whose number is computed.
const RELATIVE: u32 = 1 << 13;

fn register_bits(register: Register) -> u32 {
    let (ty, number) = register.to_token();
    OPERAND | (ty & 7) << 28 | (ty >> 3 & 3) << 11 | number
}

fn relative_bit(index: &Option<Index>) -> u32 {
    if index.is_some() { RELATIVE } else { 0 }
}

/// The token of a source, without its index.
fn source_bits(register: Register, swizzle: Swizzle, modifier: Modifier) -> u32 {
    register_bits(register) | u32::from(swizzle.0) << 16 | (modifier as u32) << 24
}

/// Appends the token of a computed number; before version 2 it is always `a0.x`, without a token.
fn push_index(out: &mut Vec<u32>, index: &Option<Index>, version: Version) {
    if let (Some(index), true) = (index, version.major() >= 2) {
        out.push(source_bits(index.register, index.swizzle, Modifier::None));
    }
}

/// Appends the tokens of a destination.
pub(super) fn push_destination(out: &mut Vec<u32>, d: &Destination, version: Version) {
    let modifiers = u32::from(d.saturate) | u32::from(d.partial) << 1 | u32::from(d.centroid) << 2;
    let shift = d.shift as u32 & 15;
    let bits = u32::from(d.mask) << 16 | modifiers << 20 | shift << 24;
    out.push(register_bits(d.register) | bits | relative_bit(&d.index));
    push_index(out, &d.index, version);
}

/// Appends the tokens of a source.
pub(super) fn push_source(out: &mut Vec<u32>, s: &Source, version: Version) {
    let bits = source_bits(s.register, s.swizzle, s.modifier);
    out.push(bits | relative_bit(&s.index));
    push_index(out, &s.index, version);
}

/// The register of an operand token.
fn register(token: u32, version: Version, span: Span) -> Result<Register, ProgramError> {
    if token & OPERAND == 0 {
        return wrong(token, "operand", span);
    }
    let ty = token >> 28 & 7 | (token >> 11 & 3) << 3;
    match Register::of_token(ty, token & 0x7ff, version) {
        Some(register) => Ok(register),
        None => wrong(token, "register of the version", span),
    }
}

/// Takes the index of an operand whose token says that there is one.
fn index(
    reader: &mut Reader<'_>,
    token: u32,
    version: Version,
    span: Span,
) -> Result<Option<Index>, ProgramError> {
    if token & RELATIVE == 0 {
        return Ok(None);
    }
    let file = register(token, version, span)?.file;
    let of_inputs = version.major() == 3 && matches!(file, File::Input | File::Output);
    if !(of_inputs || file == File::Const && !version.is_pixel()) {
        return wrong(token, "register that is addressed by a number", span);
    }
    if version.major() == 1 {
        return Ok(Some(Index {
            register: Register::new(File::Address, 0),
            swizzle: Swizzle::replicate(0),
        }));
    }
    let span = reader.span();
    let token = reader.word()?;
    let register = register(token, version, span)?;
    let plain = token & (0xf << 24 | RELATIVE | 0xc000) == 0;
    if !matches!(register.file, File::Address | File::Loop) || !plain {
        return wrong(token, "address register", span);
    }
    let swizzle = Swizzle((token >> 16) as u8);
    Ok(Some(Index { register, swizzle }))
}

/// Takes a destination.
pub(super) fn destination(
    reader: &mut Reader<'_>,
    version: Version,
) -> Result<Destination, ProgramError> {
    let span = reader.span();
    let token = reader.word()?;
    let register = register(token, version, span)?;
    // A shift of four bits with its sign.
    let shift = ((token >> 24 & 15) as i8) << 4 >> 4;
    if !(-3..=3).contains(&shift) {
        return wrong(token, "destination: its shift is out of range", span);
    }
    if token & (1 << 23 | 0xc000) != 0 {
        return wrong(token, "destination: reserved bits are set", span);
    }
    let bit = |n: u32| token >> n & 1 != 0;
    Ok(Destination {
        register,
        index: index(reader, token, version, span)?,
        mask: (token >> 16 & 15) as u8,
        saturate: bit(20),
        partial: bit(21),
        centroid: bit(22),
        shift,
    })
}

/// Takes a source.
pub(super) fn source(reader: &mut Reader<'_>, version: Version) -> Result<Source, ProgramError> {
    let span = reader.span();
    let token = reader.word()?;
    let register = register(token, version, span)?;
    let Some(modifier) = Modifier::ALL.get((token >> 24 & 15) as usize) else {
        return wrong(token, "source: its modifier is unknown", span);
    };
    if token & 0xc000 != 0 {
        return wrong(token, "source: reserved bits are set", span);
    }
    Ok(Source {
        register,
        index: index(reader, token, version, span)?,
        swizzle: Swizzle((token >> 16) as u8),
        modifier: *modifier,
    })
}

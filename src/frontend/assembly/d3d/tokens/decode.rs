//! Tokens as a shader. The bytes are untrusted: each word is checked before it is used.

use super::operand::{OPERAND, destination, source};
use super::reader::{Reader, fail, wrong};
use super::{COMMENT, DCL, DEF, DEFB, DEFI, END};
use crate::frontend::assembly::d3d::MAX_TOKEN_BYTES;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use smallvec::SmallVec;

/// Reads a stream of at most [`MAX_TOKEN_BYTES`] bytes up to its end token; what follows is not read ("Direct3D Shader
/// Codes"). Spans are offsets of bytes. The rules of instructions are checked by `check`.
///
/// Refused are unknown versions, tokens and registers, set bits that the version lacks, wrong lengths, and a stream
/// that ends early.
pub fn decode(bytes: &[u8]) -> Result<Shader, ProgramError> {
    if bytes.len() > MAX_TOKEN_BYTES {
        let limit = MAX_TOKEN_BYTES;
        let (kind, span) = (ErrorKind::TextTooLong { limit }, Span::new(limit, limit));
        return Err(ProgramError { kind, span });
    }
    // The first token is the version, which says how the others are read.
    let mut reader = Reader::new(bytes);
    let span = reader.span();
    let token = reader.word()?;
    let Some(version) = Version::of_token(token) else {
        return wrong(token, "version of a shader", span);
    };
    let mut statements = Vec::new();
    loop {
        let span = reader.span();
        let token = reader.word()?;
        if token == END {
            return Ok(Shader {
                version,
                statements,
                end: span,
            });
        }
        let before = reader.taken();
        let item = statement(&mut reader, token, span, version)?;
        let is_comment = matches!(item, Item::Comment(_));
        // From version 2 on, an instruction gives its own length, which must be the one that its operands have.
        if version.major() >= 2 && !is_comment {
            let (found, expected) = (token >> 24 & 15, (reader.taken() - before) as u32);
            if found != expected {
                return fail(D3dRule::Length { found, expected }, span);
            }
        }
        statements.push(Statement { item, span });
    }
}

fn statement(
    reader: &mut Reader<'_>,
    token: u32,
    span: Span,
    version: Version,
) -> Result<Item, ProgramError> {
    if token >> 31 != 0 {
        return wrong(token, "statement", span);
    }
    let opcode = token & 0xffff;
    if opcode == COMMENT {
        return Ok(Item::Comment(reader.words((token >> 16) as usize)?));
    }
    let plain = token & 0x70ff_0000 == 0 && (version.major() >= 2 || token >> 24 == 0);
    let declares = !(version.is_pixel() && version.major() == 1);
    match opcode {
        DCL if plain && declares => Ok(Item::Declaration(declaration(reader, version)?)),
        DEF | DEFI | DEFB if plain => definition(reader, opcode, version),
        _ => Ok(Item::Instruction(instruction(
            reader, token, span, version,
        )?)),
    }
}

fn declaration(reader: &mut Reader<'_>, version: Version) -> Result<Declaration, ProgramError> {
    let span = reader.span();
    let token = reader.word()?;
    if token & OPERAND == 0 {
        return wrong(token, "declaration", span);
    }
    let destination = destination(reader, version)?;
    if destination.index.is_some() || destination.shift != 0 || destination.saturate {
        return wrong(token, "declaration of this register", span);
    }
    // The file of the register says which fields count.
    if destination.register.file == File::Sampler {
        let mut kinds = TextureKind::ALL.into_iter();
        let kind = kinds.find(|k| *k as u32 == token >> 27 & 15);
        return match kind {
            Some(kind) if token & 0x07ff_ffff == 0 => Ok(Declaration::Sampler(kind, destination)),
            _ => wrong(token, "kind of texture", span),
        };
    }
    let usage = Usage::ALL.get((token & 31) as usize);
    let Some(usage) = usage.filter(|_| token & 0x7ff0_ffe0 == 0) else {
        return wrong(token, "usage of a register", span);
    };
    let plain = match destination.register.file {
        File::WindowPosition | File::Face => token & 0xf_001f == 0,
        _ => version.is_pixel() && version.major() < 3,
    };
    if plain {
        return match token & 0xf_001f {
            0 => Ok(Declaration::Plain(destination)),
            _ => wrong(token, "declaration of a register without usage", span),
        };
    }
    let index = (token >> 16 & 15) as u8;
    Ok(Declaration::Register(*usage, index, destination))
}

fn definition(
    reader: &mut Reader<'_>,
    opcode: u32,
    version: Version,
) -> Result<Item, ProgramError> {
    let span = reader.span();
    let destination = destination(reader, version)?;
    let (file, n) = match opcode {
        DEF => (File::Const, 4),
        DEFI => (File::ConstInt, 4),
        _ => (File::ConstBool, 1),
    };
    if destination != Destination::plain(Register::new(file, destination.register.number)) {
        let rule = "it defines a whole constant of its kind";
        return fail(D3dRule::Definition(rule), span);
    }
    let mut words = [0; 4];
    for word in &mut words[..n] {
        *word = reader.word()?;
    }
    if file == File::ConstBool {
        words[0] = u32::from(words[0] != 0);
    }
    let register = destination.register;
    Ok(Item::Definition(Definition { register, words }))
}

fn instruction(
    reader: &mut Reader<'_>,
    token: u32,
    span: Span,
    version: Version,
) -> Result<Instruction, ProgramError> {
    let control = (token >> 16) as u8;
    let (coissue, predicated) = (token >> 30 & 1 != 0, token >> 28 & 1 != 0);
    let info = Opcode::of_token(token as u16, control, version);
    // Bits that the version does not have must be 0.
    let allowed = (!coissue || version.is_pixel() && version.major() == 1)
        && (!predicated || version.is_extended())
        && token >> 29 & 1 == 0
        && (version.major() >= 2 || token >> 24 & 15 == 0);
    let Some(info) = info.filter(|_| allowed) else {
        return wrong(token, "instruction of the version", span);
    };
    // Operands follow in this order: destination, predicate, sources.
    let written = match info.shape.destination {
        true => Some(destination(reader, version)?),
        false => None,
    };
    let predicate = match predicated {
        true => Some(source(reader, version)?),
        false => None,
    };
    let mut sources = SmallVec::new();
    for _ in 0..info.shape.sources {
        sources.push(source(reader, version)?);
    }
    // The control byte is a comparison where the opcode does not use it to tell instructions apart.
    let mut comparisons = Comparison::ALL.into_iter();
    let comparison = comparisons.find(|c| info.control.is_none() && *c as u8 == control);
    Ok(Instruction {
        opcode: info.opcode,
        comparison,
        coissue,
        predicate,
        destination: written,
        sources,
    })
}

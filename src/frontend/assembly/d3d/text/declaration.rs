//! `dcl`, `def`, `defi` and `defb` of texts.

use super::lexer::{Lexer, Token};
use super::number;
use super::operand::{destination, fail};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::ir::Span;

/// What a word after `dcl` may name: a usage with its index, or a kind of texture.
enum Meaning {
    Plain,
    Usage(Usage, u8),
    Kind(TextureKind),
}

/// Takes a declaration whose mnemonic was this word.
pub(super) fn declaration(
    lexer: &mut Lexer<'_>,
    word: &str,
    span: Span,
    version: Version,
) -> Result<Declaration, ProgramError> {
    let unknown = || {
        let (name, version) = (word.to_owned(), version.name());
        fail(D3dRule::Suffix { name, version }, span)
    };
    let pixel = version.is_pixel();
    let (mut meaning, mut partial, mut centroid) = (Meaning::Plain, false, false);
    // After `dcl` come a usage or a kind of texture, and `_pp` and `_centroid` of pixel shaders.
    for (n, part) in word.split('_').skip(1).enumerate() {
        match part {
            "pp" if pixel && !partial => partial = true,
            "centroid" if pixel && !centroid => centroid = true,
            _ => match meaning_of(part, version) {
                Some(found) if n == 0 => meaning = found,
                _ => return unknown(),
            },
        }
    }
    // Only pixel shaders declare a register without saying what it means.
    if matches!(meaning, Meaning::Plain) && !pixel {
        return unknown();
    }
    let mut destination = destination(lexer, version)?;
    destination.partial = partial;
    destination.centroid = centroid;
    Ok(match meaning {
        Meaning::Plain => Declaration::Plain(destination),
        Meaning::Usage(usage, index) => Declaration::Register(usage, index, destination),
        Meaning::Kind(kind) => Declaration::Sampler(kind, destination),
    })
}

fn meaning_of(part: &str, version: Version) -> Option<Meaning> {
    let samples = version.major() == 3 || version.is_pixel();
    let kind = TextureKind::ALL.into_iter().find(|k| k.name() == part);
    if let (Some(kind), true) = (kind, samples) {
        return Some(Meaning::Kind(kind));
    }
    if version.is_pixel() && version.major() < 3 {
        return None;
    }
    let name = part.trim_end_matches(|c: char| c.is_ascii_digit());
    let usage = Usage::ALL.into_iter().find(|u| u.name() == name)?;
    let digits = &part[name.len()..];
    let index = match digits {
        "" => 0,
        digits => digits.parse().ok().filter(|n| *n < 16)?,
    };
    // A pixel shader has no position of its vertices.
    let is_position = matches!((usage, index), (Usage::Position, 0)) && version.is_pixel();
    (!is_position).then_some(Meaning::Usage(usage, index))
}

/// Takes a definition whose mnemonic was this word.
pub(super) fn definition(
    lexer: &mut Lexer<'_>,
    word: &str,
    version: Version,
) -> Result<Definition, ProgramError> {
    let at = lexer.span;
    let destination = destination(lexer, version)?;
    let (file, message) = match word {
        "def" => (File::Const, "def defines a whole register c#"),
        "defi" => (File::ConstInt, "defi defines a whole register i#"),
        _ => (File::ConstBool, "defb defines a register b#"),
    };
    let is_whole = destination.mask == 15 && destination.index.is_none();
    if destination.register.file != file || !is_whole {
        return fail(D3dRule::Definition(message), at);
    }
    let mut words = [0; 4];
    let n = if word == "defb" { 1 } else { 4 };
    for value in &mut words[..n] {
        lexer.mark(b',', "\",\"")?;
        *value = match word {
            "def" => number::float(lexer)?,
            "defi" => number::integer(lexer)?,
            _ => truth(lexer)?,
        };
    }
    let register = destination.register;
    Ok(Definition { register, words })
}

fn truth(lexer: &mut Lexer<'_>) -> Result<u32, ProgramError> {
    let value = match lexer.next {
        Token::Word("true") => 1,
        Token::Word("false") => 0,
        _ => return lexer.expected("\"true\" or \"false\""),
    };
    lexer.advance()?;
    Ok(value)
}

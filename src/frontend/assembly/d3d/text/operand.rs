//! Operands of texts.

use super::lexer::{Lexer, Token};
use super::number::integer_of;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// Fails with a rule at a place.
pub(super) fn fail<T>(rule: D3dRule, span: Span) -> Result<T, ProgramError> {
    let kind = ErrorKind::D3d(rule);
    Err(ProgramError { kind, span })
}

fn no_register<T>(name: &str, span: Span, version: Version) -> Result<T, ProgramError> {
    let (name, version) = (name.to_owned(), version.name());
    fail(D3dRule::NoRegister { name, version }, span)
}

/// The number of a component's letter.
fn component(letter: u8) -> Option<u8> {
    let at = |letters: &[u8]| letters.iter().position(|l| *l == letter);
    at(b"xyzw").or(at(b"rgba")).map(|c| c as u8)
}

/// A write mask: components in order, each once.
fn mask(word: &str, span: Span) -> Result<u8, ProgramError> {
    let mut mask = 0u8;
    for letter in word.bytes() {
        match component(letter) {
            Some(c) if mask >> c == 0 => mask |= 1 << c,
            _ => return fail(D3dRule::Mask(word.to_owned()), span),
        }
    }
    Ok(mask)
}

/// A swizzle of one to four components; the last one is repeated.
fn swizzle(word: &str, span: Span) -> Result<Swizzle, ProgramError> {
    let components: Option<Vec<u8>> = word.bytes().map(component).collect();
    match components.as_deref() {
        Some(letters @ [.., last]) if letters.len() <= 4 => {
            let all = (0..4).map(|c| *letters.get(c).unwrap_or(last));
            let bits = all.enumerate();
            Ok(Swizzle(bits.fold(0, |bits, (c, n)| bits | n << (2 * c))))
        }
        _ => fail(D3dRule::Swizzle(word.to_owned()), span),
    }
}

/// Takes `.` and the word after it, if they are next.
fn selector<'t>(
    lexer: &mut Lexer<'t>,
    file: File,
) -> Result<Option<(&'t str, Span)>, ProgramError> {
    if !lexer.accept(b'.')? {
        return Ok(None);
    }
    // Integers may be named with all of their components, which selects none.
    let whole = file == File::ConstInt && lexer.next == Token::Word("xyzw");
    if file.is_scalar() && !whole {
        return fail(D3dRule::Scalar(file.name()), lexer.span);
    }
    lexer.word("components").map(Some)
}

/// Takes a register: its name, and `[…]` after it. `name` may lack its number where brackets follow.
fn register(
    lexer: &mut Lexer<'_>,
    name: &str,
    span: Span,
    version: Version,
) -> Result<(Register, Option<Index>), ProgramError> {
    // Without brackets the name is all there is.
    if lexer.next != Token::Mark(b'[') {
        let Some(found) = Register::named(name, version) else {
            return no_register(name, span, version);
        };
        return Ok((found, None));
    }
    // With brackets the name may lack its number, which is 0 then.
    let digits = name.ends_with(|c: char| c.is_ascii_digit());
    let full = if digits {
        name.to_owned()
    } else {
        format!("{name}0")
    };
    // Only some files have an index, and only in some versions.
    let indexed = |file| {
        let of_inputs = version.major() == 3 && matches!(file, File::Input | File::Output);
        of_inputs || file == File::Const && !version.is_pixel()
    };
    let Some(mut found) = Register::named(&full, version).filter(|r| indexed(r.file)) else {
        return no_register(&format!("{name}[...]"), span, version);
    };
    // The number within brackets adds to that of the name, and must be one that the version has.
    let (index, offset) = index(lexer, version)?;
    let number = found.number.checked_add(offset);
    match number.filter(|n| *n < version.count(found.file)) {
        Some(number) => found.number = number,
        None => return no_register(&format!("{name}[...]"), span, version),
    }
    Ok((found, index))
}

/// Takes `[a0.x + 3]`: numbers, and at most one register.
fn index(lexer: &mut Lexer<'_>, version: Version) -> Result<(Option<Index>, u32), ProgramError> {
    lexer.mark(b'[', "\"[\"")?;
    let (mut index, mut offset) = (None, 0u32);
    loop {
        // The summands may come in any order.
        match lexer.next {
            Token::Number(text) => {
                let Some(n) = integer_of(text) else {
                    return lexer.expected("an integer");
                };
                let Some(sum) = offset.checked_add(n) else {
                    let (kind, span) = (ErrorKind::NumberTooLarge, lexer.span);
                    return Err(ProgramError { kind, span });
                };
                offset = sum;
                lexer.advance()?;
            }
            Token::Word(word) if index.is_none() => {
                let span = lexer.span;
                let Some(register) = Register::named(word, version) else {
                    return no_register(word, span, version);
                };
                lexer.advance()?;
                let swizzle = match selector(lexer, register.file)? {
                    Some((word, span)) => swizzle(word, span)?,
                    None => Swizzle::IDENTITY,
                };
                index = Some(Index { register, swizzle });
            }
            _ => return lexer.expected("a number, or one address register"),
        }
        if !lexer.accept(b'+')? {
            break;
        }
    }
    lexer.mark(b']', "\"]\"")?;
    Ok((index, offset))
}

/// Takes a destination.
pub(super) fn destination(
    lexer: &mut Lexer<'_>,
    version: Version,
) -> Result<Destination, ProgramError> {
    let (name, span) = lexer.word("a register")?;
    let (register, index) = register(lexer, name, span, version)?;
    let mask = match selector(lexer, register.file)? {
        Some((word, span)) => mask(word, span)?,
        None => 15,
    };
    Ok(Destination {
        index,
        mask,
        ..Destination::plain(register)
    })
}

/// Takes a source.
pub(super) fn source(lexer: &mut Lexer<'_>, version: Version) -> Result<Source, ProgramError> {
    let first = lexer.span;
    let before = prefix(lexer, version)?;
    let (word, span) = lexer.word("a register")?;
    // A modifier follows the name.
    let (name, after) = match word.find('_') {
        Some(at) => word.split_at(at),
        None => (word, ""),
    };
    let modifier = modifier(before, after, version, (first, span))?;
    let (register, index) = register(lexer, name, span, version)?;
    let swizzle = match selector(lexer, register.file)? {
        Some((word, span)) => swizzle(word, span)?,
        None => Swizzle::IDENTITY,
    };
    Ok(Source {
        register,
        index,
        swizzle,
        modifier,
    })
}

/// Takes `-`, `1-` or `!`.
fn prefix(lexer: &mut Lexer<'_>, version: Version) -> Result<&'static str, ProgramError> {
    if lexer.accept(b'-')? {
        return Ok("-");
    }
    if lexer.accept(b'!')? {
        return Ok("!");
    }
    if lexer.next == Token::Number("1") {
        let span = lexer.span;
        lexer.advance()?;
        lexer.mark(b'-', "\"-\" of a complement")?;
        if version.major() > 1 || !version.is_pixel() {
            let what = "complement \"1-\"";
            let version = version.name();
            return fail(D3dRule::Feature { what, version }, span);
        }
        return Ok("1-");
    }
    Ok("")
}

/// The modifier of what stands before and after a name.
fn modifier(
    before: &str,
    after: &str,
    version: Version,
    (first, span): (Span, Span),
) -> Result<Modifier, ProgramError> {
    let after = match after {
        "_db" => "_dz",
        "_da" => "_dw",
        after => after,
    };
    let of_version = match after {
        "" => true,
        "_abs" => version.major() == 3,
        _ => version.is_pixel() && version.major() == 1,
    };
    let mut known = Modifier::ALL.into_iter();
    match known.find(|m| m.affixes() == (before, after)) {
        Some(modifier) if of_version => Ok(modifier),
        _ if before == "1-" && of_version => fail(D3dRule::ComplementAlone, first),
        _ => {
            let (name, version) = (after.to_owned(), version.name());
            fail(D3dRule::SourceModifier { name, version }, span)
        }
    }
}

//! Numbers of definitions.

use super::lexer::{Lexer, Token};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};

/// Takes a float, an integer as one, or a special value, with its sign. Returns its bits.
pub(super) fn float(lexer: &mut Lexer<'_>) -> Result<u32, ProgramError> {
    let negative = sign(lexer)?;
    let Token::Number(text) = lexer.next else {
        return lexer.expected("a number");
    };
    let Some(value) = float_of(text) else {
        return too_large(lexer);
    };
    lexer.advance()?;
    Ok(if negative { value ^ 1 << 31 } else { value })
}

/// Takes an integer with its sign. Returns its bits.
pub(super) fn integer(lexer: &mut Lexer<'_>) -> Result<u32, ProgramError> {
    let negative = sign(lexer)?;
    let Token::Number(text) = lexer.next else {
        return lexer.expected("an integer");
    };
    let Some(value) = integer_of(text) else {
        return if text.bytes().all(|b| b.is_ascii_digit()) {
            too_large(lexer)
        } else {
            lexer.expected("an integer")
        };
    };
    lexer.advance()?;
    Ok(if negative {
        value.wrapping_neg()
    } else {
        value
    })
}

fn too_large<T>(lexer: &Lexer<'_>) -> Result<T, ProgramError> {
    let (kind, span) = (ErrorKind::NumberTooLarge, lexer.span);
    Err(ProgramError { kind, span })
}

fn sign(lexer: &mut Lexer<'_>) -> Result<bool, ProgramError> {
    let negative = lexer.accept(b'-')?;
    if !negative {
        lexer.accept(b'+')?;
    }
    Ok(negative)
}

/// A decimal, octal (`010`) or hexadecimal integer.
pub(super) fn integer_of(text: &str) -> Option<u32> {
    if let Some(hex) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return u32::from_str_radix(hex, 16).ok();
    }
    match text.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => u32::from_str_radix(octal, 8).ok(),
        _ => text.parse().ok(),
    }
}

/// The bits of a float. Special values have the bits that Microsoft's assembler gives them.
fn float_of(text: &str) -> Option<u32> {
    if let Some((_, special)) = text.split_once('#') {
        return match special {
            "INF" => Some(0x7f80_0000),
            "IND" => Some(0xffc0_0000),
            "QNAN" => Some(0x7fe0_0000),
            _ => None,
        };
    }
    if !text.contains(['.', 'e', 'E']) || text.starts_with("0x") || text.starts_with("0X") {
        return integer_of(text).map(|n| (f64::from(n) as f32).to_bits());
    }
    let digits = text.trim_end_matches(['f', 'F', 'h', 'H']);
    let value: f64 = digits.parse().ok()?;
    Some((value as f32).to_bits())
}

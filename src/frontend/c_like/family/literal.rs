//! Numbers: decimal, octal and hexadecimal, with the suffixes of kinds.

use crate::frontend::c_like::grammar;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::ExpressionKind;
use crate::frontend::c_like::types::Scalar;
use crate::frontend::diagnostic::ErrorKind;
use std::borrow::Cow;

/// The kinds that a language gives to numbers.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Kinds {
    /// Suffixes in small letters, `u` first.
    pub(in crate::frontend::c_like) suffixes: &'static [(&'static str, Scalar)],
    /// Of a whole number without a suffix.
    pub(in crate::frontend::c_like) whole: Scalar,
    /// Of one that no int holds.
    pub(in crate::frontend::c_like) large: Scalar,
    /// Of a real number without a suffix.
    pub(in crate::frontend::c_like) real: Scalar,
    /// Of a real number with the suffix `l`, where a whole one has another kind.
    pub(in crate::frontend::c_like) long_real: Option<Scalar>,
    /// Whether a real number that is too large is infinite, and a whole one keeps its last 32 bits.
    pub(in crate::frontend::c_like) has_no_limit: bool,
}

fn refused(rule: Shading) -> ErrorKind {
    ErrorKind::CLike(Rule::Shading(rule))
}

/// The value of a number. Without a suffix it is a constant that takes the kind of its use.
pub(in crate::frontend::c_like) fn number(
    kinds: &Kinds,
    text: &str,
) -> Result<(ExpressionKind, Scalar), ErrorKind> {
    // A character in quotes is an integer, whose type is that of whole numbers.
    if let Some(quoted) = text.strip_prefix('\'') {
        return Ok((ExpressionKind::Integer(character(quoted)), kinds.whole));
    }
    let is_lower = !text.bytes().any(|c| c.is_ascii_uppercase());
    let lower = match is_lower {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.to_ascii_lowercase()),
    };
    if let Some(rest) = lower.strip_prefix("0x") {
        let end = rest
            .find(|c: char| !c.is_ascii_hexdigit())
            .unwrap_or(rest.len());
        return integer(kinds, &rest[..end], 16, &rest[end..], text);
    }
    // A point, an exponent or a suffix of real numbers makes the number real.
    let end = number_end(&lower);
    let (digits, suffix) = lower.split_at(end);
    if digits.bytes().any(|c| matches!(c, b'.' | b'e')) {
        return real(kinds, digits, suffix, text);
    }
    if suffix_of(kinds, suffix).is_some_and(Scalar::is_real) {
        return real(kinds, digits, suffix, text);
    }
    // A zero before other digits makes it octal, as in C.
    match digits.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => {
            if let Some(c) = octal.chars().find(|c| matches!(c, '8' | '9')) {
                return Err(refused(Shading::OctalDigit(c)));
            }
            integer(kinds, octal, 8, suffix, text)
        }
        _ => integer(kinds, digits, 10, suffix, text),
    }
}

/// The number of a character, after its opening quote.
fn character(quoted: &str) -> i64 {
    let inner = quoted.strip_suffix('\'').unwrap_or(quoted);
    let c = grammar::character(inner.as_bytes());
    i64::from(c.unwrap_or_default() as i8)
}

/// The end of the digits, the point and the exponent.
fn number_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default().iter();
        rest.take_while(|c| c.is_ascii_digit()).count()
    };
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end += 1 + digits(end + 1);
    }
    if bytes.get(end) == Some(&b'e') {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}

/// The kind that a suffix in small letters gives. A `u` may stand anywhere in it, and more than once.
fn suffix_of(kinds: &Kinds, suffix: &str) -> Option<Scalar> {
    let is_unsigned = suffix.contains('u');
    let is_it = |known: &str| {
        let width = known.strip_prefix('u');
        let letters = suffix.bytes().filter(|c| *c != b'u');
        width.is_some() == is_unsigned && width.unwrap_or(known).bytes().eq(letters)
    };
    let mut all = kinds.suffixes.iter();
    all.find(|(known, _)| is_it(known)).map(|(_, kind)| *kind)
}

fn integer(
    kinds: &Kinds,
    digits: &str,
    radix: u32,
    suffix: &str,
    text: &str,
) -> Result<(ExpressionKind, Scalar), ErrorKind> {
    let value = u64::from_str_radix(digits, radix);
    let value = match value {
        Err(_) if kinds.has_no_limit => u64::MAX,
        value => value.map_err(|_| refused(Shading::IntegerTooLarge))?,
    };
    let scalar = match suffix {
        "" if i32::try_from(value).is_err() => kinds.large,
        "" => kinds.whole,
        _ => suffix_of(kinds, suffix)
            .ok_or_else(|| ErrorKind::CLike(Rule::Number(text.chars().take(40).collect())))?,
    };
    let fits = scalar.is_wide() || value <= u32::MAX.into() || kinds.has_no_limit;
    if !fits {
        return Err(refused(Shading::IntegerTooLarge));
    }
    let value = if scalar.is_wide() {
        value as i64
    } else {
        (value as u32 as i32).into()
    };
    Ok((ExpressionKind::Integer(value), scalar))
}

fn real(
    kinds: &Kinds,
    digits: &str,
    suffix: &str,
    text: &str,
) -> Result<(ExpressionKind, Scalar), ErrorKind> {
    let malformed = || ErrorKind::CLike(Rule::Number(text.chars().take(40).collect()));
    let scalar = match suffix {
        "" => kinds.real,
        "l" if let Some(kind) = kinds.long_real => kind,
        _ => suffix_of(kinds, suffix).ok_or_else(malformed)?,
    };
    let single = digits.parse::<f32>().map_err(|_| malformed())?;
    let double = digits.parse::<f64>().map_err(|_| malformed())?;
    let is_long = double.is_infinite() || single.is_infinite() && scalar != Scalar::Double;
    if is_long && !kinds.has_no_limit {
        return Err(refused(Shading::RealTooLarge));
    }
    Ok((ExpressionKind::Real(single, double), scalar))
}

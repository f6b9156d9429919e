//! Splits the numbers of the preprocessor (ISO C 6.4.8) into those of the language, and what follows them: `1..xxx` is `1.` and `.xxx`.

use crate::frontend::diagnostic::syntax::SyntaxFault;

/// The letters of which one may follow a real number, and a whole one to make it real.
const REAL_SUFFIXES: &[u8] = b"fFhHxX";
/// The letters of which one may follow a whole number, with any number of `u` beside it.
const WIDTH_SUFFIXES: &[u8] = b"lst";

/// A number of fewer digits before its point is no number beyond the largest float, which has 39.
const SMALL: usize = 39;

/// The number that begins a text.
pub(super) struct Number {
    /// Its bytes, at least one.
    pub(super) length: usize,
    pub(super) fault: Option<SyntaxFault>,
}

/// Reads the number that begins the text, which begins with a digit or with `.` and a digit.
pub(super) fn number(text: &str) -> Number {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    if at(0) == b'0' && at(1) | 0x20 == b'x' {
        return hexadecimal(text);
    }
    // Measures the number: digits, a fraction, an exponent. A fraction or an exponent makes it real.
    let whole = digits(bytes, 0);
    let mut length = whole;
    let mut is_real = false;
    let mut has_exponent = false;
    if at(length) == b'.' {
        length += 1 + digits(bytes, length + 1);
        is_real = true;
    }
    if at(length) | 0x20 == b'e' {
        let sign = usize::from(matches!(at(length + 1), b'+' | b'-'));
        let exponent = digits(bytes, length + 1 + sign);
        length += 1 + sign + exponent;
        (is_real, has_exponent) = (true, true);
        if exponent == 0 {
            let fault = Some(SyntaxFault::Exponent(text[..length].into()));
            return Number { length, fault };
        }
    }
    // Digits alone are an integer, unless a suffix of real numbers follows.
    let n_suffix = real_suffix(&bytes[length..]);
    if !is_real && n_suffix == 0 {
        return integer(text, length);
    }
    // A real number beyond the largest float is refused, which one of few digits without an exponent cannot be. The suffix
    // belongs to the number, but not to its value.
    let is_small = whole < SMALL && !has_exponent;
    let fault = (!is_small && is_too_large(&text[..length]))
        .then(|| SyntaxFault::RealTooLarge(text[..length].to_owned()));
    length += n_suffix;
    Number { length, fault }
}

/// Whether a real number is beyond the largest float.
fn is_too_large(text: &str) -> bool {
    let value: f64 = text.parse().unwrap_or(0.0);
    value > f64::from(f32::MAX)
}

/// The letters of a real number's suffix that begin the text: one, or `lf`.
fn real_suffix(text: &[u8]) -> usize {
    match text {
        [b'l' | b'L', b'f' | b'F', ..] => 2,
        [c, ..] if REAL_SUFFIXES.contains(c) => 1,
        _ => 0,
    }
}

fn hexadecimal(text: &str) -> Number {
    let digits = text.as_bytes()[2..].iter();
    let length = 2 + digits.take_while(|c| c.is_ascii_hexdigit()).count();
    if length == 2 {
        let fault = Some(SyntaxFault::NoDigits(text[..length].into()));
        return Number { length, fault };
    }
    let mut number = suffix(text, length);
    if !fits(&text[2..length], 16, &text[length..number.length]) {
        number.fault = Some(SyntaxFault::IntegerTooLarge(text[..length].into()));
    }
    number
}

/// A whole number with this many digits, and its suffix.
fn integer(text: &str, length: usize) -> Number {
    let written = &text[..length];
    let mut number = suffix(text, length);
    let is_octal = written.len() > 1 && written.starts_with('0');
    let radix = if is_octal { 8 } else { 10 };
    let bad = written.bytes().find(|c| is_octal && *c > b'7');
    if bad.is_some() {
        number.fault = Some(SyntaxFault::OctalDigit(written.into()));
    } else if !fits(written, radix, &text[length..number.length]) {
        number.fault = Some(SyntaxFault::IntegerTooLarge(written.into()));
    }
    number
}

/// Whether the kind of a suffix holds the digits of a whole number. That of `l` holds the numbers of `ul`, too.
fn fits(digits: &str, radix: u32, suffix: &str) -> bool {
    // The letters may stand in any order.
    let has = |letter: u8| suffix.bytes().any(|c| c | 0x20 == letter);
    let most = match (has(b't'), has(b's'), has(b'l'), has(b'u')) {
        (true, _, _, false) => 0x7f,
        (true, _, _, true) => 0xff,
        (_, true, _, false) => 0x7fff,
        (_, true, _, true) => 0xffff,
        (_, _, true, _) => u64::MAX,
        _ => u32::MAX.into(),
    };
    u64::from_str_radix(digits, radix).is_ok_and(|n| n <= most)
}

/// Takes the letters after a whole number of this length: they all belong to it.
fn suffix(text: &str, mut length: usize) -> Number {
    let mut has_width = false;
    let mut fault = None;
    while let Some(&c) = text.as_bytes().get(length)
        && c.is_ascii_alphabetic()
    {
        let small = c.to_ascii_lowercase();
        let is_width = WIDTH_SUFFIXES.contains(&small);
        if (small != b'u' && !is_width || is_width && has_width) && fault.is_none() {
            fault = Some(SyntaxFault::Suffix(c as char));
        }
        has_width |= is_width;
        length += 1;
    }
    Number { length, fault }
}

fn digits(text: &[u8], from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    rest.iter().take_while(|c| c.is_ascii_digit()).count()
}

/// The letters after a whole number that no 32 bits hold and that no letter says to be unsigned; `None` of other numbers.
pub(super) fn after_long(text: &str) -> Option<&str> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match hexadecimal {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    let is_end = |c: char| !c.is_digit(radix);
    let (digits, rest) = digits.split_at(digits.find(is_end).unwrap_or(digits.len()));
    // A fraction or an exponent makes a number real.
    let is_other = rest.starts_with(['.', 'u', 'U', 'l', 'L', '8', '9'])
        || radix == 10 && rest.starts_with(['e', 'E']);
    let is_long = digits.len() > 7 && u32::from_str_radix(digits, radix).is_err();
    (is_long && !is_other).then_some(rest)
}

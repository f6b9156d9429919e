//! Integers of conditions and of `#line`.

use super::Mode;
use super::condition::Value;
use super::state::Preprocessor;
use crate::frontend::diagnostic::preprocessor::Fault;
use crate::ir::Span;

impl Preprocessor<'_, '_> {
    /// The value of a number of `#line`; `None` where it is no integer.
    pub(super) fn integer(&mut self, text: &str, span: Span) -> Option<u64> {
        let (digits, radix) = digits(text.trim_end_matches(['u', 'U']));
        if !digits.bytes().all(|c| (c as char).is_digit(radix)) || digits.is_empty() {
            return None;
        }
        Some(self.fold(digits, radix, span).0)
    }

    /// The value of a number in a condition. What is none is reported, and has a value nevertheless.
    pub(super) fn condition_number(&mut self, text: &str, span: Span) -> Option<Value> {
        let (number, radix) = digits(text);
        let is_digit = |c: char| match radix {
            16 => c.is_ascii_hexdigit(),
            _ => c.is_ascii_digit(),
        };
        let (number, suffix) = match number.find(|c| !is_digit(c)) {
            Some(end) => number.split_at(end),
            None => (number, ""),
        };
        if radix == 16 && number.is_empty() {
            self.error(Fault::NoHexadecimalDigit, span);
        }
        // Errors at one place are reported once; a suffix has its own.
        let at = span.start as usize + text.len() - suffix.len();
        let suffix_span = Span::new(at, span.end as usize);
        let is_unsigned = match self.suffix(suffix) {
            Suffix::Integer { is_unsigned } => is_unsigned,
            Suffix::OtherType => {
                self.error(Fault::ConditionNumber(text.into()), span);
                return None;
            }
            Suffix::Unknown => {
                self.error(Fault::Suffix(suffix.into()), suffix_span);
                false
            }
        };
        let (bits, is_large) = self.fold(number, radix, span);
        let is_unsigned = self.options.mode == Mode::C && (is_unsigned || is_large);
        Some(Value {
            bits: self.wrap(bits as i64),
            is_unsigned,
        })
    }

    /// What a suffix means. NVIDIA's compiler has integers of other types than int, which conditions refuse.
    fn suffix(&self, suffix: &str) -> Suffix {
        let lower = suffix.to_ascii_lowercase();
        let is_reference = self.options.mode == Mode::Reference;
        match &*lower {
            "" => Suffix::Integer { is_unsigned: false },
            "u" => Suffix::Integer { is_unsigned: true },
            "l" | "ll" if !is_reference => Suffix::Integer { is_unsigned: false },
            "ul" | "ull" | "lu" | "llu" if !is_reference => Suffix::Integer { is_unsigned: true },
            _ if lower.starts_with(['.', 'e', 'f', 'h', 'x', 's', 'l', 'u', 't', '_']) => {
                Suffix::OtherType
            }
            _ => Suffix::Unknown,
        }
    }

    /// The value of digits, and whether it needs the sign's bit. Reports digits that are not octal, and values that are too large.
    fn fold(&mut self, digits: &str, radix: u32, span: Span) -> (u64, bool) {
        let bits = self.bits();
        let mut value: u64 = 0;
        let mut is_too_large = false;
        for c in digits.chars() {
            if !c.is_digit(radix) {
                self.error(Fault::OctalDigit(c), span);
            }
            let digit = c.to_digit(16).unwrap_or(0);
            let next = value
                .checked_mul(u64::from(radix))
                .and_then(|v| v.checked_add(u64::from(digit)));
            is_too_large |= next.is_none_or(|v| bits < 64 && v >> bits != 0);
            value = value
                .wrapping_mul(u64::from(radix))
                .wrapping_add(u64::from(digit));
        }
        if is_too_large {
            self.error(Fault::NumberTooLarge(bits), span);
        }
        (value, value >> (bits - 1) != 0)
    }

    /// The bits of numbers in conditions.
    fn bits(&self) -> u32 {
        match self.options.mode {
            Mode::C => 64,
            Mode::Own | Mode::Reference | Mode::Glsl => 32,
        }
    }

    /// The number in the bits that numbers of conditions have.
    pub(super) fn wrap(&self, value: i64) -> i64 {
        match self.bits() {
            32 => i64::from(value as i32),
            _ => value,
        }
    }
}

enum Suffix {
    Integer {
        is_unsigned: bool,
    },
    /// Of a number of another type.
    OtherType,
    Unknown,
}

/// The digits of a number without the prefix of its radix, and the radix.
fn digits(text: &str) -> (&str, u32) {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    match hexadecimal {
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        None => (text, 10),
    }
}

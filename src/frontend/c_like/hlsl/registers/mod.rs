//! What a text says of registers: `register(ps_2_0, c5)`, and the order of matrices.
//!
//! | room | what is in it |
//! |---|---|
//! | `check` | Words that are no registers, and registers that do not go together. |
//! | `orders` | Which matrices are stored by rows. |
//! | `given` | What variables have the registers that the text gives them. |

mod check;
mod given;
mod orders;

pub(super) use check::check_registers;
pub(super) use given::{given_registers, read_as_float};
pub(super) use orders::Orders;

use super::profile::Profile;
use crate::frontend::c_like::syntax;
use crate::frontend::c_like::types::Semantic;

/// The one of a declaration's semantics that counts: the register for the profile, else the name of a varying.
pub(super) fn semantic<'s>(
    profile: &Profile,
    all: &'s [syntax::Semantic<'s>],
) -> Option<(&'s syntax::Semantic<'s>, &'s str)> {
    let own = all.iter().filter_map(|s| of_syntax(s).map(|r| (s, r)));
    let own = own.filter_map(|(s, r)| Some((r.rank(profile)?, s, r.name)));
    // Floats count before the integers and the truth values that only branches and loops read.
    let is_scalar = |name: &str| matches!(parse(name), Some(('i' | 'b', _)));
    if let Some((_, s, name)) = own.min_by_key(|(rank, _, name)| (is_scalar(name), *rank)) {
        return Some((s, name));
    }
    // Of several names the last one counts.
    let word = all.iter().rfind(|s| s.arguments.is_none())?;
    Some((word, word.name.text))
}

/// A register as the text writes it.
#[derive(Debug, Clone, Copy)]
struct Written<'s> {
    /// The profile or the stage that it is for.
    of: Option<&'s str>,
    name: &'s str,
}

impl Written<'_> {
    /// How closely it fits a profile, from 0 on. `None`: it is for others.
    fn rank(&self, profile: &Profile) -> Option<u32> {
        match self.of {
            None => Some(2),
            Some(of) => profile.rank(of),
        }
    }
}

/// A semantic that is a register.
fn of_syntax<'s>(semantic: &'s syntax::Semantic<'s>) -> Option<Written<'s>> {
    let is_register = semantic.name.text.eq_ignore_ascii_case("register");
    let arguments = semantic.arguments.filter(|_| is_register)?;
    match arguments {
        [register] => Some(Written {
            of: None,
            name: register.text,
        }),
        [of, register] => Some(Written {
            of: Some(of.text),
            name: register.text,
        }),
        _ => None,
    }
}

/// The register that a variable is given: its set and its number. `None` of a semantic that is a mere name.
pub(super) fn register(semantic: &Semantic) -> Option<(char, u32)> {
    parse(&semantic.name).filter(|_| semantic.is_register)
}

/// The set and the number in a register's name: `c5`, `c4[2]` for c6. Without digits the number is 0; what follows otherwise
/// does not count.
fn parse(name: &str) -> Option<(char, u32)> {
    let set = name.chars().next()?;
    let rest = &name[set.len_utf8()..];
    let (number, n_digits) = number_at(rest);
    if n_digits == 0 && !rest.is_empty() {
        return None;
    }
    let offset = rest[n_digits..].strip_prefix('[');
    let offset = offset.map_or(0, |text| number_at(text).0);
    Some((set.to_ascii_lowercase(), number.wrapping_add(offset)))
}

/// The number at the beginning of a text, and its digits. Numbers wrap, as they do in the reference.
fn number_at(text: &str) -> (u32, usize) {
    let digits = text.bytes().take_while(u8::is_ascii_digit);
    let number = digits.clone().fold(0u32, |number, digit| {
        let digit = u32::from(digit - b'0');
        number.wrapping_mul(10).wrapping_add(digit)
    });
    (number, digits.count())
}

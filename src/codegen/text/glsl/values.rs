//! What registers of constants are: uniforms, state of the API and literals.

use super::built_in;
use super::names::name;
use crate::codegen::refusal::Refusal;
use crate::codegen::text::constants::{Constants, Held, printable};
use crate::frontend::c_like::entry::{Entry, Uniform};
use crate::frontend::c_like::types::Scalar;
use std::collections::BTreeMap;

/// What is read.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// An expression without operators, and how many components it has.
    Named {
        text: String,
        size: u8,
        is_float: bool,
    },
    Literal([f32; 4]),
}

impl Value {
    pub(super) fn named(text: impl Into<String>, size: u8) -> Value {
        Value::Named {
            text: text.into(),
            size,
            is_float: true,
        }
    }
}

/// The values of registers.
pub(super) fn values(
    entry: &Entry,
    constants: &Constants,
    held: &BTreeMap<u32, Held>,
) -> Result<BTreeMap<u32, Value>, Refusal> {
    let mut all = BTreeMap::new();
    for (n, what) in held {
        match what {
            Held::Local => {}
            Held::Literal(words) => drop(all.insert(*n, Value::Literal(words.map(printable)))),
            Held::State(state) => drop(all.insert(*n, built_in::state(*state)?)),
        }
    }
    for (at, uniform) in entry.uniforms.iter().enumerate() {
        let own = name(entry, &uniform.name, at >= entry.n_outside[0]);
        for i in 0..uniform.n_rows() {
            let row = (uniform.first_row + i) as usize;
            let register = constants.rows.get(row).copied().flatten();
            let Some(register) = register.filter(|r| held.get(r) == Some(&Held::Local)) else {
                continue;
            };
            let text = match uniform.n_rows() {
                1 => own.clone(),
                _ => format!("{own}[{i}]"),
            };
            all.insert(register, row_value(uniform, &text));
        }
    }
    Ok(all)
}

/// A row of a uniform.
pub(super) fn row_value(uniform: &Uniform, text: &str) -> Value {
    Value::Named {
        text: text.to_owned(),
        size: uniform.columns as u8,
        is_float: is_float(uniform),
    }
}

/// Whether a uniform has floats.
pub(super) fn is_float(uniform: &Uniform) -> bool {
    uniform.scalar != Scalar::Bool && uniform.scalar.is_real()
}

/// A vector type's name.
pub(super) fn vector(word: &str, size: u8) -> String {
    match (word, size) {
        (word, 1) => word.to_owned(),
        ("float", n) => format!("vec{n}"),
        (word, n) => format!("{}vec{n}", &word[..1]),
    }
}

//! Generic functions of library text: one definition stands for functions of several kinds of numbers and of several
//! sizes.
//!
//! In library text some words are types that are bound anew for each signature: `real`, `realN`, `realNxM`, `anyN`,
//! `floatN` and so on ([`crate::frontend::c_like::check::dialect::Dialect::generic_type`]). In one signature a word without a kind of its own
//! stands for one kind, and N and M for one number each. In the body N and M are constants.

mod bodies;
mod given;
mod instance;
mod kept;
mod library;
mod open;
mod signature;

use crate::frontend::c_like::types::Scalar;

pub(in crate::frontend::c_like) use given::Given;
pub(in crate::frontend::c_like::check) use kept::{Choice, ChoiceOfLibrary};
pub(in crate::frontend::c_like::check) use library::Family;
pub(in crate::frontend::c_like) use library::{Library, Source};
#[cfg(test)]
pub(in crate::frontend::c_like) use library::{declared_name, functions};

/// What the generic words of a signature stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::frontend::c_like) struct Binding {
    /// Of `real` and `any`.
    pub(in crate::frontend::c_like) kind: Option<Scalar>,
    /// N, M, K and S.
    pub(in crate::frontend::c_like) sizes: [Option<u8>; 4],
}

/// The names of the sizes. S is 0, which stands for a scalar, or the size of a vector.
pub(in crate::frontend::c_like) const SIZES: [&str; 4] = ["N", "M", "K", "S"];

impl Binding {
    /// The number that a name of the library's text stands for.
    pub(in crate::frontend::c_like::check) fn size(&self, name: &str) -> Option<u8> {
        let i = SIZES.iter().position(|s| *s == name)?;
        self.sizes[i]
    }
}

/// A word for a type in parts: `realNxM` is real, N and M; `float4` is float and 4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) struct Parts<'a> {
    pub(in crate::frontend::c_like) base: &'a str,
    pub(in crate::frontend::c_like) rows: Option<Size>,
    pub(in crate::frontend::c_like) columns: Option<Size>,
}

/// A size in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Size {
    Number(u8),
    /// The one with this index in [`SIZES`].
    Name(usize),
}

impl Size {
    /// The number.
    pub(in crate::frontend::c_like) fn of(self, binding: &Binding) -> Option<u8> {
        match self {
            Size::Number(n) => Some(n),
            Size::Name(i) => binding.sizes[i],
        }
    }

    /// Whether it may be a scalar.
    pub(in crate::frontend::c_like) fn is_optional(index: usize) -> bool {
        SIZES[index] == "S"
    }

    /// Sizes from 5 on are those of matrices, where S stands for them, too (HLSL).
    pub(in crate::frontend::c_like) const LAST_MATRIX: u8 = 20;

    /// The rows and columns that a size stands for.
    pub(in crate::frontend::c_like) fn matrix(n: u8) -> Option<(u8, u8)> {
        let i = n.checked_sub(5)?;
        Some((i / 4 + 1, i % 4 + 1))
    }

    fn parse(c: u8) -> Option<Size> {
        match c {
            b'1'..=b'4' => Some(Size::Number(c - b'0')),
            b'N' => Some(Size::Name(0)),
            b'M' => Some(Size::Name(1)),
            b'K' => Some(Size::Name(2)),
            b'S' => Some(Size::Name(3)),
            _ => None,
        }
    }
}

/// Splits a word into a base and sizes.
pub(in crate::frontend::c_like) fn parts(word: &str) -> Parts<'_> {
    let whole = Parts {
        base: word,
        rows: None,
        columns: None,
    };
    let bytes = word.as_bytes();
    match bytes {
        [.., r, b'x', c] if let (Some(r), Some(c)) = (Size::parse(*r), Size::parse(*c)) => Parts {
            base: &word[..word.len() - 3],
            rows: Some(r),
            columns: Some(c),
        },
        [.., n] if let Some(n) = Size::parse(*n) => Parts {
            base: &word[..word.len() - 1],
            rows: Some(n),
            columns: None,
        },
        _ => whole,
    }
}

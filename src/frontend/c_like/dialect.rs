//! What sets one C-like language apart from another, as plain data and functions: [`super::check`] reads nothing else of a
//! language. Grammars are their own files; they know the language that they read.

use super::tree::Math;
use super::types::{Scalar, Type};

/// A language.
pub(super) struct Dialect {
    /// The type of a keyword.
    pub(super) type_of: fn(&str) -> Option<Type>,
    /// The keyword of a kind of number.
    pub(super) scalar_name: fn(Scalar) -> &'static str,
    /// The keyword of a vector.
    pub(super) vector_name: fn(Scalar) -> &'static str,
    /// What becomes of a number of one kind where another kind is wanted.
    pub(super) conversion: fn(Scalar, Scalar) -> Conversion,
    /// The letters of components; a swizzle takes all of its letters from one set.
    pub(super) swizzles: &'static [&'static str],
    /// The builtin function of a name; no text may give it to a function of its own.
    pub(super) builtin: fn(&str) -> Option<Builtin>,
    /// The builtin function of a name that a text may give to a function of its own.
    pub(super) extension: fn(&str) -> Option<Builtin>,
    /// What to write in the place of a word that has no meaning.
    pub(super) advice: fn(&str) -> Option<String>,
}

/// Whether a number becomes one of another kind without a constructor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conversion {
    /// It does.
    Silent,
    /// It does, with a warning.
    Reported,
    /// It does, with a warning unless it is a constant that fits.
    Truncating,
    /// Literals do: they are read in the wider kind.
    OfLiterals,
    /// It does not.
    Refused,
}

/// A function that every text can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    Choose,
    Extract,
    Bit,
    /// With so many arguments.
    Math(Math, usize),
    /// `mask(a)`: all bits set where any is.
    Truth,
    /// `canonical(a)`: any NaN as the one NaN.
    OneNan,
    /// An operation of the IR, by its name.
    Operation,
}

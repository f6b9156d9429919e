//! Describes a C-like language as plain data and functions: [`super::check`] reads nothing else of a language. Grammars
//! have their own files and belong to one language.

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
    /// The conversion of a number of one kind where another kind is expected.
    pub(super) conversion: fn(Scalar, Scalar) -> Conversion,
    /// The letters of components; a swizzle takes all of its letters from one set.
    pub(super) swizzles: &'static [&'static str],
    /// The builtin function of a name that texts may not redefine.
    pub(super) builtin: fn(&str) -> Option<Builtin>,
    /// The builtin function of a name that texts may redefine.
    pub(super) extension: fn(&str) -> Option<Builtin>,
    /// The word to suggest for one without a meaning.
    pub(super) advice: fn(&str) -> Option<String>,
}

/// Whether a number is converted to another kind without a constructor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conversion {
    /// It is.
    Silent,
    /// It is, with a warning.
    Reported,
    /// It is, with a warning unless it is a constant that fits.
    Truncating,
    /// Literals do: they are read in the wider kind.
    OfLiterals,
    /// It is not.
    Refused,
}

/// A function that every text can call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Builtin {
    Choose,
    Extract,
    Bit,
    /// With this number of arguments.
    Math(Math, usize),
    /// `mask(a)`: all bits set where any is.
    Truth,
    /// `canonical(a)`: any NaN becomes the canonical NaN.
    OneNan,
    /// An operation of the IR, by its name.
    Operation,
}

//! Checked bodies of the library's functions, and choices among them, which a process keeps.
//!
//! A body is the same in all programs of a profile, but for the numbers of functions and nodes, which belong to a program.
//! So a kept body numbers the functions that it calls by itself, and a program takes a copy with its own numbers.

use super::given::Given;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::Function;
use crate::ir::Span;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most bodies that a library keeps. A program calls some dozens.
pub(super) const MOST_BODIES: u32 = 1024;

/// The most choices that a library keeps.
pub(super) const MOST_CHOICES: u32 = 4096;

/// What decides what a library's text means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::frontend::c_like::check) struct LibraryKey {
    /// Of the language for a profile, see [`Dialect::library_key`](crate::frontend::c_like::check::dialect::Dialect::library_key).
    pub(in crate::frontend::c_like::check) dialect: usize,
    pub(in crate::frontend::c_like::check) is_strict: bool,
}

/// What decides how a body is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct BodyKey {
    pub(super) library: LibraryKey,
    /// The address of the name's signatures, and the number of the function's.
    pub(super) signature: (usize, usize),
}

/// What arguments choose of several functions, by its number among them.
#[derive(Debug, Clone)]
pub(in crate::frontend::c_like::check) enum Choice {
    One(usize),
    /// There is just one. It takes what it takes: its errors say which argument is wrong.
    Only(usize),
    None(Shading),
}

/// What decides which function of a library a call means. No type is a structure or an array.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::frontend::c_like::check) struct ChoiceOfLibrary {
    pub(in crate::frontend::c_like::check) library: LibraryKey,
    pub(in crate::frontend::c_like::check) is_in_library: bool,
    /// The address of the name's signatures.
    pub(in crate::frontend::c_like::check) name: usize,
    pub(in crate::frontend::c_like::check) arguments: SmallVec<[Given; 4]>,
}

/// A function of the library by its name and the number of its signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Callee {
    pub(super) name: &'static str,
    pub(super) signature: usize,
}

/// An end of a move of values in a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Variable(usize),
    /// The function's own value.
    Value,
    /// The value of the callee with this number.
    CalleeValue(usize),
    /// A parameter of the callee with this number.
    CalleeParameter(usize, usize),
}

/// A body with all that a program has to know of it.
#[derive(Debug)]
pub(in crate::frontend::c_like::check) struct KeptBody {
    /// Its calls have the numbers of callees here in the place of those of a program.
    pub(super) function: Function,
    /// In the order of the first call.
    pub(super) callees: Vec<Callee>,
    pub(super) calls: Vec<(usize, Span)>,
    pub(super) moves: Vec<(End, End)>,
    /// What may hold patterns of bits.
    pub(super) patterns: Vec<End>,
}

/// Bodies are shared by all threads.
pub(super) type Kept = Arc<KeptBody>;

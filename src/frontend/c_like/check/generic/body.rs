//! A checked body of a function.

use crate::frontend::c_like::check::checker::Phase;
use crate::frontend::c_like::check::place::pattern::Node;
use crate::frontend::c_like::tree::{self, FunctionId};
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::diagnostic::c_like::Oddity;
use crate::ir::Span;
use smallvec::SmallVec;

/// The types that a body gives to what has an interface's type in its head.
#[derive(Debug, Default)]
pub(in crate::frontend::c_like::check) struct Closed {
    pub(in crate::frontend::c_like::check) result: Option<Type>,
    /// Of parameters that are written, by their numbers.
    pub(in crate::frontend::c_like::check) parameters: Vec<(usize, Type)>,
}

/// The nodes of a function's variables.
pub(in crate::frontend::c_like::check) type Nodes = SmallVec<[Node; 8]>;

/// The functions that a body calls, and where.
pub(in crate::frontend::c_like::check) type Calls = SmallVec<[(FunctionId, Span); 4]>;

/// A checked body.
pub(in crate::frontend::c_like::check) struct Body {
    pub(in crate::frontend::c_like::check) function: tree::Function,
    /// The types of what is open in its head.
    pub(in crate::frontend::c_like::check) closed: Closed,
    /// The nodes of its variables.
    pub(in crate::frontend::c_like::check) nodes: Nodes,
    pub(in crate::frontend::c_like::check) calls: Calls,
    pub(in crate::frontend::c_like::check) delayed: Vec<(Phase, ErrorKind, Span)>,
    /// Warnings that count where the function is reached.
    pub(in crate::frontend::c_like::check) late_oddities: Vec<(Oddity, Span)>,
}

//! What a choice among functions knows of an argument.

use crate::frontend::c_like::types::Type;

/// What decides of an argument which of several functions is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::frontend::c_like) struct Given {
    pub(in crate::frontend::c_like) ty: Type,
    /// See [`is_literal`](crate::frontend::c_like::check::dialect::Dialect::is_literal).
    pub(in crate::frontend::c_like) is_literal: bool,
}

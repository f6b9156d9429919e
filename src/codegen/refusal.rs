//! Why a machine cannot run a program.

use crate::ir::Span;

/// A reason, with Microsoft's number of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("{used} {what}; {version} has {limit}")]
    Limit {
        what: &'static str,
        used: u32,
        limit: u32,
        version: &'static str,
        number: u32,
    },
    #[error("{what} cannot be expressed in {version}")]
    Lacks {
        what: String,
        version: &'static str,
        number: u32,
        span: Span,
    },
    #[error("a loop that cannot be unrolled: nothing bounds its rounds before the shader runs")]
    Loop { span: Span },
    /// The checks of assembly refuse what was made: a fault of ours.
    #[error("internal: {0}")]
    Internal(String),
}

impl Refusal {
    /// Microsoft's number.
    pub fn number(&self) -> u32 {
        match self {
            Refusal::Limit { number, .. } | Refusal::Lacks { number, .. } => *number,
            Refusal::Loop { .. } => 3511,
            Refusal::Internal(_) => 5000,
        }
    }

    /// Its place in the text.
    pub fn span(&self) -> Span {
        match self {
            Refusal::Lacks { span, .. } | Refusal::Loop { span } => *span,
            _ => Span::NONE,
        }
    }
}

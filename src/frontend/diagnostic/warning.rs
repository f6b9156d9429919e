//! Warnings about programs that load.

use super::c_like::Oddity;
use super::message;
use super::preprocessor::Notice;
use crate::ir::Span;

/// A warning about a program that loads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct Warning {
    /// What the author may not have meant.
    pub kind: WarningKind,
    /// Where it stands in the text.
    pub span: Span,
}

impl Warning {
    /// Returns `line 3, column 9: warning: …`, then the line and carets below the span.
    pub fn info_log(&self, text: &[u8]) -> String {
        message("warning", self.kind.to_string(), self.span, text)
    }
}

/// What a warning is about.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WarningKind {
    #[error("\"{0}\" is declared and never used")]
    Unused(String),
    #[error("\"{0}\" is written and never read")]
    NeverRead(String),
    #[error("\"{name}.{components}\" is read before anything is written to it")]
    ReadBeforeWritten { name: String, components: String },
    #[error(
        "the condition never holds: nothing has written the condition code, which is EQ at first"
    )]
    ConditionOfInitialCode,
    #[error("the condition never holds: its rule is FL")]
    ConditionFalse,
    #[error("the specification has nothing before the header, neither white space nor comments")]
    BeforeHeader,
    #[error("RFL does not write w, which stays as it was; leave it out of the write mask")]
    MaskWithW,
    #[error(
        "POPA takes no condition; the entry is popped in any case, and the condition decides what is written"
    )]
    PopCondition,
    #[error("no path leads to this instruction")]
    Unreachable,
    #[error(transparent)]
    CLike(Oddity),
    #[error(transparent)]
    Preprocessor(Notice),
}

impl WarningKind {
    /// The number that NVIDIA's compiler gives this warning; `None` where it has none.
    pub fn code(&self) -> Option<u32> {
        match self {
            WarningKind::Preprocessor(notice) => notice.code(),
            WarningKind::CLike(oddity) => oddity.code(),
            _ => None,
        }
    }
}

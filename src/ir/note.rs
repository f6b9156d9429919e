//! Notes: which values the source text speaks of. An observer of a program's run reads them; they change nothing, and
//! passes that rewrite values drop them.

use super::types::{BlockId, Span, ValueId};

/// What some values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noted {
    /// An operand; those of one instruction follow each other as in the text.
    Operand,
    /// What the destination holds after the instruction.
    Result,
    /// A variable that is read, by the piece of the text that names it.
    Read(Span),
    /// What the left side of an assignment holds after it.
    Assigned,
    /// Something else that decides, by its name.
    Fact(&'static str),
}

/// Values that a piece of source text reads, writes or is decided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// The block in which they have these values.
    pub block: BlockId,
    /// The source instruction.
    pub span: Span,
    /// What the values are to the reader: an operand, a result, or a named fact.
    pub what: Noted,
    /// By component; `None` where there is nothing to say.
    pub values: [Option<ValueId>; 4],
}

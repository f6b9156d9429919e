//! Whether the end of statements is reached.

use crate::frontend::c_like::tree::{Statement, StatementKind};

/// Whether every path through these statements returns.
pub(super) fn ends(statements: &[Statement]) -> bool {
    statements.iter().any(statement_ends)
}

pub(super) fn statement_ends(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Block(body) => ends(body),
        StatementKind::If { yes, no, .. } => ends(yes) && ends(no),
        _ => false,
    }
}

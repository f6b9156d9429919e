//! The operators of C.

use crate::frontend::c_like::syntax::Meaning;
use crate::frontend::c_like::tree::{BinaryOp, Shift, ShiftKind};

/// An operator between two operands.
pub(super) struct OperatorRow {
    pub(super) text: &'static str,
    /// Higher binds tighter.
    pub(super) level: u8,
    pub(super) meaning: Meaning,
    /// The assignment with it.
    pub(super) assignment: Option<&'static str>,
}

const fn row(
    text: &'static str,
    level: u8,
    op: BinaryOp,
    assignment: Option<&'static str>,
) -> OperatorRow {
    OperatorRow {
        text,
        level,
        meaning: Meaning::Binary(op),
        assignment,
    }
}

/// A shift of each component by its own count. That of a signed number to the right keeps its sign.
const fn shift(text: &'static str, kind: ShiftKind, assignment: &'static str) -> OperatorRow {
    let by_lane = true;
    OperatorRow {
        text,
        level: 8,
        meaning: Meaning::Shift(Shift { kind, by_lane }),
        assignment: Some(assignment),
    }
}

const fn logical(text: &'static str, level: u8, meaning: Meaning) -> OperatorRow {
    OperatorRow {
        text,
        level,
        meaning,
        assignment: None,
    }
}

/// The operators between two operands. Equal levels associate to the left.
static OPERATORS: &[OperatorRow] = &[
    row("*", 10, BinaryOp::Multiply, Some("*=")),
    row("/", 10, BinaryOp::Divide, Some("/=")),
    row("%", 10, BinaryOp::Remainder, Some("%=")),
    row("+", 9, BinaryOp::Add, Some("+=")),
    row("-", 9, BinaryOp::Subtract, Some("-=")),
    shift("<<", ShiftKind::Left, "<<="),
    shift(">>", ShiftKind::ArithmeticRight, ">>="),
    row("<", 7, BinaryOp::Less, None),
    row("<=", 7, BinaryOp::LessEqual, None),
    row(">", 7, BinaryOp::Greater, None),
    row(">=", 7, BinaryOp::GreaterEqual, None),
    row("==", 6, BinaryOp::Equal, None),
    row("!=", 6, BinaryOp::NotEqual, None),
    row("&", 5, BinaryOp::And, Some("&=")),
    row("^", 4, BinaryOp::Xor, Some("^=")),
    row("|", 3, BinaryOp::Or, Some("|=")),
    logical("&&", 2, Meaning::LogicalAnd),
    logical("||", 1, Meaning::LogicalOr),
];

/// Whether an operator between two operands begins with the byte. Most operands end at a byte of which none does.
static BEGINS: [bool; 256] = {
    let mut begins = [false; 256];
    let mut i = 0;
    while i < OPERATORS.len() {
        begins[OPERATORS[i].text.as_bytes()[0] as usize] = true;
        i += 1;
    }
    begins
};

/// The operator between two operands of this text.
pub(super) fn binary(text: &str) -> Option<&'static OperatorRow> {
    let first = *text.as_bytes().first()?;
    if !BEGINS[usize::from(first)] {
        return None;
    }
    OPERATORS.iter().find(|row| row.text == text)
}

/// The operator of an assignment of this text, `+` of `+=`.
pub(super) fn assignment(text: &str) -> Option<&'static OperatorRow> {
    if text.len() < 2 || !text.ends_with('=') {
        return None;
    }
    OPERATORS.iter().find(|row| row.assignment == Some(text))
}

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
        level: 9,
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

/// The level of comparisons.
pub(super) const COMPARISON: u8 = 8;

/// The operators between two operands. Equal levels associate to the left.
static OPERATORS: &[OperatorRow] = &[
    row("*", 11, BinaryOp::Multiply, Some("*=")),
    row("/", 11, BinaryOp::Divide, Some("/=")),
    row("%", 11, BinaryOp::Remainder, Some("%=")),
    row("+", 10, BinaryOp::Add, Some("+=")),
    row("-", 10, BinaryOp::Subtract, Some("-=")),
    shift("<<", ShiftKind::Left, "<<="),
    shift(">>", ShiftKind::ArithmeticRight, ">>="),
    row("<", COMPARISON, BinaryOp::Less, None),
    row("<=", COMPARISON, BinaryOp::LessEqual, None),
    row(">", COMPARISON, BinaryOp::Greater, None),
    row(">=", COMPARISON, BinaryOp::GreaterEqual, None),
    row("==", 7, BinaryOp::Equal, None),
    row("!=", 7, BinaryOp::NotEqual, None),
    row("&", 6, BinaryOp::And, Some("&=")),
    row("^", 5, BinaryOp::Xor, Some("^=")),
    row("|", 4, BinaryOp::Or, Some("|=")),
    logical("&&", 3, Meaning::LogicalAnd),
    row("^^", 2, BinaryOp::Xor, None),
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

//! The syntax of a text, with unresolved names.

use crate::frontend::c_like::tree::{BinaryOp, Direction, Shift};
use crate::ir::Span;

/// A word and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

/// A text.
#[derive(Debug, Default)]
pub(super) struct Text<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// Whether a structure or a function is missing here because of an error.
    pub(super) is_incomplete: bool,
}

#[derive(Debug)]
pub(super) enum Item<'a> {
    Struct(Struct<'a>),
    Function(Function<'a>),
}

#[derive(Debug)]
pub(super) struct Struct<'a> {
    pub(super) name: Name<'a>,
    /// Each with the word of its type.
    pub(super) members: Vec<(Name<'a>, Declarator<'a>)>,
}

/// A name with the size of an array, and a first value (of variables only).
#[derive(Debug)]
pub(super) struct Declarator<'a> {
    pub(super) name: Name<'a>,
    pub(super) size: Option<Expr<'a>>,
    pub(super) value: Option<Expr<'a>>,
}

/// The inlining that a function's declaration asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inline {
    Usual,
    Force,
    Always,
}

#[derive(Debug)]
pub(super) struct Function<'a> {
    pub(super) is_static: bool,
    pub(super) inline: Option<Inline>,
    pub(super) ty: Name<'a>,
    pub(super) name: Name<'a>,
    pub(super) parameters: Vec<Parameter<'a>>,
    pub(super) body: Vec<Stmt<'a>>,
    /// The brace that closes the body.
    pub(super) end: Span,
    /// Whether the body has an error, so that a part of it is missing here.
    pub(super) is_broken: bool,
}

#[derive(Debug)]
pub(super) struct Parameter<'a> {
    pub(super) direction: Direction,
    pub(super) ty: Name<'a>,
    pub(super) declarator: Declarator<'a>,
}

#[derive(Debug)]
pub(super) struct Stmt<'a> {
    pub(super) kind: StmtKind<'a>,
    /// For a block, of its head only.
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum StmtKind<'a> {
    Declare(Name<'a>, Vec<Declarator<'a>>),
    Assign(Expr<'a>, Expr<'a>),
    Expression(Expr<'a>),
    Block(Vec<Stmt<'a>>),
    If(Expr<'a>, Vec<Stmt<'a>>, Vec<Stmt<'a>>),
    While(Expr<'a>, Vec<Stmt<'a>>),
    Return(Option<Expr<'a>>),
}

#[derive(Debug)]
pub(super) struct Expr<'a> {
    pub(super) kind: ExprKind<'a>,
    pub(super) span: Span,
    /// Levels of expressions in it.
    pub(super) height: u32,
}

#[derive(Debug)]
pub(super) enum ExprKind<'a> {
    Number(&'a str),
    Name(&'a str),
    Negate(Box<Expr<'a>>),
    Not(Box<Expr<'a>>),
    Binary(Operator, Box<Expr<'a>>, Box<Expr<'a>>),
    /// A swizzle or a member.
    Dot(Box<Expr<'a>>, Name<'a>),
    Index(Box<Expr<'a>>, Box<Expr<'a>>),
    Call(Name<'a>, Vec<Expr<'a>>),
}

/// An operator between two operands, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operator {
    pub(super) text: &'static str,
    pub(super) meaning: Meaning,
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Binary(BinaryOp),
    Shift(Shift),
}

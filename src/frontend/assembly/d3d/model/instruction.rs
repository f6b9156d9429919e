//! Shaders, their statements and instructions.

use super::opcode::Opcode;
use super::operand::{Comparison, Destination, Source};
use super::register::Register;
use super::usage::Declaration;
use super::version::Version;
use crate::ir::Span;
use smallvec::SmallVec;

/// A shader.
#[derive(Debug, Clone, PartialEq)]
pub struct Shader {
    /// Its version.
    pub version: Version,
    /// Its statements, in their order.
    pub statements: Vec<Statement>,
    /// The end of the text or the end token.
    pub end: Span,
}

impl Shader {
    /// The instructions in their order.
    pub fn instructions(&self) -> impl Iterator<Item = (&Instruction, Span)> {
        self.statements.iter().filter_map(|s| match &s.item {
            Item::Instruction(i) => Some((i, s.span)),
            _ => None,
        })
    }

    /// The declarations in their order.
    pub fn declarations(&self) -> impl Iterator<Item = (&Declaration, Span)> {
        self.statements.iter().filter_map(|s| match &s.item {
            Item::Declaration(d) => Some((d, s.span)),
            _ => None,
        })
    }

    /// The definitions in their order.
    pub fn definitions(&self) -> impl Iterator<Item = &Definition> {
        self.statements.iter().filter_map(|s| match &s.item {
            Item::Definition(d) => Some(d),
            _ => None,
        })
    }

    /// The words of comments.
    pub fn comments(&self) -> impl Iterator<Item = &[u32]> {
        self.statements.iter().filter_map(|s| match &s.item {
            Item::Comment(words) => Some(words.as_slice()),
            _ => None,
        })
    }
}

/// A statement and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// What it says.
    pub item: Item,
    /// Its mnemonic in the text, or the bytes of its first token.
    pub span: Span,
}

/// What a statement says.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// `dcl`
    Declaration(Declaration),
    /// `def`, `defi`, `defb`
    Definition(Definition),
    /// An instruction.
    Instruction(Instruction),
    /// Words that do nothing: a constant table, a preshader.
    Comment(Vec<u32>),
}

/// The value of a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Definition {
    /// The constant: of floats, integers or truth values.
    pub register: Register,
    /// Its words. A truth value has one.
    pub words: [u32; 4],
}

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub opcode: Opcode,
    /// The comparison of `if_`, `break_` and `setp_`.
    pub comparison: Option<Comparison>,
    /// `+`: it runs together with the instruction before it.
    pub coissue: bool,
    /// The truth values that decide which components are written.
    pub predicate: Option<Source>,
    /// What it writes.
    pub destination: Option<Destination>,
    /// What it reads.
    pub sources: SmallVec<[Source; 4]>,
}

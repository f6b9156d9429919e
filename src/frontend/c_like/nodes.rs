//! The nodes of the syntax, as a grammar makes them: they lie in an arena, so that no node is freed alone.
//!
//! A list is collected on a stack that all open lists share, the innermost on top, and moves to the arena when it ends.

use super::syntax::{Expr, Operator, Stmt};
use bumpalo::Bump;

/// An operator and the operand after it.
pub(super) type Link<'a> = (Operator, Expr<'a>);

/// The arena, and the lists that are being read.
pub(super) struct Nodes<'a> {
    pub(super) arena: &'a Bump,
    operands: Vec<Expr<'a>>,
    links: Vec<Link<'a>>,
    statements: Vec<Stmt<'a>>,
}

/// The number of operands, of links or of statements that belong to lists further out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start(usize);

impl<'a> Nodes<'a> {
    pub(super) fn new(arena: &'a Bump) -> Nodes<'a> {
        Nodes {
            arena,
            operands: Vec::new(),
            links: Vec::new(),
            statements: Vec::new(),
        }
    }

    /// An operand of another node.
    pub(super) fn operand(&self, e: Expr<'a>) -> &'a Expr<'a> {
        self.arena.alloc(e)
    }

    /// Begins a list of operands. One that is given up by an error stays below those that are read after it.
    pub(super) fn begin(&self) -> Start {
        Start(self.operands.len())
    }

    pub(super) fn push(&mut self, e: Expr<'a>) {
        self.operands.push(e);
    }

    /// The operands in the list that began here.
    pub(super) fn count(&self, start: Start) -> usize {
        self.operands.len() - start.0
    }

    /// Ends the list that began here.
    pub(super) fn end(&mut self, start: Start) -> &'a [Expr<'a>] {
        let list = self.arena.alloc_slice_copy(&self.operands[start.0..]);
        self.operands.truncate(start.0);
        list
    }

    /// Begins a list of operators with operands.
    pub(super) fn begin_links(&self) -> Start {
        Start(self.links.len())
    }

    pub(super) fn push_link(&mut self, link: Link<'a>) {
        self.links.push(link);
    }

    /// The links of the list that began here.
    pub(super) fn links(&self, start: Start) -> &[Link<'a>] {
        &self.links[start.0..]
    }

    /// Ends the list that began here.
    pub(super) fn end_links(&mut self, start: Start) -> &'a [Link<'a>] {
        let list = self.arena.alloc_slice_copy(&self.links[start.0..]);
        self.links.truncate(start.0);
        list
    }

    /// A list that was collected elsewhere.
    pub(super) fn list<T: Copy>(&self, all: &[T]) -> &'a [T] {
        self.arena.alloc_slice_copy(all)
    }

    /// Begins a list of statements. Who begins one ends it, or gives it up after an error.
    pub(super) fn begin_statements(&self) -> Start {
        Start(self.statements.len())
    }

    pub(super) fn push_statement(&mut self, statement: Stmt<'a>) {
        self.statements.push(statement);
    }

    /// The last statement of the list that began here.
    pub(super) fn last_statement(&self, start: Start) -> Option<&Stmt<'a>> {
        self.statements[start.0..].last()
    }

    /// Takes the last statement of the list that began here.
    pub(super) fn pop_statement(&mut self, start: Start) -> Option<Stmt<'a>> {
        let has_one = self.statements.len() > start.0;
        has_one.then(|| self.statements.pop()).flatten()
    }

    /// Ends the list that began here.
    pub(super) fn end_statements(&mut self, start: Start) -> &'a [Stmt<'a>] {
        let list = self.arena.alloc_slice_copy(&self.statements[start.0..]);
        self.statements.truncate(start.0);
        list
    }

    /// Drops the list that began here.
    pub(super) fn give_up_statements(&mut self, start: Start) {
        self.statements.truncate(start.0);
    }
}

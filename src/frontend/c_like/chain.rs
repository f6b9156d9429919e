//! Chains of operators and ladders of `else if`. Real programs have hundreds of links, so a chain is one node of the syntax.
//!
//! The typed tree nests what it has in groups of [`GROUP`] links. A chain counts as that many levels, which bounds the
//! recursion of all that walks over a tree.

use super::diagnostics::{Diagnostics, Stop};
use super::nodes::{Nodes, Start};
use super::rule::Rule;
use super::syntax::{Expr, ExprKind, Operator};
use super::tokens::Cursor;

/// The most operators, commas or `else if` that follow each other.
pub(super) const MAX_LINKS: usize = 4096;

/// The links that the typed tree nests. Of a longer chain, each group takes up the result of the one before it.
pub(super) const GROUP: usize = 128;

/// An operand, and the operators and operands that have been read after it.
pub(super) struct Chain<'a> {
    first: Expr<'a>,
    rest: Start,
}

impl<'a> Chain<'a> {
    pub(super) fn new(first: Expr<'a>, nodes: &Nodes<'a>) -> Chain<'a> {
        let rest = nodes.begin_links();
        Chain { first, rest }
    }

    pub(super) fn push(
        &mut self,
        operator: Operator,
        operand: Expr<'a>,
        nodes: &mut Nodes<'a>,
        out: &mut Diagnostics,
    ) -> Result<(), Stop> {
        if nodes.links(self.rest).len() >= MAX_LINKS {
            let span = self.first.span.to(operand.span);
            return Err(out.rule(Rule::Chain(MAX_LINKS as u32), span));
        }
        nodes.push_link((operator, operand));
        Ok(())
    }

    /// The expression; an operand alone is itself.
    pub(super) fn end(self, nodes: &mut Nodes<'a>, c: &mut Cursor<'_>) -> Result<Expr<'a>, Stop> {
        let first = self.first;
        let rest = nodes.links(self.rest);
        let Some((_, last)) = rest.last() else {
            return Ok(first);
        };
        let span = first.span.to(last.span);
        let heights = rest.iter().map(|(_, e)| e.height);
        let highest = heights.fold(first.height, u32::max);
        let height = highest + rest.len().min(GROUP) as u32;
        if height > c.max_depth {
            return Err(c.out.rule(Rule::Chain(c.max_depth), span));
        }
        let rest = nodes.end_links(self.rest);
        let kind = ExprKind::Chain(nodes.operand(first), rest);
        Ok(Expr { kind, span, height })
    }
}

/// How deep the statements of the current branch of a ladder are: as deep as in its group.
#[derive(Default)]
pub(super) struct LadderDepth {
    n_links: usize,
    n_entered: usize,
}

impl LadderDepth {
    /// Goes on to the next `else if`.
    pub(super) fn enter(&mut self, c: &mut Cursor<'_>) -> Result<(), Stop> {
        if self.n_links >= MAX_LINKS {
            let span = c.peek().span;
            return Err(c.out.rule(Rule::Ladder(MAX_LINKS as u32), span));
        }
        if self.n_entered == GROUP {
            self.leave(c);
        }
        c.enter()?;
        self.n_entered += 1;
        self.n_links += 1;
        Ok(())
    }

    /// Leaves the levels that it is in.
    pub(super) fn leave(&mut self, c: &mut Cursor<'_>) {
        for _ in 0..std::mem::take(&mut self.n_entered) {
            c.leave();
        }
    }
}

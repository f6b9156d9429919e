//! Finds variables that may hold patterns of bits rather than numbers ([`Variable::is_pattern`]). Moves form a graph,
//! which is followed from results of comparisons, logic, shifts and `bit`.
//!
//! [`Variable::is_pattern`]: crate::frontend::c_like::tree::Variable::is_pattern

use crate::frontend::c_like::tree::{Expression, ExpressionKind, FunctionId, UnaryOp, VariableRef};
use crate::frontend::c_like::types::Scalar;

/// A variable of some function, or a function's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like::check) struct Node(pub(in crate::frontend::c_like::check) u32);

/// The numbers of moves, and of nodes with patterns of their own, that a graph has.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like::check) struct Recorded(usize, usize);

/// The graph of moves.
#[derive(Debug, Default)]
pub(in crate::frontend::c_like::check) struct Patterns {
    edges: Vec<(Node, Node)>,
    /// The nodes that hold patterns of their own.
    own: Vec<Node>,
    n_nodes: u32,
    /// Of each node, once all moves are followed.
    is_pattern: Vec<bool>,
    /// The node of each function's value.
    values: Vec<Node>,
    /// The node of each variable outside functions.
    globals: Vec<Node>,
}

impl Patterns {
    /// A new node.
    pub(in crate::frontend::c_like::check) fn node(&mut self) -> Node {
        self.n_nodes += 1;
        Node(self.n_nodes - 1)
    }

    /// The node of the next function's value.
    pub(in crate::frontend::c_like::check) fn function(&mut self) {
        let node = self.node();
        self.values.push(node);
    }

    /// The node of the next variable outside functions.
    pub(in crate::frontend::c_like::check) fn global(&mut self) {
        let node = self.node();
        self.globals.push(node);
    }

    /// The nodes of the variables outside functions.
    pub(in crate::frontend::c_like::check) fn globals(&self) -> &[Node] {
        &self.globals
    }

    /// The node of a function's value.
    pub(in crate::frontend::c_like::check) fn value_of(&self, id: FunctionId) -> Node {
        self.values[id.0 as usize]
    }

    /// Records that `from` moves to `to`.
    pub(in crate::frontend::c_like::check) fn moves(&mut self, from: Node, to: Node) {
        self.edges.push((from, to));
    }

    /// Records that a node holds a pattern of bits.
    pub(in crate::frontend::c_like::check) fn holds_bits(&mut self, node: Node) {
        self.own.push(node);
    }

    /// What has been recorded so far.
    pub(in crate::frontend::c_like::check) fn recorded(&self) -> Recorded {
        Recorded(self.edges.len(), self.own.len())
    }

    /// The moves, and the nodes with patterns of their own, that have been recorded since.
    pub(in crate::frontend::c_like::check) fn since(
        &self,
        before: &Recorded,
    ) -> (&[(Node, Node)], &[Node]) {
        (&self.edges[before.0..], &self.own[before.1..])
    }

    /// Records that the expression's value moves to `to`; `node_of` gives the nodes of the function's variables.
    pub(in crate::frontend::c_like::check) fn assigns(
        &mut self,
        e: &Expression,
        variables: &[Node],
        to: Node,
    ) {
        match &e.kind {
            ExpressionKind::Read(place) => match place.variable {
                VariableRef::Local(id) => self.moves(variables[id.0 as usize], to),
                VariableRef::Global(id) => self.moves(self.globals[id.0 as usize], to),
            },
            ExpressionKind::Unary(UnaryOp::Not, _)
            | ExpressionKind::Shift(..)
            | ExpressionKind::Truth(_)
            | ExpressionKind::Bits(_) => {
                self.holds_bits(to);
            }
            ExpressionKind::Binary(op, ..) if !op.is_arithmetic() => {
                self.holds_bits(to);
            }
            // Bits of an integer that are read as a number.
            ExpressionKind::Reinterpret(inner) if is_real(e) && !is_real(inner) => {
                self.holds_bits(to);
            }
            ExpressionKind::Smear(e)
            | ExpressionKind::Reinterpret(e)
            | ExpressionKind::Element { of: e, .. }
            | ExpressionKind::Swizzle(e, _)
            | ExpressionKind::Member(e, _) => {
                self.assigns(e, variables, to);
            }
            ExpressionKind::Compose(parts) => {
                parts.iter().for_each(|e| self.assigns(e, variables, to));
            }
            // A mask that is no comparison's result mixes bits of both.
            ExpressionKind::Choose(parts) if !is_mask(&parts[2]) => {
                self.holds_bits(to);
            }
            ExpressionKind::Choose(parts) => {
                parts[..2]
                    .iter()
                    .for_each(|e| self.assigns(e, variables, to));
            }
            ExpressionKind::Select(parts) | ExpressionKind::Conditional(parts) => {
                parts[1..]
                    .iter()
                    .for_each(|e| self.assigns(e, variables, to));
            }
            ExpressionKind::Sequence(parts) => {
                if let Some(e) = parts.last() {
                    self.assigns(e, variables, to);
                }
            }
            ExpressionKind::Assign(parts) => self.assigns(&parts.1, variables, to),
            ExpressionKind::Operation(intrinsic, ..) if intrinsic.gives_bits() => {
                self.holds_bits(to);
            }
            ExpressionKind::Call(id, _) => self.moves(self.value_of(*id), to),
            _ => {}
        }
    }

    /// Follows all moves: afterwards [`Patterns::is_pattern`] is known.
    pub(in crate::frontend::c_like::check) fn settle(&mut self) {
        self.is_pattern = vec![false; self.n_nodes as usize];
        let mut open: Vec<u32> = Vec::new();
        for node in std::mem::take(&mut self.own) {
            if !std::mem::replace(&mut self.is_pattern[node.0 as usize], true) {
                open.push(node.0);
            }
        }
        if open.is_empty() {
            return;
        }
        // The moves from a node follow each other.
        self.edges.sort_unstable_by_key(|(from, _)| from.0);
        while let Some(node) = open.pop() {
            let first = self.edges.partition_point(|(from, _)| from.0 < node);
            let moves = self.edges[first..].iter();
            for (_, to) in moves.take_while(|(from, _)| from.0 == node) {
                if !std::mem::replace(&mut self.is_pattern[to.0 as usize], true) {
                    open.push(to.0);
                }
            }
        }
    }

    /// Whether a node may hold a pattern.
    pub(in crate::frontend::c_like::check) fn is_pattern(&self, node: Node) -> bool {
        self.is_pattern[node.0 as usize]
    }
}

fn is_real(e: &Expression) -> bool {
    e.ty.scalar().is_some_and(Scalar::is_real)
}

/// Whether the value is a result of comparisons, perhaps combined.
pub(in crate::frontend::c_like) fn is_mask(e: &Expression) -> bool {
    match &e.kind {
        ExpressionKind::Binary(op, operands) if op.is_logic() => operands.iter().all(is_mask),
        ExpressionKind::Binary(op, ..) => op.is_comparison(),
        ExpressionKind::Unary(UnaryOp::Not, e) | ExpressionKind::Smear(e) => is_mask(e),
        _ => false,
    }
}

//! Loops and branches as single numbers of a graph. What a round computes stands in the graph as well, on numbers that the loop
//! carries; so does what the sides of a branch compute.
//!
//! ```text
//! begins ─┐                       ┌─ After(0)
//! begins ─┼─ Loop ────────────────┼─ After(1)
//! Carried(0) ── round ── next ─┘
//! ```

use super::numbers::{Graph, Kind, NodeId};
use crate::frontend::assembly::d3d::model::Comparison;
use smallvec::SmallVec;

/// What a round does beside its numbers, in its order.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::codegen) enum Item {
    /// Leaves the loop where the comparison of its two arguments holds. The carried numbers are those of the round's
    /// beginning.
    Break(Comparison),
    /// Ends the fragment where its argument is below 0.
    Kill,
    /// Sets the carried numbers to those of the next round.
    Step,
}

impl Item {
    pub(in crate::codegen) fn arguments(self) -> usize {
        match self {
            Item::Break(_) => 2,
            Item::Kill => 1,
            Item::Step => 0,
        }
    }
}

/// How many rounds a loop has, if nothing else ends it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(in crate::codegen) enum Rounds {
    /// As many as the machine can.
    #[default]
    Most,
    Known(u32),
    /// The number in a scalar of the text, by its float register.
    Scalar(u32),
}

/// A loop.
#[derive(Debug, Clone, Default)]
pub(in crate::codegen) struct Loop {
    /// How many numbers it carries.
    pub(in crate::codegen) carried: usize,
    pub(in crate::codegen) items: Vec<Item>,
    /// The vector of carried numbers to which each belongs, and its lane there.
    pub(in crate::codegen) lanes: Vec<(u32, u8)>,
    pub(in crate::codegen) rounds: Rounds,
    /// The carried number that counts the rounds, with what it begins, and its step.
    pub(in crate::codegen) counter: Option<(u32, [u32; 2])>,
    /// Whether the machine's own counter addresses constants in it.
    pub(in crate::codegen) is_indexed: bool,
}

/// What a branch tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::codegen) enum Test {
    /// Two numbers.
    Compare(Comparison),
    /// A scalar of the text, by its float register.
    Scalar(u32),
}

impl Test {
    pub(in crate::codegen) fn arguments(self) -> usize {
        match self {
            Test::Compare(_) => 2,
            Test::Scalar(_) => 0,
        }
    }
}

/// A branch. The arguments of its number are what it tests, the results of both sides, and what ends fragments on both sides.
#[derive(Debug, Clone)]
pub(in crate::codegen) struct Branch {
    pub(in crate::codegen) test: Test,
    /// How many results each side has.
    pub(in crate::codegen) results: usize,
    /// How many numbers end fragments on each side.
    pub(in crate::codegen) kills: [usize; 2],
    /// The vector of results to which each belongs, and its lane there.
    pub(in crate::codegen) lanes: Vec<(u32, u8)>,
}

/// The arguments of a branch.
pub(in crate::codegen) struct BranchArguments<'a> {
    pub(in crate::codegen) test: &'a [NodeId],
    /// The results of each side.
    pub(in crate::codegen) results: [&'a [NodeId]; 2],
    pub(in crate::codegen) kills: [&'a [NodeId]; 2],
}

impl Branch {
    pub(in crate::codegen) fn split<'a>(&self, args: &'a [NodeId]) -> BranchArguments<'a> {
        let (test, rest) = args.split_at(self.test.arguments());
        let (yes, rest) = rest.split_at(self.results);
        let (no, rest) = rest.split_at(self.results);
        let (kills_yes, kills_no) = rest.split_at(self.kills[0]);
        BranchArguments {
            test,
            results: [yes, no],
            kills: [kills_yes, kills_no],
        }
    }
}

impl Graph {
    /// The loops whose rounds each number is computed in, by their carried numbers.
    pub(in crate::codegen) fn rounds(&self) -> Vec<SmallVec<[u32; 2]>> {
        let mut all: Vec<SmallVec<[u32; 2]>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut own: SmallVec<[u32; 2]> = SmallVec::new();
            if let Kind::Carried(id, _) | Kind::Counted(_, _, id) = node.kind {
                own.push(id);
            }
            for argument in &node.args {
                for id in &all[argument.0 as usize] {
                    if node.kind != Kind::Loop(*id) && !own.contains(id) {
                        own.push(*id);
                    }
                }
            }
            all.push(own);
        }
        all
    }

    /// Whether a number is computed from what a loop carries.
    pub(in crate::codegen) fn is_carried(&self, n: NodeId, id: u32) -> bool {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![n];
        while let Some(n) = stack.pop() {
            if matches!(self.kind(n), Kind::Carried(i, _) if i == id) {
                return true;
            }
            if seen.insert(n) {
                stack.extend_from_slice(self.args(n));
            }
        }
        false
    }

    /// What numbers that belong together have in common: how they are computed, two operations deep.
    pub(in crate::codegen) fn signature(&self, n: NodeId, depth: u32) -> Vec<u32> {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        let kind = self.kind(n);
        std::mem::discriminant(&kind).hash(&mut hasher);
        match kind {
            Kind::Register(file, number, _) => (file, number).hash(&mut hasher),
            Kind::Texel(_) => self.args(n)[0].hash(&mut hasher),
            _ => {}
        }
        let mut all = vec![hasher.finish() as u32];
        if depth > 0 && !matches!(kind, Kind::Texel(_)) {
            for a in self.args(n) {
                all.extend(self.signature(*a, depth - 1));
            }
        }
        all
    }
}

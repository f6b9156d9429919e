//! Branches that stay branches: where the text or the cost asks for them, and the machine has them.
//!
//! The sides are walked before that is decided. What they have written differently becomes results of one number; what they
//! share with the rest of the program is computed before it.

use super::flatten::Walk;
use super::numbers::{Kind, NodeId};
use super::regions::{Branch, Test};
use crate::codegen::machine::Flow;
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::{Comparison, File};
use crate::frontend::c_like::tree::Wish;
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// Numbers of the sides from which on they stay apart, where the machine tests numbers, and where it tests scalars of the text.
const COSTLY: usize = 170;
const COSTLY_BY_SCALAR: usize = 95;
/// Branches inside each other.
const MOST_INSIDE: usize = 16;

/// How two ways become one again.
pub(super) enum Join {
    /// The condition selects.
    Select(NodeId),
    /// The results of a branch: the pairs that they come from, and the number that each is after it.
    Results(FxHashMap<[NodeId; 2], NodeId>),
}

/// What the two sides of a branch have left behind.
pub(super) struct Sides<'s> {
    pub(super) condition: NodeId,
    pub(super) pairs: &'s [[NodeId; 2]],
    /// The conditions that end fragments on each side.
    pub(super) kills: [&'s [NodeId]; 2],
    /// Numbers from this one on were made on the sides.
    pub(super) mark: usize,
    /// The place of the branch, and how many there are around it.
    pub(super) span: Span,
    pub(super) depth: usize,
}

/// What the sides of a branch compute.
#[derive(Default)]
struct Contents {
    numbers: usize,
    has_samples: bool,
    /// Whether neighbours are compared in what they have computed.
    compares_neighbours: bool,
}

impl Walk<'_> {
    /// Where two ways meet: a number of the branch, or selections.
    pub(super) fn join(&mut self, sides: &Sides<'_>) -> Result<Join, Refusal> {
        let select = Join::Select(sides.condition);
        let wish = self.target.wish(sides.span);
        let is_wanted = wish == Some(Wish::Branch);
        let refused = || Refusal::Lacks {
            what: "a branch that attributes ask for".to_owned(),
            version: self.target.machine.name,
            number: 3528,
            span: sides.span,
        };
        let scalar = self.tested_scalar(sides.condition);
        let has_test = match self.target.machine.flow {
            Flow::None => false,
            Flow::Scalars => scalar.is_some(),
            Flow::Numbers => true,
        };
        let is_empty = sides.pairs.is_empty() && sides.kills.iter().all(|k| k.is_empty());
        if is_wanted && !has_test {
            return Err(refused());
        }
        if is_empty || !has_test || wish == Some(Wish::Flatten) || sides.depth >= MOST_INSIDE {
            return Ok(select);
        }
        let contents = self.contents(sides);
        let most = match scalar {
            Some((register, _)) if self.target.is_given(register) => 0,
            Some(_) => COSTLY_BY_SCALAR,
            None => COSTLY,
        };
        let is_costly = contents.has_samples || contents.numbers > most;
        match (contents.compares_neighbours, is_wanted) {
            (true, true) => Err(refused()),
            (false, true) => Ok(self.branch(sides, scalar)),
            (false, false) if is_costly => Ok(self.branch(sides, scalar)),
            _ => Ok(select),
        }
    }

    /// What is there after two ways of which one has left this and the other one that.
    pub(super) fn joined_number(&mut self, join: &Join, a: NodeId, b: NodeId) -> NodeId {
        match join {
            _ if a == b => a,
            Join::Select(condition) => self.select(*condition, a, b),
            Join::Results(results) => match results.get(&[a, b]) {
                Some(after) => *after,
                None if matches!(self.graph.kind(a), Kind::Missing(_)) => b,
                None => a,
            },
        }
    }

    /// The scalar of the text that a condition tests: its float register, and whether it must be false.
    fn tested_scalar(&self, condition: NodeId) -> Option<(u32, bool)> {
        let g = &self.graph;
        let args = g.args(condition);
        let is_eq = match g.kind(condition) {
            Kind::Not => return self.tested_scalar(args[0]).map(|(n, not)| (n, !not)),
            Kind::Eq => true,
            Kind::Ne => false,
            _ => return None,
        };
        let (register, other) = match g.value(args[0]) {
            Some(x) => (args[1], x),
            None => (args[0], g.value(args[1])?),
        };
        let Kind::Register(File::Const, number, 0) = g.kind(register) else {
            return None;
        };
        let is_bool = self.target.scalar(number) == Some(File::ConstBool);
        (is_bool && other == 0.0).then_some((number, is_eq))
    }

    /// Walks over what was made on the sides.
    fn contents(&self, sides: &Sides<'_>) -> Contents {
        let g = &self.graph;
        let mut found = Contents::default();
        let mut seen: FxHashSet<NodeId> = FxHashSet::default();
        let mut stack: Vec<NodeId> = sides.pairs.as_flattened().to_vec();
        stack.extend(sides.kills.iter().flat_map(|k| k.iter()));
        while let Some(n) = stack.pop() {
            if (n.0 as usize) < sides.mark || !seen.insert(n) {
                continue;
            }
            let args = g.args(n);
            let is_input = |n: &NodeId| {
                let kind = g.kind(*n);
                matches!(
                    kind,
                    Kind::Register(..) | Kind::Literal(_) | Kind::Carried(..)
                )
            };
            match g.kind(n) {
                Kind::Sample(opcode, _) => {
                    found.has_samples = true;
                    let n_coordinates = match opcode {
                        Opcode::TexLdB => args.len() - 1,
                        Opcode::TexLd | Opcode::TexLdP => args.len(),
                        _ => 0,
                    };
                    found.compares_neighbours |= !args[..n_coordinates].iter().all(is_input);
                }
                Kind::Ddx | Kind::Ddy => found.compares_neighbours |= !args.iter().all(is_input),
                Kind::Loop(_) | Kind::Branch(_) => found.has_samples = true,
                Kind::Literal(_) | Kind::Register(..) | Kind::Texel(_) | Kind::After(_) => {}
                _ => found.numbers += 1,
            }
            stack.extend_from_slice(args);
        }
        found
    }

    /// Makes the number of a branch.
    fn branch(&mut self, sides: &Sides<'_>, scalar: Option<(u32, bool)>) -> Join {
        let (test, operands, is_turned) = match scalar {
            Some((register, is_not)) => (Test::Scalar(register), Vec::new(), is_not),
            None => {
                let (comparison, operands) = self.one_comparison(sides.condition);
                (Test::Compare(comparison), operands.to_vec(), false)
            }
        };
        let mut args = operands;
        let turned = |side: usize| if is_turned { 1 - side } else { side };
        // Truth values are numbers where sides leave them behind.
        let mut numbers: [Vec<NodeId>; 2] = Default::default();
        for side in [0, 1] {
            let own = sides.pairs.iter().map(|pair| pair[turned(side)]);
            numbers[side] = own.map(|n| self.number_of(n)).collect();
            args.extend(&numbers[side]);
        }
        let mut kills = [0; 2];
        for side in [0, 1] {
            let mut own = Vec::new();
            for condition in sides.kills[turned(side)] {
                self.below_zero(*condition, &mut own);
            }
            kills[side] = own.len();
            args.extend(own);
        }
        let costly = numbers[0].iter().zip(&numbers[1]);
        let level = |n: NodeId| (n.0 as usize) >= sides.mark;
        let of_lanes: Vec<NodeId> = costly
            .map(|(a, b)| if level(*a) { *a } else { *b })
            .collect();
        let id = self.graph.branches.len() as u32;
        self.graph.branches.push(Branch {
            test,
            results: sides.pairs.len(),
            kills,
            lanes: self.lanes(&of_lanes),
        });
        let node = self.graph.node(Kind::Branch(id), &args);
        if kills != [0, 0] {
            self.killing.push(node);
        }
        let mut results = FxHashMap::default();
        for (k, pair) in sides.pairs.iter().enumerate() {
            let after = self.graph.node(Kind::After(k as u32), &[node]);
            let is_truth = self.is_truth(pair[0]);
            results.insert(*pair, self.truth_of(after, is_truth));
        }
        Join::Results(results)
    }

    /// A condition as one comparison.
    fn one_comparison(&mut self, condition: NodeId) -> (Comparison, [NodeId; 2]) {
        let mut all = Vec::new();
        self.comparisons(condition, false, &mut all);
        if let [(comparison, a, b)] = all[..] {
            return (comparison, [a, b]);
        }
        let number = self.as_number(condition);
        let half = self.graph.literal(0.5);
        (Comparison::Gt, [number, half])
    }
}

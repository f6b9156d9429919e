//! What loops stay for: operations that are not copied, as Microsoft's compiler does not copy them. They are look-ups,
//! kills, exponentials and logarithms, and a sine or cosine alone: several ones are series of products and sums.

use super::flatten::Walk;
use super::numbers::{Kind, NodeId};
use crate::ir::{Inst, Op, ValueId};

impl Walk<'_> {
    /// Whether an instruction that was walked over is costly, and its number is no constant.
    pub(super) fn is_costly(&self, inst: &Inst) -> bool {
        use Op::*;
        let mut results = inst.results().filter_map(|v| self.values[v.index()]);
        match inst.op {
            Sample | Kill => true,
            Exp2 | FExp2 | FExp | Log2 | FLog2 | FLog | Pow | FPow => {
                results.any(|n| self.has_power(n))
            }
            Sin | FSin | Cos | FCos | FTan => {
                self.is_alone && results.any(|n| self.graph.value(n).is_none())
            }
            _ => false,
        }
    }

    /// Whether a number is an exponential, a logarithm or a power of what is no constant, or a multiple of one.
    fn has_power(&self, n: NodeId) -> bool {
        let g = &self.graph;
        let is_power = |n: NodeId| {
            let is_known = g.args(n).iter().all(|a| g.value(*a).is_some());
            matches!(g.kind(n), Kind::Exp | Kind::Log | Kind::Pow) && !is_known
        };
        is_power(n) || g.args(n).iter().any(|a| is_power(*a))
    }

    /// Whether an instruction has no neighbour with its operation, which would be another component of a vector.
    pub(super) fn stands_alone(insts: &[Inst], at: usize) -> bool {
        let of = |i: usize| insts.get(i).map(|i| i.op);
        let own = Some(insts[at].op);
        of(at + 1) != own && (at == 0 || of(at - 1) != own)
    }

    /// Whether a product is a component of a vector, another of which is a number times a literal that is no unit.
    pub(super) fn is_among_scaled(&self, insts: &[Inst], at: usize) -> bool {
        let own = &insts[at];
        if own.op != Op::FMul {
            return false;
        }
        let is_like = |i: &&Inst| i.op == Op::FMul && i.span == own.span;
        let before = insts[..at].iter().rev().take(3).take_while(is_like);
        let after = insts[at + 1..].iter().take(3).take_while(is_like);
        let known = |v: &ValueId| self.values[v.index()].and_then(|n| self.graph.value(n));
        before.chain(after).any(|inst| {
            let factors = { inst.args.iter() }.map(known);
            let is_scale = |x: f32| x != 0.0 && x.abs() != 1.0;
            let n = factors.clone().flatten().count();
            n == 1 && factors.flatten().all(is_scale)
        })
    }
}

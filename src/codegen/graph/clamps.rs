//! Minima and maxima, and clamps to [0, 1] that are made of them.

use super::flatten::Walk;
use super::numbers::{Kind, NodeId};

impl Walk<'_> {
    pub(super) fn minimum(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let g = &mut self.graph;
        let is = |n, x| g.value(n) == Some(x);
        if self.target.machine.saturates
            && is(b, 1.0)
            && g.kind(a) == Kind::Max
            && is(g.args(a)[1], 0.0)
        {
            let inner = g.args(a)[0];
            return g.node(Kind::Saturate, &[inner]);
        }
        g.min(a, b)
    }

    pub(super) fn maximum(&mut self, a: NodeId, b: NodeId) -> NodeId {
        let machine = &self.target.machine;
        if !machine.saturates || !machine.saturates_either_way {
            return self.graph.max(a, b);
        }
        match self.clamped([a, b]) {
            Some(inner) => self.graph.node(Kind::Saturate, &[inner]),
            None => self.graph.max(a, b),
        }
    }

    /// x of max(min(x, 1), 0), with the arguments in any order.
    fn clamped(&self, [a, b]: [NodeId; 2]) -> Option<NodeId> {
        let g = &self.graph;
        let other = |[a, b]: [NodeId; 2], x: f32| match (g.value(a), g.value(b)) {
            (Some(y), _) if y == x => Some(b),
            (_, Some(y)) if y == x => Some(a),
            _ => None,
        };
        let least = other([a, b], 0.0)?;
        let args = g.args(least);
        match g.kind(least) {
            Kind::Min => other([args[0], args[1]], 1.0),
            _ => None,
        }
    }
}

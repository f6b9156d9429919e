//! The forms in which numbers appear.

use crate::codegen::graph::numbers::{Graph, Kind, Lanes, NodeId};

/// What all lanes of a vector have.
pub(super) fn all(lanes: &Lanes, mut is: impl FnMut(NodeId) -> bool) -> bool {
    lanes.iter().flatten().next().is_some() && lanes.iter().flatten().all(|n| is(*n))
}

/// The lanes with another number in each.
pub(super) fn map(lanes: &Lanes, of: impl Fn(NodeId) -> NodeId) -> Lanes {
    lanes.map(|l| l.map(&of))
}

/// A product by a power of two: the other factor, and the power.
pub(super) fn scaled(graph: &Graph, n: NodeId) -> Option<(NodeId, i8)> {
    if graph.kind(n) != Kind::Mul {
        return None;
    }
    let [a, b] = [graph.args(n)[0], graph.args(n)[1]];
    let power = |x: f32| (-3..=3).find(|s| *s != 0 && f32::exp2(f32::from(*s)) == x);
    let of = |n| graph.value(n).and_then(power);
    match (of(a), of(b)) {
        (_, Some(power)) => Some((a, power)),
        (Some(power), _) => Some((b, power)),
        _ => None,
    }
}

/// 1 − x
pub(super) fn complement(graph: &Graph, n: NodeId) -> Option<NodeId> {
    let (x, minus) = plus(graph, n, 1.0)?;
    minus.then_some(x)
}

/// x − ½
pub(super) fn bias(graph: &Graph, n: NodeId) -> Option<NodeId> {
    let (x, minus) = plus(graph, n, -0.5)?;
    (!minus).then_some(x)
}

/// 2x − 1, or 2 (x − ½)
pub(super) fn signed(graph: &Graph, n: NodeId) -> Option<NodeId> {
    if let Some((x, 1)) = scaled(graph, n) {
        return bias(graph, x);
    }
    if graph.kind(n) == Kind::Mad {
        let args = graph.args(n);
        let is = |i: usize, x: f32| graph.value(args[i]) == Some(x);
        return match (is(2, -1.0), is(0, 2.0), is(1, 2.0)) {
            (true, _, true) => Some(args[0]),
            (true, true, _) => Some(args[1]),
            _ => None,
        };
    }
    let (x, minus) = plus(graph, n, -1.0)?;
    match scaled(graph, x) {
        Some((x, 1)) if !minus => Some(x),
        _ => None,
    }
}

/// A sum with a literal: the other part without its minus, and whether it has one.
fn plus(graph: &Graph, n: NodeId, literal: f32) -> Option<(NodeId, bool)> {
    if graph.kind(n) != Kind::Add {
        return None;
    }
    let [a, b] = [graph.args(n)[0], graph.args(n)[1]];
    match (graph.value(a), graph.value(b)) {
        (Some(x), _) if x == literal => Some(graph.unsigned(b)),
        (_, Some(x)) if x == literal => Some(graph.unsigned(a)),
        _ => None,
    }
}

/// b + w (a − b): w, a and b.
pub(super) fn interpolated(graph: &Graph, n: NodeId) -> Option<[NodeId; 3]> {
    if graph.kind(n) != Kind::Mad {
        return None;
    }
    let args = graph.args(n);
    for (weight, difference) in [(args[0], args[1]), (args[1], args[0])] {
        if graph.kind(difference) != Kind::Add {
            continue;
        }
        let parts = graph.args(difference);
        for (a, b) in [(parts[0], parts[1]), (parts[1], parts[0])] {
            if graph.unsigned(b) == (args[2], true) {
                return Some([weight, a, args[2]]);
            }
        }
    }
    None
}

/// The factors of a sum of three or four products, and nothing else.
pub(super) fn products(graph: &Graph, n: NodeId) -> Option<Vec<[NodeId; 2]>> {
    let mut terms = Vec::new();
    let mut at = n;
    loop {
        let args = graph.args(at);
        match graph.kind(at) {
            Kind::Mul => {
                terms.insert(0, [args[0], args[1]]);
                break;
            }
            Kind::Mad if terms.len() < 4 => {
                terms.insert(0, [args[0], args[1]]);
                at = args[2];
            }
            _ => return None,
        }
    }
    matches!(terms.len(), 3 | 4).then_some(terms)
}

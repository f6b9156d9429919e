//! Sums of products become one operation, where nothing else reads the product.

use super::flatten::Flat;
use super::numbers::{Graph, Kind, NodeId};
use super::waves::is_pair;

/// How often each number is read.
pub(in crate::codegen) fn uses(flat: &Flat) -> Vec<u32> {
    let mut uses = vec![0; flat.graph.nodes.len()];
    let mut stack: Vec<NodeId> = flat.roots();
    while let Some(id) = stack.pop() {
        let count: &mut u32 = &mut uses[id.0 as usize];
        *count += 1;
        if *count == 1 {
            stack.extend_from_slice(flat.graph.args(id));
        }
    }
    uses
}

/// Rewrites the graph; what nothing reads is left out.
pub(in crate::codegen) fn fuse(flat: &mut Flat) {
    let uses = uses(flat);
    let mut old = std::mem::take(&mut flat.graph);
    let mut graph = Graph::default();
    graph.loops = std::mem::take(&mut old.loops);
    let mut new = vec![NodeId(0); old.nodes.len()];
    for (i, node) in old.nodes.iter().enumerate() {
        if uses[i] == 0 {
            continue;
        }
        let args: Vec<NodeId> = node.args.iter().map(|a| new[a.0 as usize]).collect();
        let fused = match node.kind {
            Kind::Add => fused(&mut graph, &old, &uses, &node.args, &args),
            Kind::Sin | Kind::Cos if !is_pair(&old, &uses, node.args[0]) => {
                Some(graph.wave_series(node.kind, args[0]))
            }
            _ => None,
        };
        new[i] = fused.unwrap_or_else(|| graph.node(node.kind, &args));
    }
    flat.graph = graph;
    let renamed = |id: &mut NodeId| *id = new[id.0 as usize];
    flat.outputs.values_mut().for_each(renamed);
    let others = flat.kills.iter_mut().chain(&mut flat.killing);
    others.for_each(renamed);
}

/// A sum whose second or first part is a product that nothing else reads.
fn fused(
    graph: &mut Graph,
    old: &Graph,
    uses: &[u32],
    old_args: &[NodeId],
    args: &[NodeId],
) -> Option<NodeId> {
    let is_single = |n: NodeId| uses[n.0 as usize] == 1;
    for (i, other) in [(1, 0), (0, 1)] {
        let (product, _) = old.unsigned(old_args[i]);
        if !is_single(old_args[i]) || !is_single(product) || old.kind(product) != Kind::Mul {
            continue;
        }
        let (product, minus) = graph.unsigned(args[i]);
        let [mut a, b] = [graph.args(product)[0], graph.args(product)[1]];
        if minus {
            a = graph.neg(a);
        }
        return Some(graph.node(Kind::Mad, &[a, b, args[other]]));
    }
    None
}

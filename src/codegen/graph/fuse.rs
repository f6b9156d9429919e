//! Sums of products become one operation, where nothing else reads the product.

use super::demand::demand;
use super::flatten::Flat;
use super::numbers::{Graph, Kind, NodeId};
use super::waves::is_pair;
use crate::codegen::machine::{Machine, Opcode, Waves};

/// Rewrites the graph; what nothing reads is left out.
pub(in crate::codegen) fn fuse(flat: &mut Flat, machine: &Machine) {
    count_by_machine(&mut flat.graph);
    let demand = demand(flat);
    let uses = &demand.uses;
    let mut old = std::mem::take(&mut flat.graph);
    let mut graph = Graph::default();
    graph.loops = std::mem::take(&mut old.loops);
    graph.branches = std::mem::take(&mut old.branches);
    let mut new = vec![NodeId(0); old.nodes.len()];
    for (i, node) in old.nodes.iter().enumerate() {
        if uses[i] == 0 {
            continue;
        }
        let at = NodeId(i as u32);
        let args: Vec<NodeId> = node.args.iter().map(|a| new[a.0 as usize]).collect();
        let fused = match node.kind {
            Kind::Add if machine.has(Opcode::Floor) && is_floor(&old, uses, at) => {
                Some(graph.node(Kind::Floor, &args[..1]))
            }
            Kind::Add => fused(&mut graph, &old, uses, &node.args, &args),
            Kind::Sin | Kind::Cos if machine.waves == Waves::Single => None,
            Kind::Sin | Kind::Cos if !is_pair(&old, uses, node.args[0]) => {
                Some(graph.wave_series(node.kind, args[0]))
            }
            // Of loops and branches, what is read is left.
            Kind::Loop(id) => {
                let (made, args) = demand.of_loop(at, &graph.loops[id as usize], &args);
                graph.loops[id as usize] = made;
                Some(graph.node(node.kind, &args))
            }
            Kind::Branch(id) => {
                let (made, args) = demand.of_branch(at, &graph.branches[id as usize], &args);
                graph.branches[id as usize] = made;
                Some(graph.node(node.kind, &args))
            }
            Kind::Carried(id, k) => Some(graph.node(Kind::Carried(id, demand.carried(id, k)), &[])),
            Kind::After(k) => Some(graph.node(Kind::After(demand.part(node.args[0], k)), &args)),
            _ => None,
        };
        new[i] = fused.unwrap_or_else(|| graph.node(node.kind, &args));
        if let Some(run) = old.runs.get(&at) {
            graph.runs.entry(new[i]).or_insert(*run);
        }
    }
    flat.graph = graph;
    let renamed = |id: &mut NodeId| *id = new[id.0 as usize];
    flat.outputs.values_mut().for_each(renamed);
    let others = flat.kills.iter_mut().chain(&mut flat.killing);
    others.for_each(renamed);
}

/// Constants by the counter of a loop are addressed by the machine's own counter, where no other loop is inside.
fn count_by_machine(graph: &mut Graph) {
    if graph.loops.iter().all(|l| l.counter.is_none()) {
        return;
    }
    let rounds = graph.rounds();
    let inner = graph.nodes.iter().zip(&rounds);
    let inner = inner.filter(|(node, _)| matches!(node.kind, Kind::Loop(_)));
    let around: Vec<u32> = inner
        .flat_map(|(_, rounds)| rounds.iter().copied())
        .collect();
    for i in 0..graph.nodes.len() {
        let node = &graph.nodes[i];
        let Kind::Relative(base, component) = node.kind else {
            continue;
        };
        let Kind::Carried(id, k) = graph.kind(node.args[0]) else {
            continue;
        };
        let own = &mut graph.loops[id as usize];
        if own.counter.is_some_and(|(counter, _)| counter == k) && !around.contains(&id) {
            own.is_indexed = true;
            graph.nodes[i].kind = Kind::Counted(base, component, id);
            graph.nodes[i].args.clear();
        }
    }
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

/// Whether a sum is the floor of a number whose fraction nothing else reads.
fn is_floor(old: &Graph, uses: &[u32], n: NodeId) -> bool {
    let minus = old.args(n)[1];
    let is_single = |n: NodeId| uses[n.0 as usize] == 1;
    old.of_floor(n).is_some() && is_single(minus) && is_single(old.args(minus)[0])
}

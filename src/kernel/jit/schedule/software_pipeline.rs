//! Splits straight code of one region into two stages, so that a group's second stage runs beside the next group's
//! first.
//!
//! A long program is a chain of some hundred cycles whose instructions fill the processor's window. One group after
//! another would leave most of its units idle. Here the region is cut in the middle of its schedule. Values that the
//! second stage needs from the first go through rows of the frame, and the scheduler mixes both stages as if they were
//! one. (63 instructions, AVX-512: 81 → 63 ns a group.)
#![forbid(unsafe_code)]

use super::list::Scheduler;
use crate::ir::Span;
use crate::kernel::jit::lir::region::{
    Access, Base, Isa, Lir, MachineOp, Node, Pipeline, Place, Region, Resource, VReg, VRegInfo,
};
use crate::kernel::jit::runtime::abi::field;

/// Regions with fewer nodes are not cut: the window holds a few groups of them.
const LEAST_NODES: usize = 96;
/// The most values from one stage to the next.
const MOST_CROSSING: usize = 20;

/// Cuts the region of a straight program, where that is worth it.
pub(crate) fn cut(lir: &mut Lir) -> Option<Pipeline> {
    let straight = lir.straight && lir.isa == Isa::Avx512 && lir.zeroed.is_empty();
    let [region] = &lir.blocks[0].regions[..] else {
        return None;
    };
    let whole = region.calls.is_empty() && region.tail == region.nodes.len();
    if !straight || !whole || region.nodes.len() < LEAST_NODES {
        return None;
    }
    let order = Scheduler::new(lir.isa, &lir.vregs).region(region);
    let scheduled: Vec<Node> = order.iter().map(|i| region.nodes[*i as usize]).collect();
    let n = scheduled.len();
    let cuts = (12..=24).step_by(3).map(|at| n * at / 36);
    let candidates = cuts.map(|at| Cut::new(&scheduled, &lir.vregs, at));
    let best = candidates.min_by_key(|cut| cut.cost(n))?;
    (best.crossing.len() <= MOST_CROSSING).then(|| best.stages(&scheduled, lir))
}

struct Cut {
    at: usize,
    /// Whether the node is of the second stage.
    late: Vec<bool>,
    /// Values that the second stage reads, does not compute, and cannot read from memory.
    crossing: Vec<VReg>,
}

/// Whether the place holds another value for the next group.
fn moves(place: Place) -> bool {
    let corner = [field::CORNER_X as i32, field::CORNER_Y as i32];
    match place.base {
        Base::Inputs | Base::Planes | Base::Array(_) => true,
        Base::Frame => corner.contains(&place.offset),
        _ => false,
    }
}

impl Cut {
    /// The second stage has all nodes scheduled from `at` on, all that touch memory, and those that depend on them.
    fn new(scheduled: &[Node], vregs: &[VRegInfo], at: usize) -> Cut {
        let mut is_early = vec![false; vregs.len()];
        let mut is_late = vec![false; vregs.len()];
        let mut crosses = vec![false; vregs.len()];
        let (mut late, mut crossing) = (Vec::with_capacity(scheduled.len()), Vec::new());
        for (i, node) in scheduled.iter().enumerate() {
            // Loads from arrays run before the next group's first stage, and depend on nothing.
            let reads_array = node.access == Some(Access::Read(Resource::Arrays));
            let ordered = node.access.is_some() || !node.dst.is_some();
            let node_is_late =
                !reads_array && (i >= at || ordered) || node.args().any(|v| is_late[v.index()]);
            if node_is_late {
                for v in node.args() {
                    let moved = vregs[v.index()].home.is_some_and(moves);
                    let from_first = moved || is_early[v.index()];
                    if from_first && !std::mem::replace(&mut crosses[v.index()], true) {
                        crossing.push(v);
                    }
                }
            }
            if node.dst.is_some() {
                is_late[node.dst.index()] = node_is_late;
                is_early[node.dst.index()] = !node_is_late;
            }
            late.push(node_is_late);
        }
        Cut { at, late, crossing }
    }

    /// A store and a load for each value, and the idle time of unequal stages.
    fn cost(&self, n: usize) -> usize {
        self.crossing.len() + 24 * (2 * self.at).abs_diff(n) / n
    }

    fn stages(&self, scheduled: &[Node], lir: &mut Lir) -> Pipeline {
        let of_stage = |late: bool| {
            let nodes = scheduled.iter().zip(&self.late);
            nodes
                .filter(move |(_, l)| **l == late)
                .map(|(node, _)| *node)
        };
        let mut first: Vec<Node> = of_stage(false).collect();
        let mut second: Vec<Node> = Vec::with_capacity(scheduled.len());
        // A crossing value gets a row: the first stage stores it, the second stage loads it under a new name.
        let mut loaded = vec![VReg::NONE; lir.vregs.len()];
        for v in &self.crossing {
            let (store, load) = through_row(*v, lir);
            loaded[v.index()] = load.dst;
            first.push(store);
            second.push(load);
        }
        // The second stage reads the new names.
        second.extend(of_stage(true).map(|node| Node {
            args: node.args.map(|v| {
                if v.is_some() && loaded[v.index()].is_some() {
                    loaded[v.index()]
                } else {
                    v
                }
            }),
            ..node
        }));
        // The middle of the loop has the second stage of one group and the first stage of the next.
        let both = second
            .iter()
            .chain(&first)
            .map(without_array_order)
            .collect();
        let [first, both, second] = [first, both, second].map(|nodes: Vec<Node>| Region {
            tail: nodes.len(),
            nodes,
            calls: Vec::new(),
        });
        Pipeline {
            first,
            both,
            second,
        }
    }
}

/// Gives a value a row of the frame: the store of the value, and the load of the row as a new value.
fn through_row(v: VReg, lir: &mut Lir) -> (Node, Node) {
    // The row is the next free one of the frame, and orders the load after the store.
    let place = Place::lanes(Base::Frame, 64 * lir.n_rows as i32);
    lir.n_rows += 1;
    let resource = Resource::Home(place.offset);
    // The value that is loaded has the old one's properties, but no home of its own.
    let again = VReg(lir.vregs.len() as u32);
    lir.vregs.push(VRegInfo {
        home: None,
        ..lir.vregs[v.index()]
    });
    let none = VReg::NONE;
    let store = Node {
        span: Span::NONE,
        op: MachineOp::Store,
        imm: 0,
        dst: none,
        args: [v, none, none],
        place: Some(place),
        access: Some(Access::Write(resource)),
    };
    let load = Node {
        op: MachineOp::Load,
        dst: again,
        args: [none; 3],
        access: Some(Access::Read(resource)),
        ..store
    };
    (store, load)
}

/// A node without its order among accesses to arrays: the elements that one group writes and the next one reads are
/// disjoint.
fn without_array_order(node: &Node) -> Node {
    let of_arrays = [Access::Read, Access::Write].map(|a| Some(a(Resource::Arrays)));
    Node {
        access: node.access.filter(|a| !of_arrays.contains(&Some(*a))),
        ..*node
    }
}

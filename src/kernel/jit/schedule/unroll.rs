//! Short straight code over arrays, for several groups in a round. The cost of a round is paid once for all of them, and one
//! search for NaNs serves outputs of two groups.
#![forbid(unsafe_code)]

use crate::kernel::jit::lir::region::{
    Access, Base, Isa, Lir, MachineOp, Node, Place, Region, Resource, Round, VReg, VRegInfo,
};

/// Regions with more nodes are not worth a second copy.
const MOST_NODES: usize = 48;
/// Regions with more nodes are not worth a third copy. (Four groups, with all loads before all stores, take 2.5 % less
/// time than two where memory is the limit.)
const MOST_NODES_OF_FOUR: usize = 16;
/// Bytes of one group in an array of words.
pub(crate) const GROUP_BYTES: i32 = 64;

/// The rounds of a straight program over arrays, where more than one group a round is worth it.
pub(crate) fn round(lir: &mut Lir) -> Option<Round> {
    let over_arrays = lir.array_row.is_some() && lir.straight && lir.isa == Isa::Avx512;
    if !over_arrays || lir.pipeline.is_some() || !lir.zeroed.is_empty() {
        return None;
    }
    let [region] = &lir.blocks[0].regions[..] else {
        return None;
    };
    let is_own = |node: &Node| node.place.is_none_or(|p| matches!(p.base, Base::Array(_)));
    if !region.nodes.iter().all(is_own) {
        return None;
    }
    let n_groups = match region.nodes.len() {
        n if n <= MOST_NODES_OF_FOUR => 4,
        n if n <= MOST_NODES => 2,
        _ => return None,
    };
    let mut nodes = region.nodes.clone();
    for group in 1..n_groups {
        let mut repeat = Repeat::new(group, lir.vregs.len());
        let copies = region.nodes.iter().map(|n| repeat.node(n, &mut lir.vregs));
        nodes.extend(copies);
    }
    share_searches(&mut nodes);
    // No group reads the stores of another one; so all loads come before all stores.
    let writes = |node: &Node| node.access == Some(Access::Write(Resource::Arrays));
    nodes.sort_by_key(writes);
    let region = Region {
        tail: nodes.len(),
        nodes,
        calls: Vec::new(),
    };
    Some(Round { n_groups, region })
}

/// The values of a later group of the round.
struct Repeat {
    group: i32,
    /// By those of the first.
    known: Vec<VReg>,
}

impl Repeat {
    fn new(group: i32, n: usize) -> Repeat {
        Repeat {
            group,
            known: vec![VReg::NONE; n],
        }
    }

    fn node(&mut self, node: &Node, vregs: &mut Vec<VRegInfo>) -> Node {
        let args = node
            .args
            .map(|v| if v.is_some() { self.value(v, vregs) } else { v });
        let dst = if node.dst.is_some() {
            self.renamed(node.dst, vregs)
        } else {
            node.dst
        };
        Node {
            args,
            dst,
            place: node.place.map(|place| self.moved(place)),
            ..*node
        }
    }

    /// A value that is computed, or read from an array, is another one; a value that is the same for all groups is not.
    fn value(&mut self, v: VReg, vregs: &mut Vec<VRegInfo>) -> VReg {
        let home = vregs[v.index()].home;
        let is_read = home.is_some_and(|place| matches!(place.base, Base::Array(_)));
        let known = self.known[v.index()];
        match (known.is_some(), is_read) {
            (true, _) => known,
            (false, true) => self.renamed(v, vregs),
            (false, false) => v,
        }
    }

    fn renamed(&mut self, v: VReg, vregs: &mut Vec<VRegInfo>) -> VReg {
        let new = VReg(vregs.len() as u32);
        let info = vregs[v.index()];
        vregs.push(VRegInfo {
            home: info.home.map(|place| self.moved(place)),
            ..info
        });
        self.known[v.index()] = new;
        new
    }

    /// The same place of this group.
    fn moved(&self, place: Place) -> Place {
        match place.base {
            Base::Array(array) => Place {
                offset: place.offset + self.group * GROUP_BYTES * i32::from(array.words),
                ..place
            },
            _ => place,
        }
    }
}

/// A group with an odd number of values searches one of them for NaNs alone. Two such searches become one.
fn share_searches(nodes: &mut Vec<Node>) {
    let is_search = |op: MachineOp| matches!(op, MachineOp::FindNans | MachineOp::SumNans);
    let is_alone = |node: &Node| is_search(node.op) && node.args[0] == node.args[1];
    let alone: Vec<usize> = (0..nodes.len()).filter(|i| is_alone(&nodes[*i])).collect();
    for pair in alone.chunks_exact(2).rev() {
        nodes[pair[1]].args[0] = nodes[pair[0]].args[0];
        nodes.remove(pair[0]);
    }
}

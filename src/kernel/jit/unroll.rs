//! Short straight code over arrays, for two groups at a time: what each loop costs is paid once for both, and one search for NaNs
//! serves an output of each.
#![forbid(unsafe_code)]

use super::lir::{Access, Base, Isa, Lir, MOp, Node, Place, Region, Resource, VReg, VRegInfo};

/// Regions with more nodes are worth no second copy.
const MOST_NODES: usize = 48;
/// Bytes of one group in an array of words.
const GROUP_BYTES: i32 = 64;

/// Two groups' nodes of a straight program over arrays, where that is worth it.
pub(super) fn pair(lir: &mut Lir) -> Option<Region> {
    let over_arrays = lir.array_row.is_some() && lir.straight && lir.isa == Isa::Avx512;
    if !over_arrays || lir.pipeline.is_some() || !lir.zeroed.is_empty() {
        return None;
    }
    let [region] = &lir.blocks[0].regions[..] else {
        return None;
    };
    let is_own = |node: &Node| node.place.is_none_or(|p| matches!(p.base, Base::Array(_)));
    if region.nodes.len() > MOST_NODES || !region.nodes.iter().all(is_own) {
        return None;
    }
    let mut second = Second::new(lir.vregs.len());
    let copies: Vec<Node> = region
        .nodes
        .iter()
        .map(|n| second.node(n, &mut lir.vregs))
        .collect();
    let mut nodes = region.nodes.clone();
    nodes.extend(copies);
    share_search(&mut nodes);
    // No group reads what the other one writes; so all is read before anything is written.
    let writes = |node: &Node| node.access == Some(Access::Write(Resource::Arrays));
    nodes.sort_by_key(writes);
    Some(Region {
        tail: nodes.len(),
        nodes,
        calls: Vec::new(),
    })
}

/// The values of the second group.
struct Second {
    /// By those of the first.
    known: Vec<VReg>,
}

impl Second {
    fn new(n: usize) -> Second {
        Second {
            known: vec![VReg::NONE; n],
        }
    }

    fn node(&mut self, node: &Node, vregs: &mut Vec<VRegInfo>) -> Node {
        let args = node.args.map(|v| match v.is_some() {
            true => self.value(v, vregs),
            false => v,
        });
        let dst = match node.dst.is_some() {
            true => self.renamed(node.dst, vregs),
            false => node.dst,
        };
        Node {
            args,
            dst,
            place: node.place.map(moved),
            ..*node
        }
    }

    /// A value that is computed, or read of an array, is another; what is the same for all groups is not.
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
            home: info.home.map(moved),
            ..info
        });
        self.known[v.index()] = new;
        new
    }
}

/// The same place of the next group.
fn moved(place: Place) -> Place {
    match place.base {
        Base::Array(array) => Place {
            offset: place.offset + GROUP_BYTES * i32::from(array.words),
            ..place
        },
        _ => place,
    }
}

/// Each group looks for NaNs in one value by itself where it has an odd number: these become one search.
fn share_search(nodes: &mut Vec<Node>) {
    let is_search = |op: MOp| matches!(op, MOp::FindNans | MOp::SumNans);
    let is_alone = |node: &Node| is_search(node.op) && node.args[0] == node.args[1];
    let alone: Vec<usize> = (0..nodes.len()).filter(|i| is_alone(&nodes[*i])).collect();
    if let [first, second] = alone[..] {
        nodes[second].args[0] = nodes[first].args[0];
        nodes.remove(first);
    }
}

//! On which sides of branches numbers are computed: a number that one side alone reads is computed there, any other one before
//! the branch.

use super::flatten::Flat;
use super::numbers::{Graph, Kind, NodeId};

/// The place that is on no side of a branch.
const OUTSIDE: u32 = 0;

/// The sides of a program's branches. Each is a place: place 0 is outside of all.
#[derive(Debug, Default)]
pub(in crate::codegen) struct Sides {
    /// The place of each number.
    of: Vec<u32>,
    /// The place around each, and how many are around it.
    around: Vec<(u32, u32)>,
}

/// The place of a side of a branch.
fn place(branch: u32, side: usize) -> u32 {
    2 * branch + side as u32 + 1
}

/// Finds the place of each number.
pub(in crate::codegen) fn sides(flat: &Flat) -> Sides {
    let graph = &flat.graph;
    let n = graph.nodes.len();
    let mut sides = Sides {
        of: vec![OUTSIDE; n],
        around: vec![(OUTSIDE, 0); 2 * graph.branches.len() + 1],
    };
    if graph.branches.is_empty() {
        return sides;
    }
    let mut known: Vec<Option<u32>> = vec![None; n];
    for root in flat.roots() {
        known[root.0 as usize] = Some(OUTSIDE);
    }
    // What reads a number has a higher one, so that all that read it are known before it.
    for i in (0..n).rev() {
        let Some(own) = known[i] else { continue };
        sides.of[i] = own;
        sides.pass(graph, &mut known, NodeId(i as u32), own);
    }
    // Texels come with their look-up, and results with what gives them.
    for i in 0..n {
        if matches!(graph.nodes[i].kind, Kind::Texel(_) | Kind::After(_)) {
            sides.of[i] = sides.of[graph.nodes[i].args[0].0 as usize];
        }
    }
    sides
}

impl Sides {
    /// Tells the arguments of a number where they are read.
    fn pass(&mut self, graph: &Graph, known: &mut [Option<u32>], n: NodeId, own: u32) {
        let args = graph.args(n);
        let Kind::Branch(id) = graph.kind(n) else {
            return args.iter().for_each(|a| self.read(known, *a, own));
        };
        let split = graph.branches[id as usize].split(args);
        split.test.iter().for_each(|a| self.read(known, *a, own));
        let depth = self.around[own as usize].1 + 1;
        for side in [0, 1] {
            let place = place(id, side);
            self.around[place as usize] = (own, depth);
            let all = split.results[side].iter().chain(split.kills[side]);
            all.for_each(|a| self.read(known, *a, place));
        }
    }

    fn read(&self, known: &mut [Option<u32>], n: NodeId, place: u32) {
        let at = &mut known[n.0 as usize];
        *at = Some(at.map_or(place, |other| self.common(other, place)));
    }

    /// The innermost place around both.
    fn common(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            let [depth_a, depth_b] = [a, b].map(|p| self.around[p as usize].1);
            if depth_a >= depth_b {
                a = self.around[a as usize].0;
            }
            if depth_b >= depth_a {
                b = self.around[b as usize].0;
            }
        }
        a
    }

    /// Whether two numbers are computed on the same side.
    pub(in crate::codegen) fn are_together(&self, a: NodeId, b: NodeId) -> bool {
        self.of[a.0 as usize] == self.of[b.0 as usize]
    }

    /// Whether a number is computed on the side of a branch, or on a side of a branch there.
    pub(in crate::codegen) fn is_inside(&self, n: NodeId, branch: u32, side: usize) -> bool {
        let wanted = place(branch, side);
        self.common(self.of[n.0 as usize], wanted) == wanted
    }
}

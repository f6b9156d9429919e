//! Which blocks every path to a block runs through (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").

use super::program::Program;
use super::types::BlockId;

/// The dominator tree of the blocks that can be reached.
pub struct Dominators {
    /// Blocks, each after those that dominate it.
    pub order: Vec<BlockId>,
    /// When a walk over the tree enters and leaves each block.
    spans: Vec<(u32, u32)>,
}

impl Dominators {
    /// The tree of a program; calls count as edges to the callee and to the block where they resume.
    pub fn of(program: &Program) -> Dominators {
        let reverse_post_order = reverse_post_order(program);
        let mut number = vec![0; program.blocks.len()];
        for (i, block) in reverse_post_order.iter().enumerate() {
            number[block.index()] = i as u32;
        }
        let mut above: Vec<Option<u32>> = vec![None; reverse_post_order.len()];
        let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); reverse_post_order.len()];
        for (i, block) in reverse_post_order.iter().enumerate() {
            for next in program.block(*block).terminator.successors() {
                predecessors[number[next.index()] as usize].push(i as u32);
            }
        }
        above[0] = Some(0);
        let mut changed = true;
        while std::mem::replace(&mut changed, false) {
            for block in 1..reverse_post_order.len() {
                let known = predecessors[block].iter().copied();
                let known = known.filter(|p| above[*p as usize].is_some());
                let new = known.reduce(|a, b| meet(&above, a, b));
                if above[block] != new {
                    (above[block], changed) = (new, true);
                }
            }
        }
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); reverse_post_order.len()];
        for (block, above) in above.iter().enumerate().skip(1) {
            below[above.expect("a reached block") as usize].push(block as u32);
        }
        walk(program.blocks.len(), &reverse_post_order, &below)
    }

    /// Whether every path to `b` runs through `a`; both can be reached.
    pub fn dominates(&self, a: BlockId, b: BlockId) -> bool {
        let (a, b) = (self.spans[a.index()], self.spans[b.index()]);
        a.0 <= b.0 && b.1 <= a.1
    }
}

/// The blocks that can be reached, each after all that lead to it, but for those that close loops.
pub fn reverse_post_order(program: &Program) -> Vec<BlockId> {
    let mut seen = vec![false; program.blocks.len()];
    let (mut stack, mut order) = (vec![(BlockId::ENTRY, 0)], Vec::new());
    seen[0] = true;
    while let Some((block, edge)) = stack.pop() {
        match program.block(block).terminator.successors().get(edge) {
            Some(next) => {
                stack.push((block, edge + 1));
                if !std::mem::replace(&mut seen[next.index()], true) {
                    stack.push((*next, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

/// The lowest block above both.
fn meet(above: &[Option<u32>], mut a: u32, mut b: u32) -> u32 {
    let up = |x: u32| above[x as usize].expect("a block that has been looked at");
    while a != b {
        if a > b {
            a = up(a);
        } else {
            b = up(b);
        }
    }
    a
}

fn walk(n_blocks: usize, blocks: &[BlockId], below: &[Vec<u32>]) -> Dominators {
    let mut tree = Dominators {
        order: Vec::with_capacity(blocks.len()),
        spans: vec![(0, 0); n_blocks],
    };
    let (mut stack, mut clock) = (vec![(0u32, 0usize)], 0);
    while let Some((at, child)) = stack.pop() {
        let block = blocks[at as usize];
        if child == 0 {
            tree.order.push(block);
            tree.spans[block.index()].0 = clock;
        }
        clock += 1;
        match below[at as usize].get(child) {
            Some(next) => stack.extend([(at, child + 1), (*next, 0)]),
            None => tree.spans[block.index()].1 = clock,
        }
    }
    tree
}

//! The dominators of a loop with two arms.

use crate::ir::Builder;
use crate::ir::dominators::Dominators;
use crate::ir::types::BlockId;

#[test]
fn a_loop_with_two_arms() {
    // 0 → 1 → {2, 3} → 4 → {1, 5}
    let mut b = Builder::new();
    b.set_instruction_limit(9);
    let m = b.mask(true);
    let blocks: Vec<BlockId> = (0..5).map(|_| b.new_block()).collect();
    b.jump(blocks[0], &[]);
    b.switch_to(blocks[0], &[]);
    b.count_source(1);
    b.branch(m, (blocks[1], &[]), (blocks[2], &[]));
    for arm in [blocks[1], blocks[2]] {
        b.switch_to(arm, &[]);
        b.jump(blocks[3], &[]);
    }
    b.switch_to(blocks[3], &[]);
    b.branch(m, (blocks[0], &[]), (blocks[4], &[]));
    let tree = Dominators::of(&b.finish());
    let pairs = [(0, 5), (1, 2), (1, 3), (1, 4), (4, 5), (2, 2)];
    let not = [(2, 4), (3, 4), (2, 3), (4, 1), (5, 4)];
    let dominates = |(a, b): (u32, u32)| tree.dominates(BlockId(a), BlockId(b));
    assert!(pairs.into_iter().all(dominates) && !not.into_iter().any(dominates));
    assert_eq!(tree.order[..2], [BlockId(0), BlockId(1)]);
}

//! Lanes that diverge run together again, the greatest depth runs first, and the budget is charged.

use crate::kernel::jit::runtime::dispatch::{Flow, NO_BLOCK};
use crate::simd::LANES;

const COSTS: [u32; 4] = [1, 1, 5, 1];

#[test]
fn lanes_part_and_meet_again() {
    let mut flow = Flow::new(u32::MAX, 0);
    flow.start(0x0002);
    assert_eq!(flow.next(&COSTS), 0);
    // Whole quads run.
    assert_eq!((flow.exec, flow.waiting), (0xf, NO_BLOCK));
    flow.taken = 0x3;
    flow.branch(1, 3);
    assert_eq!((flow.next(&COSTS), flow.exec, flow.waiting), (1, 0x3, 3));
    flow.branch(3, 3);
    assert_eq!((flow.next(&COSTS), flow.exec), (3, 0xf));
    flow.end();
    assert_eq!(flow.next(&COSTS), NO_BLOCK);
}

#[test]
fn the_greatest_depth_runs_first() {
    let mut stack = [[0; LANES]; 1];
    let mut flow = Flow::new(u32::MAX, 1);
    flow.start(0x000f);
    flow.next(&COSTS);
    flow.taken = 0x1;
    flow.branch(1, 2);
    assert_eq!(flow.next(&COSTS), 1);
    flow.call(&mut stack, 3, 2);
    assert_eq!((flow.next(&COSTS), flow.exec, flow.depth), (3, 0x1, 1));
    // A full stack ends the lane.
    let mut full = flow.clone();
    full.call(&mut stack, 3, 2);
    assert_eq!(
        (full.next(&COSTS), full.exec, full.waiting),
        (2, 0xe, NO_BLOCK)
    );
    flow.ret(&stack);
    assert_eq!((flow.next(&COSTS), flow.exec, flow.depth), (2, 0xf, 0));
    flow.ret(&stack);
    assert_eq!(flow.next(&COSTS), NO_BLOCK);
}

#[test]
fn what_generated_code_takes_from_the_budget_is_charged() {
    let mut flow = Flow::new(8, 0);
    flow.start(0xffff);
    assert_eq!((flow.next(&COSTS), flow.budget), (0, 7));
    flow.budget -= 5;
    flow.taken = 0xff;
    flow.branch(2, 1);
    assert_eq!((flow.next(&COSTS), flow.exec, flow.budget), (1, 0xff00, 1));
    flow.end();
    // Block 2 costs more than is left.
    assert_eq!(flow.next(&COSTS), NO_BLOCK);
}

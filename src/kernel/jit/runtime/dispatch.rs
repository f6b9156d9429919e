//! Control flow of generated code where lanes diverge: which lanes run which block.
//!
//! The rules are those of the interpreter's `control`: the least key runs. It orders by the greatest call depth, then
//! by the least block number. Generated code jumps by itself while the executing lanes stay together and go to a block
//! before those where others wait. It then subtracts the block's cost from `budget`. Counts are settled here only when
//! lanes diverge or join, or the budget is spent.
#![forbid(unsafe_code)]

use crate::kernel::analysis::whole_quads;
use crate::kernel::lane_key;
use crate::kernel::lane_key::ENDED;
use crate::simd::LANES;

/// One number per lane.
pub(crate) type Lanes = [u32; LANES];

/// The result of a flow function when no lane is left.
pub(crate) const NO_BLOCK: u32 = u32::MAX;

/// The lanes of one group. The fields that generated code reads and writes are bits of lanes.
#[derive(Debug, Clone)]
#[repr(C, align(64))]
pub(crate) struct Flow {
    keys: Lanes,
    /// Source instructions executed.
    counts: Lanes,
    /// The executing lanes as masks.
    pub(crate) exec_row: Lanes,
    /// The executing lanes.
    pub(crate) exec: u32,
    /// The first block where other lanes wait at the same call depth, or [`NO_BLOCK`].
    pub(crate) waiting: u32,
    /// The lanes for which the last branch's condition is true.
    pub(crate) taken: u32,
    /// Source instructions that the executing lanes may still execute.
    pub(crate) budget: u32,
    /// The value of `budget` when the counts were settled.
    granted: u32,
    limit: u32,
    pub(super) depth: u32,
    pub(crate) call_depth: u32,
}

impl Flow {
    pub(crate) fn new(limit: u32, call_depth: u32) -> Flow {
        Flow {
            keys: [ENDED; LANES],
            counts: [0; LANES],
            exec_row: [0; LANES],
            exec: 0,
            waiting: NO_BLOCK,
            taken: 0,
            budget: 0,
            granted: 0,
            limit,
            depth: 0,
            call_depth,
        }
    }

    /// Starts the whole quads of `live` in block 0.
    pub(crate) fn start(&mut self, live: u32) {
        self.exec = u32::from(whole_quads(live as u16));
        self.keys = [ENDED; LANES];
        self.counts = [0; LANES];
        (self.granted, self.budget) = (0, 0);
        self.depth = 0;
        self.send(|_| lane_key::of(0, 0));
    }

    pub(crate) fn branch(&mut self, yes: u32, no: u32) {
        let (taken, depth) = (self.taken, self.depth);
        self.send(|l| lane_key::of(depth, if taken >> l & 1 != 0 { yes } else { no }));
    }

    /// A lane whose stack is full ends.
    pub(crate) fn call(&mut self, stack: &mut [Lanes], callee: u32, resume: u32) {
        let (exec, depth) = (self.exec, self.depth);
        let Some(resumes) = stack.get_mut(depth as usize) else {
            return self.end();
        };
        for (l, r) in resumes.iter_mut().enumerate() {
            *r = if exec >> l & 1 != 0 { resume } else { *r };
        }
        self.send(|_| lane_key::of(depth + 1, callee));
    }

    /// A lane whose stack is empty ends.
    pub(crate) fn ret(&mut self, stack: &[Lanes]) {
        let Some(depth) = self.depth.checked_sub(1) else {
            return self.end();
        };
        let resumes = stack[depth as usize];
        self.send(|l| lane_key::of(depth, resumes[l]));
    }

    pub(crate) fn end(&mut self) {
        self.send(|_| ENDED);
    }

    /// Charges the executing lanes the budget that they used, and moves each to its key.
    fn send(&mut self, key: impl Fn(usize) -> u32) {
        let used = self.granted - self.budget;
        for l in 0..LANES {
            let executes = self.exec >> l & 1 != 0;
            self.counts[l] = self.counts[l].saturating_add(if executes { used } else { 0 });
            self.keys[l] = if executes { key(l) } else { self.keys[l] };
        }
    }

    /// Chooses the executing lanes and charges their block's cost. Returns the block, or [`NO_BLOCK`].
    pub(crate) fn next(&mut self, costs: &[u32]) -> u32 {
        loop {
            // The least key is the deepest call and, there, the first block. Ended lanes have the greatest key.
            let least = self.keys.into_iter().fold(ENDED, u32::min);
            if least == ENDED {
                return NO_BLOCK;
            }
            let (depth, block) = lane_key::parts(least);
            let cost = costs[block as usize];
            // Lanes with that key execute. Their counts grow by the block's cost; a lane that exceeds the limit ends
            // instead.
            self.exec = 0;
            let (mut most, mut next) = (0, ENDED);
            for l in 0..LANES {
                let chosen = self.keys[l] == least;
                let count = self.counts[l].saturating_add(if chosen { cost } else { 0 });
                let stops = chosen && count > self.limit;
                self.counts[l] = count;
                self.keys[l] = if stops { ENDED } else { self.keys[l] };
                let executes = chosen && !stops;
                self.exec |= u32::from(executes) << l;
                self.exec_row[l] = if executes { u32::MAX } else { 0 };
                next = next.min(if executes { ENDED } else { self.keys[l] });
                most = most.max(if executes { count } else { 0 });
            }
            // If all chosen lanes have ended, another block is chosen. Else generated code may go on by itself for
            // `budget` instructions, as long as it stays before the block where other lanes of this depth wait.
            if self.exec != 0 {
                self.depth = depth;
                self.waiting = match lane_key::parts(next) {
                    (d, block) if next != ENDED && d == depth => block,
                    _ => NO_BLOCK,
                };
                (self.granted, self.budget) = (self.limit - most, self.limit - most);
                return block;
            }
        }
    }
}

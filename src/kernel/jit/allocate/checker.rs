//! Checks a register allocation by replaying it (after regalloc2's checker). Debug builds check every kernel.
//!
//! # Idea
//! The allocator turns nodes over *values* into steps over *registers and memory*. The checker knows nothing of how it
//! chooses. It runs the steps once, in order, over an abstract machine in which a register holds not a number but the name of
//! a value:
//!
//! ```text
//! nodes             steps                             registers        spills
//! v2 = v0 + v1      Load  v0 → r0 from [inputs]       r0: v0
//!                   Node  r1 = r0 + [inputs + 64]     r0: v0, r1: v2
//!                   Spill v2 → [frame + 64]           r0: v0, r1: v2   [frame + 64]: v2
//! v3 = v2 * v2      Node  r0 = r1 * r1                r0: v3, r1: v2   [frame + 64]: v2
//! ```
//!
//! Each step has a condition, and an effect on the machine:
//!
//! | step | condition | effect |
//! |---|---|---|
//! | `Load` | the place holds the value | the register holds it, too |
//! | `Move` | the source holds the value | the target holds it, too |
//! | `Spill` | the register holds the value | the place holds it, too |
//! | `Node` | each operand's register or place holds the argument | the result's register holds the result |
//!
//! A wrong register, a lost spill, or a register that was freed too early makes some later operand hold another value
//! than the node names, and the check fails there. Straight code needs only this one walk: regions have no branches, so
//! that there is nothing to merge.
//!
//! # What memory holds
//! A place holds a value if a spill put it there, or if it is the value's home. Three rules restrict homes:
//!
//! - A home that a node of the region has overwritten no longer holds its value, unless the value is one that changes with it.
//! - After a store to an array, no value can be read from an array: the application's arrays may share memory.
//! - A kept value's register must hold it at the end as at the start, since the next round of the loop relies on it.
//!
//! # What else it checks
//! x86 takes one memory operand an instruction, and its fused multiply-add overwrites an operand. The scheduler may reorder
//! nodes, so the checker also asks that every node stands once, and that each access of a resource comes after the same
//! number of writes to it as in the program ([`check_order`]).
//!
//! # What it does not check
//! That the steps are the cheapest ones, and that the emitter encodes them rightly. The random programs of `shim_tests`,
//! which run on every engine, hold the second.
#![forbid(unsafe_code)]

use super::step::{NO_REGISTER, Operand, Step};
use crate::kernel::jit::lir::region::{
    Access, Class, MachineOp, Node, Place, Resource, VReg, VRegInfo,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// The contents of registers and memory.
struct State<'a> {
    vregs: &'a [VRegInfo],
    vectors: [VReg; 32],
    masks: [VReg; 8],
    spills: FxHashMap<Place, VReg>,
    /// Homes that a node of the region has overwritten.
    stored: FxHashSet<Place>,
    /// Whether an array has been written that others may share memory with.
    wrote_arrays: bool,
}

/// Checks the steps of a region; `kept` are the values that have a register of their own. The error names the step.
pub(crate) fn check(
    nodes: &[Node],
    vregs: &[VRegInfo],
    steps: &[Step],
    kept: &[(VReg, u8)],
) -> Result<(), String> {
    // Before the first step, only the values that have a register of their own are in registers.
    let mut state = State {
        vregs,
        vectors: [VReg::NONE; 32],
        masks: [VReg::NONE; 8],
        spills: FxHashMap::default(),
        stored: FxHashSet::default(),
        wrote_arrays: false,
    };
    for (v, register) in kept {
        state.vectors[*register as usize] = *v;
    }
    // Replay the steps. Each method checks its condition first, then applies its effect.
    let mut order = Vec::with_capacity(nodes.len());
    for (at, step) in steps.iter().enumerate() {
        let result = match *step {
            Step::Load { value, to, from } => state.load(value, to, from),
            Step::Move { value, to, from } => state.moves(value, to, from),
            Step::Spill { value, from, to } => state.spill(value, from, to),
            Step::Node { node, dst, args } => {
                order.push(node);
                state.node(&nodes[node as usize], dst, &args)
            }
        };
        result.map_err(|e| format!("step {at}, {step:?}: {e}"))?;
    }
    // The next round of the loop relies on these registers, so they must hold the same values again.
    let is_there = |(v, register): &(VReg, u8)| state.vectors[*register as usize] == *v;
    if kept.iter().all(is_there) {
        check_order(nodes, &order)
    } else {
        Err("a kept value has been overwritten".into())
    }
}

impl State<'_> {
    fn register(&mut self, v: VReg, register: u8) -> &mut VReg {
        match self.vregs[v.index()].class {
            Class::Vector => &mut self.vectors[register as usize],
            Class::Mask => &mut self.masks[register as usize],
        }
    }

    /// Checks that the place holds the value, by the rules of the header.
    fn is_in_memory(&self, v: VReg, place: Place) -> Result<(), String> {
        let info = &self.vregs[v.index()];
        let is_home = info.home == Some(place);
        if is_home && info.is_in_array() && self.wrote_arrays {
            return Err(format!("{place:?} may have been overwritten"));
        }
        if is_home && !info.changes && self.stored.contains(&place) {
            return Err(format!("{place:?} has been overwritten"));
        }
        if is_home || self.spills.get(&place) == Some(&v) {
            Ok(())
        } else {
            Err(format!("{place:?} does not hold {v:?}"))
        }
    }

    fn is_in_register(&mut self, v: VReg, register: u8) -> Result<(), String> {
        let held = *self.register(v, register);
        if held == v {
            Ok(())
        } else {
            Err(format!("register {register} holds {held:?}, not {v:?}"))
        }
    }

    fn load(&mut self, v: VReg, to: u8, from: Place) -> Result<(), String> {
        self.is_in_memory(v, from)?;
        *self.register(v, to) = v;
        Ok(())
    }

    fn moves(&mut self, v: VReg, to: u8, from: u8) -> Result<(), String> {
        self.is_in_register(v, from)?;
        *self.register(v, to) = v;
        Ok(())
    }

    fn spill(&mut self, v: VReg, from: u8, to: Place) -> Result<(), String> {
        self.is_in_register(v, from)?;
        self.spills.insert(to, v);
        Ok(())
    }

    fn node(&mut self, node: &Node, dst: u8, args: &[Operand; 3]) -> Result<(), String> {
        // Each argument must be where its operand says that it is.
        let mut n_memory = 0;
        for (v, operand) in node.args.iter().zip(args) {
            match operand {
                Operand::None if !v.is_some() => {}
                Operand::None => return Err(format!("{v:?} has no operand")),
                Operand::Register(register) => self.is_in_register(*v, *register)?,
                Operand::Memory(place) => {
                    n_memory += 1;
                    self.is_in_memory(*v, *place)?;
                }
            }
        }
        // The two restrictions of x86 that the encoder cannot express: one operand in memory, and FMA overwrites one
        // of its own.
        if n_memory > 1 {
            return Err("two memory operands".into());
        }
        if matches!(node.op, MachineOp::Fma | MachineOp::DFma)
            && !args.contains(&Operand::Register(dst))
        {
            return Err("the result overwrites no operand".into());
        }
        // A store makes homes stale: its own place, and all places in arrays if it writes to one.
        if let (MachineOp::Store, Some(place)) = (node.op, node.place) {
            self.stored.insert(place);
            self.wrote_arrays |= node.access == Some(Access::Write(Resource::Arrays));
        }
        // A node has a result exactly if it was given a register for one. The register holds that result from here
        // on.
        match (node.dst.is_some(), dst == NO_REGISTER) {
            (true, false) => *self.register(node.dst, dst) = node.dst,
            (false, true) => {}
            _ => return Err("a result without a register, or a register without a result".into()),
        }
        Ok(())
    }
}

/// Checks that every node stands once, and that accesses of a resource see the same writes as in the original order.
fn check_order(nodes: &[Node], order: &[u32]) -> Result<(), String> {
    // Numbers each access by the writes to its resource so far, its own included; equal numbers mean equal contents.
    let versions = |order: &mut dyn Iterator<Item = u32>| {
        let mut writes: FxHashMap<Resource, u32> = FxHashMap::default();
        let mut seen = vec![None; nodes.len()];
        for i in order {
            let version = match nodes[i as usize].access {
                None => 0,
                Some(Access::Read(resource)) => *writes.entry(resource).or_insert(0),
                Some(Access::Write(resource)) => {
                    let n = writes.entry(resource).or_insert(0);
                    *n += 1;
                    *n
                }
            };
            if seen[i as usize].replace(version).is_some() {
                return Err(format!("node {i} stands twice"));
            }
        }
        Ok(seen)
    };
    let want = versions(&mut (0..nodes.len() as u32))?;
    let got = versions(&mut order.iter().copied())?;
    match (0..nodes.len()).find(|i| want[*i] != got[*i]) {
        None => Ok(()),
        Some(i) => Err(format!(
            "node {i}, {:?}, is missing or out of order",
            nodes[i].op
        )),
    }
}

//! Allocates registers for a region's scheduled nodes: one walk forward with Belady's choice.
//!
//! A value is in a register, in memory (its home, or a spill slot of its own), or both. An argument that is only in
//! memory becomes the instruction's memory operand where that is possible and a register would not pay; otherwise it
//! is loaded. When no register is free, the value whose next use is farthest away is evicted, as Belady's rule says.
//! A value that is in memory as well counts as twice as far away, since its eviction costs no store.
//!
//! ```text
//!                     load
//!         ┌────────────────────────────────┐
//!         │                                ▼
//!      memory ──▶ operand of a node ◀── register ◀── result of a node
//!         ▲                                │
//!         └────────────────────────────────┘
//!           eviction: a store (spill) if memory lacks the value, else nothing
//! ```
//!
//! A node goes through five steps: choose an argument to read from memory ([`Allocator::choose_folded`]), pin the registers
//! of the other arguments, load what is missing, free what is used for the last time, and give the result a register.
#![forbid(unsafe_code)]

use super::file::{File, NEVER, NOWHERE, ValueState};
use super::step::{NO_REGISTER, Operand, Step};
use crate::kernel::jit::lir::region::{
    Base, Class, Isa, MachineOp, NUMBERS, Node, Place, SUMS, Shape, VReg, VRegInfo,
};

/// Allocates region after region of one kernel.
pub(crate) struct Allocator<'a> {
    isa: Isa,
    /// Vector registers that it may use.
    n_vectors: usize,
    vregs: &'a [VRegInfo],
    locations: Vec<ValueState>,
    vectors: File,
    masks: File,
    steps: Vec<Step>,
    /// Where spill slots start in the frame.
    spill_offset: i32,
    free_slots: Vec<Place>,
    /// Slots that become free after the current node, which may still read them.
    dying_slots: Vec<Place>,
    n_slots: usize,
    /// The greatest number of spill slots in a region.
    pub(crate) most_slots: usize,
    /// Values that have a register of their own in every region.
    kept: Vec<(VReg, u8)>,
}

impl<'a> Allocator<'a> {
    pub(crate) fn new(isa: Isa, vregs: &'a [VRegInfo], first_spill_row: usize) -> Allocator<'a> {
        Allocator {
            isa,
            vregs,
            locations: vec![NOWHERE; vregs.len()],
            n_vectors: isa.n_vectors(),
            vectors: File::new(0..isa.n_vectors()),
            masks: File::new(1..8),
            steps: Vec::new(),
            spill_offset: 64 * first_spill_row as i32,
            free_slots: Vec::new(),
            dying_slots: Vec::new(),
            n_slots: 0,
            most_slots: 0,
            kept: Vec::new(),
        }
    }

    /// Never allocates the registers [`SUMS`].
    pub(crate) fn keep_sums(&mut self) {
        self.n_vectors = self.isa.n_vectors() - SUMS.len();
        self.vectors.usable.end = self.n_vectors;
    }

    /// Never allocates the mask register [`NUMBERS`].
    pub(crate) fn keep_numbers(&mut self) {
        self.masks.usable.end = NUMBERS.into();
    }

    /// Reserves the last registers for values; regions find the values there and leave them.
    pub(crate) fn keep(&mut self, values: &[VReg]) {
        let n = self.n_vectors;
        let register = |(i, v): (usize, &VReg)| (*v, (n - 1 - i) as u8);
        self.kept = values.iter().enumerate().map(register).collect();
        self.vectors.usable = 0..n - values.len();
    }

    pub(crate) fn kept(&self) -> &[(VReg, u8)] {
        &self.kept
    }

    fn is_kept(&self, v: VReg) -> bool {
        self.kept.iter().any(|(kept, _)| *kept == v)
    }

    /// The steps of a region whose nodes run in this order.
    pub(crate) fn region(&mut self, nodes: &[Node], order: &[u32]) -> Vec<Step> {
        self.assign(nodes, order, usize::MAX);
        self.forget(nodes);
        std::mem::take(&mut self.steps)
    }

    /// The same, if the region needs no spill.
    pub(crate) fn without_spills(&mut self, nodes: &[Node], order: &[u32]) -> Option<Vec<Step>> {
        let most_slots = self.most_slots;
        let fits = self.assign(nodes, order, 0);
        self.forget(nodes);
        self.most_slots = most_slots;
        fits.then(|| std::mem::take(&mut self.steps))
    }

    /// Makes the steps, up to the first one that needs more than `most_slots` spill slots; returns whether there is
    /// none.
    fn assign(&mut self, nodes: &[Node], order: &[u32], most_slots: usize) -> bool {
        let next = self.next_uses(nodes, order);
        self.steps = Vec::with_capacity(order.len() + order.len() / 4);
        for (v, register) in &self.kept {
            self.locations[v.index()].register = *register;
        }
        order.iter().enumerate().all(|(at, i)| {
            self.node(*i, &nodes[*i as usize], &next[at], at as u32);
            self.n_slots <= most_slots
        })
    }

    /// For each position and argument the position of the value's use after it. Leaves first uses in the locations.
    fn next_uses(&mut self, nodes: &[Node], order: &[u32]) -> Vec<[u32; 3]> {
        let mut next = vec![[NEVER; 3]; order.len()];
        for (at, i) in order.iter().enumerate().rev() {
            let args = &nodes[*i as usize].args;
            for (arg, next) in args.iter().zip(&mut next[at]) {
                if arg.is_some() {
                    *next = self.locations[arg.index()].next;
                }
            }
            for arg in args.iter().filter(|a| a.is_some()) {
                self.locations[arg.index()].next = at as u32;
            }
        }
        next
    }

    /// Resets the state to that of a region's start.
    fn forget(&mut self, nodes: &[Node]) {
        for v in nodes.iter().flat_map(|n| n.args().chain([n.dst])) {
            if v.is_some() {
                self.locations[v.index()] = NOWHERE;
            }
        }
        for (v, _) in &self.kept {
            self.locations[v.index()] = NOWHERE;
        }
        for file in [&mut self.vectors, &mut self.masks] {
            file.holds.fill(VReg::NONE);
            file.pinned = 0;
        }
        self.most_slots = self.most_slots.max(self.n_slots);
        self.n_slots = 0;
        self.free_slots.clear();
        self.dying_slots.clear();
    }

    fn file(&mut self, class: Class) -> &mut File {
        match class {
            Class::Vector => &mut self.vectors,
            Class::Mask => &mut self.masks,
        }
    }

    fn class(&self, v: VReg) -> Class {
        self.vregs[v.index()].class
    }

    /// The value's place in memory.
    fn memory(&self, v: VReg) -> Option<Place> {
        self.vregs[v.index()]
            .home
            .or(self.locations[v.index()].spill)
    }

    /// The steps of one node, which is the one at position `at`; `next` are the next uses of its arguments.
    fn node(&mut self, i: u32, node: &Node, next: &[u32; 3], at: u32) {
        let folded = self.choose_folded(node, next);
        let mut args = [Operand::None; 3];
        // Pin what is in registers already, so that loading one argument evicts no other one.
        for (k, v) in node.args.iter().enumerate().filter(|(_, v)| v.is_some()) {
            let register = self.locations[v.index()].register;
            if register != NO_REGISTER && folded != Some(k) {
                let class = self.class(*v);
                self.file(class).pinned |= 1 << register;
            }
        }
        for (k, v) in node.args.iter().enumerate().filter(|(_, v)| v.is_some()) {
            args[k] = if folded == Some(k) {
                Operand::Memory(self.memory(*v).expect("a folded operand is in memory"))
            } else {
                Operand::Register(self.in_register(*v, at))
            };
        }
        // The current use is over from here on: a value without a next one may give its register to the result.
        for (v, next) in node.args.iter().zip(next).filter(|(v, _)| v.is_some()) {
            self.locations[v.index()].next = *next;
        }
        let dst = match node.op {
            MachineOp::Fma | MachineOp::DFma => self.tied_result(node, &mut args, folded, at),
            _ => {
                self.release_dead(node);
                self.unpin();
                self.result(node.dst, at)
            }
        };
        self.unpin();
        self.steps.push(Step::Node { node: i, dst, args });
        // The node has read its memory operands, so that slots of dead values may be written again.
        self.free_slots.append(&mut self.dying_slots);
        if node.dst.is_some() && self.locations[node.dst.index()].next == NEVER {
            self.release(node.dst);
        }
    }

    fn unpin(&mut self) {
        (self.vectors.pinned, self.masks.pinned) = (0, 0);
    }

    /// The argument that becomes a memory operand. It is only in memory, in a position that allows it. Either this is its last
    /// use in the region, or no register is free. Scalars that AVX-512 broadcasts by itself are never worth a register.
    fn choose_folded(&self, node: &Node, next: &[u32; 3]) -> Option<usize> {
        let folds = node.op.info().folds;
        let is_full = self.vectors.free().is_none();
        (0..3).rev().find(|k| {
            let v = node.args[*k];
            if !v.is_some() || folds >> k & 1 == 0 || self.class(v) == Class::Mask {
                return false;
            }
            let twice = node.args.iter().filter(|a| **a == v).count() > 1;
            if twice || self.locations[v.index()].register != NO_REGISTER {
                return false;
            }
            match self.memory(v).map(|place| place.shape) {
                None => false,
                Some(shape @ (Shape::Splat | Shape::SplatWide)) => {
                    let fits = node.op.shares_wide() == (shape == Shape::SplatWide);
                    self.isa == Isa::Avx512 && (fits || node.op == MachineOp::Copy)
                }
                Some(_) => next[*k] == NEVER || is_full || node.op == MachineOp::Copy,
            }
        })
    }

    /// The register of a value, which is loaded if necessary; the register is pinned.
    fn in_register(&mut self, v: VReg, at: u32) -> u8 {
        let class = self.class(v);
        let mut register = self.locations[v.index()].register;
        if register == NO_REGISTER {
            let from = self
                .memory(v)
                .expect("a value that is in no register is in memory");
            register = self.take(class, at);
            self.hold(v, register);
            self.steps.push(Step::Load {
                value: v,
                to: register,
                from,
            });
        }
        self.file(class).pinned |= 1 << register;
        register
    }

    fn hold(&mut self, v: VReg, register: u8) {
        let class = self.class(v);
        self.file(class).holds[register as usize] = v;
        self.locations[v.index()].register = register;
    }

    /// A register for the result. Values that lose theirs and are not in memory are spilled.
    fn result(&mut self, dst: VReg, at: u32) -> u8 {
        if !dst.is_some() {
            return NO_REGISTER;
        }
        let register = self.take(self.class(dst), at);
        self.hold(dst, register);
        register
    }

    /// The result of an operation that overwrites one of its register operands.
    fn tied_result(
        &mut self,
        node: &Node,
        args: &mut [Operand; 3],
        folded: Option<usize>,
        at: u32,
    ) -> u8 {
        // If an argument is used for the last time, the result takes its register. The addend is the first choice. An
        // argument that is read from memory has no register to give.
        let may_be_overwritten = |k: &usize| Some(*k) != folded;
        let dies = |k: &usize| {
            let v = node.args[*k];
            self.locations[v.index()].next == NEVER && !self.is_kept(v)
        };
        let order = [2, 0, 1];
        let dying = order.into_iter().find(|k| may_be_overwritten(k) && dies(k));
        if let Some(k) = dying {
            let register = self.locations[node.args[k].index()].register;
            self.release_dead(node);
            self.hold(node.dst, register);
            return register;
        }
        // Otherwise a copy of the addend is overwritten, or of a factor where the addend is read from memory.
        let k = if folded == Some(2) { 0 } else { 2 };
        let Operand::Register(from) = args[k] else {
            unreachable!("only one operand is in memory")
        };
        let to = self.take(Class::Vector, at);
        self.steps.push(Step::Move {
            value: node.args[k],
            to,
            from,
        });
        args[k] = Operand::Register(to);
        self.release_dead(node);
        self.hold(node.dst, to);
        to
    }

    /// Frees the registers and spill slots of arguments after their last use.
    fn release_dead(&mut self, node: &Node) {
        for v in node.args() {
            if self.locations[v.index()].next == NEVER {
                self.release(v);
            }
        }
    }

    fn release(&mut self, v: VReg) {
        let class = self.class(v);
        let location = std::mem::replace(&mut self.locations[v.index()], NOWHERE);
        if location.register != NO_REGISTER {
            self.file(class).holds[location.register as usize] = VReg::NONE;
        }
        self.dying_slots.extend(location.spill);
    }

    /// A register for the current node: a free one, or else that of the evicted value.
    fn take(&mut self, class: Class, at: u32) -> u8 {
        if let Some(register) = self.file(class).free() {
            return register;
        }
        let file = match class {
            Class::Vector => &self.vectors,
            Class::Mask => &self.masks,
        };
        // Belady's rule, with a bonus for values that need no store. A value that is never used again was released before.
        let distance = |r: &usize| {
            let v = file.holds[*r];
            let distance = u64::from(self.locations[v.index()].next.saturating_sub(at));
            distance * (1 + u64::from(self.memory(v).is_some()))
        };
        let register = file
            .usable
            .clone()
            .filter(|r| file.pinned >> r & 1 == 0)
            .max_by_key(distance)
            .expect("an instruction needs fewer registers than there are");
        let victim = file.holds[register];
        self.evict(victim, class);
        register as u8
    }

    /// Takes a value's register away. Its next use finds it in memory, in a spill slot if it has no home.
    fn evict(&mut self, v: VReg, class: Class) {
        let register = self.locations[v.index()].register;
        if self.memory(v).is_none() {
            let place = self.slot();
            self.locations[v.index()].spill = Some(place);
            self.steps.push(Step::Spill {
                value: v,
                from: register,
                to: place,
            });
        }
        self.locations[v.index()].register = NO_REGISTER;
        self.file(class).holds[register as usize] = VReg::NONE;
    }

    /// A spill slot: one whose value is dead, or a new row of the frame.
    fn slot(&mut self) -> Place {
        self.free_slots.pop().unwrap_or_else(|| {
            self.n_slots += 1;
            let offset = self.spill_offset + 64 * (self.n_slots as i32 - 1);
            Place::lanes(Base::Frame, offset)
        })
    }
}

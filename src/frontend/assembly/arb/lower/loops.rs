//! IF, LOOP and REP blocks (NV_fragment_program2 3.11.X): counters, the loop index, and what stops a program that nests too
//! deep.
//!
//! A loop stores its count, index and increment in slots numbered by the loops around it. Where a subroutine is called
//! inside of loops, those count as well. The number of blocks open at the call is added before it and subtracted after
//! it.

use super::lowering::Lowering;
use crate::frontend::assembly::arb::limits::{MAX_IF_DEPTH, MAX_LOOP_COUNT, MAX_LOOP_DEPTH};
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::Instruction;
use crate::frontend::vector::*;
use crate::ir::{Op, ValueId};

/// The numbers that a loop stores.
#[derive(Debug, Clone, Copy)]
enum State {
    Count,
    Index,
    Increment,
}

impl Lowering<'_> {
    /// Adds the blocks around a call to the numbers of open blocks (`sign` 1), or subtracts them (−1).
    pub(crate) fn count_open_blocks(&mut self, call: &Instruction, sign: f32) {
        let counted = [
            (self.dynamic.ifs, call.nest.ifs),
            (self.dynamic.loops, call.nest.loops),
        ];
        for (n, (_, open)) in counted
            .iter()
            .enumerate()
            .filter(|(_, (on, n))| *on && *n > 0)
        {
            let scalar = self.r.layout.open_blocks(n);
            let (old, more) = (
                self.r.read(&mut self.b, scalar),
                self.b.f32(sign * *open as f32),
            );
            let sum = add(&mut self.b, old, more);
            self.r.write(scalar, sum);
        }
    }

    /// Stops the lanes for which `limit` blocks are open.
    fn stop_at(&mut self, kind: usize, open: u32, limit: u32) {
        let scalar = self.r.layout.open_blocks(kind);
        let base = self.r.read(&mut self.b, scalar);
        let least = self.b.f32(limit as f32 - open as f32);
        self.stops = Some(self.b.emit1(Op::FLe, &[least, base]));
    }

    pub(crate) fn before_if(&mut self) {
        if self.dynamic.ifs {
            self.stop_at(0, self.nest.ifs, MAX_IF_DEPTH);
        }
    }

    /// Reads the operand (count, index, increment) and rounds all three down. A count that is NaN is 0.
    pub(crate) fn begin_loop(&mut self, opcode: Opcode, operand: &Vec4) {
        if self.dynamic.loops {
            self.stop_at(1, self.nest.loops, MAX_LOOP_DEPTH);
        }
        let level = self.nest.loops;
        let (zero, most) = (self.b.f32(0.0), self.b.f32(MAX_LOOP_COUNT as f32));
        let count = self.b.emit1(Op::FFloor, &[operand[0]]);
        let count = self.b.emit1(Op::FMax, &[count, zero]);
        let count = self.b.emit1(Op::FMin, &[count, most]);
        self.set_loop(level, State::Count, count);
        if opcode == Opcode::Loop {
            for (state, value) in [(State::Index, operand[1]), (State::Increment, operand[2])] {
                let value = self.b.emit1(Op::FFloor, &[value]);
                self.set_loop(level, state, value);
            }
        }
    }

    pub(crate) fn end_loop(&mut self, opcode: Opcode) {
        let level = self.nest.loops - 1;
        let (count, one) = (self.loop_state(level, State::Count), self.b.f32(1.0));
        let count = sub(&mut self.b, count, one);
        self.set_loop(level, State::Count, count);
        if opcode == Opcode::Endloop {
            let index = self.loop_state(level, State::Index);
            let increment = self.loop_state(level, State::Increment);
            let index = add(&mut self.b, index, increment);
            self.set_loop(level, State::Index, index);
        }
    }

    /// The condition under which a loop instruction jumps: LOOP and REP to the end of their block, ENDLOOP and ENDREP
    /// to its beginning.
    pub(crate) fn loop_branch(&mut self, inst: &Instruction) -> ValueId {
        let zero = self.b.f32(0.0);
        let begins = matches!(inst.opcode, Opcode::Loop | Opcode::Rep);
        let level = if begins {
            inst.nest.loops
        } else {
            inst.nest.loops - 1
        };
        let count = self.loop_state(level, State::Count);
        if begins {
            self.b.emit1(Op::FLe, &[count, zero])
        } else {
            self.b.emit1(Op::FLt, &[zero, count])
        }
    }

    /// A0.x of the innermost LOOP, not below 0 (NV_fragment_program2 3.11.3.Y).
    pub(crate) fn loop_index(&mut self) -> ValueId {
        let index = self.loop_state(self.nest.index - 1, State::Index);
        let (low, high) = (self.b.f32(0.0), self.b.f32(1.0e6));
        let index = self.b.emit1(Op::FMax, &[index, low]);
        let index = self.b.emit1(Op::FMin, &[index, high]);
        self.b.emit1(Op::F32ToI32, &[index])
    }

    /// The condition that the loop inside of `level` others of this subroutine has `n` around it in all.
    fn is_level(&mut self, level: u32, n: u32) -> ValueId {
        let scalar = self.r.layout.open_blocks(1);
        let base = self.r.read(&mut self.b, scalar);
        let n = self.b.f32(n as f32 - level as f32);
        self.b.emit1(Op::FEq, &[base, n])
    }

    fn loop_state(&mut self, level: u32, state: State) -> ValueId {
        let scalar = self.r.layout.loop_state(level as usize)[state as usize];
        let mut value = self.r.read(&mut self.b, scalar);
        if self.dynamic.loops {
            for n in level + 1..MAX_LOOP_DEPTH {
                let scalar = self.r.layout.loop_state(n as usize)[state as usize];
                let (is_it, other) = (self.is_level(level, n), self.r.read(&mut self.b, scalar));
                value = self.b.emit1(Op::SelectF, &[is_it, other, value]);
            }
        }
        value
    }

    fn set_loop(&mut self, level: u32, state: State, value: ValueId) {
        if !self.dynamic.loops {
            let scalar = self.r.layout.loop_state(level as usize)[state as usize];
            return self.r.write(scalar, value);
        }
        for n in level..MAX_LOOP_DEPTH {
            let scalar = self.r.layout.loop_state(n as usize)[state as usize];
            let is_it = self.is_level(level, n);
            self.merge(scalar, value, Some(is_it));
        }
    }
}

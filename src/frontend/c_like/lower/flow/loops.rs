//! Lowers loops that are real ones in the code, and the ways out of a round.

use crate::frontend::c_like::lower::layout::{Effect, Range};
use crate::frontend::c_like::lower::value::{Kind, Val, from_home, home_type};
use crate::frontend::c_like::lower::{Frame, Lowering, MAX_ROUNDS, OpenLoop, Repeat, Stop, Target};
use crate::frontend::c_like::tree::{FunctionId, Loop};
use crate::ir::{self, BlockId, ValueId};

impl<'m> Lowering<'m> {
    /// `break` and `continue`.
    pub(in crate::frontend::c_like::lower) fn leave_loop(
        &mut self,
        frame: &mut Frame,
        depth: u32,
        ends: bool,
    ) -> Result<bool, Stop> {
        let Some(at) = frame.loops.len().checked_sub(1 + depth as usize) else {
            return Ok(true);
        };
        let end = frame.base + frame.layout.kinds.len() as u32;
        let open = &frame.loops[at];
        let mark = if ends { open.mark } else { open.round };
        let edge = self.edge(mark, |cell| cell < end)?;
        let open = &mut frame.loops[at];
        let edges = if ends {
            &mut open.breaks
        } else {
            &mut open.continues
        };
        edges.push(edge);
        Ok(false)
    }

    /// A loop: rounds without code for the loop while that pays and its conditions are constants, then a real loop.
    pub(in crate::frontend::c_like::lower) fn repeat(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
    ) -> Result<bool, Stop> {
        self.forget_inner(frame, l);
        if let Some(condition) = l.before.as_ref().filter(|e| e.ty.is_vector()) {
            return self.masked_loop(frame, l, condition);
        }
        let rounds = self.rounds_to_unroll(frame, l)?;
        if rounds > 0 {
            return self.unrolled(frame, l, rounds, false);
        }
        if let Some(rounds) = self.rounds_within_arrays(frame, l)? {
            return self.unrolled(frame, l, rounds, true);
        }
        if (!l.is_bounded || l.must_unroll) && self.b.follows_ranges() {
            let is_open = self.module.has_open_loops || !self.module.has_loops;
            let repeat = Repeat {
                span: self.span,
                stays: l.stays,
                must_unroll: l.must_unroll,
                is_counted: self.is_counted(frame, l)
                    && (is_open || self.counts_to_register(frame, l)),
                rounds: self.constant_rounds(frame, l)?,
            };
            self.uses.repeats.push(repeat);
        }
        self.real_loop(frame, l)
    }

    /// Variables that the loop declares have no value at its head.
    fn forget_inner(&mut self, frame: &Frame, l: &Loop) {
        let effects = frame.layout.effects_of(l);
        for effect in &frame.layout.effects[effects.start..effects.end] {
            if let Effect::Declares(range) = effect {
                let first = frame.base + range.first;
                (first..first + range.n).for_each(|cell| self.cells.set(cell, Val::Undefined));
            }
        }
    }

    /// ```text
    ///   present ─→ head(written cells) ─ before? ─→ body ─→ step ─ after? ─→ head
    ///                                 └── no ─→ end ←── break, after? no
    /// ```
    pub(in crate::frontend::c_like::lower) fn real_loop(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
    ) -> Result<bool, Stop> {
        self.limit_rounds();
        // The head gets the cells that the loop writes.
        let written = self.written_cells(frame, l)?;
        let head = self.b.new_block();
        let arguments = self.homes(&written);
        self.b.jump(head, &arguments);
        let types: Vec<ir::Type> = { written.iter() }
            .map(|(_, kind)| home_type(kind.scalar))
            .collect();
        let parameters = self.b.switch_to(head, &types);
        self.b.count_source(1);
        let ranges = self.carried_ranges(frame, l, &written);
        for (((cell, kind), v), range) in written.iter().zip(parameters).zip(ranges) {
            let value = from_home(v, *kind);
            self.force_range(value, range);
            self.cells.set(*cell, value);
        }
        let mark = self.cells.mark();
        frame.loops.push(OpenLoop {
            mark,
            round: mark,
            ..OpenLoop::default()
        });
        if let Some(condition) = &l.before {
            let mask = self.condition(frame, condition)?;
            self.go_on_where(frame, mask, None)?;
        }
        self.n_real_loops += 1;
        let reaches = self.statements(frame, &l.body)?;
        self.n_real_loops -= 1;
        if self.round_end(frame, l, reaches)? {
            let after = match &l.after {
                Some(condition) => Some(self.condition(frame, condition)?),
                // A loop without an end needs one in the code, so that what follows it is code as well.
                None if frame
                    .loops
                    .last()
                    .is_some_and(|open| open.breaks.is_empty()) =>
                {
                    Some(self.b.mask(true))
                }
                None => None,
            };
            match after {
                Some(mask) => self.go_on_where(frame, mask, Some((head, &written)))?,
                None => {
                    let arguments = self.homes(&written);
                    self.b.jump(head, &arguments);
                }
            }
        }
        self.cells.undo(mark);
        let open = frame.loops.pop().unwrap_or_default();
        self.join(open.breaks)
    }

    /// Says that the program has a loop, which can be stopped, or has a limit.
    pub(in crate::frontend::c_like::lower) fn limit_rounds(&mut self) {
        match self.target {
            Target::Arrays => self.b.set_interruptible(),
            Target::Draw(_) => self.b.set_instruction_limit(MAX_ROUNDS),
        }
    }

    /// The end of a round: joins what comes from `continue`, and takes the step. False if no path comes here.
    pub(in crate::frontend::c_like::lower) fn round_end(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
        reaches: bool,
    ) -> Result<bool, Stop> {
        let Some(open) = frame.loops.last_mut() else {
            return Ok(reaches);
        };
        let (round, mut continues) = (open.round, std::mem::take(&mut open.continues));
        if !continues.is_empty() {
            if reaches {
                let end = frame.base + frame.layout.kinds.len() as u32;
                continues.push(self.edge(round, |cell| cell < end)?);
            }
            self.cells.undo(round);
            self.join(continues)?;
        } else if !reaches {
            return Ok(false);
        }
        self.statements(frame, &l.step)
    }

    /// Branches out of the innermost loop where the mask is false. Where it is true, goes on in a new block, or at the
    /// loop's head.
    pub(in crate::frontend::c_like::lower) fn go_on_where(
        &mut self,
        frame: &mut Frame,
        mask: ValueId,
        back: Option<(BlockId, &[(u32, Kind)])>,
    ) -> Result<(), Stop> {
        let out = self.b.new_block();
        match back {
            Some((head, written)) => {
                let arguments = self.homes(written);
                self.b.branch(mask, (head, &arguments), (out, &[]));
                self.b.switch_to(out, &[]);
                self.leave_loop(frame, 0, true)?;
            }
            None => {
                let inside = self.b.new_block();
                self.b.branch(mask, (inside, &[]), (out, &[]));
                self.b.switch_to(out, &[]);
                self.leave_loop(frame, 0, true)?;
                self.b.switch_to(inside, &[]);
            }
        }
        Ok(())
    }

    pub(in crate::frontend::c_like::lower) fn homes(
        &mut self,
        cells: &[(u32, Kind)],
    ) -> Vec<ValueId> {
        let each = cells.iter();
        each.map(|(cell, kind)| {
            let value = self.cells.get(*cell);
            self.home(value, *kind)
        })
        .collect()
    }

    /// The cells with a value that a loop may write, in order.
    pub(in crate::frontend::c_like::lower) fn written_cells(
        &mut self,
        frame: &Frame,
        l: &Loop,
    ) -> Result<Vec<(u32, Kind)>, Stop> {
        let effects = frame.layout.effects_of(l);
        let mut cells: Vec<u32> = Vec::new();
        let mut calls: Vec<FunctionId> = Vec::new();
        let add = |cells: &mut Vec<u32>, first: u32, range: Range| {
            cells.extend(first + range.first..first + range.first + range.n);
        };
        for effect in &frame.layout.effects[effects.start..effects.end] {
            match effect {
                Effect::Declares(_) => {}
                Effect::Writes(range) => add(&mut cells, frame.base, *range),
                Effect::WritesGlobal(range) => add(&mut cells, 0, *range),
                Effect::Calls(id) => calls.push(*id),
            }
            self.charge(cells.len() / 64)?;
        }
        // Functions write globals only, wherever they are called from.
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(id) = calls.pop() {
            if !seen.insert(id) {
                continue;
            }
            let layout = self.layout(id)?;
            self.charge(layout.effects.len())?;
            for effect in &layout.effects {
                match effect {
                    Effect::WritesGlobal(range) => add(&mut cells, 0, *range),
                    Effect::Calls(id) => calls.push(*id),
                    Effect::Declares(_) | Effect::Writes(_) => {}
                }
            }
        }
        cells.sort_unstable();
        cells.dedup();
        self.charge(cells.len())?;
        let cells = cells.into_iter().map(|c| (c, self.cells.kind(c)));
        let mut cells: Vec<_> = cells.collect();
        // A sampler that a loop writes is no constant in it.
        for (cell, _) in cells.iter().filter(|(_, kind)| kind.is_sampler) {
            self.cells.set(*cell, Val::Undefined);
        }
        cells.retain(|(cell, _)| self.cells.get(*cell) != Val::Undefined);
        Ok(cells)
    }
}

//! Lowers statements and loops.

use super::cells::Edge;
use super::layout::{Effect, Range};
use super::value::{Kind, Val, from_home, home_type};
use super::{Frame, Lowering, MAX_ROUNDS, OpenLoop, Stop, Target};
use crate::frontend::c_like::tree::{
    Expression, ExpressionKind, FunctionId, Loop, Statement, StatementKind, VariableId,
};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{self, BlockId, Noted, Op, Span, ValueId};

impl<'m> Lowering<'m> {
    /// Lowers statements in order; false if the end is not reached.
    pub(super) fn statements(
        &mut self,
        frame: &mut Frame,
        statements: &'m [Statement],
    ) -> Result<bool, Stop> {
        for statement in statements {
            if !self.deeper(|l| l.statement(frame, statement))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Attributes the code from here on to this piece of the text.
    pub(in crate::frontend::c_like) fn set_span(&mut self, span: Span) {
        if self.n_silent == 0 {
            self.span = span;
            self.b.set_span(span);
        }
    }

    fn statement(&mut self, frame: &mut Frame, statement: &'m Statement) -> Result<bool, Stop> {
        self.set_span(statement.span);
        match &statement.kind {
            StatementKind::Declare(variable) => self.declare(frame, *variable)?,
            StatementKind::Expression(e) => self.effect(frame, e)?,
            StatementKind::Assign(place, e) => {
                let value = self.expression(frame, e)?;
                let resolved = self.resolve(frame, place)?;
                self.store(&resolved, &value)?;
                self.note(Noted::Assigned, &value, e.ty.scalar());
            }
            StatementKind::Block(body) => return self.statements(frame, body),
            StatementKind::If { condition, yes, no } => {
                return self.if_else(frame, condition, yes, no);
            }
            StatementKind::Loop(l) => return self.repeat(frame, l),
            StatementKind::Break(depth) => return self.leave_loop(frame, *depth, true),
            StatementKind::Continue(depth) => return self.leave_loop(frame, *depth, false),
            StatementKind::Discard(condition) => self.discard(frame, condition.as_ref())?,
            StatementKind::Return(value) => {
                self.return_value(frame, value.as_ref())?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// An expression as a statement: mostly an assignment.
    fn effect(&mut self, frame: &mut Frame, e: &'m Expression) -> Result<(), Stop> {
        match &e.kind {
            ExpressionKind::Update(update) => {
                let (_, value) = self.update(frame, update)?;
                self.note(Noted::Assigned, &value, e.ty.scalar());
            }
            ExpressionKind::Assign(_) => {
                let value = self.expression(frame, e)?;
                self.note(Noted::Assigned, &value, e.ty.scalar());
            }
            _ => drop(self.expression(frame, e)?),
        }
        self.operands.clear();
        Ok(())
    }

    fn declare(&mut self, frame: &Frame, VariableId(v): VariableId) -> Result<(), Stop> {
        let layout = &frame.layout;
        let first = layout.first[v as usize];
        let after = layout.first.get(v as usize + 1).copied();
        let end = after.unwrap_or(layout.kinds.len() as u32);
        self.charge((end - first) as usize)?;
        for cell in first..end {
            let kind = layout.kinds[cell as usize];
            let value = if kind.is_sampler {
                Val::Undefined
            } else {
                self.zero(kind.scalar)
            };
            self.cells.set(frame.base + cell, value);
        }
        Ok(())
    }

    fn return_value(
        &mut self,
        frame: &mut Frame,
        value: Option<&'m Expression>,
    ) -> Result<(), Stop> {
        let values = match value {
            Some(e) => self.expression(frame, e)?,
            None => Vec::new(),
        };
        self.note(Noted::Result, &values, value.and_then(|e| e.ty.scalar()));
        if frame.layout.returned.is_some() {
            return self.masked_return(frame, &values);
        }
        let first = frame.base + frame.layout.result.first;
        for (i, value) in values.into_iter().enumerate() {
            self.cells.set(first + i as u32, value);
        }
        let edge = self.exit_edge(frame)?;
        frame.exits.push(edge);
        Ok(())
    }

    /// Ends a path of the function: of its own cells only the results matter from here on.
    pub(super) fn exit_edge(&mut self, frame: &Frame) -> Result<Edge, Stop> {
        let (base, layout) = (frame.base, frame.layout.clone());
        self.edge(frame.mark, |cell| match cell.checked_sub(base) {
            Some(own) => layout.is_result.get(own as usize) == Some(&true),
            None => true,
        })
    }

    fn discard(
        &mut self,
        frame: &mut Frame,
        condition: Option<&'m Expression>,
    ) -> Result<(), Stop> {
        self.needs_draw();
        let mut mask = match condition {
            None => self.b.mask(true),
            Some(_) => self.b.mask(false),
        };
        if let Some(e) = condition {
            let scalar = e.ty.scalar().unwrap_or(Scalar::Bool);
            for value in self.expression(frame, e)? {
                let truth = self.truth(value, scalar);
                mask = self.b.emit1(Op::MOr, &[mask, truth]);
            }
        }
        self.note(Noted::Fact("discarded"), &[Val::Mask(mask)], None);
        if self.b.known_mask(mask) != Some(false) {
            self.uses.discards = true;
            self.b.emit(Op::Kill, &[mask], [0, 0]);
        }
        Ok(())
    }

    /// Notes the values that the statement read, and its result.
    pub(super) fn note(&mut self, what: Noted, values: &[Val], scalar: Option<Scalar>) {
        let operands = std::mem::take(&mut self.operands);
        if self.n_silent > 0 {
            return;
        }
        for (span, operand) in operands {
            self.b.note(Noted::Read(span), operand);
        }
        if values.len() <= 4 {
            let values = self.noted4(values, scalar);
            self.b.note(what, values);
        }
    }

    /// Up to four values for a note.
    pub(super) fn noted4(
        &mut self,
        values: &[Val],
        scalar: Option<Scalar>,
    ) -> [Option<ValueId>; 4] {
        let scalar = scalar.unwrap_or(Scalar::Int);
        std::array::from_fn(|i| values.get(i).map(|v| self.noted(*v, scalar)))
    }

    /// Notes and returns the condition's truth.
    pub(super) fn condition(
        &mut self,
        frame: &mut Frame,
        condition: &'m Expression,
    ) -> Result<ValueId, Stop> {
        self.set_span(condition.span);
        let value = self.expression(frame, condition)?;
        let scalar = condition.ty.scalar().unwrap_or(Scalar::Int);
        let value = value.first().copied().unwrap_or(Val::Undefined);
        let mask = self.truth(value, scalar);
        self.note(Noted::Fact("condition"), &[Val::Mask(mask)], None);
        Ok(mask)
    }

    /// `break` and `continue`.
    pub(super) fn leave_loop(
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
    fn repeat(&mut self, frame: &mut Frame, l: &'m Loop) -> Result<bool, Stop> {
        self.forget_inner(frame, l);
        if let Some(condition) = l.before.as_ref().filter(|e| e.ty.is_vector()) {
            return self.masked_loop(frame, l, condition);
        }
        let rounds = self.rounds_to_unroll(frame, l)?;
        if rounds > 0 {
            return self.unrolled(frame, l, rounds);
        }
        if !l.is_bounded {
            let span = self.span;
            self.uses.repeats.get_or_insert(span);
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
    pub(super) fn real_loop(&mut self, frame: &mut Frame, l: &'m Loop) -> Result<bool, Stop> {
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
        for ((cell, kind), v) in written.iter().zip(parameters) {
            self.cells.set(*cell, from_home(v, *kind));
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
        let reaches = self.statements(frame, &l.body)?;
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
    pub(super) fn limit_rounds(&mut self) {
        match self.target {
            Target::Arrays => self.b.set_interruptible(),
            Target::Draw(_) => self.b.set_instruction_limit(MAX_ROUNDS),
        }
    }

    /// The end of a round: joins what comes from `continue`, and takes the step. False if no path comes here.
    pub(super) fn round_end(
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
    pub(super) fn go_on_where(
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

    pub(super) fn homes(&mut self, cells: &[(u32, Kind)]) -> Vec<ValueId> {
        let each = cells.iter();
        each.map(|(cell, kind)| {
            let value = self.cells.get(*cell);
            self.home(value, *kind)
        })
        .collect()
    }

    /// The cells with a value that a loop may write, in order.
    pub(super) fn written_cells(
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

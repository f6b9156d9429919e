//! Lowers statements and loops.

mod branch;
mod carried;
mod cost;
mod loops;
mod masked;
mod reach;
mod stays;
mod unroll;

use crate::frontend::c_like::lower::cells::Edge;
use crate::frontend::c_like::lower::value::{Val, Values};
use crate::frontend::c_like::lower::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::{
    Expression, ExpressionKind, Statement, StatementKind, VariableId,
};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Noted, Op, Span, ValueId};

impl<'m> Lowering<'m> {
    /// Lowers statements in order; false if the end is not reached.
    pub(in crate::frontend::c_like::lower) fn statements(
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
                return self.if_else(frame, condition, [yes, no]);
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
        let module = self.module;
        let function = layout.function.map(|id| &module.functions[id.0 as usize]);
        let place = function.map_or(("", Span::NONE), |function| {
            let variable = &function.variables[v as usize];
            (&*variable.name, variable.span)
        });
        let kinds = &layout.kinds[first as usize..end as usize];
        let values = self.begin(kinds, place);
        for (cell, value) in (first..).zip(values) {
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
            None => Values::new(),
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
    pub(in crate::frontend::c_like::lower) fn exit_edge(
        &mut self,
        frame: &Frame,
    ) -> Result<Edge, Stop> {
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
    pub(in crate::frontend::c_like::lower) fn note(
        &mut self,
        what: Noted,
        values: &[Val],
        scalar: Option<Scalar>,
    ) {
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
    pub(in crate::frontend::c_like::lower) fn noted4(
        &mut self,
        values: &[Val],
        scalar: Option<Scalar>,
    ) -> [Option<ValueId>; 4] {
        let scalar = scalar.unwrap_or(Scalar::Int);
        std::array::from_fn(|i| values.get(i).map(|v| self.noted(*v, scalar)))
    }

    /// Notes and returns the condition's truth.
    pub(in crate::frontend::c_like::lower) fn condition(
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
}

//! Lowers statements.

use super::value::{Val, from_home, home_type};
use super::{Frame, Lowering, writes};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::tree::{Expression, Statement, StatementKind, VariableId};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{self, Noted, Span, ValueId};

/// A scalar that crosses blocks: its variable, its number there, its kind, and whether it may hold a pattern.
#[derive(Clone, Copy)]
struct Crossing {
    variable: VariableId,
    at: usize,
    scalar: Scalar,
    is_pattern: bool,
}

impl<'m> Lowering<'m> {
    /// Lowers statements in order; false if the end is not reached.
    pub(super) fn statements(
        &mut self,
        frame: &mut Frame<'m>,
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
    pub(super) fn set_span(&mut self, span: Span) {
        self.span = span;
        self.b.set_span(span);
    }

    fn statement(&mut self, frame: &mut Frame<'m>, statement: &'m Statement) -> Result<bool, Stop> {
        self.set_span(statement.span);
        match &statement.kind {
            StatementKind::Declare(variable) => {
                let ty = frame.function.variables[variable.0 as usize].ty;
                frame.variables[variable.0 as usize] = self.zeros(ty);
            }
            StatementKind::Expression(e) => {
                self.expression(frame, e)?;
                self.operands.clear();
            }
            StatementKind::Assign(place, e) => {
                let value = self.expression(frame, e)?;
                let resolved = self.resolve(frame, place)?;
                self.store(frame, &resolved, &value)?;
                self.note(Noted::Assigned, &value);
            }
            StatementKind::Block(body) => return self.statements(frame, body),
            StatementKind::If { condition, yes, no } => {
                let writes = writes::of(&[yes, no]);
                return self.if_else(frame, condition, yes, no, &writes);
            }
            StatementKind::Loop(l) => {
                let Some(condition) = &l.before else {
                    return Ok(true);
                };
                let writes = writes::of(&[&l.body]);
                return self.while_loop(frame, condition, &l.body, &writes);
            }
            StatementKind::Break(_) | StatementKind::Continue(_) | StatementKind::Discard(_) => {}
            StatementKind::Return(value) => {
                let value = match value {
                    Some(e) => self.expression(frame, e)?,
                    None => Vec::new(),
                };
                self.note(Noted::Result, &value);
                self.leave(frame, &value);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Notes the values that the statement read, and its result.
    pub(super) fn note(&mut self, what: Noted, values: &[Val]) {
        for (span, operand) in std::mem::take(&mut self.operands) {
            self.b.note(Noted::Read(span), operand);
        }
        if values.len() <= 4 {
            let values = std::array::from_fn(|i| values.get(i).map(|v| v.id()));
            self.b.note(what, values);
        }
    }

    /// Notes and returns the condition's truth.
    fn condition(
        &mut self,
        frame: &mut Frame<'m>,
        condition: &'m Expression,
    ) -> Result<ValueId, Stop> {
        self.set_span(condition.span);
        let value = self.expression(frame, condition)?;
        let scalar = condition.ty.scalar().unwrap_or(Scalar::Int);
        let mask = self.truth(value[0], scalar);
        self.note(Noted::Fact("condition"), &[Val::Mask(mask)]);
        Ok(mask)
    }

    fn if_else(
        &mut self,
        frame: &mut Frame<'m>,
        condition: &'m Expression,
        yes: &'m [Statement],
        no: &'m [Statement],
        writes: &[VariableId],
    ) -> Result<bool, Stop> {
        let mask = self.condition(frame, condition)?;
        let [yes_block, no_block] = [self.b.new_block(), self.b.new_block()];
        self.b.branch(mask, (yes_block, &[]), (no_block, &[]));
        let before = take_values(frame, writes);
        put_values(frame, writes, before.clone());
        self.b.switch_to(yes_block, &[]);
        let yes_end = self.statements(frame, yes)?.then(|| self.b.suspend());
        let after_yes = take_values(frame, writes);
        put_values(frame, writes, before);
        self.b.switch_to(no_block, &[]);
        let no_end = self.statements(frame, no)?.then(|| self.b.suspend());
        let (yes_end, no_end) = match (yes_end, no_end) {
            (None, None) => return Ok(false),
            (Some(end), None) => {
                put_values(frame, writes, after_yes);
                self.b.resume(end);
                return Ok(true);
            }
            (None, Some(end)) => {
                self.b.resume(end);
                return Ok(true);
            }
            (Some(yes), Some(no)) => (yes, no),
        };
        let after_no = take_values(frame, writes);
        // Scalars that differ are passed to the block where the paths join.
        let mut crossings = self.crossings(frame, writes);
        let value_in = |values: &[Vec<Val>], c: &Crossing| {
            let which = writes.binary_search(&c.variable).unwrap_or(0);
            values[which][c.at]
        };
        crossings.retain(|c| value_in(&after_yes, c) != value_in(&after_no, c));
        let join = self.b.new_block();
        let masks: Vec<bool> = crossings
            .iter()
            .map(|c| {
                let both = [value_in(&after_yes, c), value_in(&after_no, c)];
                both.iter().all(|v| matches!(v, Val::Mask(_)))
            })
            .collect();
        for (end, values) in [(yes_end, &after_yes), (no_end, &after_no)] {
            self.b.resume(end);
            let mut arguments = Vec::new();
            for (c, is_mask) in crossings.iter().zip(&masks) {
                let value = value_in(values, c);
                arguments.push(if *is_mask {
                    value.id()
                } else {
                    self.home(value, c.scalar, c.is_pattern)
                });
            }
            self.b.jump(join, &arguments);
        }
        let types = crossings.iter().zip(&masks).map(|(c, is_mask)| {
            if *is_mask {
                ir::Type::Mask
            } else {
                home_type(c.scalar)
            }
        });
        let types: Vec<ir::Type> = types.collect();
        let parameters = self.b.switch_to(join, &types);
        put_values(frame, writes, after_no);
        for ((c, is_mask), v) in crossings.iter().zip(&masks).zip(parameters) {
            frame.variables[c.variable.0 as usize][c.at] = if *is_mask {
                Val::Mask(v)
            } else {
                from_home(v, c.scalar, c.is_pattern)
            };
        }
        Ok(true)
    }

    /// All scalars of these variables.
    fn crossings(&self, frame: &Frame<'m>, writes: &[VariableId]) -> Vec<Crossing> {
        let mut all = Vec::new();
        for variable in writes {
            let declared = &frame.function.variables[variable.0 as usize];
            let scalars = self.module.types.scalars(declared.ty).into_iter();
            all.extend(scalars.enumerate().map(|(at, scalar)| Crossing {
                variable: *variable,
                at,
                scalar,
                is_pattern: declared.is_pattern,
            }));
        }
        all
    }

    fn while_loop(
        &mut self,
        frame: &mut Frame<'m>,
        condition: &'m Expression,
        body: &'m [Statement],
        writes: &[VariableId],
    ) -> Result<bool, Stop> {
        self.b.set_interruptible();
        let crossings = self.crossings(frame, writes);
        let types: Vec<ir::Type> = crossings.iter().map(|c| home_type(c.scalar)).collect();
        let [head, inside, behind] = [(); 3].map(|()| self.b.new_block());
        let arguments = self.homes(frame, &crossings);
        self.b.jump(head, &arguments);
        let parameters = self.b.switch_to(head, &types);
        self.b.count_source(1);
        for (c, v) in crossings.iter().zip(parameters) {
            let value = from_home(v, c.scalar, c.is_pattern);
            frame.variables[c.variable.0 as usize][c.at] = value;
        }
        let mask = self.condition(frame, condition)?;
        self.b.branch(mask, (inside, &[]), (behind, &[]));
        let at_end = take_values(frame, writes);
        put_values(frame, writes, at_end.clone());
        self.b.switch_to(inside, &[]);
        if self.statements(frame, body)? {
            let arguments = self.homes(frame, &crossings);
            self.b.jump(head, &arguments);
        }
        self.b.switch_to(behind, &[]);
        put_values(frame, writes, at_end);
        Ok(true)
    }

    fn homes(&mut self, frame: &Frame<'m>, crossings: &[Crossing]) -> Vec<ValueId> {
        let each = crossings.iter();
        each.map(|c| {
            let value = frame.variables[c.variable.0 as usize][c.at];
            self.home(value, c.scalar, c.is_pattern)
        })
        .collect()
    }
}

fn take_values(frame: &mut Frame<'_>, writes: &[VariableId]) -> Vec<Vec<Val>> {
    let each = writes.iter();
    each.map(|v| std::mem::take(&mut frame.variables[v.0 as usize]))
        .collect()
}

fn put_values(frame: &mut Frame<'_>, writes: &[VariableId], values: Vec<Vec<Val>>) {
    for (variable, values) in writes.iter().zip(values) {
        frame.variables[variable.0 as usize] = values;
    }
}

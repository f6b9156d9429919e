//! Inlines functions at their calls.

use super::place::Resolved;
use super::value::{Val, from_home, home_type};
use super::{Frame, Lowering};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::tree::{Argument, Direction, Function, FunctionId, StatementKind};
use crate::frontend::c_like::types::Scalar;
use crate::ir;

impl<'m> Lowering<'m> {
    /// Lowers a call: arguments from left to right, then the body. Then written parameters are stored to their places,
    /// in order.
    pub(super) fn call(
        &mut self,
        frame: &mut Frame<'m>,
        id: FunctionId,
        arguments: &'m [Argument],
    ) -> Result<Vec<Val>, Stop> {
        let function = &self.module.functions[id.0 as usize];
        let mut values = Vec::new();
        let mut places: Vec<Resolved> = Vec::new();
        for (i, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::In(e) => values.push(self.expression(frame, e)?),
                Argument::Place(place) => {
                    let place = self.resolve(frame, place)?;
                    values.push(match function.parameters[i].direction {
                        Direction::InOut => self.load(frame, &place)?,
                        _ => self.zeros(function.variables[i].ty),
                    });
                    places.push(place);
                }
            }
        }
        let span = self.span;
        let operands = std::mem::take(&mut self.operands);
        let results = self.deeper(|l| l.body(function, values, Vec::new()))?;
        self.operands = operands;
        self.set_span(span);
        let mut results = results.into_iter().map(|(_, value)| value);
        let written = function.parameters.iter().zip(&function.variables);
        let written = written.filter(|(parameter, _)| parameter.direction.is_written());
        for (place, (_, variable)) in places.iter().zip(written) {
            let n = self.module.types.count(variable.ty) as usize;
            let values: Vec<Val> = results.by_ref().take(n).collect();
            self.store(frame, place, &values)?;
        }
        Ok(results.collect())
    }

    /// Lowers a function's body with these parameter values. Returns the written parameters' scalars in order, then the
    /// value's.
    pub(super) fn body(
        &mut self,
        function: &'m Function,
        mut values: Vec<Vec<Val>>,
        uniforms: Vec<Option<u32>>,
    ) -> Result<Vec<(Scalar, Val)>, Stop> {
        values.resize(function.variables.len(), Vec::new());
        let mut frame = Frame {
            function,
            variables: values,
            uniforms,
            exit: None,
        };
        // A `return` at the very end needs no jump.
        let (last, rest) = match function.body.split_last() {
            Some((last, rest)) if matches!(last.kind, StatementKind::Return(_)) => {
                (Some(last), rest)
            }
            _ => (None, &function.body[..]),
        };
        let reaches_end = self.statements(&mut frame, rest)?;
        let mut value = Vec::new();
        if let (true, Some(last)) = (reaches_end, last) {
            self.set_span(last.span);
            if let StatementKind::Return(Some(e)) = &last.kind {
                value = self.expression(&mut frame, e)?;
                self.note(ir::Noted::Result, &value);
            }
        }
        let scalars = self.result_scalars(function);
        let Some(exit) = frame.exit else {
            let results = self.results(&frame, &value);
            return Ok(results
                .into_iter()
                .zip(scalars)
                .map(|(v, (s, _))| (s, v))
                .collect());
        };
        if reaches_end {
            self.leave(&mut frame, &value);
        }
        let types: Vec<ir::Type> = scalars.iter().map(|(s, _)| home_type(*s)).collect();
        let parameters = self.b.switch_to(exit, &types);
        let results = scalars.iter().zip(parameters);
        Ok(results
            .map(|((s, is_pattern), v)| (*s, from_home(v, *s, *is_pattern)))
            .collect())
    }

    /// The kinds of a function's results, and whether they may be patterns.
    fn result_scalars(&self, function: &Function) -> Vec<(Scalar, bool)> {
        let mut all = Vec::new();
        let parameters = function.parameters.iter().zip(&function.variables);
        for (parameter, variable) in parameters {
            if parameter.direction.is_written() {
                let scalars = self.module.types.scalars(variable.ty);
                all.extend(scalars.into_iter().map(|s| (s, variable.is_pattern)));
            }
        }
        let scalars = self.module.types.scalars(function.ty);
        all.extend(scalars.into_iter().map(|s| (s, function.is_pattern)));
        all
    }

    fn results(&self, frame: &Frame<'m>, value: &[Val]) -> Vec<Val> {
        let parameters = frame.function.parameters.iter().enumerate();
        let written = parameters.filter(|(_, parameter)| parameter.direction.is_written());
        let mut all: Vec<Val> = written
            .flat_map(|(i, _)| frame.variables[i].iter().copied())
            .collect();
        all.extend(value);
        all
    }

    /// Ends the function with this value: jumps to the block where all its ends join.
    pub(super) fn leave(&mut self, frame: &mut Frame<'m>, value: &[Val]) {
        let exit = *frame.exit.get_or_insert_with(|| self.b.new_block());
        let results = self.results(frame, value);
        let scalars = self.result_scalars(frame.function);
        let homes: Vec<_> = results
            .into_iter()
            .zip(scalars)
            .map(|(v, (s, is_pattern))| self.home(v, s, is_pattern))
            .collect();
        self.b.jump(exit, &homes);
    }
}

//! Tracks variables on the way through a function: read, written, or neither.

use super::checker::Formal;
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::tree::*;
use crate::frontend::diagnostic::WarningKind;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// Warns of variables that are never used or never read, and of out parameters that are never written.
    pub(super) fn report_usage(&mut self, parameters: &[Formal<'a>]) {
        for (i, (variable, usage)) in self.variables.iter().zip(&self.usage).enumerate() {
            let name = || variable.name.to_string();
            let warning = match parameters.get(i).map(|p| p.direction) {
                Some(Direction::Out) if !usage.is_written => {
                    WarningKind::CLike(Oddity::OutNeverWritten(name()))
                }
                Some(Direction::In | Direction::Uniform) if !usage.is_read => {
                    WarningKind::Unused(name())
                }
                None if !usage.is_read && usage.is_written => WarningKind::NeverRead(name()),
                None if !usage.is_read => WarningKind::Unused(name()),
                _ => continue,
            };
            self.c.out.warn(warning, variable.span);
        }
    }

    pub(super) fn reads(&mut self, variable: VariableRef, span: Span) {
        let VariableRef::Local(variable) = variable else {
            return;
        };
        let usage = &mut self.usage[variable.0 as usize];
        usage.is_read = true;
        // From the entry of a strict check, a walk finds those variables that the results depend on, and only they count.
        let is_walked = self.c.options.is_strict && self.c.options.entry.is_some();
        let is_first = !usage.is_written && !std::mem::replace(&mut usage.is_excused, true);
        if is_first && !is_walked {
            let name = self.variables[variable.0 as usize].name.to_string();
            let is_parameter = self.out_parameter(variable);
            self.c.out.odd(
                if is_parameter {
                    Oddity::OutReadFirst(name)
                } else {
                    Oddity::ReadBeforeWritten(name)
                },
                span,
            );
        }
    }

    /// Whether the variable is a parameter that only gives a value.
    fn out_parameter(&self, variable: VariableId) -> bool {
        let head = self.id().map(|id| self.c.head_of(id));
        let parameter = head.and_then(|head| head.parameters.get(variable.0 as usize));
        parameter.is_some_and(|p| p.direction == Direction::Out)
    }

    pub(super) fn writes(&mut self, variable: VariableRef) {
        match variable {
            VariableRef::Local(variable) => self.mark_written(variable),
            VariableRef::Global(_) => self.changes.globals = true,
        }
    }

    /// An expression that writes a value to a place.
    pub(super) fn assigned(&mut self, place: Place, value: Expression, span: Span) -> Expression {
        self.changes.in_expressions = true;
        Expression {
            ty: place.ty,
            kind: ExpressionKind::Assign(Box::new((place, value))),
            span,
        }
    }

    /// An argument that a call writes.
    pub(super) fn written(&mut self, place: Place) -> Argument {
        self.changes.in_expressions = true;
        self.changes.globals |= matches!(place.variable, VariableRef::Global(_));
        Argument::Place(place)
    }

    /// Undoes the writes since the log had this length, and returns them.
    pub(super) fn restart(&mut self, mark: usize) -> Vec<VariableId> {
        let written = self.written.split_off(mark);
        for variable in &written {
            self.usage[variable.0 as usize].is_written = false;
        }
        written
    }

    /// Marks these as written.
    pub(super) fn join(&mut self, written: &[VariableId]) {
        for variable in written {
            self.mark_written(*variable);
        }
    }

    fn mark_written(&mut self, variable: VariableId) {
        let is_written = &mut self.usage[variable.0 as usize].is_written;
        if !std::mem::replace(is_written, true) {
            self.written.push(variable);
        }
    }
}

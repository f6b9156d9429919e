//! Loops that a shader may keep although constants bound their rounds: those of whose rounds something costs much, and
//! those that a branch may leave. The compiler of shaders decides; here they only stay loops, if it asks for that.

use crate::frontend::c_like::lower::layout::{Part, for_each_part};
use crate::frontend::c_like::lower::{Lowering, Stop, Target};
use crate::frontend::c_like::tree::*;
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// What is found in a loop.
struct Contents<'m> {
    module: &'m Module,
    /// A look-up, a function of mathematics, a kill, a branch that attributes ask for, or a way out.
    is_costly: bool,
    /// An element whose index is no constant, of a variable that registers do not hold as they stand in the text. Only
    /// rounds that are written out have a constant there.
    is_indexed: bool,
    /// Whether the machine addresses rows of uniforms by computed numbers.
    addresses_uniforms: bool,
    /// Whether a called function is walked, which `return` does not leave the loop from.
    is_called: bool,
    calls: Vec<FunctionId>,
}

impl<'m> Lowering<'m> {
    /// Whether a shader may keep the loop. Functions that it calls count as a part of it.
    pub(super) fn may_stay(&mut self, l: &'m Loop) -> Result<bool, Stop> {
        let module = self.module;
        let mut found = Contents {
            module,
            is_costly: false,
            is_indexed: false,
            addresses_uniforms: self.target == Target::Draw(Stage::Vertex),
            is_called: false,
            calls: Vec::new(),
        };
        found.statements(&l.body);
        found.is_called = true;
        let mut seen = FxHashSet::default();
        while let Some(id) = found.calls.pop() {
            if seen.insert(id) {
                let body = &module.functions[id.0 as usize].body;
                self.charge(body.len())?;
                found.statements(body);
            }
        }
        Ok(found.is_costly && !found.is_indexed)
    }
}

impl Contents<'_> {
    fn statements(&mut self, body: &[Statement]) {
        body.iter().for_each(|s| self.statement(&s.kind));
    }

    fn statement(&mut self, kind: &StatementKind) {
        match kind {
            StatementKind::Declare(_) | StatementKind::Continue(_) => {}
            StatementKind::Break(_) => self.is_costly = true,
            StatementKind::Discard(e) => {
                self.is_costly = true;
                e.iter().for_each(|e| self.expression(e));
            }
            StatementKind::Return(e) => {
                self.is_costly |= !self.is_called;
                e.iter().for_each(|e| self.expression(e));
            }
            StatementKind::Expression(e) => self.expression(e),
            StatementKind::Assign(place, e) => {
                self.place(place);
                self.expression(e);
            }
            StatementKind::Block(body) => self.statements(body),
            StatementKind::If { condition, yes, no } => {
                let is_asked =
                    |(span, wish): &(Span, Wish)| *span == condition.span && *wish == Wish::Branch;
                self.is_costly |= self.module.wishes.iter().any(is_asked);
                self.expression(condition);
                self.statements(yes);
                self.statements(no);
            }
            StatementKind::Loop(l) => {
                self.statements(&l.body);
                self.statements(&l.step);
                let conditions = l.before.iter().chain(&l.after);
                conditions.for_each(|e| self.expression(e));
            }
        }
    }

    fn expression(&mut self, e: &Expression) {
        match &e.kind {
            ExpressionKind::Sample(_)
            | ExpressionKind::Math(..)
            | ExpressionKind::Operation(..) => self.is_costly = true,
            ExpressionKind::Element { index, .. } => {
                self.is_indexed |= index.constant_integer().is_none();
            }
            _ => {}
        }
        for_each_part(e, &mut |part| match part {
            Part::Expression(e) => self.expression(e),
            Part::Read(place) | Part::Written(place) => self.place(place),
            Part::Call(id) => self.calls.push(id),
        });
    }

    fn place(&mut self, place: &Place) {
        let is_uniform = match place.variable {
            VariableRef::Global(GlobalId(g)) => {
                self.module.globals[g as usize].storage == Storage::Uniform
            }
            VariableRef::Local(_) => false,
        };
        for step in &place.steps {
            if let Step::Index { index, scalars, .. } = step {
                let is_register = self.addresses_uniforms && is_uniform && *scalars > 1;
                self.is_indexed |= index.constant_integer().is_none() && !is_register;
                self.expression(index);
            }
        }
    }
}

//! Calls: functions of the text are followed as if their bodies stood in their place.

use super::value::{Needs, Parts, Values};
use super::walk::{MOST_NODES, Walk};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most calls inside each other.
const MOST_CALLS: usize = 64;

impl Walk<'_> {
    /// A call; the library's functions have no needs of their own.
    pub(super) fn call(&mut self, id: FunctionId, arguments: &[Argument], span: Span) -> Parts {
        let module = self.module;
        let function = module.functions.get(id.0 as usize);
        let last = function
            .filter(|f| !f.is_library)
            .and_then(|f| f.body.last());
        let argument_of = last.map(|s| self.line_of(s)).or(self.argument_of);
        let outer = std::mem::replace(&mut self.argument_of, argument_of);
        let values: Vec<Parts> = arguments
            .iter()
            .map(|a| match a {
                Argument::In(e) => self.expression(e),
                // What the call writes is not read by it.
                Argument::Place(place) => self.stored(place, Span::NONE),
            })
            .collect();
        self.argument_of = outer;
        let Some(function) = function else {
            return Parts::default();
        };
        // Goes into the body of the text's own functions, unless that is a recursion or too much work.
        let has_room = self.calls.len() < MOST_CALLS && self.nodes <= MOST_NODES;
        let follows = !function.is_library && has_room;
        let inner = (follows && !self.calls.contains(&id)).then(|| {
            let uniforms = self.uniform_arguments(arguments);
            self.body(id, function, &values, uniforms)
        });
        let all = values
            .iter()
            .map(Parts::needs)
            .fold(Needs::default(), Needs::and);
        // What is not followed may need whatever its arguments need.
        let (result, inner) = match inner {
            Some((result, inner)) => (result, Some(inner)),
            None if function.is_library => (self.library(function, &values, span), None),
            None => (Parts::unknown(all), None),
        };
        // Written parameters reach their places with what the body left in them.
        for (i, argument) in arguments.iter().enumerate() {
            if let Argument::Place(place) = argument {
                let variable = VariableRef::Local(VariableId(i as u32));
                let n = module.types.count(place.ty);
                let parts = match &inner {
                    Some(inner) => inner.slice(variable, 0, n),
                    None => Parts::unknown(all),
                };
                self.write(place, &parts, self.statement);
            }
        }
        result
    }

    /// Follows a function's body: what it returns, and its variables at its end.
    fn body(
        &mut self,
        id: FunctionId,
        function: &Function,
        values: &[Parts],
        uniforms: FxHashSet<VariableId>,
    ) -> (Parts, Values) {
        self.nodes += self.values.len();
        let mut inner = self.values.globals();
        for (i, parts) in values.iter().enumerate() {
            let variable = VariableRef::Local(VariableId(i as u32));
            let ty = function.variables.get(i).map_or(Type::Unknown, |v| v.ty);
            match function.parameters.get(i).map(|p| p.direction) {
                Some(Direction::Out) => inner.begin(variable, self.unset_parts(function, i)),
                _ => inner.set_slice(variable, 0, self.module.types.count(ty), parts),
            }
        }
        let own = std::mem::replace(&mut self.values, inner);
        self.calls.push(id);
        self.uniforms.push(uniforms);
        let was_return = std::mem::take(&mut self.in_return);
        let was_result = std::mem::take(&mut self.in_result);
        let argument_of = self.argument_of.take();
        let was_returned = self.returned.take();
        let was_statement = self.statement;
        let loops = std::mem::take(&mut self.loops);
        self.statements(&function.body);
        self.loops = loops;
        self.statement = was_statement;
        let result = std::mem::replace(&mut self.returned, was_returned);
        self.in_return = was_return;
        self.in_result = was_result;
        self.argument_of = argument_of;
        self.uniforms.pop();
        self.calls.pop();
        let inner = std::mem::replace(&mut self.values, own);
        self.values.take_globals(&inner);
        (result.unwrap_or_default(), inner)
    }

    /// The parameters whose arguments are uniforms, or parts of some.
    fn uniform_arguments(&self, arguments: &[Argument]) -> FxHashSet<VariableId> {
        let is_uniform = |a: &Argument| match a {
            Argument::In(Expression {
                kind: ExpressionKind::Read(place),
                ..
            }) => self.is_uniform(place.variable),
            _ => false,
        };
        let all = arguments.iter().enumerate();
        all.filter(|(_, a)| is_uniform(a))
            .map(|(i, _)| VariableId(i as u32))
            .collect()
    }
}

//! Variables that are read before they are written. They matter where the program's results depend on them.

use super::value::{Needs, Parts, Unset};
use super::walk::Walk;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Type, Types};
use crate::ir::Span;

impl Walk<'_> {
    /// The number of a variable that is declared without a value.
    pub(super) fn unset(&mut self, name: &str, span: Span) -> Unset {
        let next = Unset::MIN.saturating_add(self.unset.len() as u32);
        let number = *self.unset_by_place.entry(span).or_insert(next);
        if number == next {
            self.unset.push((name.to_owned(), span));
        }
        number
    }

    /// What a value needs that is read of a variable without one.
    pub(super) fn written(&mut self, unset: Unset) -> Needs {
        let n = self.read_unset.len();
        Needs::written(*self.read_unset.entry(unset).or_insert(n))
    }

    /// The scalars of a variable of a function that nothing has written.
    pub(super) fn unset_parts(&mut self, function: &Function, variable: usize) -> Parts {
        let Some(variable) = function.variables.get(variable) else {
            return Parts::default();
        };
        let n = self.module.types.count(variable.ty);
        Parts::unset(self.unset(&variable.name, variable.span), n)
    }

    /// The result of the entry. Members of a structure that nothing has written are none.
    pub(super) fn result(&mut self, e: &Expression) -> Parts {
        let ExpressionKind::Read(place) = &e.kind else {
            return self.expression(e);
        };
        let mut parts = self.stored(place, e.span);
        if let Type::Struct(_) = e.ty
            && !self.writes_glsl()
        {
            let mut first = 0;
            for n in leaf_sizes(&self.module.types, e.ty) {
                parts.leave_out(first..first + n);
                first += n;
            }
        }
        parts.when_read(|unset| self.written(unset))
    }
}

impl Walk<'_> {
    /// The outputs of the entry that may not have been written, where the text that the reference makes copies all of them. They
    /// are reported at no place.
    pub(super) fn unset_outputs(&self, entry: &Function) -> Vec<(String, Span)> {
        if !self.writes_glsl() {
            return Vec::new();
        }
        let parameters = entry.parameters.iter().enumerate();
        let outputs = parameters.filter(|(_, p)| p.direction == Direction::Out);
        let unset = outputs.filter(|(i, _)| {
            let variable = VariableRef::Local(VariableId(*i as u32));
            self.values.whole(variable).has_unset()
        });
        unset
            .map(|(i, _)| (entry.variables[i].name.to_string(), Span::NONE))
            .collect()
    }
}

/// The numbers of scalars of a structure's members, and of their members.
fn leaf_sizes(types: &Types, ty: Type) -> Vec<usize> {
    match ty {
        Type::Struct(id) => {
            let members = types.structure(id).members.iter();
            members.flat_map(|m| leaf_sizes(types, m.ty)).collect()
        }
        ty => vec![types.count(ty) as usize],
    }
}

//! Places: what their indices need, and which scalars they are.

use super::evaluate::last_of;
use super::value::{Needs, Part, Parts, Value};
use super::walk::Walk;
use crate::frontend::c_like::cg::profile::Indexing;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::ir::Span;

/// Where a place is in its variable, and what finding it needs.
struct Located {
    /// Its first scalar, if the indices are known.
    from: Option<u32>,
    needs: Needs,
}

impl Walk<'_> {
    /// Visits a place that is read.
    pub(super) fn read(&mut self, place: &Place, span: Span) -> Parts {
        let parts = self.stored(place, span);
        parts.when_read(|unset| self.written(unset))
    }

    /// Visits a place, and returns what is stored there: what nothing has written is marked in it.
    pub(super) fn stored(&mut self, place: &Place, span: Span) -> Parts {
        let at = self.steps(place, false, span);
        let n = self.module.types.count(place.base);
        let Some(from) = at.from else {
            let all = self.values.whole(place.variable);
            return Parts::unknown(all.needs().and(at.needs));
        };
        let all = self.values.slice(place.variable, from, n);
        // Many scalars cost as much as some nodes.
        self.nodes += all.len() / 16;
        let parts = match &place.swizzle {
            Some(s) => all.pick(s.components().iter().map(|c| usize::from(*c))),
            None => all,
        };
        parts.needing(at.needs)
    }

    /// Visits a place that is written.
    pub(super) fn write(&mut self, place: &Place, parts: &Parts, span: Span) {
        if let VariableRef::Local(id) = place.variable {
            self.forget_uniform(id);
        }
        let at = self.steps(place, true, span);
        let needs = at.needs.and(self.control());
        let Some(from) = at.from else {
            self.values.blur(place.variable, needs.and(parts.needs()));
            return;
        };
        let parts = parts.clone().needing(needs);
        match &place.swizzle {
            Some(s) => {
                for (i, c) in s.components().iter().enumerate() {
                    let to = from.saturating_add(u32::from(*c));
                    let part = Part {
                        is_component: true,
                        ..parts.get(i)
                    };
                    self.values.set(place.variable, to, part);
                }
            }
            None => {
                let n = self.module.types.count(place.base);
                self.values.set_slice(place.variable, from, n, &parts);
            }
        }
    }

    /// Visits the indices of a place.
    fn steps(&mut self, place: &Place, is_written: bool, span: Span) -> Located {
        let mut at = Located {
            from: Some(0),
            needs: Needs::default(),
        };
        for step in &place.steps {
            let (index, scalars, is_component) = match step {
                Step::Offset(n) => {
                    at.from = at.from.map(|from| from.saturating_add(*n));
                    continue;
                }
                Step::Index {
                    index,
                    scalars,
                    is_component,
                    ..
                } => (index, *scalars, *is_component),
            };
            let Part { value, needs, .. } = self.scalar(index);
            at.needs = at.needs.and(needs);
            if let Some(value) = value {
                at.from = match value {
                    Value::Number(i) => at
                        .from
                        .map(|from| from.saturating_add((i as u32).saturating_mul(scalars))),
                    Value::Some => None,
                };
                continue;
            }
            at.from = None;
            // A component of a vector is selected by arithmetic.
            if is_component {
                continue;
            }
            let is_uniform = self.is_uniform(place.variable);
            if let Some(capability) = self.index_needs(is_uniform, is_written) {
                let has_line = self.module.lines.operators.contains_key(&span);
                let place = if is_written || has_line {
                    span
                } else {
                    last_of(span)
                };
                at.needs = at.needs.and(self.pending(capability, place));
            }
        }
        at
    }

    /// What an index that varies needs and the profile lacks.
    pub(super) fn index_needs(&self, is_uniform: bool, is_written: bool) -> Option<Capability> {
        match (self.profile.can.indexing, is_written) {
            (Indexing::All, _) => None,
            (Indexing::None, _) => Some(Capability::Index),
            (_, true) => Some(Capability::WrittenIndex),
            (Indexing::Late, false) => Some(Capability::LateIndex),
            (Indexing::Uniforms, false) if is_uniform => None,
            (Indexing::Uniforms, false) => Some(Capability::IndexOfLocal),
        }
    }
}

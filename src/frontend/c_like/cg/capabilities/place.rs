//! Places: what their indices need, and which scalars they are.

use super::value::{MOST_PARTS, Parts, Value};
use super::walk::Walk;
use crate::frontend::c_like::cg::profile::Indexing;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;

/// Which scalars of its variable a place is.
enum Scalars {
    /// Those from this one on.
    From(u32),
    /// Some, by an index that is a constant in each round of a loop.
    Rounds,
    Unknown,
}

impl Walk<'_> {
    /// Visits a place that is read; the constants that its scalars are.
    pub(super) fn read(&mut self, place: &Place) -> Parts {
        let n = self.module.types.count(place.base);
        self.nodes += n.min(MOST_PARTS) / 16;
        match self.steps(place, false) {
            Scalars::From(from) => {
                let all = self.values.slice(place.variable, from, n);
                match &place.swizzle {
                    Some(s) => {
                        let components = s.components().iter();
                        let component = |c: &u8| all.get(usize::from(*c)).copied().flatten();
                        components.map(component).collect()
                    }
                    None => all,
                }
            }
            Scalars::Rounds | Scalars::Unknown => Parts::new(),
        }
    }

    /// Visits a place that is written.
    pub(super) fn write(&mut self, place: &Place, parts: &Parts) {
        let Scalars::From(from) = self.steps(place, true) else {
            self.values.forget(place.variable);
            return;
        };
        match &place.swizzle {
            Some(s) => {
                for (i, c) in s.components().iter().enumerate() {
                    let value = parts.get(i).copied().flatten();
                    self.values.set(place.variable, from + u32::from(*c), value);
                }
            }
            None => {
                let n = self.module.types.count(place.base);
                self.values.set_slice(place.variable, from, n, parts);
            }
        }
    }

    /// Visits the indices of a place.
    fn steps(&mut self, place: &Place, is_written: bool) -> Scalars {
        let mut at = Scalars::From(0);
        for step in &place.steps {
            let (index, scalars) = match step {
                Step::Offset(n) => {
                    if let Scalars::From(from) = &mut at {
                        *from += n;
                    }
                    continue;
                }
                Step::Index { index, scalars, .. } => (index, *scalars),
            };
            match (self.scalar(index), &mut at) {
                (Some(Value::Number(i)), Scalars::From(from)) => {
                    *from = from.saturating_add((i as u32).saturating_mul(scalars));
                    continue;
                }
                (Some(_), Scalars::Unknown) => continue,
                (Some(_), _) => {
                    at = Scalars::Rounds;
                    continue;
                }
                (None, _) => at = Scalars::Unknown,
            }
            // A component of a vector is selected by arithmetic.
            if scalars == 1 && matches!(place.base, Type::Scalar(_)) && self.is_vector(place) {
                continue;
            }
            let is_uniform = matches!(place.variable, VariableRef::Global(id)
                if self.module.globals[id.0 as usize].storage == Storage::Uniform);
            if let Some(capability) = self.index_needs(is_uniform, is_written) {
                self.need(capability, self.statement);
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

    /// Whether the place's variable is a vector.
    fn is_vector(&self, place: &Place) -> bool {
        let ty = match place.variable {
            VariableRef::Global(id) => self.module.globals[id.0 as usize].ty,
            VariableRef::Local(id) => {
                let function = self.calls.last();
                let function = function.and_then(|f| self.module.functions.get(f.0 as usize));
                let variable = function.and_then(|f| f.variables.get(id.0 as usize));
                variable.map_or(Type::Unknown, |v| v.ty)
            }
        };
        matches!(ty, Type::Vector(..))
    }
}

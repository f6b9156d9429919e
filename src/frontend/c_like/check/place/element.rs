//! Elements of arrays, vectors and matrices as places.

use crate::frontend::c_like::check::checker::Phase;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// The type of an element, and their number.
    pub(in crate::frontend::c_like::check) fn element_type(
        &mut self,
        ty: Type,
        span: Span,
    ) -> Option<(Type, u32)> {
        let of_vectors = self.c.rules.in_order;
        match ty {
            Type::Array(id) => Some(self.c.types.array_of(id)),
            Type::Vector(s, n) if of_vectors => Some((Type::Scalar(s), n.into())),
            Type::Matrix(s, rows, columns) if of_vectors => {
                Some((Type::Vector(s, columns), rows.into()))
            }
            Type::Unknown => None,
            other => {
                let rule = Rule::NotAnArray(self.c.type_name(other));
                self.c.out.rule(rule, span);
                None
            }
        }
    }

    /// An index as an int.
    pub(in crate::frontend::c_like::check) fn index_of(
        &mut self,
        index: Expression,
    ) -> Option<Expression> {
        if index.ty == Type::Unknown {
            return None;
        }
        let dialect = self.c.dialect;
        dialect.index(self, index)
    }

    pub(in crate::frontend::c_like::check) fn element(
        &mut self,
        mut place: Place,
        index: Expression,
        span: Span,
    ) -> Option<Place> {
        let (ty, count) = self.element_type(place.ty, span)?;
        let is_open = self.c.is_open(place.ty);
        let lacks_size = is_open && (count == 0 || self.c.lacks_size_only(place.ty));
        if lacks_size {
            self.needs_size(place.variable);
        }
        let index = self.index_of(index)?;
        // Elements without a type of values are counted themselves.
        let scalars = if self.c.is_open(ty) {
            self.c.n_parts(ty)
        } else {
            self.c.types.count(ty)
        };
        let dialect = self.c.dialect;
        let constant = dialect.constant_index(self, &index);
        if let Some(i) = constant
            .filter(|i| !lacks_size && !self.is_in_state && !(0..i64::from(count)).contains(i))
        {
            dialect.index_out_of_range(self, i, count, index.span);
            return None;
        }
        // An element of a swizzle is one of its components.
        if let Some(swizzle) = place.swizzle {
            let Some(i) = constant else {
                self.c.out.rule(Rule::NotWritable, span);
                return None;
            };
            place.swizzle = Some(Swizzle::new(&swizzle.components()[i as usize..][..1]));
            place.ty = ty;
            return Some(place);
        }
        place.steps.push(match constant {
            Some(i) => Step::Offset((i as u32).wrapping_mul(scalars)),
            None => Step::Index {
                index: Box::new(index),
                scalars,
                count,
                is_component: matches!(place.ty, Type::Vector(..)),
            },
        });
        (place.base, place.ty) = (ty, ty);
        Some(place)
    }

    /// Reports that a variable from outside has no size.
    pub(in crate::frontend::c_like::check) fn needs_size(&mut self, variable: VariableRef) {
        let (name, span) = match variable {
            VariableRef::Global(id) => {
                let global = &self.c.globals[id.0 as usize];
                (global.name.clone(), global.span)
            }
            VariableRef::Local(_) if self.is_in_template() => return,
            VariableRef::Local(id) => {
                let variable = &self.variables[id.0 as usize];
                (variable.name.to_string(), variable.span)
            }
        };
        let rule = Rule::Shading(Shading::NoSize(name));
        self.later(Phase::Calls, ErrorKind::CLike(rule), span);
    }
}

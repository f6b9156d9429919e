//! Variables that nothing has written. The reference refuses programs in which an operation that matters reads one, and
//! functions that leave a part of an `out` parameter so.
//!
//! Such a variable begins with a zero of its own, which is not folded. When the program is finished, `hlsl::unset` looks for
//! operations that read it. Where paths join, a value of any path counts, as in the reference.

use super::layout::kinds;
use super::value::{Kind, Val, Values, home_type};
use super::{Lowering, Stop};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::{Function, VariableId};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::{self, Op, Span, ValueId};

/// The first value of a variable that the text gives none.
#[derive(Debug, Clone)]
pub(in crate::frontend::c_like) struct Unset {
    /// The zero that stands for it.
    pub(in crate::frontend::c_like) value: ValueId,
    pub(in crate::frontend::c_like) name: String,
    /// Where the variable is declared.
    pub(in crate::frontend::c_like) span: Span,
}

impl Lowering<'_> {
    /// Whether it matters what begins without a value.
    pub(in crate::frontend::c_like) fn follows_unset(&self) -> bool {
        self.b.follows_ranges() && !self.keeps_loops
    }

    /// The first scalars of a variable without a value, by their kinds.
    pub(super) fn begin(&mut self, kinds: &[Kind], (name, span): (&str, Span)) -> Values {
        let follows = self.follows_unset() && self.n_silent == 0;
        // One zero serves all scalars of a type.
        let mut made: Vec<(ir::Type, ValueId)> = Vec::new();
        let mut values = Values::with_capacity(kinds.len());
        for kind in kinds {
            if kind.is_sampler || !follows {
                values.push(match kind.is_sampler {
                    true => Val::Undefined,
                    false => self.zero(kind.scalar),
                });
                continue;
            }
            let ty = home_type(kind.scalar);
            let known = made.iter().find(|(t, _)| *t == ty);
            let value = known.map(|(_, value)| *value).unwrap_or_else(|| {
                let value = self.fresh_zero(ty);
                made.push((ty, value));
                value
            });
            values.push(match kind.scalar {
                Scalar::Bool => Val::Mask(value),
                scalar if scalar.is_real() => Val::Exact(value),
                _ => Val::Bits(value),
            });
        }
        let all = made.into_iter();
        self.uses.unset.extend(all.map(|(_, value)| Unset {
            value,
            name: name.into(),
            span,
        }));
        values
    }

    /// The scalars of an `out` parameter of this function at its beginning.
    pub(in crate::frontend::c_like) fn begin_out(
        &mut self,
        function: &Function,
        VariableId(parameter): VariableId,
    ) -> Values {
        let variable = &function.variables[parameter as usize];
        let kinds = kinds(&self.module.types, variable.ty, variable.is_pattern);
        match self.module.types.innermost(variable.ty) {
            Type::Sampler(_) => self.zeros(variable.ty),
            _ => self.begin(&kinds, (&variable.name, variable.span)),
        }
    }

    /// Whether a scalar is one that nothing has written.
    pub(in crate::frontend::c_like) fn is_unset(&self, value: Val) -> bool {
        let (Val::Exact(v) | Val::Bits(v) | Val::Mask(v)) = value else {
            return false;
        };
        // Values are numbered in the order in which they are made.
        let all = &self.uses.unset;
        all.binary_search_by_key(&v.0, |u| u.value.0).is_ok()
    }

    /// Refuses a called function that has left a part of an `out` parameter unwritten.
    pub(super) fn check_written(&mut self, name: &str, values: &[Val]) -> Result<(), Stop> {
        if self.uses.unset.is_empty() || !values.iter().any(|v| self.is_unset(*v)) {
            return Ok(());
        }
        Err(self.refuse(Rule::Hlsl(HlslRule::OutUnset(name.into()))))
    }

    /// A zero that no other code shares.
    fn fresh_zero(&mut self, ty: ir::Type) -> ValueId {
        let op = match ty {
            ir::Type::F32 => Op::ConstF32,
            ir::Type::I32 => Op::ConstI32,
            ir::Type::Mask => Op::ConstMask,
            ir::Type::F64 => Op::ConstF64,
            ir::Type::I64 => Op::ConstI64,
        };
        self.b.emit(op, &[], [0, 0])[0]
    }
}

//! The values that a kernel's parameters have where the caller gives none: those of the text (`uniform float x = 3`).

use super::kernel::Maker;
use super::leaves::Leaf;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::Val;
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::Scalar;
use smallvec::SmallVec;
use std::ops::Range;

/// A value of the text for one or several parameters.
pub(super) struct DefaultValue<'m> {
    value: &'m Expression,
    parts: Vec<Part>,
}

/// The part of a value that is one parameter's.
struct Part {
    /// The parameter's number.
    parameter: usize,
    scalars: Range<usize>,
    scalar: Scalar,
}

impl<'m> DefaultValue<'m> {
    /// A value that is no parameter's yet.
    pub(super) fn new(value: &'m Expression) -> DefaultValue<'m> {
        DefaultValue {
            value,
            parts: Vec::new(),
        }
    }

    /// A leaf of the value becomes the parameter with this number.
    pub(super) fn add(&mut self, leaf: &Leaf, parameter: usize, n_scalars: u32) {
        let Some(scalar) = leaf.element.scalar() else {
            return;
        };
        let first = leaf.first as usize;
        self.parts.push(Part {
            parameter,
            scalars: first..first + n_scalars as usize,
            scalar,
        });
    }
}

impl<'m> Maker<'m> {
    /// Computes the values, after those of variables outside functions. One that is no constant, such as one that reads a
    /// uniform, is left out.
    pub(super) fn give_defaults(&mut self) -> Result<(), Stop> {
        for default in std::mem::take(&mut self.defaults) {
            let all = self.l.value_of(default.value)?;
            for part in default.parts {
                let words = all.get(part.scalars).and_then(|values| {
                    let each = values.iter().map(|v| self.default_words(*v, part.scalar));
                    each.collect::<Option<Vec<_>>>()
                });
                self.parameters[part.parameter].facts.default =
                    words.map(|words| words.into_iter().flatten().collect());
            }
        }
        Ok(())
    }

    /// The words of a scalar in an array, if it is a constant.
    fn default_words(&mut self, value: Val, scalar: Scalar) -> Option<SmallVec<[u32; 2]>> {
        let (value, scalar) = match scalar {
            Scalar::Bool => (
                self.l.convert(value, Scalar::Bool, Scalar::Int),
                Scalar::Int,
            ),
            scalar => (value, scalar),
        };
        let bits = self.l.bits(value, scalar);
        let bits = self.l.b.known(bits)?;
        let words = scalar.external().words() as usize;
        Some(SmallVec::from_slice(
            &[bits as u32, (bits >> 32) as u32][..words],
        ))
    }
}

//! Reads and writes parts of variables.

use super::element::Index;
use super::layout::ComponentNumbers;
use super::value::{Lanes, Val, Values, mask_of};
use super::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::{GlobalId, Place, Step, Swizzle, VariableId, VariableRef};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

/// A place with computed indices.
pub(super) struct Resolved {
    /// Its first cell when all indices are 0.
    first: u32,
    /// The terms of the indices that are no constants.
    indices: Vec<Index>,
    /// Whether a constant index is out of range.
    is_outside: bool,
    /// The number of scalars.
    count: u32,
    /// Of each of them the component of a vector that it is; needed only where code is executed for some components.
    components: ComponentNumbers,
    swizzle: Option<Swizzle>,
}

impl<'m> Lowering<'m> {
    /// Computes a place's indices.
    pub(super) fn resolve(
        &mut self,
        frame: &mut Frame,
        place: &'m Place,
    ) -> Result<Resolved, Stop> {
        let mut resolved = Resolved {
            first: match place.variable {
                VariableRef::Local(VariableId(v)) => frame.base + frame.layout.first[v as usize],
                VariableRef::Global(GlobalId(g)) => self.globals[g as usize],
            },
            indices: Vec::new(),
            is_outside: false,
            count: self.module.types.count(place.base),
            components: self.components_of(place.base),
            swizzle: place.swizzle,
        };
        // Constant indices are added to the first cell. A place outside of its array reads as 0, and is not written.
        for step in &place.steps {
            match step {
                Step::Offset(n) => resolved.first += n,
                Step::Index {
                    index,
                    scalars,
                    count,
                    ..
                } => {
                    let value = self.expression(frame, index)?;
                    let value = self.bits(value[0], Scalar::Int);
                    match self.b.known(value) {
                        Some(i) if (i as u32) < *count => resolved.first += i as u32 * scalars,
                        Some(_) => resolved.is_outside = true,
                        None => resolved.indices.push(Index {
                            value,
                            scalars: *scalars,
                            count: *count,
                        }),
                    }
                }
            }
        }
        Ok(resolved)
    }

    /// Reads the place's scalars. An element with an index out of range reads as 0.
    pub(super) fn load(&mut self, place: &Resolved) -> Result<Values, Stop> {
        self.charge(place.count as usize)?;
        if !place.is_outside && place.indices.is_empty() {
            let all = self.cells.range(place.first, place.count);
            return Ok(selected(place.swizzle, all));
        }
        let found = if place.is_outside {
            let kinds = (0..place.count).map(|i| self.cells.kind(place.first + i));
            let kinds: Vec<_> = kinds.collect();
            kinds.into_iter().map(|k| self.zero(k.scalar)).collect()
        } else {
            let mut scalars = Vec::with_capacity(place.count as usize);
            let n = extent(&place.indices, place.count);
            self.charge(n as usize)?;
            let all = Values::from_slice(self.cells.range(place.first, n));
            for i in 0..place.count {
                scalars.push(self.cells.kind(place.first + i).scalar);
            }
            self.select_element(&all, &place.indices, &scalars)?
        };
        Ok(selected(place.swizzle, &found))
    }

    /// Writes the place's scalars, those of a swizzle in order. An element with an index out of range is not written.
    pub(super) fn store(&mut self, place: &Resolved, values: &[Val]) -> Result<(), Stop> {
        if place.is_outside {
            return Ok(());
        }
        // The reference writes out the rounds of loops that write elements by their counters.
        if !place.indices.is_empty() && self.n_silent == 0 && self.n_real_loops == 0 {
            self.uses.indexed_write.get_or_insert(self.span);
        }
        let lanes = self.stored_components();
        self.store_element(place, values, 0, place.first, (None, lanes))
    }

    fn store_element(
        &mut self,
        place: &Resolved,
        values: &[Val],
        level: usize,
        first: u32,
        (condition, lanes): (Option<ValueId>, Option<Lanes>),
    ) -> Result<(), Stop> {
        let Some(index) = place.indices.get(level) else {
            self.charge(values.len())?;
            self.store_scalars(place, values, first, (condition, lanes));
            return Ok(());
        };
        for i in 0..index.count {
            let number = self.b.i32(i as i32);
            let mut is_it = self.b.emit1(Op::IEq, &[index.value, number]);
            if let Some(condition) = condition {
                is_it = self.b.emit1(Op::MAnd, &[is_it, condition]);
            }
            let first = first + i * index.scalars;
            let when = (Some(is_it), lanes);
            self.deeper(|l| l.store_element(place, values, level + 1, first, when))?;
        }
        Ok(())
    }

    fn store_scalars(
        &mut self,
        place: &Resolved,
        values: &[Val],
        first: u32,
        (condition, lanes): (Option<ValueId>, Option<Lanes>),
    ) {
        for (i, value) in values.iter().enumerate() {
            let component = match &place.swizzle {
                Some(swizzle) => u32::from(swizzle.components()[i]),
                None => i as u32,
            };
            let cell = first + component;
            let kind = self.cells.kind(cell);
            let lane = lanes.and_then(|lanes| mask_of(lanes, place.components[component as usize]));
            let condition = match (condition, lane) {
                (Some(a), Some(b)) => Some(self.b.emit1(Op::MAnd, &[a, b])),
                (one, other) => one.or(other),
            };
            let new = match condition {
                Some(_) if kind.is_sampler => Val::Undefined,
                Some(m) => {
                    let old = self.cells.get(cell);
                    let scalar = kind.scalar;
                    self.choose(old, *value, Val::Mask(m), scalar, scalar.bits())
                }
                None => *value,
            };
            self.cells.set(cell, new);
        }
    }
}

/// The scalars that a swizzle selects; without one, all.
fn selected(swizzle: Option<Swizzle>, all: &[Val]) -> Values {
    match swizzle {
        Some(swizzle) => {
            let components = swizzle.components().iter();
            components.map(|c| all[usize::from(*c)]).collect()
        }
        None => Values::from_slice(all),
    }
}

/// The scalars from the first element to the end of the last one.
fn extent(indices: &[Index], count: u32) -> u32 {
    let each = indices.iter().map(|i| (i.count.max(1) - 1) * i.scalars);
    each.sum::<u32>() + count
}

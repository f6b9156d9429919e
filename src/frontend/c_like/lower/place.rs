//! Reads and writes parts of variables.

use super::value::Val;
use super::{Frame, Lowering};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::tree::{Place, Step, Swizzle, VariableId, VariableRef};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::{Op, ValueId};

/// A place with computed indices.
pub(super) struct Resolved {
    variable: VariableId,
    /// Its first scalar when all indices are 0.
    offset: u32,
    /// The terms of the indices: the index, scalars of an element, elements.
    indices: Vec<(ValueId, u32, u32)>,
    /// The number of scalars.
    count: u32,
    swizzle: Option<Swizzle>,
}

/// The variable of the function.
fn local(variable: VariableRef) -> VariableId {
    match variable {
        VariableRef::Local(variable) => variable,
        VariableRef::Global(_) => unreachable!("globals come with the shading languages"),
    }
}

impl<'m> Lowering<'m> {
    /// Computes a place's indices.
    pub(super) fn resolve(
        &mut self,
        frame: &mut Frame<'m>,
        place: &'m Place,
    ) -> Result<Resolved, Stop> {
        let (mut offset, mut indices) = (0, Vec::new());
        for step in &place.steps {
            match step {
                Step::Offset(n) => offset += n,
                Step::Index {
                    index,
                    scalars,
                    count,
                } => {
                    let value = self.expression(frame, index)?;
                    let value = self.bits(value[0], Scalar::Int);
                    indices.push((value, *scalars, *count));
                }
            }
        }
        Ok(Resolved {
            variable: local(place.variable),
            offset,
            indices,
            count: self.module.types.count(place.base),
            swizzle: place.swizzle,
        })
    }

    /// Reads the place's scalars. An element with an index out of range reads as 0.
    pub(super) fn load(&mut self, frame: &Frame<'m>, place: &Resolved) -> Result<Vec<Val>, Stop> {
        let values = &frame.variables[place.variable.0 as usize];
        let mut found = if place.indices.is_empty() {
            values[place.offset as usize..][..place.count as usize].to_vec()
        } else {
            self.load_element(frame, place, 0, place.offset)?
        };
        if let Some(swizzle) = place.swizzle {
            let components = swizzle.components().iter();
            found = components.map(|c| found[usize::from(*c)]).collect();
        }
        Ok(found)
    }

    /// Reads the scalars after the indices from `level` on: elements are selected one after the other.
    fn load_element(
        &mut self,
        frame: &Frame<'m>,
        place: &Resolved,
        level: usize,
        offset: u32,
    ) -> Result<Vec<Val>, Stop> {
        let Some((index, scalars, n)) = place.indices.get(level).copied() else {
            let values = &frame.variables[place.variable.0 as usize];
            return Ok(values[offset as usize..][..place.count as usize].to_vec());
        };
        let kinds = self.kinds(frame, place.variable, offset, place.count);
        let is_row = level + 1 == place.indices.len() && kinds == [Scalar::Float; 4];
        if let (true, Some(Some(first))) = (is_row, frame.uniforms.get(place.variable.0 as usize)) {
            let row = self.b.load_param_row(first + offset, n, index);
            return Ok(row.map(Val::Exact).to_vec());
        }
        let mut chosen: Vec<Val> = kinds.iter().map(|s| self.zero(*s)).collect();
        for i in 0..n {
            let element =
                self.deeper(|l| l.load_element(frame, place, level + 1, offset + i * scalars))?;
            let number = self.b.i32(i as i32);
            let is_it = Val::Mask(self.b.emit1(Op::IEq, &[index, number]));
            for (k, scalar) in kinds.iter().enumerate() {
                chosen[k] = self.choose(chosen[k], element[k], is_it, *scalar, scalar.bits());
            }
        }
        Ok(chosen)
    }

    fn zero(&mut self, scalar: Scalar) -> Val {
        match scalar {
            Scalar::Float => Val::Exact(self.b.f32(0.0)),
            Scalar::Double => Val::Exact(self.b.f64(0.0)),
            other => Val::Bits(self.integer(0, other)),
        }
    }

    /// The kinds of this number of scalars of a variable.
    fn kinds(
        &self,
        frame: &Frame<'m>,
        variable: VariableId,
        offset: u32,
        count: u32,
    ) -> Vec<Scalar> {
        let ty = frame.function.variables[variable.0 as usize].ty;
        let all = match ty {
            // Elements have the same kinds, so that the array need not be expanded.
            Type::Vector(s, _) | Type::Scalar(s) => return vec![s; count as usize],
            ty => self.module.types.scalars(ty),
        };
        all[offset as usize..][..count as usize].to_vec()
    }

    /// Writes the place's scalars, those of a swizzle in order. An element with an index out of range is not written.
    pub(super) fn store(
        &mut self,
        frame: &mut Frame<'m>,
        place: &Resolved,
        values: &[Val],
    ) -> Result<(), Stop> {
        self.store_element(frame, place, values, 0, place.offset, None)
    }

    fn store_element(
        &mut self,
        frame: &mut Frame<'m>,
        place: &Resolved,
        values: &[Val],
        level: usize,
        offset: u32,
        condition: Option<ValueId>,
    ) -> Result<(), Stop> {
        let Some((index, scalars, n)) = place.indices.get(level).copied() else {
            self.store_scalars(frame, place, values, offset, condition);
            return Ok(());
        };
        for i in 0..n {
            let number = self.b.i32(i as i32);
            let mut is_it = self.b.emit1(Op::IEq, &[index, number]);
            if let Some(condition) = condition {
                is_it = self.b.emit1(Op::MAnd, &[is_it, condition]);
            }
            let offset = offset + i * scalars;
            self.deeper(|l| l.store_element(frame, place, values, level + 1, offset, Some(is_it)))?;
        }
        Ok(())
    }

    fn store_scalars(
        &mut self,
        frame: &mut Frame<'m>,
        place: &Resolved,
        values: &[Val],
        offset: u32,
        condition: Option<ValueId>,
    ) {
        let kinds = self.kinds(frame, place.variable, offset, place.count);
        let whole: Vec<u8>;
        let components: Vec<u32> = match &place.swizzle {
            Some(swizzle) => {
                whole = swizzle.components().to_vec();
                whole.iter().map(|c| u32::from(*c)).collect()
            }
            None => (0..place.count).collect(),
        };
        for (component, value) in components.into_iter().zip(values) {
            let at = (offset + component) as usize;
            let scalar = kinds[component as usize];
            let old = frame.variables[place.variable.0 as usize][at];
            let new = match condition {
                Some(m) => self.choose(old, *value, Val::Mask(m), scalar, scalar.bits()),
                None => *value,
            };
            frame.variables[place.variable.0 as usize][at] = new;
        }
    }
}

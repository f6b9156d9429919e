//! The numbers of expressions in a trial, and the indices beyond arrays that they have.

use super::{NoBound, Numbers, Trial};
use crate::frontend::c_like::lower::flow::carried::whole_local;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::{Scalar, Type};

/// The most nodes that a trial visits.
const MOST_NODES: usize = 20_000;
/// Calls inside each other.
const MOST_CALLS: usize = 16;

impl<'m> Trial<'_, 'm> {
    /// The number of a scalar expression, if it is known.
    pub(super) fn number(&mut self, e: &Expression) -> Result<Option<f64>, NoBound> {
        self.n_nodes += 1;
        if self.n_nodes > MOST_NODES {
            return Err(NoBound);
        }
        Ok(match &e.kind {
            ExpressionKind::Integer(n) => Some(*n as f64),
            ExpressionKind::Real(_, x) => Some(*x),
            ExpressionKind::Read(place) => self.read(place)?,
            ExpressionKind::Unary(UnaryOp::Negate, e) => self.number(e)?.map(|x| -x),
            ExpressionKind::Binary(op, operands) => {
                let (a, b) = (self.number(&operands[0])?, self.number(&operands[1])?);
                let scalar = match e.ty {
                    Type::Scalar(_) => operands[0].ty.scalar(),
                    _ => None,
                };
                match (op, a, b) {
                    (BinaryOp::And, Some(0.0), _) | (BinaryOp::And, _, Some(0.0)) => Some(0.0),
                    _ => {
                        let known = a.zip(b).zip(scalar);
                        let known = known.map(|((a, b), scalar)| op.of_numbers(a, b, scalar));
                        let compared = || {
                            self.compared(*op, operands)
                                .map(|is| f64::from(u8::from(is)))
                        };
                        known.or_else(compared)
                    }
                }
            }
            ExpressionKind::Convert(inner) => {
                let x = self.number(inner)?;
                match e.ty {
                    Type::Scalar(s) if s.is_real() => x,
                    Type::Scalar(Scalar::Bool) => x.map(|x| f64::from(u8::from(x != 0.0))),
                    Type::Scalar(_) => x.map(f64::trunc),
                    _ => None,
                }
            }
            // A float that indexes an array is floored. Of these, the reference follows the loop's counter.
            ExpressionKind::Math(Math::Floor, parts) => {
                let x = self.number(&parts[0])?;
                let is_counter = whole_local(&parts[0]).is_some_and(|v| Some(v) == self.counter);
                x.filter(|_| is_counter).map(f64::floor)
            }
            ExpressionKind::Truth(e) | ExpressionKind::OneNan(e) | ExpressionKind::Smear(e) => {
                self.number(e)?
            }
            ExpressionKind::Assign(parts) => {
                let x = self.number(&parts.1)?;
                self.write(&parts.0, x)?;
                x
            }
            ExpressionKind::Update(update) => {
                let old = self.read(&update.place)?;
                let around = std::mem::replace(&mut self.old, old);
                let new = self.number(&update.value)?;
                self.old = around;
                self.write(&update.place, new)?;
                if update.gives_old { old } else { new }
            }
            ExpressionKind::Old => self.old,
            ExpressionKind::Sequence(all) => {
                let mut last = None;
                for e in all {
                    last = self.number(e)?;
                }
                last
            }
            ExpressionKind::Element {
                of, index, count, ..
            } => {
                self.number(of)?;
                self.index(index, *count)?;
                None
            }
            ExpressionKind::Call(id, arguments) => {
                self.call(*id, arguments)?;
                None
            }
            _ => {
                let mut done = Ok(());
                each_child(e, &mut |part| {
                    if done.is_ok() {
                        done = self.number(part).map(|_| ());
                    }
                });
                done?;
                None
            }
        })
    }

    /// Notes an index beyond its array.
    fn index(&mut self, index: &Expression, count: u32) -> Result<(), NoBound> {
        let x = self.number(index)?;
        self.is_beyond |= x.is_some_and(|x| x.trunc() < 0.0 || x.trunc() >= f64::from(count));
        Ok(())
    }

    fn indices(&mut self, place: &Place) -> Result<(), NoBound> {
        for step in &place.steps {
            if let Step::Index { index, count, .. } = step {
                self.index(index, *count)?;
            }
        }
        Ok(())
    }

    /// The number at a place: that of a scalar variable.
    fn read(&mut self, place: &Place) -> Result<Option<f64>, NoBound> {
        self.indices(place)?;
        let (Type::Scalar(_), true) = (place.ty, place.steps.is_empty()) else {
            return Ok(None);
        };
        let cell = match place.variable {
            VariableRef::Local(id) => match self.locals.get(&id) {
                Some(x) => return Ok(*x),
                // A function that is called has written what it knows.
                None if self.depth > 0 => return Ok(None),
                None => self.frame.base + self.frame.layout.first[id.0 as usize],
            },
            VariableRef::Global(id) => match self.globals.get(&id) {
                Some(x) => return Ok(*x),
                None => self.l.globals[id.0 as usize],
            },
        };
        let value = self.l.cells.get(cell);
        let bits = self.l.known(value);
        Ok(bits.map(|bits| match self.l.cells.kind(cell).scalar {
            s if s.is_real() => f64::from(f32::from_bits(bits as u32)),
            _ => f64::from(bits as u32 as i32),
        }))
    }

    pub(super) fn write(&mut self, place: &Place, x: Option<f64>) -> Result<(), NoBound> {
        self.indices(place)?;
        // The reference gives up where a round that may have ended counts on.
        if self.may_have_left && x.is_some() {
            return Err(NoBound);
        }
        match place.variable {
            VariableRef::Local(id) => self.locals.insert(id, x),
            VariableRef::Global(id) => self.globals.insert(id, x),
        };
        Ok(())
    }

    /// A call: what the function reads may be beyond an array, too.
    fn call(&mut self, id: FunctionId, arguments: &[Argument]) -> Result<(), NoBound> {
        let module: &'m Module = self.l.module;
        let function = &module.functions[id.0 as usize];
        let mut own = Numbers::default();
        for (argument, n) in arguments.iter().zip(0..) {
            let x = match argument {
                Argument::In(e) => self.number(e)?,
                Argument::Place(place) => {
                    let x = self.read(place)?;
                    self.write(place, None)?;
                    x
                }
            };
            own.insert(VariableId(n), x);
        }
        if function.is_library {
            return Ok(());
        }
        self.depth += 1;
        if self.depth > MOST_CALLS {
            return Err(NoBound);
        }
        let locals = std::mem::replace(&mut self.locals, own);
        let counts = std::mem::replace(&mut self.counts_in_body, false);
        self.statements(&function.body)?;
        (self.locals, self.counts_in_body) = (locals, counts);
        self.depth -= 1;
        Ok(())
    }
}

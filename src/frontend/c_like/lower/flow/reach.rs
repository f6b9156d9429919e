//! Rounds whose conditions are no constants, and that something else bounds: `for (int i = 0; i < n; i++) sum += lights[i];`.
//!
//! Nothing beyond an array is read, so that the loop ends before. Microsoft's compiler writes such rounds out one after the
//! other, each under the loop's condition. Where the machine has no loops, it does so too if a `break` or a part of the
//! condition ends them. The bound is found by a trial that follows scalars with known values through the rounds, and through
//! the functions that these call.

use crate::frontend::c_like::check::constant::binary;
use crate::frontend::c_like::lower::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::{Scalar, Type};
use rustc_hash::FxHashMap;

/// The most rounds that are written out, and the same where the machine has loops.
const MOST_ROUNDS: u32 = 255;
const MOST_WITH_LOOPS: u32 = 5;
/// The most nodes that a trial visits.
const MOST_NODES: usize = 20_000;
/// Calls inside each other.
const MOST_CALLS: usize = 16;

/// Where a statement leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// To the next one.
    Next,
    /// To the next round.
    Round,
    /// Out of the loop or the function.
    Out,
    /// Nowhere: it is not reached, since it reads beyond an array.
    Beyond,
}

/// Why a trial finds no bound.
struct NoBound;

type Numbers = FxHashMap<VariableId, Option<f64>>;

/// Follows the numbers of scalar variables.
struct Trial<'t, 'm> {
    l: &'t Lowering<'m>,
    frame: &'t Frame,
    /// What has been written in the trial; `None` is any number.
    locals: Numbers,
    globals: FxHashMap<GlobalId, Option<f64>>,
    /// The functions that are called.
    depth: usize,
    /// What the innermost update has read.
    old: Option<f64>,
    is_beyond: bool,
    n_nodes: usize,
}

impl<'m> Lowering<'m> {
    /// How many rounds of the loop can be reached, where arrays bound them, and they are to be written out.
    pub(super) fn rounds_within_arrays(
        &mut self,
        frame: &Frame,
        l: &Loop,
    ) -> Result<Option<u32>, Stop> {
        if !self.b.follows_ranges() || l.stays && self.module.has_loops {
            return Ok(None);
        }
        let mut trial = Trial {
            l: self,
            frame,
            locals: Numbers::default(),
            globals: FxHashMap::default(),
            depth: 0,
            old: None,
            is_beyond: false,
            n_nodes: 0,
        };
        let rounds = trial.rounds(l).ok().flatten();
        let has_loops = trial.l.module.has_loops;
        let rounds = rounds.and_then(|(n, ends_beyond)| (ends_beyond || !has_loops).then_some(n));
        let n_nodes = trial.n_nodes;
        self.charge(n_nodes)?;
        let most = match self.module.has_loops && !l.must_unroll {
            true => MOST_WITH_LOOPS,
            false => MOST_ROUNDS,
        };
        Ok(rounds.filter(|n| (1..=most).contains(n)))
    }
}

impl<'m> Trial<'_, 'm> {
    /// How many rounds can be reached, and whether what comes next would read beyond an array. `None`: nothing bounds them.
    fn rounds(&mut self, l: &Loop) -> Result<Option<(u32, bool)>, NoBound> {
        for round in 0..=MOST_ROUNDS {
            match self.condition(l.before.as_ref())? {
                _ if self.is_beyond => return Ok(Some((round, true))),
                Some(false) => return Ok(Some((round, false))),
                _ => {}
            }
            match self.statements(&l.body)? {
                Way::Beyond => return Ok(Some((round, true))),
                Way::Out => return Ok(Some((round + 1, false))),
                Way::Next | Way::Round => {}
            }
            if self.statements(&l.step)? == Way::Beyond {
                return Ok(Some((round, true)));
            }
            if self.condition(l.after.as_ref())? == Some(false) {
                return Ok(Some((round + 1, false)));
            }
        }
        Ok(None)
    }

    /// Whether a condition holds, if that is known; a missing one does.
    fn condition(&mut self, e: Option<&Expression>) -> Result<Option<bool>, NoBound> {
        match e {
            Some(e) => Ok(self.number(e)?.map(|x| x != 0.0)),
            None => Ok(Some(true)),
        }
    }

    fn statements(&mut self, all: &[Statement]) -> Result<Way, NoBound> {
        for statement in all {
            let way = self.statement(&statement.kind)?;
            if self.is_beyond {
                return Ok(Way::Beyond);
            }
            if way != Way::Next {
                return Ok(way);
            }
        }
        Ok(Way::Next)
    }

    fn statement(&mut self, kind: &StatementKind) -> Result<Way, NoBound> {
        match kind {
            StatementKind::Declare(id) => {
                self.locals.insert(*id, None);
            }
            StatementKind::Expression(e) => {
                self.number(e)?;
            }
            StatementKind::Assign(place, e) => {
                let x = self.number(e)?;
                self.write(place, x)?;
            }
            StatementKind::Block(body) => return self.statements(body),
            StatementKind::If { condition, yes, no } => return self.branch(condition, yes, no),
            StatementKind::Loop(l) => return self.inner_loop(l),
            StatementKind::Break(_) => return Ok(Way::Out),
            StatementKind::Continue(0) => return Ok(Way::Round),
            StatementKind::Continue(_) => return Err(NoBound),
            StatementKind::Discard(e) | StatementKind::Return(e) => {
                if let Some(e) = e {
                    self.number(e)?;
                }
                if matches!(kind, StatementKind::Return(_)) {
                    return Ok(Way::Out);
                }
            }
        }
        Ok(Way::Next)
    }

    /// A branch. What one side of a condition that is not known has written may be anything after it.
    fn branch(
        &mut self,
        condition: &Expression,
        yes: &[Statement],
        no: &[Statement],
    ) -> Result<Way, NoBound> {
        match self.number(condition)? {
            _ if self.is_beyond => return Ok(Way::Beyond),
            Some(x) if x != 0.0 => return self.statements(yes),
            Some(_) => return self.statements(no),
            None => {}
        }
        let before = self.locals.clone();
        let first = self.statements(yes)?;
        if first == Way::Beyond {
            // The reference gives up where another way goes on.
            return if no.is_empty() {
                Ok(Way::Beyond)
            } else {
                Err(NoBound)
            };
        }
        let after_first = std::mem::replace(&mut self.locals, before);
        let second = self.statements(no)?;
        if second == Way::Beyond {
            return Err(NoBound);
        }
        self.forget_differences(&after_first);
        Ok(if first == second { first } else { Way::Next })
    }

    /// Variables that have another number there may have any.
    fn forget_differences(&mut self, other: &Numbers) {
        for (id, x) in other {
            let own = self.locals.entry(*id).or_insert(*x);
            if own != x {
                *own = None;
            }
        }
        let is_new = |id: &VariableId| !other.contains_key(id);
        self.locals
            .iter_mut()
            .filter(|(id, _)| is_new(id))
            .for_each(|(_, x)| *x = None);
        self.globals.values_mut().for_each(|x| *x = None);
    }

    /// A loop inside: its rounds as far as they are known, or its first one.
    fn inner_loop(&mut self, l: &Loop) -> Result<Way, NoBound> {
        for _ in 0..=MOST_ROUNDS {
            match self.condition(l.before.as_ref())? {
                _ if self.is_beyond => return Ok(Way::Beyond),
                Some(false) => return Ok(Way::Next),
                Some(true) => {}
                None => {
                    let before = self.locals.clone();
                    let way = self.statements(&l.body)?;
                    self.statements(&l.step)?;
                    let after = std::mem::replace(&mut self.locals, before);
                    self.forget_differences(&after);
                    return Ok(if way == Way::Beyond { way } else { Way::Next });
                }
            }
            match self.statements(&l.body)? {
                Way::Beyond => return Ok(Way::Beyond),
                Way::Out => return Ok(Way::Next),
                Way::Next | Way::Round => {}
            }
            self.statements(&l.step)?;
            match self.condition(l.after.as_ref())? {
                Some(true) => {}
                Some(false) => return Ok(Way::Next),
                None => return Err(NoBound),
            }
        }
        Err(NoBound)
    }

    /// The number of a scalar expression, if it is known.
    fn number(&mut self, e: &Expression) -> Result<Option<f64>, NoBound> {
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
                    (BinaryOp::Less, Some(a), None) if self.most(&operands[1])? <= a => Some(0.0),
                    _ => {
                        let known = a.zip(b).zip(scalar);
                        known.and_then(|((a, b), scalar)| binary(*op, a, b, scalar))
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

    /// A number that an expression is at most: that of `min`.
    fn most(&mut self, e: &Expression) -> Result<f64, NoBound> {
        let mut most = f64::INFINITY;
        match &e.kind {
            ExpressionKind::Convert(inner) => most = self.most(inner)?,
            ExpressionKind::Math(Math::Min, parts) => {
                for part in parts {
                    most = most.min(self.number(part)?.unwrap_or(f64::INFINITY));
                }
            }
            ExpressionKind::Call(id, arguments)
                if self.l.module.functions[id.0 as usize].name == "min" =>
            {
                for argument in arguments {
                    if let Argument::In(e) = argument {
                        most = most.min(self.number(e)?.unwrap_or(f64::INFINITY));
                    }
                }
            }
            _ => {}
        }
        Ok(most)
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

    fn write(&mut self, place: &Place, x: Option<f64>) -> Result<(), NoBound> {
        self.indices(place)?;
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
        self.statements(&function.body)?;
        self.locals = locals;
        self.depth -= 1;
        Ok(())
    }
}

//! Rounds whose conditions are no constants, and that something else bounds: `for (int i = 0; i < n; i++) sum += lights[i];`.
//!
//! Nothing beyond an array is read, so that the loop ends before. Microsoft's compiler writes such rounds out one after the
//! other, each under the loop's condition. Where the machine has no loops, it does so too if a `break` or a part of the
//! condition ends them. The bound is found by a trial that follows scalars with known values through the rounds, and through
//! the functions that these call.

mod numbers;
mod ranges;

use crate::frontend::c_like::lower::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::*;
use rustc_hash::FxHashMap;

/// The most rounds that are written out, and the same where the machine has loops.
const MOST_ROUNDS: u32 = 255;
const MOST_WITH_LOOPS: u32 = 4;

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
    /// What the loop steps.
    counter: Option<VariableId>,
    /// Whether the body counts the rounds, as that of `while`, and whether one of its branches may have left the round.
    counts_in_body: bool,
    may_have_left: bool,
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
        // Some machines have loops that count to a register's number only.
        let is_open = self.module.has_open_loops;
        let has_loops = self.module.has_loops && (is_open || self.counts_to_register(frame, l));
        let mut trial = Trial {
            l: self,
            frame,
            locals: Numbers::default(),
            globals: FxHashMap::default(),
            depth: 0,
            old: None,
            is_beyond: false,
            counter: l.step.last().and_then(counter),
            counts_in_body: l.step.is_empty(),
            may_have_left: false,
            n_nodes: 0,
        };
        let rounds = trial.rounds(l).ok().flatten();
        // A first round that reads beyond an array is an error of the text, which others report.
        let rounds = rounds.and_then(|(n, ends_beyond)| match n {
            0 => (!ends_beyond && !has_loops).then_some(0),
            _ => (ends_beyond || !has_loops || l.must_unroll).then_some(n),
        });
        let n_nodes = trial.n_nodes;
        self.charge(n_nodes)?;
        let most = match has_loops && !l.must_unroll {
            true => MOST_WITH_LOOPS,
            false => MOST_ROUNDS,
        };
        Ok(rounds.filter(|n| *n <= most))
    }
}

/// The variable that a step changes.
fn counter(step: &Statement) -> Option<VariableId> {
    let place = match &step.kind {
        StatementKind::Assign(place, _) => place,
        StatementKind::Expression(e) => match &e.kind {
            ExpressionKind::Update(update) => &update.place,
            ExpressionKind::Assign(parts) => &parts.0,
            _ => return None,
        },
        _ => return None,
    };
    match place.variable {
        VariableRef::Local(id) => Some(id),
        VariableRef::Global(_) => None,
    }
}

impl<'m> Trial<'_, 'm> {
    /// How many rounds can be reached, and whether what comes next would read beyond an array. `None`: nothing bounds them.
    fn rounds(&mut self, l: &Loop) -> Result<Option<(u32, bool)>, NoBound> {
        for round in 0..=MOST_ROUNDS {
            self.may_have_left = false;
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
        self.may_have_left |= self.counts_in_body && first != second;
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
        let counts = std::mem::replace(&mut self.counts_in_body, false);
        let way = self.inner_rounds(l);
        self.counts_in_body = counts;
        way
    }

    fn inner_rounds(&mut self, l: &Loop) -> Result<Way, NoBound> {
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
}

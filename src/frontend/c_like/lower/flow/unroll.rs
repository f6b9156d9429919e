//! Unrolls loops whose counter is a constant in each round.
//!
//! Whether a loop is one is found by a trial: its condition and its step are evaluated round by round, without the
//! body, if they are simple and the body does not write what the step writes. The trial's code is constants, which
//! nothing uses.

use super::cost::{Inner, for_each_inner};
use crate::frontend::c_like::lower::layout::{Effect, LoopEffects, Part, Range, for_each_part};
use crate::frontend::c_like::lower::{Frame, Lowering, OpenLoop, Stop};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;

/// The most rounds of a loop that is unrolled.
const MOST_ROUNDS: u32 = 256;
/// The most rounds of a loop that the text asks to be unrolled.
const MOST_ASKED_FOR: u32 = 1023;
/// The most nodes of all rounds of a loop.
pub(super) const MOST_NODES: u32 = 2000;
/// The most nodes of all unrolled loops of a program.
const MOST_NODES_IN_ALL: u32 = 16000;
/// The same where the machine has no loops.
const MOST_NODES_WITHOUT_LOOPS: u32 = 64000;

impl<'m> Lowering<'m> {
    /// How many rounds of the loop to unroll; 0 for a real loop.
    pub(in crate::frontend::c_like::lower) fn rounds_to_unroll(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
    ) -> Result<u32, Stop> {
        let effects = frame.layout.effects_of(l);
        let may_stay = !l.must_unroll && !l.is_bounded && self.may_stay(l)?;
        if l.stays && self.module.has_loops
            || !is_countable(l)
            || !counts_alone(&frame.layout.effects, effects)
        {
            self.uses.may_stay |= !l.is_bounded;
            return Ok(0);
        }
        let most = if l.must_unroll {
            MOST_ASKED_FOR
        } else {
            MOST_ROUNDS
        };
        let rounds = match self.try_rounds(frame, l, most)? {
            Some(rounds) => rounds,
            None if self.rounds_within_arrays(frame, l)?.is_some() => return Ok(0),
            None if l.must_unroll => {
                let why =
                    "this loop cannot be unrolled: constants bound its rounds, to less than 1024";
                return Err(self.refuse(Rule::Hlsl(HlslRule::Machine(why, 3511))));
            }
            None => {
                self.uses.may_stay |= !l.is_bounded;
                return Ok(0);
            }
        };
        // An image unit that the counter chooses is a constant only there.
        let is_needed = indexes_samplers(&l.body);
        // The trial counts the look at the end as well, where the condition stands before the rounds.
        let repeats = rounds > 2 || rounds == 2 && l.after.is_some();
        if may_stay && repeats && !is_needed {
            self.uses.may_stay = true;
            if self.keeps_loops {
                return Ok(0);
            }
        }
        if rounds > MOST_ROUNDS + 1 {
            return Ok(0);
        }
        let cost = self.statements_cost(&l.body)?;
        let nodes = (cost + 8).saturating_mul(rounds);
        let all = self.unrolled.saturating_add(nodes);
        if self.module.unrolls && all <= MOST_NODES_WITHOUT_LOOPS {
            self.unrolled = all;
            return Ok(rounds);
        }
        if !is_needed && (nodes > MOST_NODES || all > MOST_NODES_IN_ALL) {
            return Ok(0);
        }
        self.unrolled = all;
        Ok(rounds)
    }

    /// The rounds of a loop that constants bound, or 1024 if these are more. The first one of many is looked at only.
    pub(super) fn constant_rounds(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
    ) -> Result<Option<u32>, Stop> {
        let effects = frame.layout.effects_of(l);
        let is_asked = l.must_unroll || self.uses.repeats.is_empty();
        if !is_asked || !is_countable(l) || !counts_alone(&frame.layout.effects, effects) {
            return Ok(None);
        }
        // Whether the conditions are constants shows in the first round.
        if self.try_rounds(frame, l, 0)?.is_none() && !self.is_constant_at_first(frame, l)? {
            return Ok(None);
        }
        let rounds = self.try_rounds(frame, l, MOST_ASKED_FOR)?;
        // The trial counts the look at the end as well, where the condition stands before the rounds.
        let own = rounds.map(|n| if l.after.is_some() { n } else { n - 1 });
        Ok(Some(own.unwrap_or(MOST_ASKED_FOR + 1)))
    }

    /// Whether the conditions of the first two rounds are constants.
    fn is_constant_at_first(&mut self, frame: &mut Frame, l: &'m Loop) -> Result<bool, Stop> {
        let (span, mark) = (self.span, self.cells.mark());
        self.n_silent += 1;
        let first = self.holds(frame, l.before.as_ref())?;
        self.statements(frame, &l.step)?;
        let second = self.holds(frame, l.before.as_ref())?;
        let after = self.holds(frame, l.after.as_ref())?;
        self.cells.undo(mark);
        self.n_silent -= 1;
        self.set_span(span);
        Ok([first, second, after].iter().all(Option::is_some))
    }

    /// Counts rounds by the loop's conditions and its step. `None`: they are no constants, or more than `most`.
    fn try_rounds(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
        most: u32,
    ) -> Result<Option<u32>, Stop> {
        let (span, mark) = (self.span, self.cells.mark());
        self.n_silent += 1;
        let mut rounds = None;
        for round in 1..=most + 1 {
            let mut goes_on = self.holds(frame, l.before.as_ref())?;
            if goes_on == Some(true) {
                self.statements(frame, &l.step)?;
                goes_on = self.holds(frame, l.after.as_ref())?;
            }
            match goes_on {
                Some(true) => continue,
                // A loop without a round vanishes as one that has one.
                Some(false) => rounds = Some(round),
                None => {}
            }
            break;
        }
        self.cells.undo(mark);
        self.n_silent -= 1;
        self.set_span(span);
        Ok(rounds)
    }

    /// Whether a condition holds, if that is known; a missing one does.
    fn holds(
        &mut self,
        frame: &mut Frame,
        condition: Option<&'m Expression>,
    ) -> Result<Option<bool>, Stop> {
        let Some(e) = condition else {
            return Ok(Some(true));
        };
        let value = self.expression(frame, e)?;
        self.operands.clear();
        let known = value.first().and_then(|v| self.known(*v));
        Ok(known.map(|bits| bits != 0))
    }

    /// Lowers rounds one after the other, as long as the conditions are constants and at most `rounds`; then a real
    /// loop, if another round may follow. Where the sizes of arrays bound the rounds, conditions may be anything, and no round
    /// follows.
    pub(in crate::frontend::c_like::lower) fn unrolled(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
        rounds: u32,
        is_bounded: bool,
    ) -> Result<bool, Stop> {
        let mark = self.cells.mark();
        frame.loops.push(OpenLoop {
            mark,
            round: mark,
            ..OpenLoop::default()
        });
        let end = frame.base + frame.layout.kinds.len() as u32;
        let mut is_left = false;
        // A round is: the condition before the body, the body, the step, the condition after it.
        for _ in 0..rounds {
            match self.holds(frame, l.before.as_ref())? {
                Some(true) => {}
                Some(false) => {
                    self.leave_loop(frame, 0, true)?;
                    is_left = true;
                    break;
                }
                None if is_bounded => {
                    if let Some(condition) = &l.before {
                        let mask = self.condition(frame, condition)?;
                        self.go_on_where(frame, mask, None)?;
                    }
                }
                None => break,
            }
            if let Some(open) = frame.loops.last_mut() {
                open.round = self.cells.mark();
            }
            let reaches = self.statements(frame, &l.body)?;
            is_left = !self.round_end(frame, l, reaches)?;
            // A condition that differs between lanes keeps those that go on, and the next round is theirs.
            if let (false, Some(condition)) = (is_left, &l.after) {
                let mask = self.condition(frame, condition)?;
                match self.b.known_mask(mask) {
                    Some(true) => {}
                    Some(false) => is_left = !self.leave_loop(frame, 0, true)?,
                    None => self.go_on_where(frame, mask, None)?,
                }
            }
            if is_left {
                break;
            }
        }
        if is_bounded && !is_left {
            self.leave_loop(frame, 0, true)?;
            is_left = true;
        }
        // What the constants have not ended goes on as a loop of blocks. All ways out meet after it.
        let mut edges = frame.loops.pop().unwrap_or_default().breaks;
        if !is_left && self.real_loop(frame, l)? {
            edges.push(self.edge(mark, |cell| cell < end)?);
        }
        self.cells.undo(mark);
        self.join(edges)
    }
}

/// Whether the loop's conditions and step can be evaluated without its body.
fn is_countable(l: &Loop) -> bool {
    let mut conditions = l.before.iter().chain(&l.after);
    (l.before.is_some() || l.after.is_some())
        && conditions.all(|e| is_simple(e, false))
        && !l.step.is_empty()
        && l.step.iter().all(|s| match &s.kind {
            StatementKind::Expression(e) => is_simple(e, true),
            StatementKind::Assign(_, e) => is_simple(e, false),
            _ => false,
        })
}

/// Whether an expression calls and samples nothing, and writes only if it may.
fn is_simple(e: &Expression, may_write: bool) -> bool {
    let is_own = match &e.kind {
        ExpressionKind::Assign(_) | ExpressionKind::Update(_) => may_write,
        ExpressionKind::Call(..)
        | ExpressionKind::Sample(_)
        | ExpressionKind::TextureSize(_)
        | ExpressionKind::Fetch(..)
        | ExpressionKind::Operation(..)
        | ExpressionKind::Conditional(_) => false,
        _ => true,
    };
    let mut all = is_own;
    for_each_part(e, &mut |part| {
        all &= match part {
            Part::Expression(e) => is_simple(e, may_write),
            _ => true,
        }
    });
    all
}

/// Whether only the step writes what it writes.
fn counts_alone(effects: &[Effect], l: LoopEffects) -> bool {
    let step: Vec<Range> = { effects[l.step..l.end].iter() }
        .filter_map(|e| match e {
            Effect::Writes(range) => Some(*range),
            _ => None,
        })
        .collect();
    let meets = |a: &Range| {
        let mut step = step.iter();
        step.any(|b| a.first < b.first + b.n && b.first < a.first + a.n)
    };
    let writes_global = |e: &Effect| matches!(e, Effect::WritesGlobal(_));
    step.len() <= 8
        && !effects[l.step..l.end].iter().any(writes_global)
        && !effects[l.start..l.step]
            .iter()
            .any(|e| matches!(e, Effect::Writes(range) if meets(range)))
}

/// Whether statements read an element with an index that is no constant, of a variable with samplers.
fn indexes_samplers(body: &[Statement]) -> bool {
    let mut found = false;
    for statement in body {
        for_each_inner(&statement.kind, &mut |inner| {
            found = found
                || match inner {
                    Inner::Statement(s) => indexes_samplers(std::slice::from_ref(s)),
                    Inner::Expression(e) => reads_sampler(e),
                }
        });
    }
    found
}

fn reads_sampler(e: &Expression) -> bool {
    let mut found = false;
    for_each_part(e, &mut |part| {
        found = found
            || match part {
                Part::Expression(e) => reads_sampler(e),
                Part::Read(place) => {
                    let has_index = place.steps.iter().any(|s| matches!(s, Step::Index { index, .. } if index.constant_integer().is_none()));
                    has_index && matches!(place.ty, Type::Sampler(_))
                }
                Part::Written(_) | Part::Call(_) => false,
            }
    });
    found
}

//! What is known of scalars: the constants that they are, and what their computation needs. An operation that nothing reads
//! needs nothing.

use crate::frontend::c_like::tree::*;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::num::NonZeroU32;
use std::ops::Range;

/// A constant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Value {
    Number(f64),
    /// A constant in each round of the unrolled loops around it, or one that is not computed here.
    Some,
}

/// What the computation of a scalar needs and the profile lacks, as a set of numbers in the walk's list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Needs {
    machine: u64,
    /// Values that nothing has written, which a computation reads, as a set of numbers in a list of their own.
    written: u64,
}

impl Needs {
    /// Those from this one on share a number.
    const LAST: usize = 63;

    pub(super) fn one(i: usize) -> Needs {
        Needs {
            machine: 1 << i.min(Needs::LAST),
            written: 0,
        }
    }

    /// The need that a variable has been written, by its number among those that are read.
    pub(super) fn written(i: usize) -> Needs {
        Needs {
            machine: 0,
            written: 1 << i.min(Needs::LAST),
        }
    }

    pub(super) fn and(self, other: Needs) -> Needs {
        Needs {
            machine: self.machine | other.machine,
            written: self.written | other.written,
        }
    }

    pub(super) fn has(self, i: usize) -> bool {
        self.machine >> i.min(Needs::LAST) & 1 != 0
    }

    /// Whether it is needed that the variable with this number has been written.
    pub(super) fn has_unset(self, i: usize) -> bool {
        self.written >> i.min(Needs::LAST) & 1 != 0
    }
}

/// A variable that may not have been written: its number in the walk's list, from 1 on.
pub(super) type Unset = NonZeroU32;

/// A scalar: the constant that it is, and what it needs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Part {
    pub(super) value: Option<Value>,
    pub(super) needs: Needs,
    /// Of a scalar in a variable: that it may hold what nothing has written. Who reads it needs that it is written.
    pub(super) unset: Option<Unset>,
    /// Of such a scalar: that one of the ways that lead here has written it.
    pub(super) is_written_once: bool,
    /// Of a scalar in a variable: that it was written alone, as a component of a vector. No loop that is unrolled starts from it.
    pub(super) is_component: bool,
}

impl Part {
    /// What is known of a scalar of an expression.
    pub(super) fn new(value: Option<Value>, needs: Needs) -> Part {
        Part {
            value,
            needs,
            unset: None,
            is_written_once: false,
            is_component: false,
        }
    }
}

/// The scalars of a value, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Parts {
    each: SmallVec<[Part; 4]>,
    /// What further scalars need; they are no constants.
    rest: Needs,
}

impl Parts {
    /// The most scalars that are followed one by one.
    pub(super) const MOST: usize = 256;

    /// No constants.
    pub(super) fn unknown(rest: Needs) -> Parts {
        Parts {
            each: SmallVec::new(),
            rest,
        }
    }

    /// A scalar.
    pub(super) fn one(value: Value) -> Parts {
        Parts::repeated(Part::new(Some(value), Needs::default()), 1)
    }

    /// A scalar `n` times.
    pub(super) fn repeated(part: Part, n: usize) -> Parts {
        Parts {
            each: SmallVec::from_elem(part, n.min(Parts::MOST)),
            rest: part.needs,
        }
    }

    /// The scalars that are followed one by one.
    pub(super) fn len(&self) -> u32 {
        self.each.len() as u32
    }

    pub(super) fn get(&self, i: usize) -> Part {
        let outside = Part::new(None, self.rest);
        self.each.get(i).copied().unwrap_or(outside)
    }

    /// The scalars with these numbers.
    pub(super) fn pick(&self, all: impl Iterator<Item = usize>) -> Parts {
        Parts {
            each: all.take(Parts::MOST).map(|i| self.get(i)).collect(),
            rest: self.rest,
        }
    }

    /// Writes a scalar.
    pub(super) fn set(&mut self, i: usize, part: Part) {
        if i >= Parts::MOST {
            self.rest = self.rest.and(part.needs);
            return;
        }
        if i >= self.each.len() {
            let outside = self.get(i);
            self.each.resize(i + 1, outside);
        }
        self.each[i] = part;
    }

    /// Adds the first `n` scalars of another value at the end of these `len`.
    pub(super) fn append(&mut self, len: usize, other: &Parts, n: usize) {
        for i in 0..n.min(Parts::MOST) {
            self.set(len + i, other.get(i));
        }
        self.rest = self.rest.and(other.rest);
    }

    /// All that any scalar needs.
    pub(super) fn needs(&self) -> Needs {
        let each = self.each.iter().map(|p| p.needs);
        each.fold(self.rest, Needs::and)
    }

    /// The same scalars, which need more.
    pub(super) fn needing(mut self, needs: Needs) -> Parts {
        self.rest = self.rest.and(needs);
        for part in &mut self.each {
            part.needs = part.needs.and(needs);
        }
        self
    }

    /// The same scalars, which need nothing.
    pub(super) fn without_needs(mut self) -> Parts {
        self.rest = Needs::default();
        self.each
            .iter_mut()
            .for_each(|part| part.needs = Needs::default());
        self
    }

    /// No constants any more.
    pub(super) fn forget(&mut self) {
        self.each.iter_mut().for_each(|part| part.value = None);
    }

    /// Whether all scalars are constants.
    pub(super) fn is_constant(&self) -> bool {
        !self.each.is_empty() && self.each.iter().all(|p| p.value.is_some())
    }

    /// An operator on constants, scalar by scalar.
    pub(super) fn map(mut self, f: impl Fn(Value) -> Value) -> Parts {
        let values = self.each.iter_mut().filter_map(|p| p.value.as_mut());
        values.for_each(|value| *value = f(*value));
        self
    }

    /// An operator on two values, scalar by scalar.
    pub(super) fn zip(&self, other: &Parts, f: impl Fn(Part, Part) -> Option<Value>) -> Parts {
        let n = self.each.len().max(other.each.len());
        let one = |i: usize| {
            let (a, b) = (self.get(i), other.get(i));
            Part::new(f(a, b), a.needs.and(b.needs))
        };
        Parts {
            each: (0..n).map(one).collect(),
            rest: self.rest.and(other.rest),
        }
    }

    /// What the scalars are after two ways; `chosen`: a constant chooses the way, so that they are constants as well.
    pub(super) fn joined(&self, other: &Parts, chosen: bool) -> Parts {
        let mut joined = self.zip(other, |a, b| match (a.value, b.value) {
            (Some(a), Some(b)) if a == b => Some(a),
            (Some(_), Some(_)) if chosen => Some(Value::Some),
            _ => None,
        });
        for (i, part) in joined.each.iter_mut().enumerate() {
            let (a, b) = (self.get(i), other.get(i));
            part.unset = a.unset.or(b.unset);
            let differs = a.unset.is_some() != b.unset.is_some();
            part.is_written_once = differs || a.is_written_once || b.is_written_once;
        }
        joined
    }

    /// The scalars of a variable that nothing has written.
    pub(super) fn unset(unset: Unset, n: u32) -> Parts {
        let part = Part {
            unset: Some(unset),
            ..Part::default()
        };
        match n as usize {
            n @ 1..=Parts::MOST => Parts::repeated(part, n),
            _ => Parts::default(),
        }
    }

    /// The scalars as they are read: those that nothing has written need what `need` says.
    pub(super) fn when_read(mut self, mut need: impl FnMut(Unset) -> Needs) -> Parts {
        for part in &mut self.each {
            (part.is_component, part.is_written_once) = (false, false);
            if let Some(unset) = part.unset.take() {
                part.needs = part.needs.and(need(unset));
            }
        }
        self
    }

    /// Whether nothing may have written one of them.
    pub(super) fn has_unset(&self) -> bool {
        self.each.iter().any(|p| p.unset.is_some())
    }

    /// What nothing at all has written of a range of scalars is no value of a result.
    pub(super) fn leave_out(&mut self, range: Range<usize>) {
        let Some(parts) = self.each.get_mut(range) else {
            return;
        };
        if parts
            .iter()
            .all(|p| p.unset.is_some() && !p.is_written_once)
        {
            parts.iter_mut().for_each(|p| p.unset = None);
        }
    }

    /// Any of the scalars may have been written.
    fn may_be_written(&mut self) {
        self.each.iter_mut().for_each(|p| p.unset = None);
    }
}

/// The scalars of variables.
#[derive(Debug, Clone, Default)]
pub(super) struct Values(FxHashMap<VariableRef, Parts>);

impl Values {
    pub(super) fn len(&self) -> u32 {
        self.0.len() as u32
    }

    pub(super) fn constant(&self, variable: VariableRef, scalar: u32) -> Option<Value> {
        self.0.get(&variable)?.get(scalar as usize).value
    }

    /// Whether a scalar was last written as a component of a vector.
    pub(super) fn is_component(&self, variable: VariableRef, scalar: u32) -> bool {
        let parts = self.0.get(&variable);
        parts.is_some_and(|p| p.get(scalar as usize).is_component)
    }

    pub(super) fn set(&mut self, variable: VariableRef, scalar: u32, part: Part) {
        let parts = self.0.entry(variable).or_default();
        parts.set(scalar as usize, part);
    }

    /// Some of a variable's scalars, from one on.
    pub(super) fn slice(&self, variable: VariableRef, from: u32, n: u32) -> Parts {
        let Some(parts) = self.0.get(&variable) else {
            return Parts::default();
        };
        // The scalars that are followed, and as many others as the slice has.
        let Some(known) = parts.each.get(from as usize..).filter(|k| !k.is_empty()) else {
            return Parts::unknown(parts.rest);
        };
        let n = (n as usize).min(Parts::MOST);
        let mut each = SmallVec::from_slice(&known[..n.min(known.len())]);
        each.resize(n, parts.get(usize::MAX));
        Parts {
            each,
            rest: parts.rest,
        }
    }

    /// All of a variable's scalars.
    pub(super) fn whole(&self, variable: VariableRef) -> Parts {
        self.0.get(&variable).cloned().unwrap_or_default()
    }

    /// Writes a variable's scalars, from one on.
    pub(super) fn set_slice(&mut self, variable: VariableRef, from: u32, n: u32, parts: &Parts) {
        let of = self.0.entry(variable).or_default();
        if from == 0 && of.each.len() <= n as usize {
            *of = parts.clone();
            return;
        }
        for i in 0..n.min(Parts::MOST as u32) {
            of.set(from.saturating_add(i) as usize, parts.get(i as usize));
        }
    }

    /// Any of the variable's scalars may have been written.
    pub(super) fn blur(&mut self, variable: VariableRef, needs: Needs) {
        let parts = self.0.entry(variable).or_default();
        *parts = std::mem::take(parts).needing(needs);
        parts.forget();
        parts.may_be_written();
    }

    /// A variable begins again, with these scalars.
    pub(super) fn begin(&mut self, variable: VariableRef, parts: Parts) {
        self.0.insert(variable, parts);
    }

    /// Any of the variable's scalars may have been written.
    pub(super) fn may_be_written(&mut self, variable: VariableRef) {
        if let Some(parts) = self.0.get_mut(&variable) {
            parts.may_be_written();
        }
    }

    /// Keeps what holds on both of two ways; see [`Parts::joined`].
    pub(super) fn join(&mut self, other: &Values, chosen: bool) {
        for (variable, parts) in &mut self.0 {
            let none = Parts::default();
            let others = other.0.get(variable).unwrap_or(&none);
            *parts = parts.joined(others, chosen);
        }
        for (variable, parts) in &other.0 {
            self.0.entry(*variable).or_insert_with(|| {
                let mut parts = parts.clone();
                parts.forget();
                parts
            });
        }
    }

    /// What is known in every round of a loop, if `self` is known before it and `after` at its end.
    pub(super) fn widen(&mut self, after: &Values) {
        self.join(after, true);
    }

    pub(super) fn globals(&self) -> Values {
        let is_global = |v: &VariableRef| matches!(v, VariableRef::Global(_));
        let all = self.0.iter().filter(|(v, _)| is_global(v));
        Values(all.map(|(k, v)| (*k, v.clone())).collect())
    }

    /// Replaces the variables outside functions by those of another state.
    pub(super) fn take_globals(&mut self, of: &Values) {
        self.0.retain(|v, _| matches!(v, VariableRef::Local(_)));
        self.0.extend(of.globals().0);
    }
}

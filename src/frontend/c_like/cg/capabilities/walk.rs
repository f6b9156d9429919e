//! The statements that the entry reaches. Calls are followed as if their bodies stood in their place.

use super::value::{Parts, Value, Values};
use crate::frontend::c_like::cg::profile::Profile;
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_write;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most nodes that are visited, and the most work of about their size; the rest of a larger program is not checked.
pub(super) const MOST_NODES: u32 = 400_000;
/// The most calls inside each other.
const MOST_CALLS: usize = 64;

/// The capabilities that an entry needs and the profile lacks, in the order in which the reference looks for them.
pub(crate) fn check_capabilities(
    profile: &Profile,
    module: &Module,
    entry: FunctionId,
) -> Vec<(Capability, Span)> {
    let mut walk = Walk {
        module,
        profile,
        values: Values::default(),
        found: Vec::new(),
        calls: vec![entry],
        nodes: 0,
        is_trial: false,
        in_return: false,
        statement: Span::NONE,
        old: Parts::new(),
        returned: None,
    };
    for (i, global) in module.globals.iter().enumerate() {
        if let (Storage::Static, Some(e)) = (global.storage, &global.value) {
            walk.is_trial = true;
            let parts = walk.expression(e);
            walk.is_trial = false;
            let variable = VariableRef::Global(GlobalId(i as u32));
            let n = module.types.count(global.ty);
            walk.values.set_slice(variable, 0, n, &parts);
        }
    }
    if let Some(function) = module.functions.get(entry.0 as usize) {
        walk.statements(&function.body);
    }
    let mut known = FxHashSet::default();
    let mut found = walk.found;
    found.retain(|(c, span)| known.insert((*c, span.start, span.end)));
    let rank = |c: Capability| match c.code() {
        5014 | 5508 => 0,
        5010..=5013 => 1,
        _ => 2,
    };
    found.sort_by_key(|(c, _)| rank(*c));
    let first = found.first().map(|(c, _)| rank(*c));
    found.retain(|(c, _)| Some(rank(*c)) == first);
    found
}

pub(super) struct Walk<'w> {
    pub module: &'w Module,
    pub profile: &'w Profile,
    pub values: Values,
    found: Vec<(Capability, Span)>,
    /// What [`ExpressionKind::Old`] is.
    pub old: Parts,
    /// What the function returns, as far as it has been followed.
    returned: Option<Parts>,
    /// The entry, and the functions that are being followed.
    pub calls: Vec<FunctionId>,
    pub nodes: u32,
    /// Whether only values are asked for.
    pub is_trial: bool,
    /// Whether the expression belongs to a `return` of an inlined function.
    pub in_return: bool,
    /// The entry's statement.
    pub statement: Span,
}

/// The scalar that a place is, if it is one and no index selects it.
pub(super) fn scalar_of(place: &Place) -> Option<(VariableRef, u32)> {
    let mut at = 0;
    for step in &place.steps {
        match step {
            Step::Offset(n) => at += n,
            Step::Index { .. } => return None,
        }
    }
    match &place.swizzle {
        Some(s) if s.components().len() == 1 => at += u32::from(s.components()[0]),
        Some(_) => return None,
        None if matches!(place.ty, Type::Scalar(_)) => {}
        None => return None,
    }
    Some((place.variable, at))
}

impl Walk<'_> {
    pub(super) fn need(&mut self, capability: Capability, span: Span) {
        if !self.is_trial {
            self.found.push((capability, span));
        }
    }

    fn statements(&mut self, all: &[Statement]) {
        for s in all {
            if self.nodes > MOST_NODES {
                return;
            }
            if self.calls.len() == 1 {
                self.statement = s.span;
            }
            self.statement(s);
        }
    }

    fn statement(&mut self, s: &Statement) {
        self.nodes += 1;
        match &s.kind {
            StatementKind::Declare(id) => self.values.forget(VariableRef::Local(*id)),
            StatementKind::Expression(e) => {
                self.expression(e);
            }
            StatementKind::Assign(place, e) => {
                let parts = self.expression(e);
                self.write(place, &parts);
            }
            StatementKind::Block(inner) => self.statements(inner),
            StatementKind::If { condition, yes, no } => self.branch(condition, yes, no, s.span),
            StatementKind::Loop(l) => self.repeat(l, s.span),
            StatementKind::Break(_) | StatementKind::Continue(_) => {}
            StatementKind::Discard(e) => {
                if !self.profile.can.discards {
                    self.need(Capability::Discard, s.span);
                }
                if let Some(e) = e {
                    self.expression(e);
                }
            }
            StatementKind::Return(e) => {
                let before = std::mem::replace(&mut self.in_return, self.calls.len() > 1);
                if let Some(e) = e {
                    let parts = self.expression(e);
                    self.returns(parts);
                }
                self.in_return = before;
            }
        }
    }

    fn branch(&mut self, condition: &Expression, yes: &[Statement], no: &[Statement], span: Span) {
        let chosen = self.scalar(condition);
        match chosen {
            Some(Value::Number(x)) if x != 0.0 => return self.statements(yes),
            Some(Value::Number(_)) => return self.statements(no),
            Some(Value::Some) => {}
            None if !self.profile.can.branches => self.need(Capability::Branch, span),
            None => {}
        }
        let before = self.copy();
        self.statements(yes);
        let after = std::mem::replace(&mut self.values, before);
        self.statements(no);
        self.values.join(&after, chosen.is_some());
    }

    /// A loop: what its rounds change is found by one round that reports nothing.
    fn repeat(&mut self, l: &Loop, span: Span) {
        if self.nodes > MOST_NODES {
            return;
        }
        let before = self.copy();
        let was_trial = std::mem::replace(&mut self.is_trial, true);
        self.round(l);
        let after = std::mem::replace(&mut self.values, before.clone());
        self.is_trial = was_trial;
        let mut inside = before;
        inside.widen(&after);
        if !self.is_unrolled(l, &inside) {
            if !self.profile.can.loops {
                let capability = match (&l.after, l.step.is_empty()) {
                    (Some(_), _) => Capability::Do,
                    (None, true) => Capability::While,
                    (None, false) => Capability::For,
                };
                self.need(capability, span);
            }
            each_write(l, &mut |place| inside.forget(place.variable));
        }
        self.values = inside.clone();
        self.round(l);
        self.values.widen(&inside);
    }

    /// A copy of what is known, which costs as much as some nodes.
    pub(super) fn copy(&mut self) -> Values {
        self.nodes += self.values.len();
        self.values.clone()
    }

    fn round(&mut self, l: &Loop) {
        if let Some(e) = &l.before {
            self.expression(e);
        }
        self.statements(&l.body);
        self.statements(&l.step);
        if let Some(e) = &l.after {
            self.expression(e);
        }
    }

    /// Adds a value that the function may return.
    fn returns(&mut self, parts: Parts) {
        self.returned = Some(match self.returned.take() {
            None => parts,
            Some(other) => {
                let both = parts.into_iter().zip(other);
                both.map(|(a, b)| a.filter(|a| b == Some(*a) && *a != Value::Some))
                    .collect()
            }
        });
    }

    /// A call; the library's functions have no needs of their own.
    pub(super) fn call(&mut self, id: FunctionId, arguments: &[Argument]) -> Parts {
        let module = self.module;
        let values: Vec<Parts> = arguments
            .iter()
            .map(|a| match a {
                Argument::In(e) => self.expression(e),
                Argument::Place(place) => self.read(place),
            })
            .collect();
        let Some(function) = module.functions.get(id.0 as usize) else {
            return Parts::new();
        };
        let has_room = self.calls.len() < MOST_CALLS && self.nodes <= MOST_NODES;
        let follows = !function.is_library && has_room;
        let inner =
            (follows && !self.calls.contains(&id)).then(|| self.body(id, function, &values));
        let (result, inner) = match inner {
            Some((result, inner)) => (result, Some(inner)),
            None if function.is_library => (self.library(function, &values), None),
            None => (Parts::new(), None),
        };
        for (i, argument) in arguments.iter().enumerate() {
            if let Argument::Place(place) = argument {
                let variable = VariableRef::Local(VariableId(i as u32));
                let n = module.types.count(place.ty);
                let inner = inner.as_ref();
                let parts = inner.map(|inner| inner.slice(variable, 0, n));
                let was_trial = std::mem::replace(&mut self.is_trial, true);
                self.write(place, &parts.unwrap_or_default());
                self.is_trial = was_trial;
            }
        }
        result
    }

    /// Follows a function's body: what it returns, and its variables at its end.
    fn body(&mut self, id: FunctionId, function: &Function, values: &[Parts]) -> (Parts, Values) {
        self.nodes += self.values.len();
        let mut inner = self.values.globals();
        for (i, parts) in values.iter().enumerate() {
            let variable = VariableRef::Local(VariableId(i as u32));
            let ty = function.variables.get(i).map_or(Type::Unknown, |v| v.ty);
            inner.set_slice(variable, 0, self.module.types.count(ty), parts);
        }
        let own = std::mem::replace(&mut self.values, inner);
        self.calls.push(id);
        let was_return = std::mem::take(&mut self.in_return);
        let was_returned = self.returned.take();
        self.statements(&function.body);
        let result = std::mem::replace(&mut self.returned, was_returned);
        self.in_return = was_return;
        self.calls.pop();
        let inner = std::mem::replace(&mut self.values, own);
        self.values.take_globals(&inner);
        (result.unwrap_or_default(), inner)
    }
}

//! The statements and expressions that the entry reaches. Calls are followed as if their bodies stood in their place.

use super::value::{self, Value, Values};
use crate::frontend::c_like::cg::profile::{Indexing, Profile};
use crate::frontend::c_like::rule::capability::Capability;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{calls, each_child, each_write, writes_in};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most nodes that are visited, and the most work of about their size; the rest of a larger program is not checked.
const MOST_NODES: u32 = 400_000;
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
    };
    for (i, global) in module.globals.iter().enumerate() {
        if let (Storage::Static, Some(e)) = (global.storage, &global.value) {
            let value = walk.constant(e);
            walk.values
                .set(VariableRef::Global(GlobalId(i as u32)), 0, value);
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
    /// The entry, and the functions that are being followed.
    calls: Vec<FunctionId>,
    nodes: u32,
    /// Whether only values are asked for.
    is_trial: bool,
    /// Whether the expression belongs to a `return` of an inlined function.
    in_return: bool,
    /// The entry's statement.
    statement: Span,
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
    fn need(&mut self, capability: Capability, span: Span) {
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
            StatementKind::Declare(id) => self.forget(VariableRef::Local(*id)),
            StatementKind::Expression(e) => {
                self.expression(e);
            }
            StatementKind::Assign(place, e) => {
                let value = self.expression(e);
                self.write(place, value);
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
                    self.expression(e);
                }
                self.in_return = before;
            }
        }
    }

    fn branch(&mut self, condition: &Expression, yes: &[Statement], no: &[Statement], span: Span) {
        let chosen = self.expression(condition);
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

    /// The constant that an expression is, without a report.
    pub(super) fn constant(&mut self, e: &Expression) -> Option<Value> {
        let mut writes = false;
        writes_in(e, &mut |_| writes = true);
        let values = (writes || calls(e)).then(|| self.copy());
        let was_trial = std::mem::replace(&mut self.is_trial, true);
        let value = self.expression(e);
        self.is_trial = was_trial;
        if let Some(values) = values {
            self.values = values;
        }
        value
    }

    /// A copy of what is known, which costs as much as some nodes.
    fn copy(&mut self) -> Values {
        self.nodes += self.values.len() / 4;
        self.values.clone()
    }

    /// Forgets a variable, which costs a search through all.
    fn forget(&mut self, variable: VariableRef) {
        self.nodes += self.values.len() / 16;
        self.values.forget(variable);
    }

    /// The constant that an expression is where these values are known.
    pub(super) fn constant_in(&mut self, e: &Expression, inside: &Values) -> Option<Value> {
        self.nodes += inside.len() / 4;
        let values = std::mem::replace(&mut self.values, inside.clone());
        let value = self.constant(e);
        self.values = values;
        value
    }

    fn write(&mut self, place: &Place, value: Option<Value>) {
        self.steps(place, true);
        match scalar_of(place) {
            Some((variable, scalar)) => self.values.set(variable, scalar, value),
            // A vector of one constant has that constant in each component.
            None if matches!(place.ty, Type::Vector(..)) && place.steps.is_empty() => {
                let n = self.module.types.count(place.base);
                let all: Vec<u32> = match &place.swizzle {
                    Some(s) => s.components().iter().map(|c| u32::from(*c)).collect(),
                    None => (0..n).collect(),
                };
                all.iter()
                    .for_each(|i| self.values.set(place.variable, *i, value));
            }
            None => self.forget(place.variable),
        }
    }

    /// The indices of a place.
    fn steps(&mut self, place: &Place, is_written: bool) {
        for step in &place.steps {
            let Step::Index { index, scalars, .. } = step else {
                continue;
            };
            if self.expression(index).is_some() {
                continue;
            }
            // A component of a vector is selected by arithmetic.
            if *scalars == 1 && matches!(place.base, Type::Scalar(_)) && self.is_vector(place) {
                continue;
            }
            let is_uniform = matches!(place.variable, VariableRef::Global(id)
                if self.module.globals[id.0 as usize].storage == Storage::Uniform);
            let capability = match (self.profile.can.indexing, is_written) {
                (Indexing::All, _) => continue,
                (Indexing::None, _) => Capability::Index,
                (_, true) => Capability::WrittenIndex,
                (Indexing::Late, false) => Capability::LateIndex,
                (Indexing::Uniforms, false) if is_uniform => continue,
                (Indexing::Uniforms, false) => Capability::IndexOfLocal,
            };
            self.need(capability, self.statement);
        }
    }

    /// Whether the place's variable is a vector.
    fn is_vector(&self, place: &Place) -> bool {
        let ty = match place.variable {
            VariableRef::Global(id) => self.module.globals[id.0 as usize].ty,
            VariableRef::Local(id) => {
                let function = self.calls.last();
                let function = function.and_then(|f| self.module.functions.get(f.0 as usize));
                let variable = function.and_then(|f| f.variables.get(id.0 as usize));
                variable.map_or(Type::Unknown, |v| v.ty)
            }
        };
        matches!(ty, Type::Vector(..))
    }

    /// Visits an expression; its value, if it is a constant in all components.
    fn expression(&mut self, e: &Expression) -> Option<Value> {
        use ExpressionKind::*;
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        match &e.kind {
            Integer(x) => Some(Value::Number(*x as f64)),
            Real(_, x) => Some(Value::Number(*x)),
            Read(place) => {
                self.steps(place, false);
                let (variable, scalar) = scalar_of(place)?;
                self.values.get(variable, scalar)
            }
            Convert(inner) => {
                let value = self.expression(inner)?;
                let is_real = e.ty.scalar().is_some_and(Scalar::is_real);
                Some(match value {
                    Value::Number(x) if e.ty.scalar() == Some(Scalar::Bool) => {
                        Value::Number(f64::from(u8::from(x != 0.0)))
                    }
                    Value::Number(x) if !is_real => Value::Number(x.trunc()),
                    other => other,
                })
            }
            Truth(inner) | Smear(inner) => self.expression(inner),
            Unary(op, inner) => {
                let value = self.expression(inner);
                if *op == UnaryOp::Not && value.is_none() {
                    self.bits(inner, e.span);
                }
                match (op, value?) {
                    (UnaryOp::Negate, Value::Number(x)) => Some(Value::Number(-x)),
                    _ => Some(Value::Some),
                }
            }
            Binary(op, a, b) => {
                let (x, y) = (self.expression(a), self.expression(b));
                if op.is_logic() && (x.is_none() || y.is_none()) {
                    self.bits(a, e.span);
                }
                let is_real = a.ty.scalar().is_some_and(Scalar::is_real);
                Some(value::binary(*op, x?, y?, is_real))
            }
            Shift(_, a, b) => {
                let (x, y) = (self.expression(a), self.expression(b));
                if x.is_none() || y.is_none() {
                    self.bits(a, e.span);
                }
                x.and(y).map(|_| Value::Some)
            }
            Conditional(parts) => {
                let chosen = self.expression(&parts[0]);
                let (yes, no) = (self.expression(&parts[1]), self.expression(&parts[2]));
                match chosen? {
                    Value::Number(x) if x != 0.0 => yes,
                    Value::Number(_) => no,
                    Value::Some => yes.and(no).map(|_| Value::Some),
                }
            }
            Assign(both) => {
                let value = self.expression(&both.1);
                self.write(&both.0, value);
                value
            }
            Update(u) => {
                let old = scalar_of(&u.place).and_then(|(v, i)| self.values.get(v, i));
                let known = self.expression(&u.value);
                // `Old` counts as a constant in the value.
                let value = old.and(known);
                let value = value.map(|_| Value::Some);
                self.write(&u.place, value);
                value
            }
            Old => Some(Value::Some),
            Call(id, arguments) => self.call(*id, arguments),
            _ => {
                let mut all = Some(Value::Some);
                let mut is_empty = true;
                each_child(e, &mut |child| {
                    is_empty = false;
                    all = self.expression(child).and(all);
                });
                let is_pure = matches!(e.kind, Compose(_) | Math(..) | Select(_) | Swizzle(..));
                all.filter(|_| is_pure && !is_empty)
            }
        }
    }

    /// An operator on bits; those of `bool` are logic.
    fn bits(&mut self, operand: &Expression, span: Span) {
        let is_logic = operand.ty.scalar() == Some(Scalar::Bool);
        if !is_logic && !self.profile.can.bit_operators {
            let place = if self.in_return { self.statement } else { span };
            self.need(Capability::Bits, place);
        }
    }

    /// A call; the library's functions have no needs of their own.
    fn call(&mut self, id: FunctionId, arguments: &[Argument]) -> Option<Value> {
        let module = self.module;
        let values: Vec<Option<Value>> = arguments
            .iter()
            .map(|a| match a {
                Argument::In(e) => self.expression(e),
                Argument::Place(place) => {
                    self.steps(place, false);
                    None
                }
            })
            .collect();
        let function = module.functions.get(id.0 as usize)?;
        let may_follow = self.calls.len() < MOST_CALLS && self.nodes <= MOST_NODES;
        if !function.is_library && may_follow && !self.calls.contains(&id) {
            self.nodes += self.values.len() / 4;
            let mut inner = self.values.globals();
            for (i, value) in values.iter().enumerate() {
                let variable = VariableRef::Local(VariableId(i as u32));
                let is_scalar = function.variables.get(i);
                if is_scalar.is_some_and(|v| matches!(v.ty, Type::Scalar(_))) {
                    inner.set(variable, 0, *value);
                }
            }
            let own = std::mem::replace(&mut self.values, inner);
            self.calls.push(id);
            let was_return = std::mem::take(&mut self.in_return);
            self.statements(&function.body);
            self.in_return = was_return;
            self.calls.pop();
            let inner = std::mem::replace(&mut self.values, own);
            self.values.take_globals(&inner);
        }
        for argument in arguments {
            if let Argument::Place(place) = argument {
                self.forget(place.variable);
            }
        }
        let is_constant = function.is_library && values.iter().all(Option::is_some);
        (is_constant && !values.is_empty()).then_some(Value::Some)
    }
}

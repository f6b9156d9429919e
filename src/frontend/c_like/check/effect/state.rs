//! Values of states: words that nothing declares, expressions in which such words may stand, lists, shaders.

use crate::frontend::c_like::check::function::{FunctionChecker, Local};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::effect::{State, StateValue};
use crate::frontend::c_like::syntax::{Expr, ExprKind, Meaning, Name, Operator};
use crate::frontend::c_like::tree::{BinaryOp, effect};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use rustc_hash::FxHashSet;

impl<'a> FunctionChecker<'a, '_> {
    /// States in braces.
    pub(super) fn states(&mut self, states: &'a [State<'a>]) -> Vec<effect::State> {
        let mut checked = Vec::new();
        for state in states {
            let index = state.index.and_then(|i| {
                let index = i.text.parse().ok();
                if index.is_none() {
                    let kind = ErrorKind::CLike(Rule::Number(i.text.into()));
                    self.c.out.error(kind, i.span);
                }
                index
            });
            let (value, value_span) = self.state_value(&state.value);
            checked.push(effect::State {
                name: state.name.text.into(),
                span: state.name.span,
                index,
                value,
                value_span,
            });
        }
        checked
    }

    fn state_value(&mut self, value: &'a StateValue<'a>) -> (effect::Value, Span) {
        match value {
            StateValue::Value(e) => (self.item_of_state(e), e.span),
            StateValue::Reference(e) => (self.expression_of_state(e), e.span),
            StateValue::Shader(shader) => {
                (effect::Value::Shader(self.shader(shader)), shader.span())
            }
            StateValue::States(states, span) => (effect::Value::States(self.states(states)), *span),
        }
    }

    /// A value, or a list of values.
    fn item_of_state(&mut self, e: &'a Expr<'a>) -> effect::Value {
        match &e.kind {
            ExprKind::List(items) => {
                let mut all = Vec::new();
                for item in *items {
                    match self.item_of_state(item) {
                        effect::Value::List(inner) => all.extend(inner),
                        other => all.push(other),
                    }
                }
                effect::Value::List(all)
            }
            ExprKind::String(text) => effect::Value::Text((*text).into()),
            _ => {
                let mut words = Vec::new();
                if self.words(e, &mut words) && words.iter().any(|(_, is_name)| *is_name) {
                    return effect::Value::Words(words.into_iter().map(|(w, _)| w).collect());
                }
                self.expression_of_state(e)
            }
        }
    }

    /// Collects names that nothing declares, and numbers, joined by `|`; false of any other expression. Beside each stands
    /// whether it is a name.
    fn words(&self, e: &'a Expr<'a>, words: &mut Vec<(String, bool)>) -> bool {
        match &e.kind {
            ExprKind::Name(name) => {
                words.push(((*name).into(), true));
                !self.is_declared(name)
            }
            ExprKind::Number(text) => {
                words.push(((*text).into(), false));
                true
            }
            ExprKind::Chain(first, rest) => {
                let is_or = |o: &Operator| o.meaning == Meaning::Binary(BinaryOp::Or);
                self.words(first, words)
                    && rest.iter().all(|(o, e)| is_or(o) && self.words(e, words))
            }
            _ => false,
        }
    }

    pub(super) fn is_declared(&self, name: &str) -> bool {
        self.scopes.find(name).is_some() || self.c.find(name).is_some()
    }

    /// An expression in which names that nothing declares stand for a whole number.
    fn expression_of_state(&mut self, e: &'a Expr<'a>) -> effect::Value {
        let (mut free, mut known) = (Vec::new(), FxHashSet::default());
        self.free_names(e, &mut |name: Name<'a>| {
            if known.insert(name.text) {
                free.push(name);
            }
        });
        self.scopes.enter();
        for name in &free {
            let ty = Type::Scalar(Scalar::Int);
            let id = self.unnamed_variable(name.text, ty, name.span, None);
            self.usage[id.0 as usize].is_written = true;
            self.scopes.declare(name.text, Local::Variable(id));
        }
        let was_in_state = std::mem::replace(&mut self.is_in_state, true);
        let value = self.expression(e);
        self.is_in_state = was_in_state;
        self.scopes.leave();
        let first = free.first().map(|n| n.text.to_owned());
        effect::Value::Expression(value, first)
    }

    /// Hands on each mention of a name that nothing declares.
    fn free_names(&self, e: &'a Expr<'a>, found: &mut impl FnMut(Name<'a>)) {
        // Goes down to the names. Those of members, methods and functions are no variables.
        match &e.kind {
            ExprKind::Name(text) if !self.is_declared(text) => {
                found(Name { text, span: e.span });
            }
            ExprKind::Plus(a)
            | ExprKind::Negate(a)
            | ExprKind::Not(a)
            | ExprKind::LogicalNot(a)
            | ExprKind::Before(_, a)
            | ExprKind::After(_, a)
            | ExprKind::Dot(a, _) => self.free_names(a, found),
            ExprKind::Chain(first, rest) => {
                self.free_names(first, found);
                rest.iter().for_each(|(_, e)| self.free_names(e, found));
            }
            ExprKind::Comma(all) => all.iter().for_each(|e| self.free_names(e, found)),
            ExprKind::Assign(_, a, b) | ExprKind::Index(a, b) => {
                self.free_names(a, found);
                self.free_names(b, found);
            }
            ExprKind::Conditional(all) => all.iter().for_each(|e| self.free_names(e, found)),
            ExprKind::Call(_, all) | ExprKind::Construct(_, all) | ExprKind::List(all) => {
                all.iter().for_each(|e| self.free_names(e, found));
            }
            ExprKind::Method(object, _, all) => {
                self.free_names(object, found);
                all.iter().for_each(|e| self.free_names(e, found));
            }
            ExprKind::Cast(cast) => self.free_names(&cast.value, found),
            ExprKind::Name(_) | ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Bool(_) => {}
        }
    }
}

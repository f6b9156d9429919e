//! Checks what a text says for effects: names, types and calls in the values of states. Which states there are is for the
//! language ([`crate::frontend::c_like::hlsl::effect`]).

use super::checker::{Checker, Entity};
use super::convert::unknown;
use super::dialect::Use;
use super::function::{FunctionChecker, Local};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::effect::{Held, Shader, State, StateValue, Technique};
use crate::frontend::c_like::syntax::{Declarator, Expr, ExprKind, Head, Meaning, Name, Variables};
use crate::frontend::c_like::tree::{BinaryOp, Expression, ExpressionKind, FunctionId, GlobalId};
use crate::frontend::c_like::tree::{VariableRef, effect};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> Checker<'a> {
    /// A technique with its passes.
    pub(super) fn technique(&mut self, t: &'a Technique<'a>) {
        if let Some(name) = t.name {
            let is_known = self.find(name.text).is_some()
                || self
                    .effect
                    .techniques
                    .iter()
                    .any(|other| other.name == name.text);
            if is_known {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
        }
        let text = |name: Option<Name<'_>>| name.map_or("", |n| n.text).to_owned();
        let annotations = self.annotations(&t.annotations);
        let passes = t.passes.iter().map(|p| effect::Pass {
            name: text(p.name),
            span: p.span,
            annotations: self.annotations(&p.annotations),
            states: FunctionChecker::outside(self).states(&p.states),
        });
        let passes = passes.collect();
        self.effect.techniques.push(effect::Technique {
            word: t.word.text.into(),
            name: text(t.name),
            span: t.word.span,
            annotations,
            passes,
        });
    }

    /// Annotations: each has a name of its own and a value that is a literal.
    fn annotations(&mut self, all: &'a [Variables<'a>]) -> Vec<effect::Annotation> {
        let mut found: Vec<effect::Annotation> = Vec::new();
        for (head, d) in all
            .iter()
            .flat_map(|v| v.declarators.iter().map(move |d| (&v.head, d)))
        {
            let name = d.name;
            let ty = self.declared_type(head, d);
            if found.iter().any(|a| a.name == name.text) {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
            let Some(e) = &d.value else {
                let rule = Shading::NoValue(name.text.into());
                self.out.rule(Rule::Shading(rule), name.span);
                continue;
            };
            let (ty, value) = FunctionChecker::outside(self).first_value(ty, e);
            if ty != Type::Unknown && ty != Type::String && !is_literal(&value) {
                let rule = Shading::UniformValue(name.text.into());
                self.out.rule(Rule::Shading(rule), e.span);
            }
            found.push(effect::Annotation {
                name: name.text.into(),
                ty,
                value: match &e.kind {
                    ExprKind::String(text) => effect::Value::Text((*text).into()),
                    _ => effect::Value::Expression(value, None),
                },
            });
        }
        found
    }

    /// What effects know of a variable outside functions.
    pub(super) fn effect_variable(
        &mut self,
        global: GlobalId,
        head: &'a Head<'a>,
        d: &'a Declarator<'a>,
    ) {
        let ty = self.globals[global.0 as usize].ty;
        let annotations = self.annotations(&d.annotations);
        let (blocks, shaders) = match &d.held {
            Some(held) => FunctionChecker::outside(self).held(held, ty, d.name),
            None => Default::default(),
        };
        let text = match d.value.as_ref().map(|e| &e.kind) {
            Some(ExprKind::String(text)) => Some((*text).to_owned()),
            _ => None,
        };
        self.effect.variables.push(effect::Variable {
            global,
            word: head.ty.name.text.into(),
            annotations,
            blocks,
            shaders,
            text,
        });
    }
}

/// Whether a value is made of numbers only.
fn is_literal(e: &Expression) -> bool {
    match &e.kind {
        ExpressionKind::Integer(_) | ExpressionKind::Real(..) | ExpressionKind::Bits(_) => true,
        ExpressionKind::Compose(parts) => parts.iter().all(is_literal),
        ExpressionKind::Convert(e) | ExpressionKind::Smear(e) | ExpressionKind::Reinterpret(e) => {
            is_literal(e)
        }
        ExpressionKind::Unary(_, e) => is_literal(e),
        ExpressionKind::Binary(_, a, b) => is_literal(a) && is_literal(b),
        _ => false,
    }
}

/// Blocks of states, and shaders.
type HeldValues = (Vec<Vec<effect::State>>, Vec<effect::Shader>);

impl<'a> FunctionChecker<'a, '_> {
    /// What a variable holds for effects: a block or a shader for each component or element.
    pub(super) fn held(&mut self, held: &'a Held<'a>, ty: Type, name: Name<'a>) -> HeldValues {
        let n_parts = match ty {
            Type::Array(id) if ty.scalar().is_none() => self.n_elements(Type::Array(id)),
            _ => u64::from(self.c.types.count(ty)).max(1),
        };
        let (n, mut values) = match held {
            Held::States { blocks, .. } => {
                let blocks: Vec<_> = blocks.iter().map(|b| self.states(b)).collect();
                (blocks.len(), (blocks, Vec::new()))
            }
            Held::Shaders(all) => {
                let shaders: Vec<_> = all.iter().map(|s| self.shader(s)).collect();
                (shaders.len(), (Vec::new(), shaders))
            }
        };
        let is_sampler = matches!(
            held,
            Held::States {
                is_sampler: true,
                ..
            }
        );
        let is_number = ty.scalar().is_some();
        if ty != Type::Unknown && (n as u64 != n_parts || is_sampler && is_number) {
            let rule = HlslRule::HeldParts {
                name: name.text.into(),
                found: n,
                expected: n_parts,
            };
            self.c.out.rule(Rule::Hlsl(rule), name.span);
            values = Default::default();
        }
        values
    }

    /// The elements of an array of objects, or the scalars of other arrays.
    fn n_elements(&self, ty: Type) -> u64 {
        match ty {
            Type::Array(id) => {
                let (element, n) = self.c.types.array_of(id);
                u64::from(n) * self.n_elements(element)
            }
            ty => u64::from(self.c.types.count(ty)).max(1),
        }
    }

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
                for item in items {
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
            ExprKind::Binary(operator, a, b)
                if operator.meaning == Meaning::Binary(BinaryOp::Or) =>
            {
                self.words(a, words) && self.words(b, words)
            }
            _ => false,
        }
    }

    fn is_declared(&self, name: &str) -> bool {
        self.scopes.find(name).is_some() || self.c.find(name).is_some()
    }

    /// An expression in which names that nothing declares stand for a whole number.
    fn expression_of_state(&mut self, e: &'a Expr<'a>) -> effect::Value {
        let mut free = Vec::new();
        self.free_names(e, &mut free);
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

    fn free_names(&self, e: &'a Expr<'a>, found: &mut Vec<Name<'a>>) {
        let mut add = |text: &'a str| {
            if !self.is_declared(text) && !found.iter().any(|n| n.text == text) {
                found.push(Name { text, span: e.span });
            }
        };
        match &e.kind {
            ExprKind::Name(text) => add(text),
            ExprKind::Plus(a)
            | ExprKind::Negate(a)
            | ExprKind::Not(a)
            | ExprKind::LogicalNot(a)
            | ExprKind::Before(_, a)
            | ExprKind::After(_, a)
            | ExprKind::Dot(a, _) => self.free_names(a, found),
            ExprKind::Binary(_, a, b)
            | ExprKind::Assign(_, a, b)
            | ExprKind::Comma(a, b)
            | ExprKind::Index(a, b) => {
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
            ExprKind::Number(_) | ExprKind::String(_) | ExprKind::Bool(_) => {}
        }
    }

    fn shader(&mut self, shader: &'a Shader<'a>) -> effect::Shader {
        match shader {
            Shader::Compile {
                profile,
                function,
                arguments,
            } => {
                let mut checked: Vec<Expression> =
                    arguments.iter().map(|e| self.expression(e)).collect();
                let id = self.compiled_function(*function, &mut checked);
                effect::Shader::Compile {
                    profile: profile.text.into(),
                    profile_span: profile.span,
                    function: id,
                    arguments: checked,
                    span: function.span,
                }
            }
            Shader::Assembly { tokens, span } => effect::Shader::Assembly {
                tokens: tokens.iter().map(|t| (t.text.to_owned(), t.span)).collect(),
                span: *span,
            },
        }
    }

    /// The last function of the name with as many uniform parameters, to which the arguments are converted.
    fn compiled_function(
        &mut self,
        name: Name<'a>,
        arguments: &mut Vec<Expression>,
    ) -> Option<FunctionId> {
        let all = self.c.functions_named(name.text);
        if all.is_empty() {
            let kind = match self.c.find(name.text) {
                Some(Entity::Global(_) | Entity::Type(_)) => {
                    ErrorKind::CLike(Rule::Shading(Shading::NotAFunction(name.text.into())))
                }
                _ => ErrorKind::Undeclared(name.text.into()),
            };
            self.c.out.error(kind, name.span);
            return None;
        }
        let mut functions = all.into_iter().rev();
        let fits = |id: &FunctionId| {
            let own = self.c.head_of(*id).parameters.iter();
            own.filter(|p| p.is_uniform).count() == arguments.len()
        };
        let Some(id) = functions.find(fits) else {
            let rule = Shading::NoOverload(name.text.into());
            self.c.out.rule(Rule::Shading(rule), name.span);
            return None;
        };
        let own = self
            .c
            .head_of(id)
            .parameters
            .iter()
            .filter(|p| p.is_uniform);
        let own: Vec<(Type, &'a str)> = own.map(|p| (p.ty, p.name.text)).collect();
        for (i, (ty, parameter)) in own.into_iter().enumerate() {
            let span = arguments[i].span;
            let e = std::mem::replace(&mut arguments[i], unknown(span));
            if e.ty != Type::Unknown {
                arguments[i] = self.implicit(e, ty, Use::Argument(i, parameter));
            }
        }
        Some(id)
    }
}

impl<'a> FunctionChecker<'a, '_> {
    /// The first value of an object that only effects know: `NULL`, or a list of strings.
    pub(super) fn object_value(&mut self, ty: Type, e: &'a Expr<'a>) -> Option<Expression> {
        let mut element = ty;
        while let Type::Array(id) = element {
            element = self.c.types.array_of(id).0;
        }
        let is_text = |e: &Expr<'_>| matches!(e.kind, ExprKind::String(_));
        let fits = match &e.kind {
            ExprKind::Name("NULL") => !self.is_declared("NULL"),
            ExprKind::List(items) => items.iter().all(is_text),
            _ => false,
        };
        let kind = ExpressionKind::Unknown;
        (element == Type::String && fits).then_some(Expression {
            kind,
            ty,
            span: e.span,
        })
    }
}

/// Whether an expression is the value of a variable of a body.
pub(in crate::frontend::c_like) fn is_local(e: &Expression) -> bool {
    matches!(&e.kind, ExpressionKind::Read(place) if matches!(place.variable, VariableRef::Local(_)))
}

/// The variable outside functions that an expression reads whole.
pub(in crate::frontend::c_like) fn whole_variable(e: &Expression) -> Option<GlobalId> {
    match &e.kind {
        ExpressionKind::Read(place) => match place.variable {
            VariableRef::Global(id) => Some(id),
            _ => None,
        },
        _ => None,
    }
}

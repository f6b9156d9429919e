//! Checks what a text says for effects: names, types and calls in the values of states. Which states there are is for the
//! language ([`crate::frontend::c_like::hlsl::effect`]).

mod shader;
mod state;

use super::checker::Checker;
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::effect::{Held, Technique};
use crate::frontend::c_like::syntax::{Declarator, Expr, ExprKind, Head, Name, Variables};
use crate::frontend::c_like::tree::{Expression, ExpressionKind, GlobalId, VariableRef, effect};
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use rustc_hash::FxHashSet;

impl<'a> Checker<'a> {
    /// A technique with its passes.
    pub(super) fn technique(&mut self, t: &'a Technique<'a>) {
        // A technique's name is neither that of another one nor of anything else in the text.
        if let Some(name) = t.name {
            let is_new = self.technique_names.insert(name.text);
            if !is_new || self.find(name.text).is_some() {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
        }
        // Techniques and passes may lack a name.
        let text = |name: Option<Name<'_>>| name.map_or("", |n| n.text).to_owned();
        let annotations = self.annotations(t.annotations);
        let passes = t.passes.iter().map(|p| effect::Pass {
            name: text(p.name),
            span: p.span,
            annotations: self.annotations(p.annotations),
            states: FunctionChecker::outside(self).states(p.states),
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

    /// Annotations: each has a name of its own and a value that is a literal. In Cg the value may be missing, and no literal.
    fn annotations(&mut self, all: &'a [Variables<'a>]) -> Vec<effect::Annotation> {
        let mut found: Vec<effect::Annotation> = Vec::new();
        let mut names = FxHashSet::default();
        let needs_literal = !self.rules.by_reach;
        for (head, d) in all
            .iter()
            .flat_map(|v| v.declarators.iter().map(move |d| (&v.head, d)))
        {
            // A wrong annotation is reported, and kept where it has a value.
            let name = d.name;
            let ty = self.declared_type(head, d);
            if !names.insert(name.text) {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
            let Some(e) = &d.value else {
                if needs_literal {
                    let rule = Shading::NoValue(name.text.into());
                    self.out.rule(Rule::Shading(rule), name.span);
                }
                continue;
            };
            let n_delayed = self.delayed.len();
            let (ty, value) = FunctionChecker::outside(self).first_value(ty, e);
            if !needs_literal {
                self.delayed.truncate(n_delayed);
            } else if ty != Type::Unknown && ty != Type::String && !is_literal(&value) {
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
        let annotations = self.annotations(d.annotations);
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
        ExpressionKind::Binary(_, operands) => operands.iter().all(is_literal),
        _ => false,
    }
}

/// Blocks of states, and shaders.
type HeldValues = (Vec<Vec<effect::State>>, Vec<effect::Shader>);

impl<'a> FunctionChecker<'a, '_> {
    /// What a variable holds for effects: a block or a shader for each component or element.
    pub(super) fn held(&mut self, held: &'a Held<'a>, ty: Type, name: Name<'a>) -> HeldValues {
        // Arrays of objects hold one for each element, numbers one for each component, all else one.
        let n_parts = match ty {
            Type::Array(id) if ty.scalar().is_none() => self.n_elements(Type::Array(id)),
            _ => u64::from(self.c.types.count(ty)).max(1),
        };
        // All parts are checked, before their number is.
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
        let is_object = matches!(element, Type::String | Type::Sampler(_));
        (is_object && fits).then_some(Expression {
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

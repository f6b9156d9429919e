//! What states are set to, against what they take.

use super::shader::Shaders;
use super::states::{Group, Kind, Numbering, State, find};
use super::{Object, Setting, Shader, Value};
use crate::frontend::c_like::check::effect::{is_local, whole_variable};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::{Expression, ExpressionKind, Module, UnaryOp, effect};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// Checks states, and collects what is wrong.
pub(super) struct Settings<'m, 's, 'b> {
    /// What each variable outside functions is.
    pub(super) objects: Vec<Object>,
    pub(super) module: &'m Module,
    pub(super) shaders: &'s mut Shaders<'m, 'b>,
    pub(super) out: Diagnostics,
}

impl Settings<'_, '_, '_> {
    pub(super) fn refuse(&mut self, rule: HlslRule, span: Span) {
        self.out.rule(Rule::Hlsl(rule), span);
    }

    /// The states of a pass.
    pub(super) fn of_pass(&mut self, states: &[effect::State]) -> Vec<Setting> {
        states.iter().filter_map(|s| self.in_pass(s)).collect()
    }

    fn in_pass(&mut self, s: &effect::State) -> Option<Setting> {
        let Some(state) = find(&s.name).filter(|s| s.group != Group::SamplerBlock) else {
            // Assembly is read before the state is.
            if let effect::Value::Shader(shader @ effect::Shader::Assembly { .. }) = &s.value {
                self.shader(shader)?;
            }
            self.refuse(HlslRule::NoState(s.name.clone()), s.span);
            return None;
        };
        let rule = match (state.numbering, s.index) {
            (Numbering::One, None) | (Numbering::Any, Some(_)) => None,
            (Numbering::Below(limit), Some(index)) if index < limit => None,
            (Numbering::Below(limit), Some(index)) => Some(HlslRule::StateIndex {
                name: state.name,
                index,
                limit,
            }),
            (Numbering::One, Some(_)) => Some(HlslRule::StateWithoutIndex(state.name)),
            (_, None) => Some(HlslRule::StateNeedsIndex(state.name)),
        };
        if let Some(rule) = rule {
            self.refuse(rule, s.span);
            return None;
        }
        let value = self.value(state, s)?;
        Some(Setting {
            state,
            index: s.index,
            value,
        })
    }

    /// The states of a sampler.
    pub(super) fn of_sampler(&mut self, states: &[effect::State]) -> Vec<Setting> {
        states.iter().filter_map(|s| self.in_sampler(s)).collect()
    }

    fn in_sampler(&mut self, s: &effect::State) -> Option<Setting> {
        let is_of_sampler = |s: &&State| matches!(s.group, Group::Sampler | Group::SamplerBlock);
        let Some(state) = find(&s.name).filter(is_of_sampler) else {
            self.refuse(HlslRule::NoState(s.name.clone()), s.span);
            return None;
        };
        if s.index.is_some() {
            self.refuse(HlslRule::StateWithoutIndex(state.name), s.span);
            return None;
        }
        let value = self.value(state, s)?;
        Some(Setting {
            state,
            index: None,
            value,
        })
    }

    fn value(&mut self, state: &'static State, s: &effect::State) -> Option<Value> {
        let value = match &s.value {
            effect::Value::Words(words) => return self.words(state, words, s.value_span),
            effect::Value::Expression(e, free) => {
                if let Some(name) = free {
                    // Where names of values are known, one alone is none of them.
                    let is_alone = is_local(e) && (!state.words.is_empty() || takes_null(state));
                    let word = name.clone();
                    let state = state.name;
                    let rule = match is_alone {
                        true => HlslRule::StateWord { word, state },
                        false => HlslRule::FreeName(word),
                    };
                    self.refuse(rule, s.value_span);
                    return None;
                }
                self.expression(state, e)
            }
            effect::Value::List(items) => list(state, items),
            effect::Value::Shader(shader) => {
                let object = self.shaders.object(shader);
                let made = self.shader(shader)?;
                let fits = match state.kind {
                    Kind::VertexShader => object == Object::VertexShader,
                    Kind::PixelShader => object == Object::PixelShader,
                    _ => false,
                };
                fits.then_some(Value::Shader(made))
            }
            effect::Value::Text(_) | effect::Value::States(_) => None,
        };
        if value.is_none() {
            let state_name = state.name;
            let expected = expected(state.kind);
            let rule = HlslRule::StateType {
                state: state_name,
                expected,
            };
            self.refuse(rule, s.value_span);
        }
        value
    }

    fn shader(&mut self, shader: &effect::Shader) -> Option<Shader> {
        match self.shaders.shader(shader) {
            Ok(shader) => Some(shader),
            Err(error) => {
                self.out.error(error.kind, error.span);
                None
            }
        }
    }

    /// The shader that a variable begins with.
    pub(super) fn shader_of(
        &mut self,
        shader: &effect::Shader,
        object: Object,
        name: &str,
        span: Span,
    ) -> Option<Shader> {
        if self.shaders.object(shader) != object {
            self.refuse(HlslRule::ObjectValue(name.into()), span);
            return None;
        }
        self.shader(shader)
    }

    /// Names of values, and numbers, joined.
    fn words(&mut self, state: &'static State, words: &[String], span: Span) -> Option<Value> {
        let takes_null = takes_null(state);
        if let ([word], true) = (words, takes_null)
            && word.eq_ignore_ascii_case("NULL")
        {
            return Some(Value::Null);
        }
        let mut bits = 0;
        for word in words {
            let number = state.word(word).or_else(|| whole_number(word));
            let Some(number) = number.filter(|_| !takes_null) else {
                let rule = HlslRule::StateWord {
                    word: word.clone(),
                    state: state.name,
                };
                self.refuse(rule, span);
                return None;
            };
            bits |= number;
        }
        Some(Value::Bits(bits))
    }

    /// An expression, if the state takes it.
    fn expression(&self, state: &'static State, e: &Expression) -> Option<Value> {
        let variable = whole_variable(e);
        let object = variable.map(|id| self.objects[id.0 as usize]);
        let name = || variable.map(|id| self.module.globals[id.0 as usize].name.clone());
        // The state's kind decides by the shape: the number of components, whether they are whole, and arrays.
        let (element, is_array) = match e.ty {
            Type::Array(id) => (self.module.types.array_of(id).0, true),
            ty => (ty, false),
        };
        let is_whole = element
            .scalar()
            .is_some_and(|s| matches!(s, Scalar::Int | Scalar::UInt | Scalar::LiteralInt));
        let n = match element {
            Type::Scalar(_) => 1,
            Type::Vector(_, n) => u32::from(n),
            Type::Matrix(_, r, c) => 100 + u32::from(r) * u32::from(c),
            _ => 0,
        };
        // Each row is a kind of state and the values that it takes.
        let fits = match state.kind {
            Kind::Texture => object == Some(Object::Texture),
            Kind::VertexShader => object == Some(Object::VertexShader),
            Kind::PixelShader => object == Some(Object::PixelShader),
            Kind::Sampler => object == Some(Object::Sampler) || n == 1 && is_whole && !is_array,
            Kind::Dword => n == 1 || n == 4,
            Kind::Float => n == 1 && !is_array,
            Kind::Vector => !is_array && (n == 3 || n == 4 || n == 1 && is_whole),
            Kind::Matrix | Kind::Constants => n != 0,
        };
        if !fits {
            return None;
        }
        // A variable is set later, a constant now, and all else when the effect runs.
        Some(match (name(), numbers(e)) {
            (Some(name), _) => Value::Parameter(name),
            (None, Some(numbers)) => match (state.kind, &numbers[..]) {
                (Kind::Dword, [n]) if !e.ty.scalar().is_some_and(Scalar::is_real) => {
                    Value::Bits(*n as i64 as u32)
                }
                _ => Value::Numbers(numbers),
            },
            (None, None) => Value::Computed(e.clone()),
        })
    }
}

/// Whether a state takes objects, and NULL in their place.
fn takes_null(state: &State) -> bool {
    let kinds = [
        Kind::Texture,
        Kind::Sampler,
        Kind::VertexShader,
        Kind::PixelShader,
    ];
    kinds.contains(&state.kind)
}

/// A list of numbers, if the state takes as many.
fn list(state: &State, items: &[effect::Value]) -> Option<Value> {
    let mut all = Vec::new();
    for item in items {
        match item {
            effect::Value::Expression(e, None) => all.extend(numbers(e)?),
            _ => return None,
        }
    }
    let n = all.len();
    let fits = match state.kind {
        Kind::Dword => n == 1 || n == 4,
        Kind::Vector => matches!(n, 1 | 3 | 4),
        Kind::Float | Kind::Sampler => n == 1,
        Kind::Matrix | Kind::Constants => true,
        Kind::Texture | Kind::VertexShader | Kind::PixelShader => false,
    };
    fits.then_some(Value::Numbers(all))
}

fn expected(kind: Kind) -> &'static str {
    match kind {
        Kind::Dword => "a number, or four of a colour",
        Kind::Float => "one number",
        Kind::Vector => "three or four floats, or a whole number",
        Kind::Matrix | Kind::Constants => "numbers",
        Kind::Texture => "a texture or NULL",
        Kind::Sampler => "a sampler or NULL",
        Kind::VertexShader => "a vertex shader or NULL",
        Kind::PixelShader => "a pixel shader or NULL",
    }
}

fn whole_number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The numbers of a value that is written out.
pub(super) fn numbers(e: &Expression) -> Option<Vec<f64>> {
    Some(match &e.kind {
        ExpressionKind::Integer(i) => vec![*i as f64],
        ExpressionKind::Real(_, x) => vec![*x],
        ExpressionKind::Compose(parts) => {
            let parts: Option<Vec<Vec<f64>>> = parts.iter().map(numbers).collect();
            parts?.concat()
        }
        ExpressionKind::Unary(UnaryOp::Negate, e) => numbers(e)?.iter().map(|x| -x).collect(),
        ExpressionKind::Convert(inner) => {
            let all = numbers(inner)?;
            let convert = |x: f64| match e.ty.scalar() {
                Some(Scalar::Bool) => f64::from(u8::from(x != 0.0)),
                Some(s) if !s.is_real() => x.trunc(),
                _ => x,
            };
            all.into_iter().map(convert).collect()
        }
        _ => return None,
    })
}

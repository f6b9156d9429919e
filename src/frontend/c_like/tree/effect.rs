//! What a text says for effects, checked as far as the language goes: names and types of expressions. Which states there
//! are, and what they take, is for [`crate::frontend::c_like::hlsl::effect`].

use super::{Expression, FunctionId, GlobalId};
use crate::frontend::c_like::types::Type;
use crate::ir::Span;

/// All that a text says for effects.
#[derive(Debug, Clone, Default)]
pub struct Effect {
    pub techniques: Vec<Technique>,
    /// Of variables outside functions.
    pub variables: Vec<Variable>,
}

/// What effects know of a variable outside functions.
#[derive(Debug, Clone)]
pub struct Variable {
    pub global: GlobalId,
    /// The word for its type, as written.
    pub word: String,
    pub annotations: Vec<Annotation>,
    /// A block for each component or element.
    pub blocks: Vec<Vec<State>>,
    pub shaders: Vec<Shader>,
    pub text: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Technique {
    /// `technique`, `technique10`, as written.
    pub word: String,
    pub name: String,
    pub span: Span,
    pub annotations: Vec<Annotation>,
    pub passes: Vec<Pass>,
}

#[derive(Debug, Clone)]
pub struct Pass {
    pub name: String,
    pub span: Span,
    pub annotations: Vec<Annotation>,
    pub states: Vec<State>,
}

/// `string name = "...";` between angle brackets.
#[derive(Debug, Clone)]
pub struct Annotation {
    pub name: String,
    pub ty: Type,
    pub value: Value,
}

/// A state that is set.
#[derive(Debug, Clone)]
pub struct State {
    pub name: String,
    pub span: Span,
    pub index: Option<u32>,
    pub value: Value,
    pub value_span: Span,
}

/// What a state is set to.
#[derive(Debug, Clone)]
pub enum Value {
    /// An expression, and the first name in it that nothing declares.
    Expression(Expression, Option<String>),
    /// Names that nothing declares, and numbers, all joined by `|`.
    Words(Vec<String>),
    /// The items of a list, without the lists in it.
    List(Vec<Value>),
    Text(String),
    Shader(Shader),
    /// `sampler_state { ... }`
    States(Vec<State>),
}

/// A shader as a value.
#[derive(Debug, Clone)]
pub enum Shader {
    Compile {
        profile: String,
        profile_span: Span,
        /// `None`: an error is reported.
        function: Option<FunctionId>,
        /// Of the function's uniform parameters.
        arguments: Vec<Expression>,
        span: Span,
    },
    /// The words of a program in assembly language, with their places.
    Assembly {
        tokens: Vec<(String, Span)>,
        span: Span,
    },
}

//! Effects (fx_2_0): techniques, passes and the states that these set, checked against the states of Direct3D 9, with their
//! shaders assembled and compiled. Nothing runs them here.
//!
//! | room | what is in it |
//! |---|---|
//! | `load` | A text becomes an effect. |
//! | `setting` | What a state is set to. |
//! | `shader` | Shaders as values. |
//! | `listing` | An effect as a text to read. |
//! | `states` | What a state is. |
//! | `state_table` | The states. |
//! | `words` | The names of their values. |

mod listing;
mod load;
mod setting;
mod shader;
mod state_table;
pub mod states;
pub mod words;

use super::profile::Profile;
use super::program::StageEntry;
use crate::frontend::assembly::d3d::D3dProgram;
use crate::frontend::c_like::tree::Expression;
use crate::frontend::diagnostic::Warning;
use crate::frontend::source_map::SourceMap;
use states::State;
use std::sync::Arc;

/// An effect.
#[derive(Debug, Clone)]
pub struct Effect {
    /// The variables that are set from outside, in the order of the text.
    pub parameters: Vec<Parameter>,
    pub techniques: Vec<Technique>,
    pub warnings: Vec<Warning>,
    pub map: Arc<SourceMap>,
}

/// What a parameter is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Object {
    Numbers,
    Sampler,
    Texture,
    VertexShader,
    PixelShader,
    Text,
    /// An object that no state takes.
    Other,
}

/// A parameter.
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    /// The word of its type, as written.
    pub word: String,
    pub object: Object,
    pub semantic: Option<String>,
    pub annotations: Vec<Annotation>,
    /// The states of each sampler of it.
    pub samplers: Vec<Vec<Setting>>,
    /// The shaders that it begins with.
    pub shaders: Vec<Shader>,
    /// Of a string.
    pub text: Option<String>,
    /// Its first value, of a parameter of numbers.
    pub value: Option<Expression>,
}

/// A value between angle brackets.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotation {
    pub name: String,
    pub value: Literal,
}

/// A value that is known.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    Text(String),
    Numbers(Vec<f64>),
}

#[derive(Debug, Clone)]
pub struct Technique {
    /// Empty of one without a name.
    pub name: String,
    pub annotations: Vec<Annotation>,
    pub passes: Vec<Pass>,
}

#[derive(Debug, Clone)]
pub struct Pass {
    /// Empty of one without a name.
    pub name: String,
    pub annotations: Vec<Annotation>,
    /// In the order of the text.
    pub settings: Vec<Setting>,
}

/// A state and what it is set to.
#[derive(Debug, Clone)]
pub struct Setting {
    pub state: &'static State,
    /// Of one of several states: its number. In a sampler's own states they have none.
    pub index: Option<u32>,
    pub value: Value,
}

/// What a state is set to.
#[derive(Debug, Clone)]
pub enum Value {
    /// Names of values and whole numbers, joined.
    Bits(u32),
    Numbers(Vec<f64>),
    /// Nothing: no texture, no shader.
    Null,
    /// The value of a parameter of the effect.
    Parameter(String),
    /// Computed from parameters when the pass begins.
    Computed(Expression),
    Shader(Shader),
}

/// A shader.
#[derive(Debug, Clone)]
pub enum Shader {
    Assembled(Arc<D3dProgram>),
    Compiled(Arc<Compiled>),
}

/// A function of the text as a shader.
#[derive(Debug, Clone)]
pub struct Compiled {
    pub profile: &'static Profile,
    pub function: String,
    /// What its uniform parameters are: expressions of the effect's parameters.
    pub arguments: Vec<Expression>,
    pub entry: StageEntry,
}

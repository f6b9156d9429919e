//! Shaders in GLSL as shader objects compile them, and their link to a program with both stages.
#![forbid(unsafe_code)]

use crate::frontend::stage_program::{ProgramStage, SamplerType, StageProgram, UniformType};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A shader without errors.
#[derive(Debug)]
pub struct GlslShader;

/// What a compiler says of a shader.
#[derive(Debug, Clone)]
pub struct CompiledShader {
    /// `None` where the text has errors.
    pub shader: Option<Arc<GlslShader>>,
    /// Errors and warnings, a line each. Empty where there are none.
    pub log: String,
}

/// A variable of a vertex shader that each vertex has a value of.
#[derive(Debug, Clone)]
pub struct ActiveAttribute {
    pub name: String,
    /// A number, a vector or a matrix of floats. Its layout has no meaning.
    pub ty: UniformType,
    /// The number of the generic attribute; a matrix has one for each column. `None`: it is one of GL's own.
    pub location: Option<u32>,
}

/// A value of GL's state that a program reads as a uniform of GL's own.
#[derive(Debug, Clone)]
pub struct StateUniform {
    /// As applications see it: `gl_LightSource[0].position`.
    pub name: String,
    pub ty: UniformType,
    pub count: u32,
}

/// A program that linked.
#[derive(Debug)]
pub struct LinkedShaders {
    /// Its stages, one of each at most.
    pub stages: Vec<StageProgram>,
    pub attributes: Vec<ActiveAttribute>,
    pub state: Vec<StateUniform>,
    /// Warnings.
    pub log: String,
}

/// Compiles a shader, whose text is that of its strings in turn.
pub fn compile_glsl(_stage: ProgramStage, _strings: &[Arc<[u8]>]) -> CompiledShader {
    CompiledShader {
        shader: None,
        log: "0:0: error: no compiler\n".into(),
    }
}

/// Links shaders. `bound` has the attributes that the application gave a number. An error is the log.
pub fn link_glsl(
    _shaders: &[Arc<GlslShader>],
    _bound: &BTreeMap<String, u32>,
) -> Result<LinkedShaders, String> {
    let _: Option<SamplerType> = None;
    Err("no linker".into())
}

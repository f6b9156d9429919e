//! The languages whose texts are programs of a stage with named uniforms: one way to load a text of each, with the options
//! that its compiler would take on a command line.
//!
//! | file | what is in it |
//! |---|---|
//! | `cg`, `muda` | A text of one language as a program of a stage. |
//! | `cg_arrays` | A Cg text outside of draws. |
//! | `loaded` | A text in Cg or HLSL outside of draws, with its code. |
//! | `options` | What a text's compiler is told, and what it answers. |
//! | `places` | Where GL has what Direct3D's usages mean. |
//! | `direct3d` | Direct3D's assembly as a program of a stage. |
//! | `glsl` | A GLSL text outside of draws. |
//! | `glsl_objects` | Shaders in GLSL as GL compiles and links them. |
//! | `hlsl` | An HLSL text as a program of a stage, and outside of draws. |
#![forbid(unsafe_code)]

mod cg;
mod cg_arrays;
mod direct3d;
mod glsl;
mod glsl_objects;
mod hlsl;
mod loaded;
mod muda;
mod options;
mod places;

pub use super::assembly::arb::state_row;
pub use cg_arrays::{cg_kernels, check_cg, load_cg};
pub use glsl::{glsl_stage, load_glsl};
pub use glsl_objects::{CompiledShader, GlslShader, LinkedShaders, compile_shader, link_shaders};
pub use hlsl::{hlsl_kernels, hlsl_program, load_effect, load_hlsl};
pub use loaded::{LoadedCode, LoadedText};
pub use options::{CompileOptions, Compiled, Refused};

use direct3d::Form;

use super::preprocessor::Files;
use super::stage_program::ProgramStage;

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShadingLanguage {
    Cg,
    /// HLSL of Direct3D 9.
    Hlsl,
    /// Direct3D's assembly as text.
    D3dAssembly,
    /// Direct3D's assembly as tokens.
    D3dTokens,
    /// MUDA, whose parameters have the names of the stage's attributes and results.
    Muda,
}

/// Compiles a text as a program of a stage. `files` has what it includes.
pub fn compile(
    language: ShadingLanguage,
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<Compiled, Refused> {
    match language {
        ShadingLanguage::Cg => cg::compile(stage, text, options, files),
        ShadingLanguage::Hlsl => hlsl::compile(stage, text, options, files),
        ShadingLanguage::D3dAssembly => direct3d::compile(stage, text, Form::Text, options),
        ShadingLanguage::D3dTokens => direct3d::compile(stage, text, Form::Tokens, options),
        ShadingLanguage::Muda => muda::compile(stage, text, options),
    }
}

//! The languages whose texts are programs of a stage with named uniforms: one way to load a text of each, with the options
//! that its compiler would take on a command line.
//!
//! | file | what is in it |
//! |---|---|
//! | `cg`, `muda` | A text of one language as a program of a stage. |
//! | `cg_loaded` | A Cg text outside of draws. |
//! | `direct3d` | Direct3D's assembly as a program of a stage; the places of its usages in GL. |
//! | `hlsl` | An HLSL text as a program of a stage, and outside of draws. |
#![forbid(unsafe_code)]

mod cg;
mod cg_loaded;
mod direct3d;
mod hlsl;
mod muda;

pub use super::assembly::arb::state_row;
pub use cg_loaded::{CgCode, LoadedCg, cg_kernels, load_cg};
pub use hlsl::{hlsl_kernels, hlsl_program, load_hlsl};

use direct3d::Form;

use super::preprocessor::{Files, MemoryFiles};
use super::stage_program::{ProgramStage, StageProgram};

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

/// The options of a text.
#[derive(Debug, Clone, Default)]
pub struct CompileOptions {
    /// The text's name in messages.
    pub name: String,
    /// The profile by its name: `fp40`. Without one, the language's own with all features.
    pub profile: Option<String>,
    /// The function to compile. Without one, that which the language's compiler would take.
    pub entry: Option<String>,
    /// Macros that are defined from the beginning: name and value.
    pub defines: Vec<(String, String)>,
    /// The structures that stand for interfaces: the name of a parameter, and that of the structure.
    pub interfaces: Vec<(String, String)>,
    /// The sizes of arrays that have none in the text: the name of a parameter, and elements.
    pub array_sizes: Vec<(String, u32)>,
    /// Folders in which `#include` searches, after that of the text.
    pub include_paths: Vec<String>,
    /// What `#include` finds, by name, where nothing else reads files.
    pub files: MemoryFiles,
    /// Whether exactly what the language's own compiler accepts is accepted.
    pub is_strict: bool,
    /// Whether a vertex program's position is that of fixed function, whatever the text computes.
    pub position_invariant: bool,
}

/// A program that loads.
#[derive(Debug)]
pub struct Compiled {
    pub program: StageProgram,
    /// The warnings, as the language's compiler lists them; empty if there are none.
    pub listing: String,
}

/// Why a text does not load.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The errors, as the language's compiler lists them.
    pub listing: String,
    /// The byte of the text at which the first error is; the text's length for one that is found at its end.
    pub position: i32,
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

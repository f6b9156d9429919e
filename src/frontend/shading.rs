//! The languages whose texts are programs of a stage with named uniforms: one way to load a text of each, with the options
//! that its compiler would take on a command line.
#![forbid(unsafe_code)]

use super::c_like::muda;
use super::diagnostic::stage::StageRule;
use super::diagnostic::{ErrorKind, ProgramError};
use super::preprocessor::MemoryFiles;
use super::stage_program::{ProgramStage, StageProgram};
use crate::ir::Span;

/// A language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ShadingLanguage {
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
    /// Folders in which `#include` searches, after that of the text.
    pub include_paths: Vec<String>,
    /// What `#include` finds, by name, where nothing else reads files.
    pub files: MemoryFiles,
    /// Whether exactly what the language's own compiler accepts is accepted.
    pub is_strict: bool,
}

/// A program that loads.
#[derive(Debug)]
pub struct Compiled {
    /// The program.
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

/// Compiles a text as a program of a stage.
pub fn compile(
    language: ShadingLanguage,
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
) -> Result<Compiled, Refused> {
    match language {
        ShadingLanguage::Muda => compile_muda(stage, text, options),
    }
}

fn compile_muda(
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
) -> Result<Compiled, Refused> {
    let refused = |errors: &[ProgramError]| Refused {
        listing: errors.iter().map(|e| e.info_log(text)).collect(),
        position: errors.first().map_or(0, ProgramError::error_position),
    };
    // What MUDA does not have.
    let has_latest = !matches!(options.profile.as_deref(), None | Some("latest"));
    let absent = [
        (has_latest, "profile but \"latest\""),
        (!options.defines.is_empty(), "macros that could be defined"),
        (!options.interfaces.is_empty(), "interfaces"),
    ];
    if let Some((_, option)) = absent.into_iter().find(|(is_given, _)| *is_given) {
        let language = "MUDA";
        let kind = ErrorKind::Stage(StageRule::Option { language, option });
        let span = Span::new(0, 0);
        return Err(refused(&[ProgramError { kind, span }]));
    }
    let program = muda::Program::load(text).map_err(|errors| refused(&errors))?;
    let main = program.functions().find(|name| *name == "main");
    let parts = program.stage(stage, options.entry.as_deref().or(main));
    let parts = parts.map_err(|error| refused(&[error]))?;
    let warnings = program.warnings().iter();
    Ok(Compiled {
        program: StageProgram::new(parts),
        listing: warnings.map(|w| w.info_log(text)).collect(),
    })
}

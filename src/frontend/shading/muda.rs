//! MUDA as a language of stages: it has neither profiles nor a preprocessor.

use super::options::{CompileOptions, Compiled, Refused};
use crate::frontend::c_like::muda;
use crate::frontend::diagnostic::stage::StageRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::stage_program::{ProgramStage, StageProgram};
use crate::ir::Span;

/// Compiles a function: that of the option, else "main", else the only one.
pub(super) fn compile(
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
) -> Result<Compiled, Refused> {
    let refused = |errors: &[ProgramError]| Refused {
        listing: errors.iter().map(|e| e.info_log(text)).collect(),
        position: errors.first().map_or(0, ProgramError::error_position),
    };
    check_options(options).map_err(|error| refused(&[error]))?;
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

/// Refuses options that set what the language does not have.
fn check_options(options: &CompileOptions) -> Result<(), ProgramError> {
    let has_profile = !matches!(options.profile.as_deref(), None | Some("latest"));
    let absent = [
        (has_profile, "profile but \"latest\""),
        (!options.defines.is_empty(), "macros that could be defined"),
        (!options.interfaces.is_empty(), "interfaces"),
        (options.position_invariant, "position invariance"),
    ];
    match absent.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(ProgramError {
            kind: ErrorKind::Stage(StageRule::Option {
                language: "MUDA",
                option,
            }),
            span: Span::new(0, 0),
        }),
        None => Ok(()),
    }
}

//! Direct3D's assembly as a language of stages, from text and from tokens.
//!
//! | file | what is in it |
//! |---|---|
//! | `registers` | Constants and samplers as uniforms: by the names of registers, and by those of a constant table. |

mod registers;
#[cfg(test)]
mod tests;

use super::options::{CompileOptions, Compiled, Refused};
use super::places;
use crate::frontend::assembly::d3d::D3dProgram;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::diagnostic::stage::StageRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::source_map::SourceMap;
use crate::frontend::stage_program::{ProgramStage, StageParts, StageProgram};
use crate::ir::Span;
use registers::Registers;
use std::sync::Arc;

/// The form of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Text,
    Tokens,
}

/// Loads a shader.
pub(super) fn compile(
    stage: ProgramStage,
    bytes: &[u8],
    form: Form,
    options: &CompileOptions,
) -> Result<Compiled, Refused> {
    let refused = |error: ProgramError| Refused {
        listing: error.info_log(bytes),
        position: error.error_position(),
    };
    let rule = |rule: StageRule| refused(at_start(rule));
    check_options(options).map_err(rule)?;
    let given = match form {
        Form::Text => D3dProgram::assemble(bytes).map_err(refused)?,
        Form::Tokens => D3dProgram::from_tokens(bytes).map_err(refused)?,
    };
    let version = given.version();
    let is_pixel = stage == ProgramStage::Fragment;
    if version.is_pixel() != is_pixel {
        return Err(rule(StageRule::WrongStage {
            version: version.name(),
            stage: if is_pixel { "fragment" } else { "vertex" },
        }));
    }
    let table = given.constant_table().map_err(refused)?;
    // What quotes statements of a stream quotes its disassembly.
    let (shader, map) = match form {
        Form::Text => (given, None),
        Form::Tokens => readable(given),
    };
    let registers = Registers::of(&shader, table.as_ref());
    let code = shader.code();
    let mut code = BoundProgram::clone(&code);
    code.bindings = registers.bindings(&code.bindings);
    let program = Arc::make_mut(&mut code.program);
    places::turn_derivatives(program);
    let placed = places::place(program, stage, |vec4, is_output| {
        let interface = shader.interface();
        let links = if is_output {
            &interface.outputs
        } else {
            &interface.inputs
        };
        let link = links.iter().find(|l| l.vec4 == vec4)?;
        Some((link.usage.name().to_uppercase(), link.index.into()))
    });
    placed.map_err(|usage| rule(StageRule::Usage(usage)))?;
    Ok(Compiled {
        program: StageProgram::new(StageParts {
            stage,
            code,
            uniforms: registers.uniforms,
            initial: registers.initial,
            samplers: registers.samplers,
            map,
        }),
        listing: String::new(),
    })
}

/// The shader of a stream with places in its disassembly. One whose disassembly is another shader, or none, stays without
/// places.
fn readable(given: D3dProgram) -> (D3dProgram, Option<Arc<SourceMap>>) {
    let text = given.disassemble();
    match D3dProgram::assemble(text.as_bytes()) {
        Ok(again) if again.interface() == given.interface() => {
            let map = SourceMap::of_text("", text.as_bytes());
            (again, map.ok().map(Arc::new))
        }
        _ => (given, None),
    }
}

fn at_start(rule: StageRule) -> ProgramError {
    ProgramError {
        kind: ErrorKind::Stage(rule),
        span: Span::new(0, 0),
    }
}

/// Refuses options that set what the language does not have.
fn check_options(options: &CompileOptions) -> Result<(), StageRule> {
    let has_profile = !matches!(options.profile.as_deref(), None | Some("latest"));
    let absent = [
        (has_profile, "profile: a text begins with its version"),
        (options.entry.is_some(), "functions to choose from"),
        (!options.defines.is_empty(), "macros that could be defined"),
        (!options.interfaces.is_empty(), "interfaces"),
        (options.position_invariant, "position invariance"),
    ];
    let given = absent.into_iter().find(|(is_given, _)| *is_given);
    given.map_or(Ok(()), |(_, option)| {
        Err(StageRule::Option {
            language: "Direct3D's assembly",
            option,
        })
    })
}

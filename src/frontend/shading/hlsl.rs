//! HLSL as a language of stages, and outside of draws: a text's entry as a program of the stage of its profile, or its functions
//! as kernels over arrays.

use super::cg;
use super::loaded::{LoadedCode, LoadedText, localize, only_in_draws};
use super::options::{CompileOptions, Compiled, Refused};
use super::places;
use crate::frontend::c_like::entry::Kernel;
use crate::frontend::c_like::hlsl::profile::{self, Profile, Stage};
use crate::frontend::c_like::hlsl::{Effect, Program, Request, numbers};
use crate::frontend::diagnostic::{ProgramError, Warning};
use crate::frontend::preprocessor::Files;
use crate::frontend::source_map::SourceMap;
use crate::frontend::stage_program::{ProgramStage, StageProgram};
use crate::ir::Span;
use crate::ir::interface::{fragment_input, varying};
use std::sync::Arc;

const ENTRY: &str = "main";

/// Compiles the entry as a program of a target of GL. The profile is that of the options, or the stage's latest.
pub(super) fn compile(
    stage: ProgramStage,
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<Compiled, Refused> {
    check_options(options)?;
    // The target of GL decides the stage, to which the profile must belong.
    let (word, profiles_stage) = match stage {
        ProgramStage::Vertex => ("vertex", Stage::Vertex),
        ProgramStage::Fragment => ("fragment", Stage::Fragment),
    };
    let profile = match options.profile.as_deref() {
        None | Some("latest") => profile::latest(profiles_stage),
        Some(_) => profile_of(options)?,
    };
    if profile.stage != Some(profiles_stage) {
        let name = profile.name;
        return Err(at_start(&format!(
            "the profile \"{name}\" is not one of {word} programs"
        )));
    }
    let program = load(text, options, profile, Some(ENTRY), files)?;
    let map = program.map().clone();
    let mut made = program.entry().map_err(|error| refused(&[error], &map))?;
    let code = Arc::make_mut(&mut made.entry.code.program);
    // Generic varyings become those of GL: only they connect the two stages.
    places::turn_derivatives(code);
    let generic = match stage {
        ProgramStage::Vertex => varying::GENERIC_0,
        ProgramStage::Fragment => fragment_input::GENERIC_0,
    };
    let is_output = stage == ProgramStage::Vertex;
    // The closure gives the usage of a generic varying, by its number in the program.
    let placed = places::place(code, stage, |vec4, of_output| {
        let number = vec4
            .checked_sub(generic)
            .filter(|_| of_output == is_output)?;
        usage_of(made.generics.get(number as usize)?)
    });
    placed.map_err(|usage| {
        at_start(&format!(
            "GL has no varying that stands for {usage}; take one of TEXCOORD0 to TEXCOORD11"
        ))
    })?;
    Ok(Compiled {
        listing: warnings(&program).concat(),
        program: StageProgram::new(cg::parts(stage, made.entry, map)),
    })
}

/// Refuses options that set what the language does not have.
fn check_options(options: &CompileOptions) -> Result<(), Refused> {
    let absent = [
        (!options.interfaces.is_empty(), "interfaces"),
        (options.position_invariant, "position invariance"),
    ];
    match absent.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, what)) => Err(at_start(&format!(
            "HLSL has no {what}; remove the option, or clear all of them"
        ))),
        None => Ok(()),
    }
}

/// A usage and its index, from the name of a varying: `TEXCOORD8`.
fn usage_of(name: &str) -> Option<(String, u32)> {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let index = name[letters.len()..].parse().ok()?;
    Some((letters.to_owned(), index))
}

/// An error of no place in the text.
fn at_start(message: &str) -> Refused {
    Refused {
        listing: format!("error: {message}\n"),
        position: 0,
    }
}

/// Loads a text. With a profile of one stage it is a program of that stage, of the entry or else of `main`; otherwise a kernel
/// of the entry, or of the only function.
pub fn load_hlsl(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<LoadedText, Refused> {
    let profile = profile_of(options)?;
    let stage = options.profile.as_ref().and(profile.stage);
    let program = load(text, options, profile, stage.map(|_| ENTRY), files)?;
    let map = program.map().clone();
    let refused = |error: ProgramError| refused(&[error], &map);
    let code = match stage {
        Some(stage) => LoadedCode::Stage(stage, Box::new(program.entry().map_err(refused)?.entry)),
        None => LoadedCode::Kernel(Box::new(
            program.kernel(options.entry.as_deref()).map_err(refused)?,
        )),
    };
    let warnings = warnings(&program);
    Ok(LoadedText::new(code, map, warnings))
}

/// A text's program for a profile of one stage: of the entry, or else of `main`.
pub fn hlsl_program(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<Program, Refused> {
    load(text, options, profile_of(options)?, Some(ENTRY), files)
}

/// The kernels of a text: of the entry of the options alone, or of each function that needs no draw. Beside them the warnings, as
/// the compiler lists them.
pub fn hlsl_kernels(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<(Vec<Kernel>, String), Refused> {
    let program = load(text, options, profile_of(options)?, None, files)?;
    let map = program.map().clone();
    let names: Vec<String> = match &options.entry {
        Some(name) => vec![name.clone()],
        None => program.functions().map(str::to_owned).collect(),
    };
    let mut kernels = Vec::new();
    for name in names {
        match program.kernel(Some(&name)) {
            Ok(mut kernel) if kernel.draws.is_none() => {
                localize(&mut kernel.code, &map);
                kernels.push(kernel);
            }
            // A function that was asked for says why it is none.
            Ok(kernel) if options.entry.is_some() => {
                let span = kernel.draws.map_or(Span::NONE, |span| map.main_span(span));
                return Err(only_in_draws(text, span));
            }
            Err(error) if options.entry.is_some() => return Err(refused(&[error], &map)),
            Ok(_) | Err(_) => {}
        }
    }
    Ok((kernels, warnings(&program).concat()))
}

/// An effect, of a text for the profile fx_2_0; beside it the warnings, as the compiler lists them.
pub fn load_effect(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<(Effect, String), Refused> {
    let made = with_request(text, options, profile_of(options)?, |request| {
        Effect::load(request, files)
    });
    let effect = made.map_err(|error| refused(&error.errors, &error.map))?;
    let warnings = listed(&effect.warnings, &effect.map).concat();
    Ok((effect, warnings))
}

fn profile_of(options: &CompileOptions) -> Result<&'static Profile, Refused> {
    let found = match &options.profile {
        Some(name) => profile::find(name),
        None => Ok(profile::latest(Stage::Fragment)),
    };
    found.map_err(|error| at_start(&error.to_string()))
}

fn load(
    text: &[u8],
    options: &CompileOptions,
    profile: &'static Profile,
    entry: Option<&str>,
    files: &mut dyn Files,
) -> Result<Program, Refused> {
    // Of a kernel any function may be the entry; only that of a stage has semantics to check.
    let wanted = entry.map(|entry| options.entry.as_deref().unwrap_or(entry));
    let made = with_request(text, options, profile, |request| {
        let request = Request {
            entry: wanted,
            ..*request
        };
        Program::load(&request, files)
    });
    made.map_err(|error| refused(&error.errors, &error.map))
}

/// Calls `f` with what the options ask for, but for an entry.
fn with_request<T>(
    text: &[u8],
    options: &CompileOptions,
    profile: &'static Profile,
    f: impl FnOnce(&Request<'_>) -> T,
) -> T {
    let defines = options.defines.iter();
    let macros: Vec<(&str, &str)> = defines
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    let paths: Vec<&str> = options.include_paths.iter().map(String::as_str).collect();
    f(&Request {
        name: &options.name,
        macros: &macros,
        include_paths: &paths,
        is_strict: options.is_strict,
        ..Request::new(text, profile)
    })
}

/// The errors in Microsoft's form, each with its line and carets.
fn refused(errors: &[ProgramError], map: &SourceMap) -> Refused {
    let shown = |e: &ProgramError| {
        let line = numbers::error_line(e, map);
        format!("{line}{}\n", map.excerpt(e.span))
    };
    let first = errors.first();
    Refused {
        listing: errors.iter().map(shown).collect(),
        position: first.map_or(0, |error| map.main_offset(error.span) as i32),
    }
}

fn warnings(program: &Program) -> Vec<String> {
    listed(program.warnings(), program.map())
}

fn listed(all: &[Warning], map: &SourceMap) -> Vec<String> {
    let line = |w: &Warning| format!("{}{}\n", numbers::warning_line(w, map), map.excerpt(w.span));
    all.iter().map(line).collect()
}

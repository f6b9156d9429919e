//! A Cg text outside of draws: its entry as a program of a stage, or its functions as kernels over arrays.

use super::cg;
use super::loaded::{LoadedCode, LoadedText, localize, only_in_draws};
use super::options::{CompileOptions, Refused};
use crate::frontend::c_like::cg::profile::Stage as ProfileStage;
use crate::frontend::c_like::cg::{Program, StageOptions};
use crate::frontend::c_like::entry::Kernel;
use crate::frontend::c_like::tree::Stage;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::Files;
use crate::ir::Span;

/// Loads a text: the entry, else `main`, else the only function. A profile of one stage makes a program of that stage. With any other
/// it is one of the stage whose results the function's semantics name, or else a kernel over arrays.
pub fn load_cg(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<LoadedText, Refused> {
    let (program, stage) = load_staged(text, options, files)?;
    cg::check_given(&program)?;
    let map = program.map().clone();
    let refused = |error: ProgramError| cg::refused(&[error], &map);
    // A stage has an entry. A kernel over arrays is the only function of its text.
    let code = match stage {
        Some(stage) => {
            let options = StageOptions {
                position_invariant: options.position_invariant && stage == Stage::Vertex,
                ..cg::stage_options(stage)
            };
            LoadedCode::Stage(stage, Box::new(program.entry(&options).map_err(refused)?))
        }
        None => LoadedCode::Kernel(Box::new(program.kernel(None).map_err(refused)?)),
    };
    let warnings = warnings(&program);
    Ok(LoadedText::new(code, map, warnings))
}

/// Whether the reference compiler takes a text, and the warnings. What it takes and the driver cannot run is no error here:
/// [`load_cg`] says so.
pub fn check_cg(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<Vec<String>, Refused> {
    let profile = cg::profile_of(options)?;
    let (program, stage) = load_staged(text, options, files)?;
    let stage = stage.unwrap_or(Stage::Fragment);
    // A sampler that is chosen while the program runs is found where code is made. Some profiles write it into their text.
    if let Err(error) = program.entry(&cg::stage_options(stage))
        && error.kind.code().is_some()
        && !profile.writes_chosen_samplers()
    {
        return Err(cg::refused(&[error], program.map()));
    }
    Ok(warnings(&program))
}

/// Loads a text, and finds the stage of its entry: the profile decides it, or else the function does.
fn load_staged(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<(Program, Option<Stage>), Refused> {
    let stage = match cg::profile_of(options)?.stage {
        ProfileStage::Vertex => Stage::Vertex,
        ProfileStage::Fragment => Stage::Fragment,
        ProfileStage::Any => return load_any(text, options, files),
    };
    let program = cg::load(text, options, Some(cg::ENTRY), files)?;
    Ok((program, Some(stage)))
}

/// Loads a text for a profile of both stages, and finds the stage of its entry.
fn load_any(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<(Program, Option<Stage>), Refused> {
    let mut program = cg::load(text, options, None, files)?;
    let mut name = options.entry.clone();
    if name.is_none() {
        let all = program.functions().chain(program.open_functions());
        let functions: Vec<&str> = all.collect();
        match functions[..] {
            [only] => name = Some(only.to_owned()),
            _ if functions.contains(&cg::ENTRY) => name = Some(cg::ENTRY.to_owned()),
            _ => {}
        }
        // The entry's interfaces and arrays without a size are those of the options.
        if name.is_some() {
            program = cg::load(text, options, name.as_deref(), files)?;
        }
    }
    let stage = name.and_then(|name| program.stage_of(&name));
    Ok((program, stage))
}

/// The most functions of a text whose open parameters are given types and sizes.
const MOST_OPEN: usize = 64;

/// The kernels of a text: of the entry of the options alone, or of each function that needs no draw. Beside them the warnings, as
/// the compiler lists them.
pub fn cg_kernels(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<(Vec<Kernel>, String), Refused> {
    let program = cg::load(text, options, None, files)?;
    let map = program.map().clone();
    let names: Vec<String> = match &options.entry {
        Some(name) => vec![name.clone()],
        None => {
            let open = program.open_functions().take(MOST_OPEN);
            let all = open.chain(program.functions());
            all.map(str::to_owned).collect()
        }
    };
    // What stands for interfaces and for arrays without a size is given for the parameters of one entry at a time.
    let is_open = !options.interfaces.is_empty() || !options.array_sizes.is_empty();
    let mut kernels = Vec::new();
    for (i, name) in names.into_iter().enumerate() {
        let own = (is_open && i < MOST_OPEN)
            .then(|| cg::load(text, options, Some(&name), files).ok())
            .flatten();
        match kernel(own.as_ref().unwrap_or(&program), Some(&name)) {
            Ok(kernel) if kernel.draws.is_none() => kernels.push(kernel),
            // A function that was asked for says why it is none.
            Ok(kernel) if options.entry.is_some() => {
                let span = kernel.draws.unwrap_or(Span::NONE);
                return Err(only_in_draws(text, span));
            }
            Err(error) if options.entry.is_some() => return Err(cg::refused(&[error], &map)),
            Ok(_) | Err(_) => {}
        }
    }
    Ok((kernels, warnings(&program).concat()))
}

/// A function over arrays, with spans of the main file.
fn kernel(program: &Program, name: Option<&str>) -> Result<Kernel, ProgramError> {
    let mut kernel = program.kernel(name)?;
    let map = program.map();
    kernel.draws = kernel.draws.map(|span| map.main_span(span));
    localize(&mut kernel.code, map);
    Ok(kernel)
}

/// The warnings as lines of text, which need the map of the files.
fn warnings(program: &Program) -> Vec<String> {
    let warnings = program.warnings().iter();
    warnings.map(|w| w.listing(program.map())).collect()
}

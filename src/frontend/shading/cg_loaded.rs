//! A Cg text outside of draws: its entry as a program of a stage, or its functions as kernels over arrays.
//!
//! The spans of a Cg program are offsets of a translation unit with includes and macros. Here code gets spans of the main
//! file, so that what quotes lines needs that text only.

use super::cg;
use super::options::{CompileOptions, Refused};
use crate::format::TextureShape;
use crate::frontend::BoundProgram;
use crate::frontend::c_like::cg::profile::Stage as ProfileStage;
use crate::frontend::c_like::cg::{Program, StageOptions};
use crate::frontend::c_like::entry::{self, Connector, Entry, Kernel};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::Files;
use crate::frontend::source_map::SourceMap;
use crate::ir::signature::{Direction, Facts, Parameter, Scalar, Signature};
use crate::ir::{Noted, Span};
use std::sync::Arc;

/// A text in Cg or HLSL with its code.
pub struct LoadedCg {
    /// As the language's compiler lists them.
    warnings: Vec<String>,
    map: Arc<SourceMap>,
    code: CgCode,
    code_for_all: Arc<BoundProgram>,
}

/// What the text was compiled to.
pub enum CgCode {
    /// The function over arrays.
    Kernel(Box<Kernel>),
    /// The entry for the stage of its profile.
    Stage(Stage, Box<Entry>),
}

/// Loads a text: the entry, else `main`, else the only function. A profile of one stage makes a program of that stage. With any other
/// it is one of the stage whose results the function's semantics name, or else a kernel over arrays.
pub fn load_cg(
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<LoadedCg, Refused> {
    // The profile decides the stage, or else the function does.
    let (program, stage) = match cg::profile_of(options)?.stage {
        ProfileStage::Vertex => (
            cg::load(text, options, Some(cg::ENTRY), files)?,
            Some(Stage::Vertex),
        ),
        ProfileStage::Fragment => (
            cg::load(text, options, Some(cg::ENTRY), files)?,
            Some(Stage::Fragment),
        ),
        ProfileStage::Any => load_any(text, options, files)?,
    };
    let map = program.map().clone();
    let refused = |error: ProgramError| cg::refused(&[error], &map);
    // A stage has an entry. A kernel over arrays is the only function of its text.
    let code = match stage {
        Some(stage) => {
            let options = StageOptions {
                position_invariant: options.position_invariant && stage == Stage::Vertex,
                ..cg::stage_options(stage)
            };
            CgCode::Stage(stage, Box::new(program.entry(&options).map_err(refused)?))
        }
        None => CgCode::Kernel(Box::new(program.kernel(None).map_err(refused)?)),
    };
    // Warnings become lines of text here, since they need the map of the files.
    let warnings = program.warnings().iter();
    let warnings = warnings.map(|w| w.listing(&map)).collect();
    Ok(LoadedCg::new(code, map, warnings))
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
        let functions: Vec<&str> = program.functions().collect();
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
        None => program.functions().map(str::to_owned).collect(),
    };
    let mut kernels = Vec::new();
    for name in names {
        match kernel(&program, Some(&name)) {
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
    Ok((kernels, listing(&program)))
}

pub(super) fn only_in_draws(text: &[u8], span: Span) -> Refused {
    let kind = crate::frontend::diagnostic::ErrorKind::CLike(
        crate::frontend::c_like::rule::Rule::OnlyInDraws,
    );
    let error = ProgramError { kind, span };
    Refused {
        listing: error.info_log(text),
        position: error.error_position(),
    }
}

/// A function over arrays, with spans of the main file.
fn kernel(program: &Program, name: Option<&str>) -> Result<Kernel, ProgramError> {
    let mut kernel = program.kernel(name)?;
    let map = program.map();
    kernel.draws = kernel.draws.map(|span| map.main_span(span));
    localize(&mut kernel.code, map);
    Ok(kernel)
}

fn listing(program: &Program) -> String {
    let warnings = program.warnings().iter();
    warnings.map(|w| w.listing(program.map())).collect()
}

/// Replaces the spans of code by spans of the main file.
pub(super) fn localize(code: &mut BoundProgram, map: &SourceMap) {
    let program = Arc::make_mut(&mut code.program);
    for block in &mut program.blocks {
        block.terminator_span = map.main_span(block.terminator_span);
        for inst in &mut block.insts {
            inst.span = map.main_span(inst.span);
        }
    }
    for note in &mut program.notes {
        note.span = map.main_span(note.span);
        if let Noted::Read(span) = &mut note.what {
            *span = map.main_span(*span);
        }
    }
}

impl LoadedCg {
    /// A text with these warnings, which was compiled to this code.
    pub(super) fn new(code: CgCode, map: Arc<SourceMap>, warnings: Vec<String>) -> LoadedCg {
        let mut code_for_all = match &code {
            CgCode::Kernel(kernel) => kernel.code.clone(),
            CgCode::Stage(_, entry) => entry.code.clone(),
        };
        localize(&mut code_for_all, &map);
        LoadedCg {
            warnings,
            map,
            code,
            code_for_all: Arc::new(code_for_all),
        }
    }

    /// What the text was compiled to.
    pub fn compiled(&self) -> &CgCode {
        &self.code
    }

    /// The code, with spans of the main file.
    pub fn code(&self) -> Arc<BoundProgram> {
        self.code_for_all.clone()
    }

    /// The files of the text, to which the spans of [`LoadedCg::compiled`] refer.
    pub fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }

    /// The warnings, each as the compiler lists it.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The shape of the texture that it samples on an image unit.
    pub fn target(&self, unit: usize) -> Option<TextureShape> {
        match &self.code {
            CgCode::Kernel(_) => None,
            CgCode::Stage(_, entry) => entry.textures.get(unit).copied().flatten(),
        }
    }

    /// The function's parameters. Of a program of a stage these are its inputs, uniforms and outputs as far as their words follow
    /// each other.
    pub fn signature(&self) -> Signature {
        match &self.code {
            CgCode::Kernel(kernel) => kernel.signature.clone(),
            CgCode::Stage(_, entry) => stage_signature(entry),
        }
    }
}

fn stage_signature(entry: &Entry) -> Signature {
    let inputs = entry.inputs.iter();
    let inputs = inputs.filter_map(|c| connector(c, Direction::In));
    let uniforms = entry.uniforms.iter().filter(|u| u.is_read);
    let uniforms = uniforms.filter_map(uniform);
    let outputs = entry.outputs.iter();
    let outputs = outputs.filter_map(|c| connector(c, Direction::Out));
    Signature {
        name: entry.name.clone(),
        parameters: inputs.chain(uniforms).chain(outputs).collect(),
        samplers: Vec::new(),
    }
}

/// A varying of one row.
fn connector(connector: &Connector, direction: fn(u32) -> Direction) -> Option<Parameter> {
    match connector.slots[..] {
        [Some(slot)] => Some(Parameter {
            name: connector.name.clone(),
            direction: direction(slot),
            scalar: Scalar::F32,
            components: connector.columns,
            count: 1,
            facts: Facts {
                rows: 0,
                semantic: connector.semantic.as_ref().map(|s| s.name.clone()),
            },
        }),
        _ => None,
    }
}

/// A uniform whose words have no gaps.
fn uniform(uniform: &entry::Uniform) -> Option<Parameter> {
    let rows = uniform.n_rows();
    let is_dense = uniform.columns == 4 || rows == 1;
    is_dense.then(|| Parameter {
        name: uniform.name.clone(),
        direction: Direction::Uniform(4 * uniform.first_row),
        scalar: if uniform.scalar.is_real() {
            Scalar::F32
        } else {
            Scalar::I32
        },
        components: uniform.columns * uniform.rows,
        count: uniform.sizes.iter().product(),
        facts: Facts {
            rows: if uniform.rows > 1 { uniform.rows } else { 0 },
            semantic: uniform.semantic.as_ref().map(|s| s.name.clone()),
        },
    })
}

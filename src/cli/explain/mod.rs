//! `trilobite explain`: runs one shading program or kernel with inputs of the user's choice, and shows each line's results.
#![forbid(unsafe_code)]

mod cg;
mod d3d;
mod inputs;
mod kernel;
mod options;
mod run;

pub(in crate::cli) use options::Options;

use super::compile::load_file;
use super::failure::Failure;
use inputs::Given;
use options::Format;
use run::{Invoked, Run, textures};
use std::io::Write;
use std::process::ExitCode;
use trilobite::explain::{Fact, Names, ProgramRun, Report, Source, Stage, vector};
use trilobite::frontend::language::{Language, Loaded};
use trilobite::frontend::shading::LoadedCode;

/// Runs the program and prints what it did.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let (language, text, program) = load_file(&options.text)?;
    let report = match &program {
        Loaded::Muda { kernel, .. } => kernel::report(options, Source::Text(text.into()), kernel)?,
        Loaded::Shading(loaded) => {
            let source = Source::Files(loaded.map().clone());
            match loaded.compiled() {
                LoadedCode::Kernel(kernel) => kernel::report(options, source, kernel)?,
                LoadedCode::Stage(stage, entry) => cg::report(options, source, *stage, entry)?,
            }
        }
        Loaded::D3d(shader) => d3d::report(options, &text, shader)?,
        Loaded::Arb { .. } | Loaded::Ati(_) => report(options, language, &text, &program)?,
    };
    let shown = match options.format {
        Format::Text => report.text(),
        Format::Html => report.html(),
    };
    match &options.output {
        Some(path) => {
            std::fs::write(path, shown).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        // A reader that closes the pipe early wants no more; that is no failure.
        None => drop(std::io::stdout().write_all(shown.as_bytes())),
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a vertex or fragment program, and reports what it did.
fn report(
    options: &Options,
    language: Language,
    text: &[u8],
    program: &Loaded,
) -> Result<Report, Failure> {
    // Reads what the command line gives, and runs the program with it.
    let given = Given::parse(language, program, &options.input, &options.param)?;
    let textures = textures(&options.texture, &|unit| program.target(unit))?;
    let code = program.code();
    let run = Run::of(&Invoked {
        code: &code,
        is_vertex: language.is_vertex(),
        uniforms: &given.uniforms(program, &code, &textures),
        inputs: &given.inputs,
        front_facing: given.front_facing,
        textures: &textures,
        statements: options.statements,
    });
    // The report shows what was given, by name, beside the trace.
    let facts = given.all.iter();
    let facts = facts.map(|(name, value)| Fact::new(name, vector(value)));
    Ok(ProgramRun {
        name: &options.text.file.display().to_string(),
        stage: match language {
            Language::Nvvsp => Stage::VertexState,
            _ if language.is_vertex() => Stage::Vertex,
            _ => Stage::Fragment,
        },
        names: &names(program),
        given: facts.collect(),
        program: &code.program,
        source: Source::Text(text.into()),
        trace: &run.trace,
        outputs: &run.outputs,
        remarks: given.remarks(program),
    }
    .report())
}

/// The names of inputs and results in the program's language, where these are not the names of ARB programs.
fn names(program: &Loaded) -> Names {
    let native = match program {
        Loaded::Arb { program, .. } => program.native_names(),
        Loaded::Ati(_) | Loaded::Muda { .. } | Loaded::Shading(_) | Loaded::D3d(_) => None,
    };
    let [inputs, results] = native.unwrap_or_default();
    Names { inputs, results }
}

//! `trilobite explain`: runs one shading program or kernel with inputs of the user's choice, and shows each line's results.
#![forbid(unsafe_code)]

mod cg;
mod inputs;
mod kernel;
mod texture;

use super::compile::load_file;
use super::failure::Failure;
use super::text_options::TextOptions;
use clap::ValueEnum;
use inputs::Given;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use trilobite::explain::{Fact, Names, ProgramRun, Report, Source, Stage, vector};
use trilobite::format::TextureShape;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::language::{Language, Loaded};
use trilobite::frontend::shading::CgCode;
use trilobite::ir::interface::{attribute, fragment_input};
use trilobite::kernel::layout::{MAX_PIXEL_PLANES, Sampler};
use trilobite::kernel::trace::TracedProgram;
use trilobite::kernel::{Group, Invocation, PixelWindow, SamplerSlot};
use trilobite::simd::LANES;
use trilobite::texture::Texture;

/// The number of texture image units.
const UNITS: usize = 16;

/// Options of `explain`.
#[derive(clap::Args)]
#[command(after_help = "\
Names of inputs and parameters are those of the program's language. What is not given: an input is 0 0 0 1, a matrix the \
identity, any other parameter 0, a texture black. A texture is filtered linearly at its full size. The inputs of a MUDA kernel are \
its parameters, 0 if not given; a loop that never ends is left after a million rounds. A Cg function whose parameters have the \
semantics of a stage is run there: its inputs, uniforms and samplers are --input, --param and --texture by their names, as in \
light.position or lights[2].color; a matrix has its numbers row by row, and GL state the name that ARB programs give it. Any other Cg \
function is run as a MUDA kernel is.

Exit status: 0 explained, 1 the program or an input was refused (the reason is on standard error), 2 usage.

Examples:
  trilobite explain lantern.fp --input fragment.texcoord[0]=0.5,0.25 --texture 0=bumps.png
  trilobite explain lantern.vp --input vertex.position=1,2,3 --param program.local[0]=0.5,0,0,1
  trilobite explain lantern.fp --format html -o lantern.html
  trilobite explain kernel.mu --function saxpy --input a=2 --input x=1.5
  trilobite explain lantern.cg --entry shade --input v.uv=0.5,0.25 --param light.color=1,1,1 --texture bumps=bumps.png

A pixel of a running program is explained by `trilobite run --explain FRAME:X,Y PROGRAM`, a vertex by \
`--explain FRAME:vDRAW,VERTEX`; or by the environment variable TRILOBITE_EXPLAIN.")]
pub(super) struct Options {
    #[command(flatten)]
    text: TextOptions,
    /// An input: NAME=x,y,z,w
    #[arg(long, value_name = "NAME=NUMBERS", allow_hyphen_values = true)]
    input: Vec<String>,
    /// A parameter that the program does not define itself: NAME=x,y,z,w
    #[arg(long, value_name = "NAME=NUMBERS", allow_hyphen_values = true)]
    param: Vec<String>,
    /// A texture: UNIT=FILE.png, in Cg also by the sampler's name
    #[arg(long, value_name = "UNIT=FILE")]
    texture: Vec<String>,
    /// How to say it
    #[arg(long, default_value = "text")]
    format: Format,
    /// Where to write it, instead of to standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The most statements that are shown
    #[arg(long, default_value_t = 1000)]
    statements: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Plain text
    Text,
    /// One page that needs nothing besides itself
    Html,
}

/// Runs the program and prints what it did.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let (language, text, program) = load_file(&options.text)?;
    let report = match &program {
        Loaded::Muda { kernel, .. } => kernel::report(options, Source::Text(text.into()), kernel)?,
        Loaded::Cg(loaded) => {
            let source = Source::Files(loaded.map().clone());
            match loaded.compiled() {
                CgCode::Kernel(kernel) => kernel::report(options, source, kernel)?,
                CgCode::Stage(stage, entry) => cg::report(options, source, *stage, entry)?,
            }
        }
        _ => report(options, language, &text, &program)?,
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
        Loaded::Ati(_) | Loaded::Muda { .. } | Loaded::Cg(_) | Loaded::D3d(_) => None,
    };
    let [inputs, results] = native.unwrap_or_default();
    Names { inputs, results }
}

/// Reads the textures of `--texture`, by unit, for the targets through which the program samples.
fn textures(
    arguments: &[String],
    target: &dyn Fn(usize) -> Option<TextureShape>,
) -> Result<[Option<Texture>; UNITS], Failure> {
    let mut textures = [const { None }; UNITS];
    for argument in arguments {
        let usage = || Failure::Usage(format!("--texture {argument}: UNIT=FILE, units 0 to 15"));
        let (unit, path) = argument.split_once('=').ok_or_else(usage)?;
        let unit: usize = unit.trim().parse().map_err(|_| usage())?;
        let texture = textures.get_mut(unit).ok_or_else(usage)?;
        *texture = Some(texture::read(path.as_ref(), target(unit))?);
    }
    Ok(textures)
}

/// A program with what it is run on.
struct Invoked<'r> {
    code: &'r BoundProgram,
    is_vertex: bool,
    uniforms: &'r [f32],
    /// The values of inputs, each with the number of its vector of four.
    inputs: &'r [(usize, [f32; 4])],
    front_facing: bool,
    textures: &'r [Option<Texture>; UNITS],
    /// The most statements that are kept.
    statements: usize,
}

/// A run of the program.
struct Run {
    trace: trilobite::kernel::trace::Trace,
    outputs: Vec<f32>,
}

impl Run {
    /// Runs the program with the same inputs in all lanes.
    fn of(invoked: &Invoked<'_>) -> Run {
        let code = invoked.code;
        // Inputs that are not given are (0, 0, 0, 1), and so are outputs that the program does not write.
        let n_inputs = (code.program.n_inputs as usize).max(
            4 * if invoked.is_vertex {
                attribute::COUNT as usize
            } else {
                fragment_input::GENERIC_0 as usize
            },
        );
        let mut inputs: Vec<_> = (0..n_inputs)
            .map(|slot| [if slot % 4 == 3 { 1.0 } else { 0.0 }; LANES])
            .collect();
        for (vec4, value) in invoked.inputs {
            for (c, x) in value.iter().enumerate() {
                inputs[4 * vec4 + c] = [*x; LANES];
            }
        }
        let n_outputs = code.program.n_outputs as usize;
        let mut outputs: Vec<_> = (0..n_outputs)
            .map(|slot| [if slot % 4 == 3 { 1.0 } else { 0.0 }; LANES])
            .collect();
        // Run one group with all lanes active.
        let samplers: Vec<SamplerSlot<'_>> = invoked
            .textures
            .iter()
            .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
            .collect();
        let mut masks = [0xffff];
        let mut inv = Invocation {
            uniforms: invoked.uniforms,
            inputs: &inputs,
            n_inputs,
            outputs: &mut outputs,
            n_outputs,
            planes: &[],
            groups: &[Group::default()],
            masks: &mut masks,
            front_facing: invoked.front_facing,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &samplers,
        };
        let trace = TracedProgram::new(&code.program).run(&mut inv, 0, invoked.statements);
        Run {
            trace,
            outputs: outputs.iter().map(|slot| slot[0]).collect(),
        }
    }
}

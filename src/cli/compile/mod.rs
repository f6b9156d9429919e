//! `trilobite compile`: loads one shading program as the driver does, and shows what becomes of it.
#![forbid(unsafe_code)]

mod effect;
mod library;
mod statistics;

use super::failure::Failure;
use super::text_options::{TextOptions, read_included};
use clap::ValueEnum;
use statistics::statistics;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use trilobite::codegen::compile_hlsl;
use trilobite::compute;
use trilobite::emit::{self, EmitError};
use trilobite::frontend::assembly::d3d::D3dProgram;
use trilobite::frontend::c_like::hlsl::numbers;
use trilobite::frontend::language::{Language, Loaded};
use trilobite::frontend::shading::{check_cg, hlsl_program};
use trilobite::frontend::source_map::Source;
use trilobite::ir::Span;

/// Options of `compile`.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 the driver would load the program (its warnings are on standard error), 1 it would refuse it (the \
reasons are on standard error, each with the line and a caret), 2 usage. With --strict and --emit none a text in Cg is \
only checked: 0 also where NVIDIA's compiler takes what the driver cannot run.

Examples:
  trilobite compile lantern.vp                      counts
  trilobite compile lantern.vp --emit text          the program, tidied up
  trilobite compile lantern.fp --emit ir            what the front end makes
  trilobite compile lantern.fp --emit ir --optimize what the engine runs
  trilobite compile lantern.fp --emit asm           the machine code
  trilobite compile - --lang arbfp <lantern.txt
  trilobite compile blur.mu --function blur --emit asm
  trilobite compile lantern.fp --emit muda          as a function of our own language
  trilobite compile blur.mu --emit c --optimize >blur.c
  trilobite compile lantern.cg --profile fp40 --entry shade -D LIGHTS=2 -I include --strict --emit none
  trilobite compile water.hlsl --profile ps_3_0 --entry main --emit ir
  trilobite compile water.fx --profile fx_2_0         techniques, passes, states and shaders of an effect
  trilobite compile water.hlsl --profile ps_2_0 --emit d3dasm
  trilobite compile lantern.cg --entry move --entry shade --emit ir

The IR of an ATI fragment shader is shown as for 2D textures on all units, without colour sum and fog.")]
pub(super) struct Options {
    #[command(flatten)]
    text: TextOptions,
    /// What to print
    #[arg(long, default_value = "stats")]
    emit: Emit,
    /// Run the passes that the driver runs before its engine
    #[arg(long)]
    optimize: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// The IR's text form
    Ir,
    /// The machine code that this CPU would run, after the passes
    Asm,
    /// What the program uses of the driver's limits, and the size of its IR
    Stats,
    /// The program in canonical form, which loads as the same program
    Text,
    /// MUDA, which loads as a function with the same results (docs/MUDA.md)
    Muda,
    /// C99, compiled without contraction (gcc -ffp-contract=off) a function with the same results
    C,
    /// The tokens of a Direct3D shader, or those that a program in HLSL becomes
    D3dbc,
    /// A Direct3D shader as assembly, as Microsoft's disassembler writes it; a program in HLSL with its table of constants
    D3dasm,
    /// The constant table of a Direct3D shader's tokens, or of a program in HLSL
    Ctab,
    /// Nothing: only the verdict
    None,
}

/// Loads the program, prints its warnings, and prints what `--emit` asks for.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let mut shown = Vec::new();
    if options.text.is_effect() {
        let text = effect::show(&options.text, options.emit)?;
        let _ = std::io::stdout().write_all(&text);
        return Ok(ExitCode::SUCCESS);
    }
    let functions = options.text.for_each_function()?;
    if functions.is_empty() {
        shown = library::show(&options.text, options.emit)?;
    }
    for (i, one) in functions.iter().enumerate() {
        let text = show(options, one, i == 0)?;
        if let Some(name) = one.function()?.filter(|_| functions.len() > 1) {
            shown.extend_from_slice(format!("== {name}\n").as_bytes());
        }
        shown.extend_from_slice(&text);
    }
    // A reader that closes the pipe early (`| head`) wants no more; that is no failure.
    let _ = std::io::stdout().write_all(&shown);
    Ok(ExitCode::SUCCESS)
}

/// Loads one function, prints its warnings, and returns what `--emit` asks for, as the bytes to print. Warnings of a text in MUDA are
/// those of all its functions, so that the first one prints them.
fn show(options: &Options, one: &TextOptions, is_first: bool) -> Result<Vec<u8>, Failure> {
    if matches!(options.emit, Emit::D3dbc | Emit::D3dasm | Emit::Ctab)
        && let Some(shown) = shader(options.emit, one)?
    {
        return Ok(shown);
    }
    if matches!(options.emit, Emit::None) && is_checked(one)? {
        return Ok(Vec::new());
    }
    let (language, text, program) = load_file(one)?;
    let warnings = program.warnings(&text).into_iter();
    for warning in warnings.filter(|_| is_first || language != Language::Muda) {
        eprint!("{}", one.message(&warning));
    }
    let code = program.code();
    // `--optimize` counts for texts of the IR and for statistics. Machine code is made of the loaded program in any
    // case.
    let ir = if options.optimize {
        Arc::new(trilobite::passes::standard(&code.program))
    } else {
        code.program.clone()
    };
    // One row for each value of `--emit`. Tokens are bytes; everything else is text.
    let shown = match options.emit {
        Emit::Ir => ir.to_string(),
        Emit::Asm => trilobite::kernel::machine_code(&code.program, &|span| quote(&text, span))
            .map_err(|reason| Failure::from(format!("no machine code: {reason}")))?,
        Emit::Stats => statistics(&program, &code, &ir),
        Emit::Text => (program.text())
            .ok_or_else(|| Failure::from("no text: the language has no canonical form"))?,
        Emit::Muda => say(compute::text::muda(&program, &ir, &text).map(|f| f.text))?,
        Emit::C => say(compute::text::c(&program, &ir, &text).map(|f| emit::c_file(&[f])))?,
        Emit::D3dbc => {
            return Ok(d3d(&program)?.tokens());
        }
        Emit::D3dasm => d3d(&program)?.disassemble(),
        Emit::Ctab => {
            let shader = d3d(&program)?;
            let table = shader.constant_table().map_err(|e| e.info_log(&text))?;
            table.map_or_else(String::new, |table| table.listing())
        }
        Emit::None => String::new(),
    };
    Ok(shown.into_bytes())
}

/// Gives the verdict of Cg's own compiler alone, where that is asked for. False: it is not.
fn is_checked(one: &TextOptions) -> Result<bool, Failure> {
    let (language, text) = one.read()?;
    let options = one.compile_options()?;
    if language != Language::Cg || !options.is_strict {
        return Ok(false);
    }
    let warnings = check_cg(&text, &options, &mut |path: &str| read_included(path));
    let warnings = warnings.map_err(|r| Failure::from(one.message(r.listing.trim_end())))?;
    for warning in warnings {
        eprint!("{}", one.message(&warning));
    }
    Ok(true)
}

/// A text in HLSL as a shader of its profile; `None` of other languages.
fn shader(emit: Emit, one: &TextOptions) -> Result<Option<Vec<u8>>, Failure> {
    let (language, text) = one.read()?;
    if language != Language::Hlsl {
        return Ok(None);
    }
    let options = one.compile_options()?;
    if options.profile.is_none() {
        let message = "a shader is made for a profile: name it with --profile";
        return Err(Failure::Usage(message.into()));
    }
    let mut files = |path: &str| read_included(path);
    let program = hlsl_program(&text, &options, &mut files);
    let program = program.map_err(|r| Failure::from(one.message(r.listing.trim_end())))?;
    for warning in program.warnings() {
        eprint!("{}", numbers::warning_line(warning, program.map()));
    }
    let compiled = compile_hlsl(&program);
    let compiled = compiled.map_err(|e| Failure::from(e.line(program.map()).trim_end()))?;
    Ok(Some(match emit {
        Emit::D3dbc => compiled.tokens(true),
        Emit::Ctab => compiled.table.listing().into_bytes(),
        _ => compiled.listing(true).into_bytes(),
    }))
}

/// The shader of a program in Direct3D's assembly.
fn d3d(program: &Loaded) -> Result<&D3dProgram, Failure> {
    match program {
        Loaded::D3d(shader) => Ok(shader),
        _ => Err("no tokens: the program is no Direct3D shader".into()),
    }
}

/// Returns the text of an emitted program, or why there is none.
fn say(emitted: Result<String, EmitError>) -> Result<String, Failure> {
    emitted.map_err(|reason| Failure::from(format!("no text: {reason}")))
}

/// Loads the program of a file. Returns its language, its text, and the program.
pub(super) fn load_file(options: &TextOptions) -> Result<(Language, Vec<u8>, Loaded), Failure> {
    let (language, text) = options.read()?;
    let compile_options = options.compile_options()?;
    let mut files = |path: &str| read_included(path);
    let program = language.load_with(&text, &compile_options, &mut files);
    let program = program.map_err(|log| Failure::from(options.message(log.trim_end())))?;
    Ok((language, text, program))
}

/// Quotes a piece of the text, after the number of its line.
fn quote(text: &[u8], span: Span) -> Option<String> {
    let piece = text.get(span.start as usize..span.end as usize)?;
    let piece = String::from_utf8_lossy(piece);
    let first = piece.lines().next()?;
    Some(format!("{}: {first}", Source::new(text).place(span).line))
}

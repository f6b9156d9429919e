//! `trilobite cgc`: compiles Cg to assembly texts and GLSL as NVIDIA's cgc does on its command line.
#![forbid(unsafe_code)]

use super::failure::Failure;
use super::text_options::{read, read_included};
use std::path::Path;
use std::process::ExitCode;
use trilobite::cg::arguments::Arguments;
use trilobite::codegen::{TextOptions, compile_cg};
use trilobite::frontend::c_like::cg::profile::{self, Profile};
use trilobite::frontend::c_like::cg::{Program, Request};
use trilobite::frontend::preprocessor::CG_MACROS;

/// Options of `cgc`.
#[derive(clap::Args)]
#[command(disable_help_flag = true)]
pub(super) struct Options {
    /// cgc's options, and the file; without one standard input is read
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "OPTION or FILE"
    )]
    arguments: Vec<String>,
}

const HELP: &str = "\
Usage: trilobite cgc [OPTION | FILE] ...

Options begin with -; a value is the next argument, and after one letter it may follow at once:
  -profile NAME   arbvp1, arbfp1, vp20, vp30, vp40, fp30, fp40, glslv, glslf; -p is the same. Others are
                  checked with -nocode
  -entry NAME     the entry (main)
  -o FILE         writes the text there     -l FILE    writes errors and warnings there
  -D NAME[=TEXT]  defines a macro           -I FOLDER  adds a folder in which #include searches
  -po OPTION      an option of the profile: NumTemps=32, MaxInstructions=1024, PosInv=1, ...
  -profileopts A,B,...                      several of them
  -posinv         fixed function computes the position of vertices
  -strict         accepts exactly what NVIDIA's compiler accepts (the default)
  -nostrict       accepts all that the driver runs
  -nocode         checks, and prints no text
  -quiet          does not print the numbers of lines and errors; -q is the same
  -version, -help print the version, this text
  -longprogs, -fastmath, -nofastmath, -fastprecision, -bestprecision, -nofx, -debug, -O0 to -O3, -unroll X, -inline X,
  -ifcvt X, -maxunrollcount N are taken and change nothing

Exit status: 0 compiled, 1 refused: `FILE(LINE) : error C1008: ...` on standard error with NVIDIA's number, or wrong
arguments.

Examples:
  trilobite cgc -profile arbvp1 -entry move lantern.cg -o lantern.vp
  trilobite cgc -profile arbfp1 -DLIGHTS=2 -quiet shade.cg
";

const VERSION: &str = concat!(
    "cgc: Trilobite Cg compiler, release ",
    env!("CARGO_PKG_VERSION"),
    ", for Cg 3.1"
);

/// The profile that is taken without an option.
const PROFILE: &str = "generic";

/// Compiles a file. Wrong arguments have the status 1.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let arguments = Arguments::parse(&options.arguments).map_err(Failure::Refused)?;
    if arguments.says_version {
        eprintln!("{VERSION}");
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.says_help {
        print!("{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    let text = read(Path::new(&arguments.file))?;
    let mut messages = String::new();
    let made = compile(&arguments, &text, &mut messages);
    let errors = *made.as_ref().err().unwrap_or(&0);
    if !arguments.is_quiet {
        let name = match arguments.file.as_str() {
            "-" => "(stdin)",
            name => name,
        };
        let lines = text.split(|b| *b == b'\n').count().saturating_sub(1);
        messages = format!("{name}\n{messages}{lines} lines, {errors} errors.\n");
    }
    match &arguments.messages {
        Some(to) => save(to, &messages)?,
        None => eprint!("{messages}"),
    }
    let Ok(made) = made else {
        return Ok(ExitCode::from(1));
    };
    match &arguments.output {
        _ if arguments.is_silent => {}
        Some(to) => save(to, &made)?,
        None => print!("{made}"),
    }
    Ok(ExitCode::SUCCESS)
}

/// A message without the piece of the text that follows it.
fn first_line(message: String) -> String {
    let line = message.lines().next().unwrap_or_default();
    format!("{line}\n")
}

fn save(to: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(to, text).map_err(|e| Failure::Refused(format!("{to}: {e}")))
}

/// The text of a program, or of nothing where none is asked for, else the number of errors. Errors and warnings go to
/// `messages`.
fn compile(arguments: &Arguments, text: &[u8], messages: &mut String) -> Result<String, usize> {
    let name = arguments.profile.as_deref().unwrap_or(PROFILE);
    let profile = profile::find(name).map_err(|e| e.to_string());
    let asked = profile.and_then(|p| Ok((p, text_options(arguments, p)?)));
    let (profile, options) = asked.map_err(|error| {
        *messages += &format!("(0) : error : {error}\n");
        1usize
    })?;
    let program = load(arguments, text, profile).map_err(|refused| {
        messages.extend(refused.messages().into_iter().map(first_line));
        refused.errors.len()
    })?;
    let warnings = program.warnings().iter();
    messages.extend(warnings.map(|w| first_line(w.listing(program.map()))));
    if arguments.is_silent && !trilobite::codegen::has_text(profile) {
        return Ok(String::new());
    }
    let made = compile_cg(&program, &options).map_err(|error| {
        *messages += &first_line(error.listing(program.map()));
        1usize
    })?;
    Ok(made.text)
}

/// What the options of the profile say.
fn text_options(arguments: &Arguments, profile: &'static Profile) -> Result<TextOptions, String> {
    let mut options = TextOptions {
        command_line: arguments.line.clone(),
        file: arguments.file.clone(),
        ..TextOptions::default()
    };
    for option in &arguments.options {
        let (name, value) = profile.option(option).map_err(|e| e.to_string())?;
        options.set(name, value);
    }
    Ok(options)
}

fn load(
    arguments: &Arguments,
    text: &[u8],
    profile: &'static Profile,
) -> Result<Program, trilobite::frontend::c_like::cg::Refused> {
    let defines = arguments.defines.iter();
    let defines = defines.map(|(name, value)| (name.as_str(), value.as_str()));
    let macros: Vec<(&str, &str)> = CG_MACROS.iter().copied().chain(defines).collect();
    let paths: Vec<&str> = arguments.folders.iter().map(String::as_str).collect();
    let request = Request {
        name: &arguments.file,
        entry: Some(arguments.entry.as_deref().unwrap_or("main")),
        is_strict: !arguments.is_lenient,
        macros: &macros,
        include_paths: &paths,
        ..Request::new(text, profile)
    };
    Program::load(&request, &mut |path: &str| read_included(path))
}

//! The verbs of the command line, one file each.
#![forbid(unsafe_code)]

mod compile;
mod demo;
mod explain;
mod info;
mod kernel;
mod run;
mod xserver;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// A software OpenGL driver for the shading languages of 2001 to 2006.
#[derive(Parser)]
#[command(
    name = "trilobite",
    version,
    arg_required_else_help = true,
    after_help = "The driver's environment variables are in README.md. `trilobite VERB --help` explains a verb."
)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Render the bundled scenes to PNG files
    Demo(demo::Options),
    /// Run a program under the driver
    Run(run::Options),
    /// Load a shading program as the driver would, and show what becomes of it
    Compile(compile::Options),
    /// Show what a shading program does with its inputs, line by line
    Explain(explain::Options),
    /// Run a function of a program over arrays in files
    Kernel(kernel::Options),
    /// Show the version, the engine, the limits and the extensions
    Info(info::Options),
}

/// Why a verb failed: printed to standard error after `trilobite: `.
#[derive(Debug)]
enum Failure {
    /// The input was refused, or the system refused us: exit status 1.
    Refused(String),
    /// The arguments do not say what to do: exit status 2.
    Usage(String),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Refused(message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::Refused(message.to_owned())
    }
}

/// Parses the arguments and carries the verb out.
pub(crate) fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Demo(options) => demo::run(&options),
        Verb::Run(options) => run::run(&options),
        Verb::Compile(options) => compile::run(&options),
        Verb::Explain(options) => explain::run(&options),
        Verb::Kernel(options) => kernel::run(&options),
        Verb::Info(options) => info::run(&options),
    };
    let (message, code) = match result {
        Ok(code) => return code,
        Err(Failure::Refused(message)) => (message, 1),
        Err(Failure::Usage(message)) => (message, 2),
    };
    eprintln!("trilobite: {message}");
    ExitCode::from(code)
}

/// The folder that holds this executable and, beside it, the driver's libraries.
fn library_dir() -> Result<PathBuf, Failure> {
    let exe = std::env::current_exe().map_err(|e| format!("cannot find my own path: {e}"))?;
    let dir = exe.parent().ok_or("my own path has no folder")?.to_owned();
    if dir.join("libGL.so.1").exists() {
        return Ok(dir);
    }
    Err(Failure::Refused(format!(
        "{} holds no libGL.so.1: build it with scripts/build --release",
        dir.display()
    )))
}

/// Writes tightly packed RGB rows, top row first, as a PNG file.
fn write_png(path: &std::path::Path, width: u32, height: u32, rgb: &[u8]) -> Result<(), Failure> {
    let fail = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let file = std::fs::File::create(path).map_err(|e| fail(&e))?;
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| fail(&e))?;
    writer.write_image_data(rgb).map_err(|e| fail(&e))?;
    Ok(writer.finish().map_err(|e| fail(&e))?)
}

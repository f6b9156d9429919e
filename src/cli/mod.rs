//! The verbs of the command line, one file each.
#![forbid(unsafe_code)]

mod demo;
mod run;
mod xserver;

use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// A software OpenGL driver for the shading languages of 2001 to 2006.
#[derive(Parser)]
#[command(name = "trilobite", version, arg_required_else_help = true)]
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
}

/// Why a verb failed: printed to standard error after `trilobite: `.
type Failure = String;

/// Parses the arguments and carries the verb out.
pub(crate) fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Demo(options) => demo::run(&options),
        Verb::Run(options) => run::run(&options),
    };
    match result {
        Ok(code) => code,
        Err(message) => {
            eprintln!("trilobite: {message}");
            ExitCode::from(1)
        }
    }
}

/// The folder that holds this executable and, beside it, the driver's libraries.
fn library_dir() -> Result<PathBuf, Failure> {
    let exe = std::env::current_exe().map_err(|e| format!("cannot find my own path: {e}"))?;
    let dir = exe.parent().ok_or("my own path has no folder")?.to_owned();
    if dir.join("libGL.so.1").exists() {
        return Ok(dir);
    }
    Err(format!(
        "{} holds no libGL.so.1: build it with scripts/build --release",
        dir.display()
    ))
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
    writer.finish().map_err(|e| fail(&e))
}

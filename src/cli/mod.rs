//! The command line: one module for each verb.
//!
//! A verb returns the exit status, or a [`Failure`] with the message for standard error. Only `run` and `demo` use the driver's
//! libraries; the other verbs call the crate itself.
#![forbid(unsafe_code)]

mod cgc;
mod compile;
mod demo;
mod explain;
mod failure;
mod files;
mod fxc;
mod info;
mod kernel;
mod picture;
mod run;
mod text_options;
mod xserver;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// A software OpenGL driver for the shading languages of 2001 to 2006.
#[derive(Parser)]
#[command(
    name = "trilobite",
    version,
    arg_required_else_help = true,
    after_help = "The driver's environment variables are in docs/DEBUGGING.md. `trilobite VERB --help` explains a verb."
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
    /// Compile HLSL to Direct3D 9 shaders, with the options of Microsoft's fxc
    Fxc(fxc::Options),
    /// Compile Cg to assembly texts, with the options of NVIDIA's cgc
    Cgc(cgc::Options),
    /// Show what a shading program does with its inputs, line by line
    Explain(explain::Options),
    /// Run a function of a program over arrays in files
    Kernel(kernel::Options),
    /// Show the version, the engine, the limits and the extensions
    Info(info::Options),
}

/// Parses the arguments and runs the verb. Prints why a verb failed.
pub(crate) fn main() -> ExitCode {
    let result = match Arguments::parse().verb {
        Verb::Demo(options) => demo::run(&options),
        Verb::Run(options) => run::run(&options),
        Verb::Compile(options) => compile::run(&options),
        Verb::Fxc(options) => fxc::run(&options),
        Verb::Cgc(options) => cgc::run(&options),
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

//! `trilobite info`: what this driver is. It prints the driver's own tables, and makes no context.
#![forbid(unsafe_code)]

use super::failure::Failure;
use std::fmt::Write;
use std::process::ExitCode;
use trilobite::frontend::assembly::arb::Limits;
use trilobite::gl::context::limits;
use trilobite::gl::state::strings;
use trilobite::kernel::{Engine, cache};
use trilobite::platform::workers::default_workers;
use trilobite::simd::InstructionSet;

/// Options of `info`.
#[derive(clap::Args)]
pub(super) struct Options {
    /// Only the extension string, one name a line, as TRILOBITE_EXTENSION_YEAR and _CHARS shorten it
    #[arg(long)]
    extensions: bool,
}

/// Prints the tables.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let config = trilobite::config::get();
    for refused in &config.not_understood {
        eprintln!("trilobite: {refused} is not understood and has no effect");
    }
    // --extensions prints the names alone.
    let extensions = strings::extension_string(config.extension_year, config.extension_chars);
    if options.extensions {
        extensions
            .split_whitespace()
            .for_each(|name| println!("{name}"));
        return Ok(ExitCode::SUCCESS);
    }
    // Print the tables: version, engine, limits, extensions.
    println!(
        "Trilobite {}: OpenGL 1.5, GLX 1.4, EGL 1.5, OSMesa",
        env!("CARGO_PKG_VERSION")
    );
    println!("\nprocessor               {}", processor());
    println!("engine                  {}", Engine::of_process());
    println!(
        "instruction set         {} (the CPU's widest of those compiled in)",
        instruction_set()
    );
    println!("lanes of machine code   {}", lanes());
    println!("workers                 {}", workers(config.workers));
    println!("kernels kept            {}", cache::LIMIT);
    print!("\n{}", limits_table());
    println!("\n{} extensions", extensions.split_whitespace().count());
    extensions
        .split_whitespace()
        .for_each(|name| println!("  {name}"));
    Ok(ExitCode::SUCCESS)
}

/// The system's name of the processor.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| {
        let (key, name) = line.split_once(':')?;
        (key.trim() == "model name").then(|| name.trim().to_owned())
    });
    name.unwrap_or_else(|| std::env::consts::ARCH.into())
}

fn instruction_set() -> &'static str {
    match InstructionSet::widest() {
        InstructionSet::Portable => "portable",
        InstructionSet::Avx2 => "AVX2 with FMA",
        InstructionSet::Avx512 => "AVX-512 F, VL, BW, DQ",
    }
}

fn lanes() -> &'static str {
    match Engine::of_process() {
        Engine::Interpreter => "none: programs are interpreted",
        Engine::Jit(InstructionSet::Avx512) => "16",
        Engine::Jit(_) => "8",
    }
}

/// The number of workers, which is at most 64 whatever was asked for.
fn workers(asked: Option<usize>) -> String {
    let n = default_workers();
    let origin = if asked.is_some() {
        "TRILOBITE_WORKERS"
    } else {
        "one less than the cores"
    };
    format!("{n} beside the caller's thread ({origin})")
}

fn limits_table() -> String {
    let rows = [
        ("texture size", limits::MAX_TEXTURE_SIZE as usize),
        ("texture units", limits::MAX_TEXTURE_UNITS),
        ("texture image units", limits::MAX_TEXTURE_IMAGE_UNITS),
        ("texture coordinates", limits::MAX_TEXTURE_COORDS),
        ("vertex attributes", limits::MAX_VERTEX_ATTRIBS),
        ("lights", limits::MAX_LIGHTS),
        ("clip planes", limits::MAX_CLIP_PLANES),
        ("point size", limits::MAX_POINT_SIZE as usize),
        ("line width", limits::MAX_LINE_WIDTH as usize),
        ("attribute stack", limits::MAX_ATTRIB_STACK_DEPTH),
        ("vertex program", Limits::VERTEX.instructions as usize),
        ("fragment program", Limits::FRAGMENT.instructions as usize),
    ];
    let mut out = String::new();
    for (what, limit) in rows {
        let unit = if what.ends_with("program") {
            " instructions"
        } else {
            ""
        };
        writeln!(out, "{what:<24}{limit}{unit}").expect("a String grows");
    }
    out
}

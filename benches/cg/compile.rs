//! The time from text to machine code.

#[path = "real.rs"]
mod real;

use super::{cg, cpu_seconds, median, text};
use std::path::Path;
use std::sync::Arc;
use trilobite::frontend::c_like::entry::semantics::Stage;
use trilobite::ir::{self, ProgramId};
use trilobite::kernel::{Engine, compile_for};

/// Milliseconds of processor time, and what was made.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = cpu_seconds();
    let made = work();
    (1e3 * (cpu_seconds() - start), made)
}

/// Machine code for a program that no cache knows.
fn machine_code(program: &ir::Program) {
    let fresh = ir::Program {
        id: ProgramId::unique(),
        ..program.clone()
    };
    let engine = Engine::all().last().expect("an engine");
    compile_for(&Arc::new(fresh), engine);
}

/// Prints the milliseconds of a first text, of the same again, of a large text, and of real shaders.
pub(crate) fn report(reference: Option<&Path>) {
    let long = text("long", "cg");
    let compile = || machine_code(&cg(&long, Stage::Fragment).program);
    let n_lines = long.iter().filter(|c| **c == b'\n').count();
    let (first, ()) = timed(compile);
    println!("{n_lines} lines to machine code, with the library's first reading: {first:.2} ms");
    let again = median((0..21).map(|_| timed(compile).0).collect());
    println!("{n_lines} lines to machine code, again: {again:.2} ms");
    let large = large_text();
    let (whole, _) = timed(|| cg(&large, Stage::Fragment));
    println!("{} bytes of source: {whole:.0} ms", large.len());
    if let Some(folder) = reference {
        real::report(folder);
    }
}

/// 1 MiB of functions, all of which the entry calls.
fn large_text() -> Vec<u8> {
    let (mut text, mut calls) = (String::new(), String::new());
    for i in 0.. {
        if text.len() + calls.len() > 1 << 20 {
            break;
        }
        text += &format!(
            "// The function number {i} of many, which mixes two colours.\nfloat4 mix{i}(float4 a, float4 b) {{\n    \
             float4 sum = a * 0.{i} + b;\n    if (sum.x > {i}) {{\n        sum = normalize(sum).yxzw;\n    }}\n    return sum;\n}}\n\n"
        );
        if i % 100 == 0 {
            calls += &format!("    c = mix{i}(c, c.yzwx);\n");
        }
    }
    text += &format!("float4 main(float4 c : COLOR) : COLOR {{\n{calls}    return c;\n}}\n");
    text.into_bytes()
}

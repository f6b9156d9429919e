//! The time from text to machine code.

use super::{cg, cpu_seconds, median, text};
use std::path::Path;
use std::sync::Arc;
use trilobite::frontend::c_like::cg::{Program, Request, StageOptions, profile};
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
        real_shaders(folder);
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

/// The reference's table: profile, entry, file, verdict, milliseconds. Compares the medians.
fn real_shaders(folder: &Path) {
    let table =
        std::fs::read_to_string(folder.join("expected.tsv")).expect("the reference's table");
    let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for line in table.lines() {
        let row: Vec<&str> = line.split('\t').collect();
        let [
            name @ ("arbvp1" | "arbfp1"),
            entry,
            file,
            "ok",
            milliseconds,
            ..,
        ] = row[..]
        else {
            continue;
        };
        let stage = if name == "arbvp1" {
            Stage::Vertex
        } else {
            Stage::Fragment
        };
        let path = folder.join("corpus").join(file);
        let (Ok(source), Ok(milliseconds)) = (std::fs::read(&path), milliseconds.parse::<f64>())
        else {
            continue;
        };
        let mut request = Request::new(&source, profile::find(name).expect("a profile"));
        let path = path.to_string_lossy();
        request.name = &path;
        request.entry = Some(entry);
        request.is_strict = false;
        request.macros = &[("__CGC__", "30113"), ("PARAMETER_UNIFORM", "1")];
        let read = || {
            let program =
                Program::load(&request, &mut |path: &str| std::fs::read(path).ok()).ok()?;
            let entry = program.entry(&StageOptions::new(stage)).ok()?;
            machine_code(&entry.code.program);
            Some(())
        };
        let (time, made) = timed(read);
        if made.is_some() {
            ours.push(time);
            theirs.push(milliseconds);
            ratios.push(milliseconds / time);
        }
    }
    println!(
        "{} real shaders to machine code: median {:.2} ms, the reference's {:.2} ms to text, median of the ratios {:.1}",
        ours.len(),
        median(ours),
        median(theirs),
        median(ratios)
    );
}

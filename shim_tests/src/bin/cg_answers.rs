//! Answers questions about Cg programs on standard input, one after the other, for shim_tests/cg/generator.
//!
//! A question is a line, then a text of `bytes` bytes:
//! - `check PROFILE ENTRY BYTES` asks for the verdict. The answer is `ok`, or `error NUMBER LINE` of the first error, where the number is
//!   NVIDIA's or `?`.
//! - `run PROFILE FUNCTION BYTES ROWS`, and after the text a line of input words in hexadecimal digits for each of the rows,
//!   asks for a function's values. The answer is `ok`, then a line of output words for each row. It is `differ`, then the rows by the
//!   interpreter and by the engine that differs from it. It is `error MESSAGE` where the text has no such kernel.
//!
//! A panic is answered with `panic`.

use shim_tests::lanes::run_program;
use std::io::{BufRead, Read, Write};
use trilobite::frontend::c_like::cg::{Program, Request, check, profile};
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::kernel::Engine;

fn main() -> std::io::Result<()> {
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? != 0 {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bytes = words.get(3).and_then(|w| w.parse().ok()).unwrap_or(0);
        let mut text = vec![0; bytes];
        input.read_exact(&mut text)?;
        let n_rows = words.get(4).and_then(|w| w.parse().ok()).unwrap_or(0);
        let mut rows = Vec::new();
        for _ in 0..n_rows {
            let mut row = String::new();
            input.read_line(&mut row)?;
            rows.push(numbers(&row));
        }
        let answer = std::panic::catch_unwind(|| answer(&words, &text, &rows));
        writeln!(output, "{}", answer.unwrap_or_else(|_| "panic".into()))?;
        output.flush()?;
        line.clear();
    }
    Ok(())
}

fn answer(words: &[&str], text: &[u8], rows: &[Vec<u32>]) -> String {
    let [what, profile, entry, ..] = words else {
        return "error what is asked?".into();
    };
    let profile = match profile::find(profile) {
        Ok(profile) => profile,
        Err(e) => return format!("error {e}"),
    };
    let mut request = Request::new(text, profile);
    if *what == "check" {
        request.entry = Some(entry);
        return verdict(&request);
    }
    match kernel(&request, entry) {
        Ok(kernel) => values(&kernel, rows),
        Err(e) => format!("error {e}"),
    }
}

fn verdict(request: &Request<'_>) -> String {
    let checked = check(request, &mut NoFiles);
    let Err(errors) = &checked.result else {
        return "ok".into();
    };
    let first = &errors[0];
    let number = first.kind.code().map_or("?".into(), |c| c.to_string());
    let line = checked.map.place(first.span).line;
    format!("error {number} {line}")
}

fn kernel(request: &Request<'_>, function: &str) -> Result<Kernel, String> {
    let program = Program::load(request, &mut NoFiles).map_err(|refused| {
        let line = refused.map.place(refused.errors[0].span).line;
        format!("line {line}: {}", refused.errors[0].kind)
    })?;
    let kernel = program.kernel(Some(function));
    kernel.map_err(|e| e.kind.to_string())
}

/// Runs the rows on every engine.
fn values(kernel: &Kernel, rows: &[Vec<u32>]) -> String {
    let program = &kernel.code.program;
    let uniforms = vec![0.0; program.n_uniforms as usize];
    let run = |engine| run_program(program, &uniforms, engine, rows);
    let expected = run(Engine::Interpreter);
    for engine in Engine::all() {
        let found = run(engine);
        if found != expected {
            return format!("differ\n{}\n{}", listed(&expected), listed(&found));
        }
    }
    format!("ok\n{}", listed(&expected))
}

fn numbers(row: &str) -> Vec<u32> {
    let words = row.split_whitespace();
    words
        .filter_map(|w| u32::from_str_radix(w, 16).ok())
        .collect()
}

fn listed(rows: &[Vec<u32>]) -> String {
    let line = |row: &Vec<u32>| {
        let words: Vec<String> = row.iter().map(|w| format!("{w:08x}")).collect();
        words.join(" ")
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

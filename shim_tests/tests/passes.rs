//! Checks passes with the files `shim_tests/passes/*.ir`, which have a program before and after some passes.
//!
//! ```text
//! # What it shows.
//! passes const_fold dce        (or: standard)
//! == before
//! (a program in the IR's text form)
//! == after
//! (what the passes make of it)
//! ```
//!
//! `TRILOBITE_BLESS=1` rewrites the part after `== after`. Read the difference as you read code.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use trilobite::ir::{Program, parse, verify};
use trilobite::passes;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("passes");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("shim_tests/passes is there")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|e| e == "ir"))
        .collect();
    files.sort();
    let trials = files
        .into_iter()
        .map(|path| {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            Trial::test(name, move || run(&path))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn run(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let (head, rest) = text.split_once("== before\n").ok_or("no `== before`")?;
    let (before, after) = rest.split_once("== after\n").ok_or("no `== after`")?;
    let line = head
        .lines()
        .find_map(|l| l.strip_prefix("passes "))
        .ok_or("no `passes` line")?;
    let mut program = parse::parse(before)?;
    verify::verify(&program).map_err(|e| format!("before: {e}"))?;
    let printed = parse::parse(&program.to_string())?.to_string();
    if printed != program.to_string() {
        return Err("the text form does not come back".into());
    }
    for name in line.split_whitespace() {
        apply(&mut program, name)?;
        verify::verify(&program).map_err(|e| format!("after {name}: {e}"))?;
    }
    let found = program.to_string();
    if std::env::var_os("TRILOBITE_BLESS").is_some_and(|v| v == "1") {
        std::fs::write(path, format!("{head}== before\n{before}== after\n{found}"))?;
    } else if found != after {
        return Err(
            format!("expected:\n{after}\nfound (TRILOBITE_BLESS=1 takes it):\n{found}").into(),
        );
    }
    Ok(())
}

fn apply(program: &mut Program, name: &str) -> Result<(), String> {
    if name == "standard" {
        *program = passes::standard(program);
        return Ok(());
    }
    let (_, pass) = passes::STANDARD
        .iter()
        .find(|(n, _)| *n == name)
        .ok_or_else(|| format!("no pass `{name}`"))?;
    pass(program);
    Ok(())
}

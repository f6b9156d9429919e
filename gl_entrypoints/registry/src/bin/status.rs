//! Writes the counts of the door table into docs/STATUS.md. It runs in the workspace's root.
//!
//! `--check` only compares. `--symbols` prints every name that libGL.so.1 exports, `--implemented` those with a body.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;
use trilobite_registry::{DoorTable, Folders, counts_block, with_counts};

fn main() -> ExitCode {
    let table = match DoorTable::load(&Folders::of_workspace(Path::new("."))) {
        Ok(table) => table,
        Err(errors) => return refuse(&errors.join("\n")),
    };
    match std::env::args().nth(1).as_deref() {
        Some("--symbols") => table
            .doors
            .iter()
            .for_each(|door| println!("{}", door.name)),
        Some("--implemented") => table
            .doors
            .iter()
            .filter(|d| d.is_implemented())
            .for_each(|door| println!("{}", door.name)),
        other => return write_or_check(&table, other == Some("--check")),
    }
    ExitCode::SUCCESS
}

fn write_or_check(table: &DoorTable, only_check: bool) -> ExitCode {
    let path = "docs/STATUS.md";
    let before = std::fs::read_to_string(path).unwrap_or_else(|_| "# What works\n".into());
    let after = with_counts(&before, &counts_block(table));
    if before == after {
        return ExitCode::SUCCESS;
    }
    if only_check {
        return refuse(
            "docs/STATUS.md is not fresh: run `cargo run -p trilobite-registry --bin status`",
        );
    }
    match std::fs::write(path, after) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => refuse(&format!("{path}: {error}")),
    }
}

fn refuse(text: &str) -> ExitCode {
    eprintln!("{text}");
    ExitCode::FAILURE
}

//! Tests of Cg's checks against what NVIDIA's compiler says: tables of `shim_tests/cg/facts`, and its corpus.

mod corpus;
mod deep;
mod facts;
mod open;
mod program;
mod programs;
mod real;
mod warnings;

use super::{Checked, Request, check, profile};
use crate::frontend::preprocessor::NoFiles;

/// Where the facts are.
const FACTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/shim_tests/cg");

/// Checks a text strictly.
fn checked(text: &str, profile: &str, entry: &str) -> Checked {
    let profile = profile::find(profile).expect("a profile of the table");
    let request = Request {
        entry: Some(entry),
        ..Request::new(text.as_bytes(), profile)
    };
    check(&request, &mut NoFiles)
}

/// The first error's number and line: 0 where it has none, or is found at the text's end.
fn first_error(checked: &Checked) -> Option<(u32, u32)> {
    let error = checked.result.as_ref().err()?.first()?;
    let line = checked.map.listed_line(error.span);
    Some((error.kind.code().unwrap_or(0), line))
}

/// `ok`, or the first error's number as `1020`.
fn first_error_number(checked: &Checked) -> String {
    first_error(checked).map_or("ok".into(), |(number, _)| format!("{number:04}"))
}

/// `ok`, or the first error's number as `E1020`.
fn verdict(text: &str, profile: &str) -> String {
    match first_error(&checked(text, profile, "main")) {
        None => "ok".into(),
        Some((number, _)) => format!("E{number}"),
    }
}

/// The rows of a table, without its comments and its heading; `None` where the facts are not there.
fn rows(table: &str) -> Option<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(format!("{FACTS}/{table}")).ok()?;
    let lines = text.lines().filter(|l| !l.starts_with('#')).skip(1);
    Some(
        lines
            .map(|l| l.split('\t').map(String::from).collect())
            .collect(),
    )
}

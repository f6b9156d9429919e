//! Runs the built `trilobite` as a user does.

use crate::harness::library_dir;
use std::path::PathBuf;
use std::process::{Command, Output};

/// Makes an empty folder for the test.
///
/// # Panics
/// When the target folder cannot be written.
#[track_caller]
pub fn folder(test: &str) -> PathBuf {
    let exe = std::env::current_exe().expect("a test knows its path");
    let name = exe
        .file_stem()
        .expect("a test has a name")
        .to_string_lossy();
    let binary = name.split('-').next().expect("a split has a part");
    let dir = library_dir().join("shim_tests").join(binary).join(test);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("the target folder is writable");
    dir
}

/// Writes a file with this text in the test's folder. Returns its path.
///
/// # Panics
/// As [`folder`].
#[track_caller]
pub fn file(test: &str, name: &str, text: &str) -> String {
    let path = folder(test).join(name);
    std::fs::write(&path, text).expect("the target folder is writable");
    path.display().to_string()
}

/// A command for `trilobite` with these arguments, without the variables of the test's environment.
pub fn trilobite(arguments: &[&str]) -> Command {
    let mut command = Command::new(library_dir().join("trilobite"));
    command.args(arguments);
    for variable in [
        "LANES",
        "WORKERS",
        "DEBUG",
        "EXTENSION_YEAR",
        "EXTENSION_CHARS",
    ] {
        command.env_remove(format!("TRILOBITE_{variable}"));
    }
    command
}

/// Runs a command. Returns exit status, standard output and standard error.
///
/// # Panics
/// When the command cannot be started.
#[track_caller]
pub fn run(mut command: Command) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("scripts/build builds it");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// Runs `trilobite explain`. Returns exit status, standard output and standard error.
///
/// # Panics
/// As [`run`].
#[track_caller]
pub fn explain(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = trilobite(&["explain"]);
    command.args(arguments);
    run(command)
}

/// The lines of a report, in which single blanks separate the words.
pub fn squeezed(text: &str) -> Vec<String> {
    let squeeze = |l: &str| l.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(squeeze).collect()
}

/// Checks that the report has these lines in this order. There may be others between them.
///
/// # Panics
/// When one does not.
#[track_caller]
pub fn assert_in_order(report: &str, expected: &[&str]) {
    let lines = squeezed(report);
    let mut rest = &lines[..];
    for line in expected {
        let at = rest.iter().position(|l| l == line);
        let at = at.unwrap_or_else(|| panic!("no {line:?}, or not here, in\n{report}"));
        rest = &rest[at + 1..];
    }
}

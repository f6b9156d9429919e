//! Children of forks draw, whatever other threads do while the process forks: shim_tests/c/forks.c.

use shim_tests::harness::{compile_c, under_driver};
use std::path::PathBuf;
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> =
    LazyLock::new(|| compile_c("forks", &["c/forks.c"], &["OSMesa", "pthread"]));

/// The forks of each case. `TRILOBITE_FORKS` changes it.
const ROUNDS: &str = "12";

#[track_caller]
fn run(case: &str) {
    let rounds = std::env::var("TRILOBITE_FORKS").unwrap_or(ROUNDS.into());
    let mut command = under_driver(&PROGRAM);
    let command = command.args([case, &rounds]).env("TRILOBITE_WORKERS", "3");
    let output = command.output().expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{case}: {}\n{errors}",
        output.status
    );
}

#[test]
fn while_others_draw() {
    run("drawing");
}

#[test]
fn while_others_draw_in_the_same_group() {
    run("sharing");
}

#[test]
fn from_a_thread_without_a_context() {
    run("no-context");
}

#[test]
fn with_a_mapped_buffer() {
    run("mapped");
}

#[test]
fn inside_of_a_list() {
    run("list");
}

#[test]
fn with_recorded_draws() {
    run("recorded");
}

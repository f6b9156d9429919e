//! Checks the rules for host processes (DESIGN 8). Each case of shim_tests/c/doors.c runs in a process of its own.

use shim_tests::harness::{compile_c, under_driver};
use std::io::Read;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;

fn program() -> &'static PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| compile_c("doors", &["c/doors.c"], &[]))
}

/// The time after which a hanging case is ended. No case needs a minute, even on a busy machine.
const HANG_GUARD: Duration = Duration::from_secs(600);

/// Runs a case, which must end well. Returns its standard error.
#[track_caller]
fn run(case: &str) -> String {
    let mut command = under_driver(program());
    let mut child = command
        .arg(case)
        .env("TRILOBITE_WORKERS", "3")
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stderr = child.stderr.take().expect("piped");
    let (sender, receiver) = std::sync::mpsc::channel();
    // The pipe ends with the last process that holds it.
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        let _ = sender.send(text);
    });
    let text = receiver.recv_timeout(HANG_GUARD);
    if text.is_err() {
        child.kill().expect("a child can be killed");
    }
    let status = child.wait().expect("a child can be waited for");
    let text = text.unwrap_or_else(|_| panic!("{case}: hangs"));
    assert!(status.success(), "{case}: {status}\n{text}");
    text
}

#[test]
fn without_a_context_nothing_happens() {
    assert_eq!(run("no-context"), "");
}

#[test]
fn get_proc_address_knows_what_is_implemented() {
    run("proc-address");
}

#[test]
fn lists_hold_what_was_refused() {
    run("refused-in-lists");
}

#[test]
fn a_stub_reports_once() {
    assert_eq!(run("stub-reports").matches("glDrawMeshTasksNV").count(), 1);
}

#[test]
fn the_library_can_be_closed_and_opened_again() {
    run("reopen");
}

#[test]
fn a_forked_child_draws() {
    run("fork");
}

#[test]
fn a_thread_that_ends_releases_its_context() {
    run("thread-exit");
}

#[test]
fn a_context_is_current_in_one_thread() {
    run("two-threads");
}

#[test]
fn calls_from_a_signal_handler_do_no_harm() {
    run("signal");
}

#[test]
fn the_floating_point_environment_changes_no_picture() {
    run("float-environment");
}

#[test]
fn the_smallest_stack_is_enough() {
    run("small-stack");
}

#[test]
fn a_small_coroutine_is_enough() {
    run("small-coroutine");
}

#[test]
fn contexts_of_several_threads_draw_at_once() {
    run("two-contexts");
}

#[test]
fn a_process_may_exit_while_it_draws() {
    run("exit-while-drawing");
}

/// Runs short cases under memcheck. There must be no wrong access and no use of undefined values. memcheck must take a step
/// of the stack pointer beyond 64 KiB for a change of stacks, since the driver's own stack may be next to the coroutine's.
#[test]
fn valgrind_finds_nothing() {
    for case in ["no-context", "reopen", "thread-exit", "small-coroutine"] {
        let output = under_driver(&PathBuf::from("valgrind"))
            .args([
                "-q",
                "--error-exitcode=9",
                "--num-callers=20",
                "--max-stackframe=65536",
            ])
            .arg(program())
            .arg(case)
            .env("TRILOBITE_WORKERS", "1")
            .output()
            .expect("valgrind is installed (scripts/setup --test)");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{case}: {}\n{text}", output.status);
    }
}

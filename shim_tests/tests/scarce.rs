//! Random scenes under limits of memory end with GL errors, and the application goes on (GL 1.5 section 2.5).

use shim_tests::harness::{compile_c, under_driver};

/// Runs c/scarce.c with limits from `first` to `last` MiB. Returns how many of how many children were short of memory.
#[track_caller]
fn run(first: u32, last: u32, step: u32, rounds: u32) -> (u32, u32) {
    let program = compile_c("scarce", &["c/scarce.c"], &["OSMesa"]);
    let mut command = under_driver(&program);
    let arguments = [first, last, step, rounds].map(|n| n.to_string());
    let output = command.args(arguments).output().expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{errors}", output.status);
    let text = String::from_utf8(output.stdout).expect("numbers");
    let (short, all) = text.trim().split_once(" of ").expect("two numbers");
    (short.parse().unwrap(), all.parse().unwrap())
}

#[test]
fn scenes_end_with_errors_and_never_with_an_abort() {
    let (short, all) = run(8, 57, 7, 2);
    assert_eq!(all, 16);
    // Some scenes must reach the smallest limits, or nothing was tried.
    assert!(short >= 2, "{short} of {all} were short of memory");
}

//! Runs c/debug_output.c: debug output through the C doors, with callbacks that call GL or leave by longjmp, the log,
//! groups, labels.

use shim_tests::harness;

#[test]
fn messages_reach_the_callback_and_the_log() {
    let program = harness::compile_c("debug_output", &["c/debug_output.c"], &["OSMesa", "GL"]);
    let output = harness::under_driver(&program)
        .env_remove("DISPLAY")
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {message}", output.status);
}

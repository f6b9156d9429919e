//! Runs shim_tests/c/select_feedback.c: selection and feedback through the C doors.

use shim_tests::harness;

#[test]
fn picked_names_and_fed_back_values() {
    let program = harness::compile_c("select_feedback", &["c/select_feedback.c"], &["OSMesa"]);
    let output = harness::under_driver(&program)
        .env_remove("DISPLAY")
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {message}", output.status);
}

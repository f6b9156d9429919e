//! Runs shim_tests/c/register_combiners.c: register combiners, texture shaders and their formats together with the rest of
//! GL.

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    let program = compile_c(
        "register_combiners",
        &["c/register_combiners.c"],
        &["OSMesa"],
    );
    let output = under_driver(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

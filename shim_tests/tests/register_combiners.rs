//! Register combiners, texture shaders and their formats among the rest of GL: pixels computed by hand
//! (shim_tests/c/register_combiners.c).

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

//! What the specification decides and Mesa draws otherwise (shim_tests/c/beyond_mesa.c), so that golden images cannot.

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    let program = compile_c("beyond_mesa", &["c/beyond_mesa.c"], &["OSMesa"]);
    let output = under_driver(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

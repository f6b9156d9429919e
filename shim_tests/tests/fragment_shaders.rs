//! ATI_fragment_shader where golden images cannot show it: pixels computed by hand (shim_tests/c/fragment_shader_ati.c).

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    let program = compile_c(
        "fragment_shader_ati",
        &["c/fragment_shader_ati.c"],
        &["OSMesa"],
    );
    let output = under_driver(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

//! ATI_fragment_shader and ATI_text_fragment_shader where golden images cannot show it: pixels computed by hand
//! (shim_tests/c/fragment_shader_ati.c, text_fragment_shader.c).

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    runs("fragment_shader_ati");
}

#[test]
fn texts_by_the_program_commands() {
    runs("text_fragment_shader");
}

/// A program of shim_tests/c finds nothing wrong.
fn runs(name: &str) {
    let program = compile_c(name, &[&format!("c/{name}.c")], &["OSMesa"]);
    let output = under_driver(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

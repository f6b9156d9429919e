//! Runs shim_tests/c/fragment_shader_ati.c and text_fragment_shader.c: ATI_fragment_shader and ATI_text_fragment_shader
//! where golden images cannot show them.

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    assert_eq!(runs("fragment_shader_ati", ""), "");
}

#[test]
fn texts_by_the_program_commands() {
    assert_eq!(runs("text_fragment_shader", ""), "");
}

/// Recorded shaders are shown as texts of ATI_text_fragment_shader when their definition ends.
#[test]
fn recorded_shaders_are_shown_as_text() {
    let shown = runs("fragment_shader_ati", "source");
    let head = "trilobite: source:\n!!ATIfs1.0\n";
    assert!(shown.contains(head), "{shown}");
}

/// Runs a program of shim_tests/c with these words of TRILOBITE_DEBUG. It must find nothing wrong. Returns its
/// standard error.
#[track_caller]
fn runs(name: &str, words: &str) -> String {
    // Tests run in parallel, so each has its own program.
    let own = format!("{name}_{words}");
    let program = compile_c(&own, &[&format!("c/{name}.c")], &["OSMesa"]);
    let mut command = under_driver(&program);
    let command = command.env("TRILOBITE_DEBUG", words);
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
    String::from_utf8_lossy(&output.stderr).into_owned()
}

//! Runs shim_tests/c/vertex_shader.c: EXT_vertex_shader through its doors, with pixels computed by hand and pictures
//! compared with those of a vertex program.

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    let program = compile_c("vertex_shader", &["c/vertex_shader.c"], &["OSMesa", "m"]);
    let mut command = under_driver(&program);
    let command = command.env("TRILOBITE_DEBUG", "source");
    let output = command.output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
    let shown = String::from_utf8_lossy(&output.stderr);
    let head = "trilobite: source:\n# recorded by the commands of EXT_vertex_shader\n";
    assert!(shown.contains(head), "{shown}");
}

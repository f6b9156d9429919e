//! Runs shim_tests/c/vertex_blend.c: ARB_vertex_blend and ARB_matrix_palette through their doors. Sums are compared with
//! double precision, and one arm of two bones is drawn in fourteen ways.

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn all_ways_to_bend_an_arm_agree() {
    let program = compile_c("vertex_blend", &["c/vertex_blend.c"], &["OSMesa", "m"]);
    for (variable, value) in [
        ("TRILOBITE_ENGINE", "interpreter"),
        ("TRILOBITE_LANES", "8"),
        ("TRILOBITE_LANES", "16"),
    ] {
        let run = under_driver(&program).env(variable, value).output();
        let output = run.expect("the program runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let status = output.status;
        assert!(status.success(), "{variable}={value}: {status}\n{text}");
    }
}

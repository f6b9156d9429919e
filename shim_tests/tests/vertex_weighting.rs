//! EXT_vertex_weighting through its doors: eye coordinates and normals against values computed by hand, everything that
//! reads them, and every way to give a weight (shim_tests/c/vertex_weighting.c).

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn two_matrices_weigh_a_vertex() {
    let program = compile_c(
        "vertex_weighting",
        &["c/vertex_weighting.c"],
        &["OSMesa", "m"],
    );
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

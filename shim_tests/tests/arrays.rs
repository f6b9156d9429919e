//! Runs c/arrays.c: vertex arrays, buffer objects and pixel buffers, through the C doors, read no byte too far.

use shim_tests::harness;

#[track_caller]
fn run(name: &str) {
    let program = harness::compile_c(name, &[&format!("c/{name}.c")], &["OSMesa"]);
    let output = harness::under_driver(&program)
        .env_remove("DISPLAY")
        .output()
        .expect("the program starts");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {message}", output.status);
}

#[test]
fn arrays_read_their_extent_and_buffers_keep_their_versions() {
    run("arrays");
}

#[test]
fn arrays_fences_and_queries_of_the_vendors() {
    run("object_arrays");
}

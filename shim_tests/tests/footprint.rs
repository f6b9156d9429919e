//! What the driver costs: a program that only opens a window grows by less than 16 MB of resident memory to its first
//! swapped frame of 1024×768; a million triangles in flight take less than 256 MB, and draws without a swap do not pile up.
//! Times are printed, not judged.

use shim_tests::harness::{compile_c, library_dir};
use shim_tests::xserver::XServer;
use std::process::Command;

/// The most resident growth to the first frame, in KiB: 16 MB of a release build. `scripts/test` runs this with one, by
/// `TRILOBITE_TEST_LIBRARIES=$(scripts/build --release)`.
const FIRST_FRAME_KIB: u32 = 16_000_000 / 1024;
/// What the code of a build for debugging takes more, with a worker's stack and heap if the frame takes long enough to wake one
/// (some 0.2 MB).
const DEBUG_KIB: u32 = 3072;

/// Runs a C program on our library; it judges its memory by itself.
fn stays_in_bounds(name: &str, bound: &[String]) {
    let server = XServer::start(&["-extension", "GLX"]);
    let program = compile_c(name, &[&format!("c/{name}.c")], &["X11"]);
    let output = Command::new(program)
        .arg(library_dir().join("libGL.so.1"))
        .args(bound)
        .env("DISPLAY", server.display())
        .output()
        .expect("the program runs");
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn a_first_frame_costs_less_than_16_mb() {
    let is_release = library_dir().ends_with("release");
    let bound = FIRST_FRAME_KIB + if is_release { 0 } else { DEBUG_KIB };
    stays_in_bounds("footprint", &[bound.to_string()]);
}

#[test]
fn a_million_triangles_cost_less_than_256_mb_and_a_stream_of_draws_does_not_grow() {
    stays_in_bounds("memory", &[]);
}

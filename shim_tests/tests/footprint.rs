//! What the driver costs a program that only opens a window: resident growth to the first swapped frame of 1024×768 stays
//! below 16 MB. The time is printed, not judged.

use shim_tests::harness::{compile_c, library_dir};
use shim_tests::xserver::XServer;
use std::process::Command;

#[test]
fn a_first_frame_costs_less_than_16_mb() {
    let server = XServer::start(&["-extension", "GLX"]);
    let program = compile_c("footprint", &["c/footprint.c"], &["X11"]);
    let output = Command::new(program)
        .arg(library_dir().join("libGL.so.1"))
        .env("DISPLAY", server.display())
        .output()
        .expect("the program runs");
    println!("{}", String::from_utf8_lossy(&output.stdout));
    assert!(output.status.success(), "{output:?}");
}

//! Runs c/shader_objects.c on the system's GL and on ours: what the commands answer and what is drawn is the same.

use shim_tests::harness;
use shim_tests::xserver::XServer;
use std::process::Command;

/// What a program prints, run on a server.
#[track_caller]
fn printed(mut command: Command, server: &XServer) -> String {
    command.env("LIBGL_ALWAYS_SOFTWARE", "1");
    let output = command.env("DISPLAY", server.display()).output();
    let output = output.expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn shaders_are_compiled_linked_and_drawn_with() {
    let server = XServer::start(&[]);
    let program = harness::compile_c("shader_objects", &["c/shader_objects.c"], &["GL", "X11"]);
    let mut system = Command::new(&program);
    system.env_remove("LD_LIBRARY_PATH");
    let theirs = printed(system, &server);
    let ours = printed(harness::under_driver(&program), &server);
    for (theirs, ours) in theirs.lines().zip(ours.lines()) {
        assert_eq!(theirs, ours);
    }
    assert_eq!(theirs.lines().count(), ours.lines().count());
    assert!(ours.contains("a list: 0 0 255"), "{ours}");
}

//! Runs c/windows.c on a private X server: windows, pbuffers, pixmaps, EGL and OSMesa.

use shim_tests::harness;
use shim_tests::xserver::XServer;

#[test]
fn windows_of_every_kind() {
    let server = XServer::start(&[]);
    let program = harness::compile_c(
        "windows",
        &["c/windows.c"],
        &["GL", "EGL", "X11", "pthread"],
    );
    let cases = [
        "two_displays",
        "two_threads",
        "vanished_window_and_resize",
        "single_buffered",
        "front_drawing",
        "sharing",
        "read_drawable",
        "visuals_after_enumeration",
        "swap_control",
        "copy_context",
        "pbuffer_and_pixmap",
        "texture_from_pixmap",
        "samples",
        "egl_x11",
        "egl_surfaceless",
    ];
    let run = |case: &&str| {
        let mut command = harness::under_driver(&program);
        let output = command
            .arg(case)
            .env("DISPLAY", server.display())
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (!output.status.success()).then(|| format!("{case}: {}\n{text}", output.status))
    };
    let failures: Vec<String> = cases.iter().filter_map(run).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn osmesa_needs_no_window_system() {
    let program = harness::compile_c("osmesa", &["c/osmesa.c"], &["OSMesa"]);
    let output = harness::under_driver(&program)
        .env_remove("DISPLAY")
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

//! Runs c/windows.c on a private X server: windows, pbuffers, pixmaps, EGL and OSMesa.

use shim_tests::harness;
use shim_tests::xserver::XServer;
use std::path::Path;

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
    run_cases(&server, &program, &cases, &[]);
}

/// Runs the cases of a C program on a server.
fn run_cases(server: &XServer, program: &Path, cases: &[&str], variables: &[(&str, &str)]) {
    let run = |case: &&str| {
        let mut command = harness::under_driver(program);
        let output = command
            .arg(case)
            .env("DISPLAY", server.display())
            .envs(variables.iter().copied())
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        (!output.status.success()).then(|| format!("{case}: {}\n{text}", output.status))
    };
    let failures: Vec<String> = cases.iter().filter_map(run).collect();
    assert!(
        failures.is_empty(),
        "{variables:?}: {}",
        failures.join("\n")
    );
}

/// The application may be some frames ahead, on servers that share memory and on one that does not.
#[test]
fn frames_ahead_are_seen_in_order() {
    let program = harness::compile_c("frames_ahead", &["c/frames_ahead.c"], &["GL", "X11"]);
    let server = XServer::start(&[]);
    let cases = [
        "in_order",
        "changes_come_later",
        "windows_come_and_go",
        "forks",
        "front_drawing",
        "grabbed_server",
    ];
    for n in ["0", "1", "2"] {
        run_cases(&server, &program, &cases, &[("TRILOBITE_FRAMES_AHEAD", n)]);
    }
    let without_shm = XServer::start(&["-extension", "MIT-SHM"]);
    let ahead = [("TRILOBITE_FRAMES_AHEAD", "1")];
    run_cases(&without_shm, &program, &cases[..3], &ahead);
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

/// Under `TRILOBITE_DEBUG=jobs` each swap prints the times of the application, of one thread and of shared jobs.
#[test]
fn frames_are_traced() {
    let program = harness::compile_c("frames_traced", &["c/frames_ahead.c"], &["GL", "X11"]);
    let server = XServer::start(&[]);
    let mut command = harness::under_driver(&program);
    command.arg("in_order").env("DISPLAY", server.display());
    let output = command.env("TRILOBITE_DEBUG", "jobs").output();
    let output = output.expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let frames = text
        .lines()
        .filter_map(|line| line.strip_prefix("trilobite: jobs: "));
    let mut n_frames = 0;
    for frame in frames {
        let mut words = frame.split(' ').peekable();
        while let Some(kind) = words.next() {
            assert!(["a", "s", "r"].contains(&kind), "{frame}");
            let numbers = std::iter::from_fn(|| words.next_if(|word| word.parse::<u64>().is_ok()));
            let n = numbers.count();
            assert!(kind == "r" || n == 1, "{frame}");
        }
        n_frames += 1;
    }
    assert!(n_frames > 1, "{text}");
}

//! Windows, pbuffers, pixmaps, EGL and OSMesa from C programs, on a private X server.

use shim_tests::harness;
use std::io::{BufRead, BufReader};
use std::os::fd::AsRawFd;
use std::process::{Child, Command, Stdio};

/// An Xvfb with a display number of its own choice.
struct Server {
    process: Child,
    display: String,
}

impl Server {
    fn start() -> Server {
        let mut ends = [0; 2];
        // SAFETY: two places for the ends of the pipe.
        assert_eq!(unsafe { libc::pipe(ends.as_mut_ptr()) }, 0);
        // SAFETY: both ends are ours.
        let (from_server, to_us) = unsafe {
            use std::os::fd::FromRawFd;
            (
                std::fs::File::from_raw_fd(ends[0]),
                std::fs::File::from_raw_fd(ends[1]),
            )
        };
        let process = Command::new("Xvfb")
            .args([
                "-displayfd",
                &to_us.as_raw_fd().to_string(),
                "-noreset",
                "-screen",
                "0",
                "640x480x24",
            ])
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed");
        drop(to_us);
        let mut number = String::new();
        BufReader::new(from_server)
            .read_line(&mut number)
            .expect("the server says its number");
        Server {
            process,
            display: format!(":{}", number.trim()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn windows_of_every_kind() {
    let server = Server::start();
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
        "samples",
        "egl_x11",
        "egl_surfaceless",
    ];
    let run = |case: &&str| {
        let mut command = harness::under_driver(&program);
        let output = command
            .arg(case)
            .env("DISPLAY", &server.display)
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

//! Runs the C programs that measure the driver's memory: `c/footprint.c` (a first frame), `c/memory.c` (many triangles),
//! `c/steady.c` (frames that are alike).

use crate::harness::{compile_c, library_dir};
use crate::xserver::XServer;
use std::collections::BTreeMap;
use std::process::Command;

/// A program that measures, and its display.
pub struct Meter {
    program: std::path::PathBuf,
    server: XServer,
}

impl Meter {
    /// Compiles `c/<name>.c`.
    ///
    /// # Panics
    /// When the compiler refuses it, or no X server starts.
    #[track_caller]
    pub fn new(name: &str) -> Meter {
        Meter {
            program: compile_c(name, &[&format!("c/{name}.c")], &["X11"]),
            server: XServer::start(&["-extension", "GLX"]),
        }
    }

    /// The figures of one run by their names, with this number of workers, or with the driver's default.
    ///
    /// # Panics
    /// When the program fails.
    #[track_caller]
    pub fn run(&self, workers: Option<usize>) -> BTreeMap<String, f64> {
        let mut command = Command::new(&self.program);
        command
            .arg(library_dir().join("libGL.so.1"))
            .env("DISPLAY", self.server.display())
            .env_remove("TRILOBITE_WORKERS");
        if let Some(n) = workers {
            command.env("TRILOBITE_WORKERS", n.to_string());
        }
        let output = command.output().expect("the program starts");
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        let figures = text.lines().map(|line| {
            let (name, number) = line.split_once(' ').expect("a name and a number");
            (name.to_owned(), number.parse().expect("a number"))
        });
        figures.collect()
    }
}

//! Starts a private Xvfb for each test. Its framebuffer is a file, so that a picture needs no X client.

use crate::harness::Picture;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A running server. Dropping it ends the server.
pub struct XServer {
    process: Child,
    display: String,
    dir: PathBuf,
}

impl XServer {
    /// Starts a server with one 640×480 screen of depth 24. `extra` is added to its command line (`-extension GLX`).
    ///
    /// # Panics
    /// When Xvfb does not start.
    #[track_caller]
    pub fn start(extra: &[&str]) -> XServer {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let unique = format!(
            "trilobite-test-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let dir = std::env::temp_dir().join(unique);
        std::fs::create_dir_all(&dir).expect("the temporary folder is writable");
        let mut process = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "640x480x24",
                "-nolisten",
                "tcp",
                "-noreset",
                "-fbdir",
            ])
            .arg(&dir)
            .args(extra)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb is installed (scripts/setup --test)");
        // The server writes its display number to standard output when it is ready.
        let mut line = String::new();
        let stdout = process.stdout.take().expect("stdout is piped");
        let server_dir = dir.clone();
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("Xvfb names its display");
        let server = XServer {
            process,
            display: format!(":{}", line.trim()),
            dir: server_dir,
        };
        assert!(server.display.len() > 1, "Xvfb did not start");
        server
    }

    /// The value for DISPLAY.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// Reads the screen (an XWD file with 32-bit pixels, X11/XWDFile.h).
    ///
    /// # Panics
    /// When the server's file is not of that form.
    #[track_caller]
    pub fn screenshot(&self) -> Picture {
        let xwd =
            std::fs::read(self.dir.join("Xvfb_screen0")).expect("the server's framebuffer file");
        let word = |i: usize| {
            u32::from_be_bytes(xwd[4 * i..4 * i + 4].try_into().expect("four bytes")) as usize
        };
        let (width, height, stride) = (word(4), word(5), word(12));
        assert_eq!(word(11), 32, "32 bits per pixel");
        let pixels = &xwd[word(0) + 12 * word(19)..];
        let row = |y: usize| pixels[y * stride..y * stride + 4 * width].chunks_exact(4);
        let rgb = (0..height)
            .flat_map(row)
            .flat_map(|p| [p[2], p[1], p[0]])
            .collect();
        Picture {
            width: width as u32,
            height: height as u32,
            rgb,
        }
    }
}

impl Drop for XServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

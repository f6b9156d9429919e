//! A private X server, Xvfb. Its framebuffer is a file, so a picture of the screen needs no X client.
#![forbid(unsafe_code)]

use super::failure::Failure;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A running server. Dropping it ends the server.
pub(super) struct XServer {
    process: Child,
    display: String,
    dir: PathBuf,
}

/// A picture: rows of three bytes per pixel, top row first.
pub(super) struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) rgb: Vec<u8>,
}

impl Picture {
    /// Whether all pixels have one colour, because nothing has been drawn.
    pub(super) fn is_blank(&self) -> bool {
        self.rgb.chunks_exact(3).all(|p| p == &self.rgb[..3])
    }
}

impl XServer {
    /// Starts a server with one screen of this size and depth 24, and waits until it accepts clients.
    pub(super) fn start(width: u32, height: u32) -> Result<XServer, Failure> {
        // The server writes its display number to standard output when it is ready.
        let dir = std::env::temp_dir().join(format!("trilobite-xvfb-{}", std::process::id()));
        std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        let mut process = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                &format!("{width}x{height}x24"),
                "-nolisten",
                "tcp",
                "-noreset",
            ])
            .arg("-fbdir")
            .arg(&dir)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| format!("Xvfb: {e}; install the package xvfb, or set DISPLAY"))?;
        let mut line = String::new();
        let stdout = process.stdout.take().expect("stdout is piped");
        let read = BufReader::new(stdout).read_line(&mut line);
        let server = XServer {
            process,
            display: format!(":{}", line.trim()),
            dir,
        };
        match read {
            Ok(n) if n > 1 => Ok(server),
            _ => Err("Xvfb did not start".into()),
        }
    }

    /// The name of the display, for DISPLAY.
    pub(super) fn display(&self) -> &str {
        &self.display
    }

    /// Reads the screen from the framebuffer file, an XWD with 32-bit pixels (X11/XWDFile.h). Returns `None` while there is none.
    pub(super) fn screenshot(&self) -> Option<Picture> {
        let xwd = std::fs::read(self.dir.join("Xvfb_screen0")).ok()?;
        let word = |i: usize| {
            Some(u32::from_be_bytes(xwd.get(4 * i..4 * i + 4)?.try_into().ok()?) as usize)
        };
        // The header has big-endian words. The table of colours, of 12 bytes each, follows it.
        let (header, width, height, bits, stride, n_colors) = (
            word(0)?,
            word(4)?,
            word(5)?,
            word(11)?,
            word(12)?,
            word(19)?,
        );
        if bits != 32 {
            return None;
        }
        let pixels = xwd.get(header + 12 * n_colors..)?;
        let mut rgb = Vec::with_capacity(width * height * 3);
        for y in 0..height {
            for pixel in pixels
                .get(y * stride..y * stride + 4 * width)?
                .chunks_exact(4)
            {
                rgb.extend([pixel[2], pixel[1], pixel[0]]);
            }
        }
        Some(Picture {
            width: width as u32,
            height: height as u32,
            rgb,
        })
    }
}

impl Drop for XServer {
    fn drop(&mut self) {
        // The server may already be gone; there is nothing to do about a failure here.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

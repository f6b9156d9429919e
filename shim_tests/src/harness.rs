//! Finds the built libraries, compiles and runs C programs, and reads and compares pictures.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// The folder with the libraries under test. TRILOBITE_TEST_LIBRARIES names it, as `scripts/test` does to test the
/// release build. Otherwise it holds the libraries that cargo built beside this test. The symlinks of `scripts/build`
/// are made.
///
/// # Panics
/// When the libraries are not built.
#[track_caller]
pub fn library_dir() -> PathBuf {
    let dir = match std::env::var_os("TRILOBITE_TEST_LIBRARIES") {
        Some(folder) => PathBuf::from(folder),
        None => {
            let exe = std::env::current_exe().expect("a test knows its path");
            let mut above = exe.ancestors();
            above
                .nth(2)
                .expect("tests lie in target/<profile>/deps")
                .to_owned()
        }
    };
    assert!(
        dir.join("libGL.so").exists(),
        "build the libraries first: scripts/build"
    );
    for name in [
        "libGL.so.1",
        "libOpenGL.so.0",
        "libGLX.so.0",
        "libEGL.so.1",
        "libOSMesa.so.8",
    ] {
        // Another test may make the same link at the same time.
        let _ = std::os::unix::fs::symlink("libGL.so", dir.join(name));
    }
    dir
}

/// The repository's root.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("a member lies in the workspace")
        .to_owned()
}

/// Compiles C sources (paths relative to shim_tests/) into a program in the target folder and returns its path.
///
/// # Panics
/// When the compiler refuses them.
#[track_caller]
pub fn compile_c(name: &str, sources: &[&str], libraries: &[&str]) -> PathBuf {
    let dir = library_dir().join("shim_tests");
    std::fs::create_dir_all(&dir).expect("the target folder is writable");
    // Several processes and threads may build the same program. Each makes its own file and renames it.
    static BUILDS: AtomicU32 = AtomicU32::new(0);
    let build = BUILDS.fetch_add(1, Ordering::Relaxed);
    let (out, own) = (
        dir.join(name),
        dir.join(format!("{name}.{}.{build}", std::process::id())),
    );
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = Command::new("cc")
        // cargo puts the target folder there, where the linker would take our libGLX.so.0 for the system's.
        .env_remove("LD_LIBRARY_PATH")
        .args([
            "-std=gnu11",
            "-O1",
            "-g",
            "-Wall",
            "-Wextra",
            "-Wno-unused-function",
            "-o",
        ])
        .arg(&own)
        .arg("-I")
        .arg(root().join("include"))
        // Scenes take files of their folders into themselves.
        .arg("-I")
        .arg(here.join("scenes"))
        .args(sources.iter().map(|s| here.join(s)))
        .args(libraries.iter().map(|l| format!("-l{l}")))
        .args(["-lm", "-lpthread", "-ldl"])
        .status()
        .expect("cc is installed (scripts/setup --test)");
    assert!(status.success(), "cc refused {name}");
    std::fs::rename(&own, &out).expect("the target folder is writable");
    out
}

/// A command that runs a program under the driver, by LD_LIBRARY_PATH.
pub fn under_driver(program: &Path) -> Command {
    let mut command = Command::new(program);
    command
        .env("LD_LIBRARY_PATH", library_dir())
        .env("TRILOBITE_PANIC", "abort");
    command
}

/// A picture: rows of three bytes per pixel, top row first.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The rows, three bytes for each pixel.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// Reads a binary PPM that a C program has written.
    ///
    /// # Panics
    /// When the bytes are no such file.
    #[track_caller]
    pub fn read_ppm(path: &Path) -> Picture {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut fields = bytes.splitn(4, |b| b.is_ascii_whitespace());
        let mut next = || {
            std::str::from_utf8(fields.next().expect("a PPM header"))
                .expect("a PPM header")
                .to_owned()
        };
        assert_eq!(next(), "P6");
        let (width, height) = (
            next().parse().expect("width"),
            next().parse().expect("height"),
        );
        let rgb = bytes[bytes.len() - (width * height * 3) as usize..].to_vec();
        Picture { width, height, rgb }
    }

    /// Reads a PNG of RGB bytes.
    ///
    /// # Panics
    /// When the bytes are no such file.
    #[track_caller]
    pub fn read_png(path: &Path) -> Picture {
        let file = std::fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut reader = png::Decoder::new(std::io::BufReader::new(file))
            .read_info()
            .expect("a PNG");
        let mut rgb = vec![0; reader.output_buffer_size().expect("a PNG of sane size")];
        let info = reader.next_frame(&mut rgb).expect("a PNG");
        assert_eq!(info.color_type, png::ColorType::Rgb, "{}", path.display());
        Picture {
            width: info.width,
            height: info.height,
            rgb,
        }
    }

    /// Writes a PNG.
    ///
    /// # Panics
    /// When the file cannot be written.
    #[track_caller]
    pub fn write_png(&self, path: &Path) {
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("writable");
        let file =
            std::fs::File::create(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().expect("writable");
        writer.write_image_data(&self.rgb).expect("writable");
    }

    /// The number of pixels that differ from `other` by more than `bound` in a channel, and the greatest difference.
    #[track_caller]
    pub fn difference(&self, other: &Picture, bound: u8) -> (usize, u8) {
        assert_eq!(
            (self.width, self.height),
            (other.width, other.height),
            "pictures of one size"
        );
        let worst = |(a, b): (&[u8], &[u8])| {
            a.iter()
                .zip(b)
                .map(|(x, y)| x.abs_diff(*y))
                .max()
                .unwrap_or(0)
        };
        let pixels = self
            .rgb
            .chunks_exact(3)
            .zip(other.rgb.chunks_exact(3))
            .map(worst);
        pixels.fold((0, 0), |(n, most), d| {
            (n + (d > bound) as usize, most.max(d))
        })
    }

    /// Returns a picture of expected | difference ×8 | actual, side by side.
    pub fn comparison(expected: &Picture, actual: &Picture) -> Picture {
        let row = expected.width as usize * 3;
        let mut rgb = Vec::new();
        for (e, a) in expected
            .rgb
            .chunks_exact(row)
            .zip(actual.rgb.chunks_exact(row))
        {
            rgb.extend_from_slice(e);
            rgb.extend(
                e.iter()
                    .zip(a)
                    .map(|(x, y)| x.abs_diff(*y).saturating_mul(8)),
            );
            rgb.extend_from_slice(a);
        }
        Picture {
            width: expected.width * 3,
            height: expected.height,
            rgb,
        }
    }
}

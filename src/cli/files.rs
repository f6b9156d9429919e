//! Files that several verbs use: the driver's libraries, and pictures as PNG.
#![forbid(unsafe_code)]

use super::failure::Failure;
use std::path::PathBuf;

/// The folder of this executable, which must hold the driver's libraries too.
pub(super) fn library_dir() -> Result<PathBuf, Failure> {
    let exe = std::env::current_exe().map_err(|e| format!("cannot find my own path: {e}"))?;
    let dir = exe.parent().ok_or("my own path has no folder")?.to_owned();
    if dir.join("libGL.so.1").exists() {
        return Ok(dir);
    }
    Err(Failure::Refused(format!(
        "{} holds no libGL.so.1: build it with scripts/build --release",
        dir.display()
    )))
}

/// Writes a PNG file. `rgb` are tightly packed rows of three bytes per pixel, top row first.
pub(super) fn write_png(
    path: &std::path::Path,
    width: u32,
    height: u32,
    rgb: &[u8],
) -> Result<(), Failure> {
    let fail = |e: &dyn std::fmt::Display| format!("{}: {e}", path.display());
    let file = std::fs::File::create(path).map_err(|e| fail(&e))?;
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| fail(&e))?;
    writer.write_image_data(rgb).map_err(|e| fail(&e))?;
    Ok(writer.finish().map_err(|e| fail(&e))?)
}

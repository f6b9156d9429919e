//! `trilobite demo`: renders the bundled scenes. Each is a C program that scripts/build puts into `scenes/` beside the libraries.
#![forbid(unsafe_code)]

use super::failure::Failure;
use super::files::{library_dir, write_png};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The bundled scenes, in the order in which they are rendered.
const SCENES: &[&str] = &["courtyard", "lantern", "lotus", "cove", "seabed", "hydra"];

/// Options of `demo`.
#[derive(clap::Args)]
#[command(after_help = "\
Each scene is a C program drawn off-screen through the driver's libOSMesa.so.8; the pictures' paths are printed.

Examples:
  trilobite demo                                       all scenes to out/*.png
  trilobite demo lantern --size 320x240 --time 2.5 -o /tmp
  trilobite demo lotus --window                        moves until a key is pressed")]
pub(super) struct Options {
    /// Scenes to render; all when none is named
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(SCENES))]
    scenes: Vec<String>,
    /// Folder for the pictures
    #[arg(short, long, default_value = "out")]
    output: PathBuf,
    /// Size in pixels, WIDTHxHEIGHT
    #[arg(long, default_value = "800x600", value_parser = parse_size)]
    size: (u32, u32),
    /// Moment of the animation, in seconds
    #[arg(long, default_value_t = 1.0, allow_negative_numbers = true)]
    time: f32,
    /// Show each scene moving in a window, until a key is pressed, instead of writing its picture
    #[arg(long, conflicts_with_all = ["output", "time"])]
    window: bool,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let parse = |s: &str| s.parse::<u32>().ok().filter(|n| (16..=4096).contains(n));
    let (w, h) = text.split_once('x').ok_or("write it as 800x600")?;
    let width = parse(w).ok_or("the width must lie between 16 and 4096")?;
    let height = parse(h).ok_or("the height must lie between 16 and 4096")?;
    Ok((width, height))
}

/// Renders each scene and prints the path of its picture, or shows the scene in a window.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let libraries = library_dir()?;
    if !options.window {
        std::fs::create_dir_all(&options.output)
            .map_err(|e| format!("{}: {e}", options.output.display()))?;
    }
    let all: Vec<String> = SCENES.iter().map(|s| s.to_string()).collect();
    for scene in if options.scenes.is_empty() {
        &all
    } else {
        &options.scenes
    } {
        if options.window {
            start(&libraries, scene, Path::new("--window"), &[], options)?;
            continue;
        }
        let picture = options.output.join(format!("{scene}.png"));
        render(&libraries, scene, options, &picture)?;
        println!("{}", picture.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs a scene's program. `target` is the file for the frame, or `--window`; `more` are further arguments.
fn start(
    libraries: &Path,
    scene: &str,
    target: &Path,
    more: &[String],
    options: &Options,
) -> Result<(), Failure> {
    let program = libraries.join("scenes").join(scene);
    let (width, height) = options.size;
    let status = Command::new(&program)
        .arg(target)
        .args([width.to_string(), height.to_string()])
        .args(more)
        .env("LD_LIBRARY_PATH", libraries)
        .status()
        .map_err(|e| {
            format!(
                "{}: {e}; build it with scripts/build --release",
                program.display()
            )
        })?;
    if !status.success() {
        return Err(format!("scene {scene} ended with {status}").into());
    }
    Ok(())
}

/// Renders a scene to a temporary PPM file, and converts it to a PNG file.
fn render(libraries: &Path, scene: &str, options: &Options, picture: &Path) -> Result<(), Failure> {
    let frame = options.output.join(format!(".{scene}.ppm"));
    let (width, height) = options.size;
    start(
        libraries,
        scene,
        &frame,
        &[options.time.to_string()],
        options,
    )?;
    let ppm = std::fs::read(&frame).map_err(|e| format!("{}: {e}", frame.display()))?;
    let header = format!("P6\n{width} {height}\n255\n");
    let pixels = ppm
        .strip_prefix(header.as_bytes())
        .ok_or("the scene wrote no picture of the size asked for")?;
    write_png(picture, width, height, pixels)?;
    Ok(std::fs::remove_file(&frame).map_err(|e| format!("{}: {e}", frame.display()))?)
}

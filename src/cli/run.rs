//! `trilobite run`: runs an unmodified program under the driver.
#![forbid(unsafe_code)]

use super::failure::Failure;
use super::files::{library_dir, write_png};
use super::xserver::XServer;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode};
use std::time::{Duration, Instant};

/// Options of `run`.
#[derive(clap::Args)]
#[command(after_help = "\
The exit status is the program's own; 0 when it was ended after --seconds.

Examples:
  trilobite run glxgears
  trilobite run --explain 30:150,150:gears.html glxgears
  trilobite run --private --seconds 2 -o gears.png glxgears -info")]
pub(super) struct Options {
    /// The program to run: a path, or a name that PATH finds
    program: String,
    /// All that follows the program's name goes to the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// Without a display: how long the program runs before the picture is taken and it is ended
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Without a display: where the picture goes
    #[arg(short, long, default_value = "out/screen.png")]
    output: PathBuf,
    /// Write to FILE (trilobite-explain.html) why a pixel is as it is, or what a vertex became; all counted from 0
    #[arg(long, value_name = "FRAME:X,Y | FRAME:vDRAW,VERTEX [:FILE]")]
    explain: Option<String>,
    /// Use a private display even where there is one
    #[arg(long)]
    private: bool,
}

/// Runs the program with the driver's libraries before those of the system. Without a display the program gets a private one,
/// and its last picture is saved. The exit status is the program's.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let libraries = library_dir()?;
    let mut command = Command::new(&options.program);
    command.args(&options.arguments);
    prepend(
        &mut command,
        "LD_LIBRARY_PATH",
        &libraries.display().to_string(),
    );
    prepend(
        &mut command,
        "LD_PRELOAD",
        &format!("{0}/libGL.so.1:{0}/libEGL.so.1", libraries.display()),
    );
    // A frame is explained by the driver itself, in the program's process.
    if let Some(request) = &options.explain {
        if trilobite::config::Explain::parse(request).is_none() {
            return Err(Failure::Usage(format!(
                "--explain {request}: FRAME:X,Y or FRAME:vDRAW,VERTEX, then perhaps :FILE"
            )));
        }
        command.env("TRILOBITE_EXPLAIN", request);
    }
    // With a display, the program runs until it ends. Without one, it is watched.
    if std::env::var_os("DISPLAY").is_some() && !options.private {
        let status = command
            .status()
            .map_err(|e| format!("{}: {e}", options.program))?;
        return Ok(ExitCode::from(status.code().unwrap_or(1) as u8));
    }
    let server = XServer::start(1024, 768)?;
    command.env("DISPLAY", server.display());
    let mut child = command
        .spawn()
        .map_err(|e| format!("{}: {e}", options.program))?;
    let code = watch(&mut child, &server, options)?;
    Ok(code)
}

/// Puts a value before the others of a variable that holds a list.
fn prepend(command: &mut Command, variable: &str, value: &str) {
    match std::env::var(variable) {
        Ok(old) if !old.is_empty() => command.env(variable, format!("{value}:{old}")),
        _ => command.env(variable, value),
    };
}

/// Waits until the program ends or its time is over, and saves the last picture that is not blank.
fn watch(child: &mut Child, server: &XServer, options: &Options) -> Result<ExitCode, Failure> {
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut picture = None;
    let mut code = ExitCode::SUCCESS;
    // Take a picture ten times a second.
    loop {
        let exited = child
            .try_wait()
            .map_err(|e| format!("{}: {e}", options.program))?;
        picture = server.screenshot().filter(|p| !p.is_blank()).or(picture);
        if let Some(status) = exited {
            code = ExitCode::from(status.code().unwrap_or(1) as u8);
            break;
        }
        if Instant::now() >= end {
            child
                .kill()
                .and_then(|()| child.wait())
                .map_err(|e| format!("{}: {e}", options.program))?;
            break;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    match picture {
        Some(p) => {
            if let Some(dir) = options.output.parent() {
                std::fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
            }
            write_png(&options.output, p.width, p.height, &p.rgb)?;
            println!("{}", options.output.display());
        }
        None => eprintln!("trilobite: {} drew nothing on the display", options.program),
    }
    Ok(code)
}

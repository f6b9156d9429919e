//! Checks that a bundled scene has the same pixels on every engine. It has them too where the system refuses executable
//! memory, which one line of the log reports.

use shim_tests::harness::{compile_c, library_dir, under_driver};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The scene is compiled once, although tests run in parallel.
fn scene() -> &'static Path {
    static SCENE: OnceLock<PathBuf> = OnceLock::new();
    SCENE.get_or_init(|| compile_c("engines", &["scenes/lantern.c"], &["OSMesa", "X11"]))
}

/// Lets `command` draw the scene to a file of this name. Returns its output, and the file.
fn draw(command: &mut Command, name: &str) -> (Output, Vec<u8>) {
    let out = library_dir().join("golden/engines");
    std::fs::create_dir_all(&out).expect("the target folder is writable");
    let ppm = out.join(name);
    let output = command.arg(&ppm).args(["160", "120"]).output();
    let output = output.expect("the scene runs");
    let picture = std::fs::read(&ppm).unwrap_or_default();
    (output, picture)
}

#[track_caller]
fn on_engine(engine: &str, lanes: &str) -> Vec<u8> {
    let mut command = under_driver(scene());
    command
        .env("TRILOBITE_ENGINE", engine)
        .env("TRILOBITE_LANES", lanes);
    let (output, picture) = draw(&mut command, &format!("{engine}{lanes}.ppm"));
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    picture
}

#[test]
fn every_engine_draws_the_same_pixels() {
    let interpreted = on_engine("interpreter", "16");
    assert!(!interpreted.is_empty());
    for lanes in ["8", "16"] {
        assert!(on_engine("jit", lanes) == interpreted, "{lanes} lanes");
    }
}

#[track_caller]
fn is_told_once(output: &Output) {
    let text = String::from_utf8_lossy(&output.stderr);
    let told =
        |line: &str| line.starts_with("trilobite: programs are interpreted: executable memory:");
    assert!(
        output.status.success() && text.lines().count() == 1 && text.lines().all(told),
        "{output:?}"
    );
}

#[test]
fn without_executable_memory_programs_are_interpreted() {
    let mut command = under_driver(scene());
    command.env("TRILOBITE_EXEC_MEMORY", "deny");
    let (output, picture) = draw(&mut command, "denied.ppm");
    is_told_once(&output);
    assert!(picture == on_engine("interpreter", "16"));
}

#[test]
fn a_denied_mprotect_is_no_failure() {
    let denier = compile_c("deny_exec", &["c/deny_exec.c"], &[]);
    let mut command = under_driver(&denier);
    command.arg(scene());
    let (output, picture) = draw(&mut command, "mprotect.ppm");
    if output.status.code() == Some(77) {
        println!("this kernel cannot deny executable memory");
        return;
    }
    is_told_once(&output);
    assert!(picture == on_engine("interpreter", "16"));
}

#[test]
fn debug_words_show_their_stage() {
    for word in ["ir", "passes", "asm", "bins", "stats"] {
        let mut command = under_driver(scene());
        command.env("TRILOBITE_DEBUG", word);
        let (output, picture) = draw(&mut command, &format!("debug_{word}.ppm"));
        let text = String::from_utf8_lossy(&output.stderr);
        let mark = if word == "passes" { "after " } else { word };
        assert!(
            !picture.is_empty() && text.contains(&format!("trilobite: {mark}")),
            "{word}: {text}"
        );
        assert_eq!(text.contains("trilobite: bins: "), word == "bins", "{text}");
    }
}

//! Runs piglit's shader_runner tests of ARB assembly programs, if the Debian package `piglit` (2 GB) is installed. They use
//! no GLSL, but shader_runner asks for it. `c/shader_runner_gate.c` answers these questions.
//!
//! `piglit_expected_fail.txt` lists the expected failures.

use shim_tests::harness::{library_dir, under_driver};
use shim_tests::xserver::XServer;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

const PIGLIT: &str = "/usr/lib/x86_64-linux-gnu/piglit";

/// The folders below tests/spec with tests of ARB programs.
const FOLDERS: [&str; 4] = [
    "arb_vertex_program",
    "arb_fragment_program",
    "arb_fragment_program_shadow",
    "arb_fragment_coord_conventions",
];

/// The tests below a folder that use ARB programs and no GLSL.
fn collect(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("piglit's tests are readable") {
        let path = entry.expect("piglit's tests are readable").path();
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|e| e == "shader_test") {
            let text = std::fs::read_to_string(&path).expect("a test is a text");
            if text.contains("!!ARB") && !text.contains("GLSL >=") {
                out.push(path);
            }
        }
    }
}

/// Builds the preloaded library.
#[track_caller]
fn gate() -> PathBuf {
    let out = library_dir().join("shader_runner_gate.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("c/shader_runner_gate.c");
    let status = Command::new("cc")
        .env_remove("LD_LIBRARY_PATH")
        .args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-o"])
        .args([&out, &source])
        .arg("-ldl")
        .status()
        .expect("cc is installed (scripts/setup --test)");
    assert!(status.success(), "cc refused the gate");
    out
}

fn expected_failures() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("piglit_expected_fail.txt");
    let text = std::fs::read_to_string(path).expect("the list of expected failures");
    let lines = text
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty());
    lines
        .map(|line| {
            let (name, cause) = line.split_once('\t').expect("name, tab, cause");
            (name.to_owned(), cause.to_owned())
        })
        .collect()
}

/// shader_runner's verdict on one test.
fn run(test: &Path, gate: &Path, server: &XServer) -> (bool, String) {
    let runner = Path::new(PIGLIT).join("bin/shader_runner");
    let output = under_driver(&runner)
        .current_dir(PIGLIT)
        .arg(test)
        .arg("-auto")
        .env("DISPLAY", server.display())
        .env("PIGLIT_PLATFORM", "glx")
        .env("PIGLIT_SOURCE_DIR", PIGLIT)
        .env("LD_PRELOAD", gate)
        .output()
        .expect("shader_runner runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let passes = output.status.success() && text.contains(r#"{"result": "pass" }"#);
    (passes, text)
}

#[test]
fn arb_programs_pass_piglit() {
    if !Path::new(PIGLIT).is_dir() {
        eprintln!("piglit is not installed: nothing is tested");
        return;
    }
    let spec = Path::new(PIGLIT).join("tests/spec");
    let mut tests = Vec::new();
    for folder in FOLDERS {
        collect(&spec.join(folder), &mut tests);
    }
    tests.sort();
    assert!(tests.len() >= 89, "only {} tests found", tests.len());
    let (gate, server, mut expected) = (gate(), XServer::start(&[]), expected_failures());
    let mut wrong = String::new();
    for test in &tests {
        let name = test.strip_prefix(&spec).expect("collected below it");
        let name = name.with_extension("").display().to_string();
        let (passes, output) = run(test, &gate, &server);
        match (passes, expected.remove(&name)) {
            (true, None) | (false, Some(_)) => {}
            (true, Some(_)) => wrong += &format!("{name} passes now: strike it off the list\n"),
            (false, None) => wrong += &format!("{name} fails:\n{output}\n"),
        }
    }
    assert!(expected.is_empty(), "listed, but no tests: {expected:?}");
    assert!(wrong.is_empty(), "{wrong}");
}

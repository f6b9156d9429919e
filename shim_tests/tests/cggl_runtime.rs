//! libCgGL.so above the system's GL: what the calls of shim_tests/cg/gl_runtime answer, and the state of GL that they leave,
//! compared with what NVIDIA's libraries did.
//!
//! `shim_tests/cg/gl_runtime/reference.py` records the expected answers, and compares with those libraries where they are.

use shim_tests::harness::{compile_c, library_dir, root};
use shim_tests::transcript;
use shim_tests::xserver::XServer;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> =
    LazyLock::new(|| compile_c("cggl_runtime", &["c/cggl_runtime.c"], &["GL", "X11", "dl"]));

fn folder() -> PathBuf {
    root().join("shim_tests/cg/gl_runtime")
}

/// Plays calls on our libraries above the system's GL.
#[track_caller]
fn play(arguments: &[&str]) -> String {
    let server = XServer::start(&[]);
    let libraries = library_dir().join("cg");
    let mut command = Command::new(&*PROGRAM);
    command.arg(libraries.join("libCgGL.so"));
    command.arg(root().join("include/Cg")).args(arguments);
    command.env("LD_LIBRARY_PATH", &libraries);
    command.env("LIBGL_ALWAYS_SOFTWARE", "1");
    let output = command.env("DISPLAY", server.display()).output();
    let output = output.expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[track_caller]
fn script(name: &str, excepted: impl Fn(&str) -> bool) {
    let path = folder().join(format!("scripts/{name}.script"));
    let ours = play(&["script", &path.to_string_lossy()]);
    transcript::compare(
        &folder().join(format!("expected/{name}.txt")),
        &ours,
        excepted,
    );
}

#[test]
fn profiles_are_those_that_gl_runs() {
    // NVIDIA's compiler is told extensions of GL that texts here do without.
    script("profiles", |call| {
        call.starts_with("cgGLGetOptimalOptions CG_PROFILE_GLSL")
    });
}

#[test]
fn values_and_arrays_reach_gl() {
    // NVIDIA's library gives GL a third number of a colour of two, which no one has set.
    script("values", |call| call == "glGetFloatv GL_CURRENT_COLOR 1");
}

#[test]
fn programs_and_textures_are_loaded_and_bound() {
    // NVIDIA's library gives GL the bytes of a buffer when a draw needs them.
    let is_size = |call: &str| {
        call == "glGetBufferParameteriv GL_ARRAY_BUFFER GL_BUFFER_SIZE 1"
            || call == "cgGetBufferSize b2"
    };
    script("loading", is_size);
}

#[test]
fn combined_programs_are_loaded_by_their_parts() {
    script("combined", |_| false);
}

#[test]
fn wrong_handles_are_the_errors_of_their_kinds() {
    // The context that is given here in place of a version, of a size and of an object of GL has no meaning as these.
    let excepted = |call: &str| {
        call.starts_with("cgGLDetectGLSLVersion ")
            || call == "cgGLCreateBuffer context"
            || call == "cgGLCreateBufferFromObject context"
    };
    let ours = play(&["sweep"]);
    transcript::compare(&folder().join("expected/sweep.txt"), &ours, excepted);
}

#[test]
fn all_functions_of_the_header_are_exported() {
    let path = root().join("include/Cg/cgGL.h");
    let header = std::fs::read_to_string(path).expect("the header is in the repository");
    let declared = transcript::declared(&header, "CGGLDLL_API ");
    assert_eq!(declared.len(), 94);
    let path = library_dir().join("cg/libCgGL.so");
    // SAFETY: loading the library runs no code of it.
    let library = unsafe { libloading::Library::new(path) }.expect("the library is built");
    for name in declared {
        // SAFETY: the symbol is not called.
        let symbol = unsafe { library.get::<*const ()>(name.as_bytes()) };
        assert!(symbol.is_ok(), "{name} is not exported");
    }
}

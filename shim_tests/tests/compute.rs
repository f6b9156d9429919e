//! Runs c/compute.c, which uses include/trilobite.h from C, on every engine and under memcheck.

use shim_tests::harness::{compile_c, library_dir, under_driver};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let dir = library_dir();
    for name in ["libtrilobite.so.1", "libtrilobite.so"] {
        // Another test may make the same link at the same time.
        let _ = std::os::unix::fs::symlink("libtrilobite_compute.so", dir.join(name));
    }
    let library = dir.join("libtrilobite.so");
    compile_c("compute", &["c/compute.c", &library.to_string_lossy()], &[])
});

#[track_caller]
fn run(command: &mut Command, case: &str) {
    let output = command.arg(case).output().expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{case}: {}\n{text}", output.status);
}

#[track_caller]
fn on_every_engine(case: &str) {
    let engines = [
        ("TRILOBITE_LANES", "16"),
        ("TRILOBITE_LANES", "8"),
        ("TRILOBITE_ENGINE", "interpreter"),
    ];
    for (variable, value) in engines {
        run(under_driver(&PROGRAM).env(variable, value), case);
    }
}

#[test]
fn programs_run_over_arrays() {
    on_every_engine("arrays");
}

#[test]
fn signatures_can_be_asked_for() {
    on_every_engine("questions");
}

#[test]
fn wrong_arguments_are_refused() {
    on_every_engine("wrong");
}

#[test]
fn functions_of_muda_run_and_can_be_stopped() {
    on_every_engine("muda");
}

#[test]
fn functions_of_cg_run() {
    on_every_engine("cg");
}

#[test]
fn what_the_text_gives_a_parameter_is_its_value_without_the_callers() {
    on_every_engine("defaults");
}

#[test]
fn samplers_read_the_callers_textures() {
    on_every_engine("textures");
}

#[test]
fn direct3d_assembly_runs() {
    on_every_engine("d3d");
}

#[test]
fn fragment_programs_run_without_a_draw() {
    on_every_engine("fragments");
}

#[test]
fn arrays_may_lie_in_awkward_ways() {
    on_every_engine("awkward");
}

/// Checks the example of the header's documentation: a picture of 384 × 256 pixels, whose middle is in the set.
#[test]
fn the_example_draws_its_picture() {
    let library = library_dir().join("libtrilobite.so");
    LazyLock::force(&PROGRAM);
    let sources = ["c/kernel_example.c", &library.to_string_lossy()];
    let example = compile_c("kernel_example", &sources, &[]);
    let output = under_driver(&example).output().expect("the example starts");
    assert!(output.status.success(), "{output:?}");
    let header = b"P5\n384 256\n255\n";
    assert!(output.stdout.starts_with(header));
    let pixels = &output.stdout[header.len()..];
    assert_eq!(pixels.len(), 384 * 256);
    assert_eq!((pixels[128 * 384 + 192], pixels[0]), (255, 1));
}

#[test]
fn threads_share_a_module() {
    on_every_engine("threads");
}

#[test]
fn valgrind_finds_nothing() {
    for case in [
        "arrays",
        "questions",
        "wrong",
        "muda",
        "fragments",
        "awkward",
        "defaults",
        "textures",
        "d3d",
    ] {
        let mut command = under_driver(&PathBuf::from("valgrind"));
        command.args(["-q", "--error-exitcode=9", "--max-stackframe=65536"]);
        command.env("TRILOBITE_WORKERS", "3");
        run(command.arg(&*PROGRAM), case);
    }
}

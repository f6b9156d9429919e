//! Checks what golden images cannot, because Mesa differs from the specification or lacks the feature.
//!
//! c/beyond_mesa.c has pixels computed by hand. c/palettes.c has palettes and bump maps of ATI, which Mesa has dropped.
//! c/imaging_oracle.c checks the imaging subset against its formulas on random images.

use shim_tests::harness::{compile_c, under_driver};

/// Compiles and runs a program that reports differences from its own computation.
#[track_caller]
fn run(name: &str, libraries: &[&str], arguments: &[String]) {
    let program = compile_c(name, &[&format!("c/{name}.c")], libraries);
    let output = under_driver(&program)
        .args(arguments)
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

#[test]
fn pixels_computed_by_hand() {
    run("beyond_mesa", &["OSMesa"], &[]);
}

#[test]
fn palettes_and_bump_maps() {
    run("palettes", &["OSMesa"], &[]);
}

#[test]
fn pixel_transfer_follows_its_formulas() {
    let rounds = std::env::var("TRILOBITE_IMAGING_ROUNDS").unwrap_or("300".into());
    run("imaging_oracle", &["OSMesa", "m"], &[rounds]);
}

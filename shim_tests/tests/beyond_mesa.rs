//! What the specification decides and Mesa draws otherwise or not at all, so that golden images cannot: pixels computed by hand (c/beyond_mesa.c),
//! palettes and bump maps of ATI, which Mesa has no more (c/palettes.c), and the imaging subset against its formulas on random images (c/imaging_oracle.c).

use shim_tests::harness::{compile_c, under_driver};

#[test]
fn pixels_computed_by_hand() {
    let program = compile_c("beyond_mesa", &["c/beyond_mesa.c"], &["OSMesa"]);
    let output = under_driver(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

#[test]
fn palettes_and_bump_maps() {
    let program = compile_c("palettes", &["c/palettes.c"], &["OSMesa"]);
    let output = under_driver(&program).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

#[test]
fn pixel_transfer_follows_its_formulas() {
    let program = compile_c("imaging_oracle", &["c/imaging_oracle.c"], &["OSMesa", "m"]);
    let rounds = std::env::var("TRILOBITE_IMAGING_ROUNDS").unwrap_or("300".into());
    let output = under_driver(&program)
        .arg(rounds)
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}\n{text}", output.status);
}

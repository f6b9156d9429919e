//! Checks what is told of GL draws with programs in Cg, HLSL and Direct3D's assembly: each statement as the user wrote it, with its
//! values, and the compiler's listing where a text is refused.

use shim_tests::harness;
use shim_tests::verb::{assert_in_order, folder};
use std::process::Output;

fn run(variable: &str, value: &str) -> Output {
    let sources = ["c/explain_languages.c"];
    let program = harness::compile_c("draws_in_languages", &sources, &["OSMesa"]);
    let output = harness::under_driver(&program)
        .args(["6", "4"])
        .env_remove("DISPLAY")
        .env(variable, value)
        .output()
        .expect("the program starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {err}", output.status);
    output
}

#[test]
fn draws_in_each_language_are_told_in_the_users_lines() {
    let path = folder("languages_report").join("pixel.txt");
    let output = run("TRILOBITE_EXPLAIN", &format!("1:6,4:{}", path.display()));
    assert_eq!(output.stdout, b"104  72  0  255\n");
    let report = std::fs::read_to_string(path).expect("the report was written");
    assert_in_order(
        &report,
        &[
            // Cg, a function of an included file first.
            "half.cgh:1 return x * 0.5;",
            "→ x * 0.5 0.203125",
            "4 float x = halved(t.x);",
            "→ x 0.203125",
            // HLSL.
            "3 t.x < 0.25",
            "condition no",
            "→ float4(0, t, 1) 0 0.40625 0.28125 1",
            // Assembly, without the comment; then tokens as their disassembly.
            "5 mad r0.x, t0.y, c0.z, c0.z",
            "→ r0.x 1.28125",
            "3 mov r0, t0",
            "→ oC0 0.40625 0.28125 0 1",
        ],
    );
}

#[test]
fn the_log_has_the_listing_of_a_refused_text() {
    let output = run("TRILOBITE_DEBUG", "calls");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(
        log.contains("the program does not load: (2) : error C1008"),
        "{log}"
    );
}

//! Texts that are nested deep: as deep as the reference takes them, on a thread of 2 MiB, up to a program and a kernel.

use super::checked;
use crate::frontend::c_like::cg::{Program, Request, StageOptions, profile};
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::preprocessor::NoFiles;

/// A piece that begins a level, what stands inside of all, and a piece that ends a level.
const SHAPES: &[[&str; 3]] = &[
    ["return (", "c", ");"],
    ["return (c + ", "c", ");"],
    ["return c.x > 1 ? c.y : ", "c", ";"],
    ["return - ", "c", ";"],
    ["return abs(", "c", ");"],
    ["return (float4) ", "c", ";"],
    ["return float4(", "c", ");"],
    ["return c = ", "1", ";"],
    ["{ ", "c = c + 1;", "}"],
    ["if (c.x > 0) { ", "c = c + 1;", "}"],
    ["if (c.x > 0) ", "c = c + 1;", ""],
];

/// A fragment program with `n` levels of a shape.
fn text([begin, inside, end]: [&str; 3], n: usize) -> String {
    let level = begin.trim_start_matches("return ");
    let first = if level == begin { "" } else { "return " };
    let (end, last) = match end.strip_suffix(';') {
        Some(end) => (end, ";"),
        None => (end, ""),
    };
    let (levels, ends) = (level.repeat(n), end.repeat(n));
    let body = format!("{first}{levels}{inside}{ends}{last}");
    format!("float4 main(float4 c : TEXCOORD0) : COLOR {{ {body} return c; }}")
}

/// Calls `f` on a thread with a stack of 2 MiB.
fn on_small_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let thread = thread.spawn(f).expect("a thread");
    thread.join().expect("the thread ends well");
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn as_deep_as_the_reference_goes() {
    on_small_stack(|| {
        for shape in SHAPES {
            use_everything_of(&text(*shape, 2300));
        }
    });
}

#[test]
fn deeper_texts_are_refused() {
    on_small_stack(|| {
        for shape in SHAPES {
            for n in [2500, 10_000, 100_000] {
                let text = text(*shape, n);
                let result = checked(&text, "arbfp1", "main").result;
                let errors = result.expect_err("an error");
                let message = errors[0].kind.to_string();
                assert!(message.contains("2400"), "{shape:?}, {n}: {message}");
            }
        }
    });
}

/// Pieces that each open a level that nothing closes, outside of functions and in one.
const OPENINGS: &[&str] = &[
    "float x < ",
    "float x < float y = ",
    "struct S { ",
    "struct S { float f() { ",
    "interface I { ",
    "uniform B { ",
    "float f(",
    "float f(float x < ",
    "float a[",
    "float a = { ",
    "float[",
    "(float[",
    "(float)(",
    "x[y(",
    "x ? y : ",
    "for (",
    "if (x) ; else if (",
    "do ",
    "switch (x) { case 1: ",
    "sampler s = sampler_state { x = ",
    "technique t < float x < ",
];

#[test]
fn levels_that_stay_open_are_refused() {
    on_small_stack(|| {
        let main = "float4 main(float4 c : COLOR) : COLOR { ";
        for (opening, before) in OPENINGS.iter().flat_map(|o| [(o, ""), (o, main)]) {
            for n in [250, 4000, 20_000] {
                let text = format!("{before}{}", opening.repeat(n));
                let result = checked(&text, "arbfp1", "main").result;
                assert!(result.is_err(), "{n} of {opening} after \"{before}\"");
            }
        }
    });
}

#[test]
fn annotations_have_annotations() {
    let text = |n: usize| {
        let (levels, ends) = ("< float y ".repeat(n), "; >".repeat(n));
        format!("uniform float x {levels}{ends}; float4 main() : COLOR {{ return x; }}")
    };
    on_small_stack(move || {
        assert!(checked(&text(500), "arbfp1", "main").result.is_ok());
        let errors = checked(&text(2500), "arbfp1", "main").result;
        let message = errors.expect_err("an error")[0].kind.to_string();
        assert!(message.contains("2400"), "{message}");
    });
}

/// Calls `f` on a thread with a stack of 128 KiB.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn on_smallest_stack(f: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(128 << 10);
    let thread = thread.spawn(f).expect("a thread");
    thread.join().expect("the thread ends well");
}

/// Loads a text, makes all of it, and copies and frees its trees. Panics where it is refused.
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn use_everything_of(text: &str) {
    let latest = profile::find("latest").expect("a profile");
    let request = Request {
        is_strict: false,
        entry: Some("main"),
        ..Request::new(text.as_bytes(), latest)
    };
    let program = Program::load(&request, &mut NoFiles);
    let program = program.unwrap_or_else(|e| panic!("{:?}", e.errors));
    let made = program.clone().entry(&StageOptions::new(Stage::Fragment));
    assert!(made.is_ok());
    assert!(program.kernel(Some("main")).is_ok());
    assert!(checked(text, "arbfp1", "main").result.is_ok());
}

#[test]
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn small_stacks_do() {
    on_smallest_stack(|| {
        for shape in SHAPES {
            for n in [1, 60, 190, 2300] {
                use_everything_of(&text(*shape, n));
            }
            let result = checked(&text(*shape, 10_000), "arbfp1", "main").result;
            assert!(result.is_err(), "{shape:?}");
        }
        // Calls that are put in place are levels of the lowering, but not of the text.
        let functions: String = (1..100)
            .map(|i| format!("float4 f{i}(float4 c) {{ return f{}(c + c); }}\n", i - 1))
            .collect();
        use_everything_of(&format!(
            "float4 f0(float4 c) {{ return c; }}\n{functions}float4 main(float4 c : TEXCOORD0) : COLOR {{ return f99(c); }}"
        ));
    });
}

//! Texts that would make too much code end in an error, and soon.

use super::{checked, find};
use crate::frontend::c_like::cg::{self, Request, profile};
use crate::frontend::c_like::entry::kernel;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::preprocessor::NoFiles;

/// Functions that each call the one before twice.
fn doubling(n: usize, body: &str) -> String {
    let mut text = format!("float f0(float a) {{ {body} }}\n");
    for i in 1..n {
        let before = i - 1;
        text += &format!("float f{i}(float a) {{ return f{before}(f{before}(a)); }}\n");
    }
    text + &format!("float f(float a) {{ return f{}(a); }}", n - 1)
}

#[test]
fn explosions_end_in_an_error() {
    let nested = "for (int i = 0; i < 200; i++) ".repeat(12);
    for text in [
        doubling(30, "return a;"),
        doubling(30, "return a + 1;"),
        doubling(24, "if (a > 1) return 1; return a * 2;"),
        "float f(float i) { float a[16000]; float s = 0; for (int j = 0; j < 10; j++) { a[i + j] = i; s += a[i]; } return s; }".to_owned(),
    ] {
        let checked = checked(&text, "latest");
        let begin = std::time::Instant::now();
        let error = kernel(&checked.module, find(&checked, "f")).unwrap_err();
        assert!(matches!(error.kind, ErrorKind::CLike(Rule::TooManyOperations(_))), "{error}");
        // Without optimization this takes about ten times as long.
        assert!(begin.elapsed().as_secs() < 5, "{:?}", begin.elapsed());
    }
    // Loops of many rounds are real loops.
    for text in [
        format!("float f(float a) {{ {nested} a += 1; return a; }}"),
        "float f(float a) { for (int i = 0; i < 1000000000; i++) { a += 1; if (a > 5) break; } return a; }".to_owned(),
    ] {
        let checked = checked(&text, "latest");
        let kernel = kernel(&checked.module, find(&checked, "f")).unwrap();
        assert!(kernel.code.program.value_types.len() < 20_000);
    }
}

#[test]
fn deep_nesting_is_lowered_or_refused_within_the_stack() {
    for depth in [50, 100, 190, 250, 395, 1000] {
        let ifs = "if (a > 1) { a += 1; ".repeat(depth) + &"}".repeat(depth);
        let signs = format!("a = {}a{};", "abs(1 + ".repeat(depth), ")".repeat(depth));
        for body in [ifs, signs] {
            let text = format!("float f(float a) {{ {body} return a; }}");
            let mut request = Request::new(text.as_bytes(), profile::find("latest").unwrap());
            request.is_strict = false;
            let checked = cg::check(&request, &mut NoFiles);
            if checked.result.is_err() {
                continue;
            }
            match kernel(&checked.module, find(&checked, "f")) {
                Ok(kernel) => assert!(kernel.draws.is_none()),
                Err(error) => {
                    assert!(
                        matches!(error.kind, ErrorKind::CLike(Rule::Depth(_))),
                        "{error}"
                    );
                }
            }
        }
    }
}

#[test]
fn long_chains_are_lowered_within_a_small_stack() {
    let long = || {
        let n = 4000;
        let sum = " + a".repeat(n);
        let compare = " && a < 2".repeat(n);
        let ladder = "if (a > 9) a = 1; else ".repeat(n);
        for body in [
            format!("a = a{sum};"),
            format!("if (a < 1{compare}) a = 1;"),
            format!("{ladder} a = 2;"),
            format!("a = 1{};", ", a += 1".repeat(n)),
        ] {
            let text = format!("float f(float a) {{ {body} return a; }}");
            let checked = checked(&text, "latest");
            let kernel = kernel(&checked.module, find(&checked, "f"));
            assert!(kernel.is_ok(), "{:?}", kernel.err());
        }
    };
    let thread = std::thread::Builder::new().stack_size(192 << 10);
    thread.spawn(long).unwrap().join().unwrap();
}

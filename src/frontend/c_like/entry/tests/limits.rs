//! Texts that would make too much code end in an error, and soon.

use super::{checked, find};
use crate::frontend::c_like::entry::kernel;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::diagnostic::ErrorKind;

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

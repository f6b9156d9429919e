//! Verdicts, numbers and lines, from NVIDIA's compiler (profile gp4fp), of texts between lines of dashes. A text that begins
//! with `!` stands in a function. Only the errors of a grammar are listed: checks find others in some of the texts.

use super::{faults, in_function, read};

/// The texts of a file, each with the rest of the line of dashes before it.
pub(super) fn cases(file: &'static str) -> impl Iterator<Item = (&'static str, String)> {
    let mut parts = file.split("----");
    parts.next();
    parts.map(|part| {
        let (head, text) = part.split_once('\n').unwrap_or((part, ""));
        let text = match text.strip_prefix('!') {
            Some(statements) => in_function(statements.trim_end_matches('\n')),
            None => text.to_owned(),
        };
        (head.trim(), text)
    })
}

#[test]
fn what_the_reference_accepts_has_no_errors() {
    let mut n = 0;
    for (_, text) in cases(include_str!("accepted.txt")) {
        let (_, errors, map) = read(&text);
        let errors: String = errors.iter().map(|e| e.listing(&map)).collect();
        assert_eq!(errors, "", "{text}");
        n += 1;
    }
    assert!(n > 200, "the table has {n} texts");
}

#[test]
fn errors_have_the_numbers_and_lines_of_the_reference() {
    let mut n = 0;
    for (expected, text) in cases(include_str!("refused.txt")) {
        let found = faults(&text);
        let found = found
            .iter()
            .map(|(code, line)| format!("C{code:04}:{line}"));
        let found: Vec<String> = found.collect();
        match expected.strip_suffix(" ...") {
            Some(first) => assert_eq!(found.first().map(String::as_str), Some(first), "{text}"),
            None => assert_eq!(found.join(" "), expected, "{text}"),
        }
        n += 1;
    }
    assert!(n > 200, "the table has {n} texts");
}

#[test]
fn messages_say_what_to_write() {
    let cases = [
        (
            "float x = 5 float y = 3;",
            "\";\" after the declaration of \"x\"",
        ),
        ("float4 a b;", "after the declaration of \"a\""),
        ("Texture2D t;", "write sampler2D"),
        ("Foo f;", "\"Foo\" is not the name of a type"),
        ("float goto = 1;", "\"goto\" is a reserved word"),
        ("float x = 09;", "octal"),
        ("float x = 5d;", "\"d\" is not a suffix"),
        ("c->x = 1;", "write \".\" instead"),
        ("if c.x > 0 { }", "\"(\" and the condition"),
        ("else c = u;", "follows the one statement or block"),
        ("do c = u;", "\"while\" and the condition"),
        ("c = min(c;", "\",\" or \")\" after the argument"),
        ("c = c[1;", "\"]\" after the index"),
        ("switch (n) c = u;", "the cases of \"switch\""),
        ("c = float4;", "\"(\" after the type \"float4\""),
        ("goto end;", "write a loop with \"break\""),
        ("compile c;", "a reserved word of Cg"),
    ];
    for (text, part) in cases {
        let (_, errors, map) = read(&in_function(text));
        let first = errors.first().map(|e| e.listing(&map)).unwrap_or_default();
        assert!(first.contains(part), "{text}: {first}");
    }
}

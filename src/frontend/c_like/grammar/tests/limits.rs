//! Texts that nest deeply or are long. Test threads have stacks of 2 MiB.

use super::errors::cases;
use super::{faults, in_function, read};
use crate::random_for_tests::Random;

/// Levels that no stack of a recursive parser holds.
const DEEP: usize = 10_000;

#[test]
fn deep_nesting_is_an_error() {
    let nested = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP))
    };
    let texts = [
        nested("c = (", "c", ");"),
        format!("c = {};", nested("(", "c", ")")),
        format!("c = {};", nested("f(", "c", ")")),
        format!("c = {};", nested("c[", "c", "]")),
        format!("c = {};", nested("-", "c", "")),
        format!("c = {};", nested("- ~ !", "c", "")),
        format!("c = {};", nested("(float4)", "c", "")),
        format!("c = {};", nested("c ? c : ", "c", "")),
        format!("c = {};", nested("c ? ", "c", " : c")),
        format!("c = {};", nested("c = ", "c", "")),
        format!("float4 x = {};", nested("{", "c", "}")),
        nested("{", ";", "}"),
        nested("if (c) ", ";", ""),
        nested("if (c) ; else ", ";", ""),
        nested("while (c) {", ";", "}"),
        nested("for (;;) ", ";", ""),
        nested("do ", ";", " while (c);"),
        nested("switch (n) { case 1: ", ";", "}"),
        nested("struct { ", "float a;", " } x;"),
        nested("float f(float a", "", ");"),
        nested("(", "", ""),
        nested("{", "", ""),
        nested("c.x", "", ""),
    ];
    for text in texts {
        let n = faults(&in_function(&text)).len();
        assert!((1..=2).contains(&n), "{n} errors: {}", &text[..40]);
    }
}

#[test]
fn long_texts_are_read_or_refused() {
    let refused = [
        format!("c = c{};", " + c".repeat(100_000)),
        format!("c = c{};", " + c".repeat(4097)),
        format!("c = c{};", ", c".repeat(100_000)),
        format!(
            "c = {}c{};",
            "(c + ".repeat(80),
            ")".repeat(80) + &" + c".repeat(200)
        ),
        format!("{};", "if (c) ; else ".repeat(4098)),
        format!("c = c{};", ".x".repeat(100_000)),
        format!("c = c{};", "[0]".repeat(100_000)),
    ];
    for text in refused {
        assert_eq!(faults(&in_function(&text)).len(), 1, "{}", &text[..20]);
    }
    let accepted = [
        "c = c;".repeat(50_000),
        ";".repeat(100_000),
        format!("float a[3] = {{ {} 1 }};", "1, ".repeat(100_000)),
        format!(
            "float a{};",
            (0..50_000).map(|i| format!(", a{i}")).collect::<String>()
        ),
        format!("f({} 1);", "1, ".repeat(100_000)),
        "{}".repeat(50_000),
        "if (c) { c = u; }".repeat(20_000),
        format!("c = c{};", " + c".repeat(4096)),
        format!("c = c{};", ", c".repeat(4096)),
        format!("{};", "if (c) { c = u; } else ".repeat(4096)),
    ];
    for text in accepted {
        assert_eq!(faults(&in_function(&text)), [], "{}", &text[..20]);
    }
}

#[test]
fn every_beginning_of_a_text_ends_in_an_error_or_not() {
    let text = "struct S : I { float a[2] : TEXCOORD0; float f(float x = 1) { return a[1] + x; } } s;\n\
        typedef S T; uniform float4 u : register(c0) <string n = \"a\";> = { 1, 2 };\n\
        #pragma foo\n\
        fp40 float4 main(in float4 c : COLOR, out T t) : COLOR {\n\
        for (int i = 0; i < 3; i++) { if (c.x > 1..x) discard; else { c = c.x ? u : (float4) 1; } }\n\
        switch (1) { case 0: break; default: do c += t.f(2); while (c.x < 0x1f); }\n\
        while (true) { continue; } return c, u; }\n";
    assert_eq!(faults(text), []);
    for end in 0..text.len() {
        read(&text[..end]);
        read(&text[end..]);
    }
}

#[test]
fn changed_texts_end_in_errors_or_not() {
    let accepted = cases(include_str!("accepted.txt"));
    let texts: Vec<String> = accepted.map(|(_, text)| text).collect();
    let words: Vec<&str> = texts.iter().flat_map(|t| t.split_inclusive(' ')).collect();
    let mut random = Random::new(2012);
    let mut pick = |n: usize| random.below(n as u32) as usize;
    for _ in 0..2000 {
        let mut text: Vec<&str> = texts[pick(texts.len())].split_inclusive(' ').collect();
        for _ in 0..pick(4) {
            let at = pick(text.len() + 1).min(text.len());
            let word = words[pick(words.len())];
            match text.get_mut(at) {
                Some(old) if pick(2) == 0 => *old = word,
                _ => text.insert(at, word),
            }
        }
        let text = text.concat();
        let (_, errors, map) = read(&text);
        for error in errors {
            assert!(!error.listing(&map).is_empty(), "{text}");
        }
    }
}

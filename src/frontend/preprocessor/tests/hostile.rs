//! Texts that try to take all time and memory. Each ends with an error or a warning.

use super::*;

/// Preprocesses a text, and returns the number of its tokens and its errors.
fn survives(text: &[u8]) -> (usize, usize) {
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "t",
        text,
        &options(Mode::Own),
        &mut crate::frontend::preprocessor::NoFiles,
    );
    let n = unit.tokens.len();
    let errors = unit.diagnostics.finish().err().unwrap_or_default();
    for error in &errors {
        assert!(error.listing(&unit.map).len() < 10_000);
    }
    (n, errors.len())
}

/// `n` macros, each of which uses the one before twice.
fn doubling(n: usize, first: &str, call: &str) -> String {
    let mut text = first.to_owned();
    for i in 1..n {
        text += &call
            .replace('@', &i.to_string())
            .replace('$', &(i - 1).to_string());
    }
    text + &format!("M{}\n", n - 1)
}

#[test]
fn bombs_end_with_an_error() {
    let objects = doubling(40, "#define M0 x\n", "#define M@ M$ M$\n");
    let empty = doubling(40, "#define M0\n", "#define M@ M$ M$\n");
    let calls = format!("#define F(x) x x\n{}1{}", "F(".repeat(60), ")".repeat(60));
    let pasted = doubling(40, "#define M0(x) x\n", "#define M@(x) M$(x##x)\n") + "(a)";
    let quoted = format!(
        "#define S(x) T(x)\n#define T(x) #x\n{}\"{}",
        "S(".repeat(60),
        ")".repeat(60)
    );
    let copied = format!("#define F(x) x\n{}", "F(".repeat(50_000));
    for text in [objects, empty, calls, pasted, quoted, copied] {
        assert_eq!(survives(text.as_bytes()).1, 1, "{}", &text[..60]);
    }
}

#[test]
fn deep_nesting_ends() {
    let ifs = "#if 1\n".repeat(10_000);
    assert_eq!(survives(ifs.as_bytes()).1, 0);
    assert_eq!(survives(format!("#if 0\n{ifs}").as_bytes()).1, 0);
    for part in ["(", "!", "-", "1?", "1?1:", "1+(", "defined "] {
        assert_eq!(
            survives(format!("#if {}\n", part.repeat(10_000)).as_bytes()).1,
            1,
            "{part}"
        );
    }
    // Operators of one precedence follow each other without nesting.
    assert_eq!(
        survives(format!("#if 1{}\n", "+1".repeat(10_000)).as_bytes()).1,
        0
    );
    let mut chain = String::from("#define M0 1\n");
    for i in 1..10_000 {
        chain += &format!("#define M{i} M{}\n", i - 1);
    }
    assert_eq!(survives(format!("{chain}M9999").as_bytes()), (2, 0));
}

#[test]
fn long_words_are_no_macros() {
    let long = "w".repeat(1 << 20);
    let text =
        format!("#define F(x) x x x x x x x x\n#define G(x) F(x) F(x) F(x) F(x)\nG(G({long}))\n");
    assert_eq!(survives(text.as_bytes()), (1025, 0));
    assert_eq!(survives(format!("#define {long} 1\n").as_bytes()).1, 1);
}

#[test]
fn missing_files_end_as_well() {
    let arena = Bump::new();
    let text = "#include <x>\n".repeat(50_000);
    let mut n = 0;
    let mut files = |_: &str| {
        n += 1;
        None
    };
    let options = Options {
        include_paths: &["a", "b"],
        ..options(Mode::Reference)
    };
    let unit = preprocess(&arena, "t", text.as_bytes(), &options, &mut files);
    assert_eq!(unit.diagnostics.finish().expect_err("a limit").len(), 1);
    assert!(n < 10_000);
}

#[test]
fn what_is_never_closed_ends() {
    for text in [
        "/*",
        "\"",
        "'",
        "#if (",
        "#define f(",
        "#define f(x) x\nf(",
        "#include <",
        "#include \"",
        "#if 0\n\"",
        "#define a \\",
        "\\",
        "#",
        "#if\\\n",
        "f(x\\\n",
        "#line 1 \"",
        "#define f(x) #x\nf(\"",
    ] {
        survives(text.as_bytes());
        survives(format!("{text}\n").as_bytes());
        survives(format!("{text}\0\u{e9}").as_bytes());
    }
}

#[test]
fn any_bytes_are_survived() {
    let all: Vec<u8> = (0..=255).cycle().take(4096).collect();
    survives(&all);
    let seed = b"#define F(a,b) a##b #a\n#if F(1,2)==12 && defined(X)\n#include <x>\n#elif 0x1fu?1:2\n#endif\nF(x,\"y\\\n\") /* */ 'c' F(F(1,2),3)\n";
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..2000 {
        let mut text = seed.to_vec();
        for _ in 0..4 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let (at, from) = (
                state as usize % text.len(),
                (state >> 32) as usize % seed.len(),
            );
            match state >> 60 & 3 {
                0 => text[at] = (state >> 40) as u8,
                1 => text.truncate(at + 1),
                2 => text.insert(at, seed[from]),
                _ => text.extend_from_slice(&seed[from..]),
            }
        }
        survives(&text);
    }
}

#[test]
fn a_long_include_chain_ends() {
    let mut files = |path: &str| {
        let n: usize = path.trim_end_matches(".h").parse().ok()?;
        Some(format!("#include \"{}.h\"\n", n + 1).into_bytes())
    };
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "t",
        b"#include \"0.h\"\n",
        &options(Mode::Own),
        &mut files,
    );
    let errors = unit.diagnostics.finish().expect_err("a limit");
    assert!(matches!(
        errors[0].kind,
        ErrorKind::Preprocessor(Fault::Limit { .. })
    ));
    // Each file includes the next one twice.
    let mut files = |path: &str| {
        let n: usize = path.trim_end_matches(".h").parse().ok()?;
        let next = format!("#include \"{}.h\"\n", n + 1);
        (n < 50).then(|| next.repeat(2).into_bytes())
    };
    let unit = preprocess(
        &arena,
        "t",
        b"#include \"0.h\"\n",
        &options(Mode::Reference),
        &mut files,
    );
    assert_eq!(unit.diagnostics.finish().expect_err("a limit").len(), 1);
}

//! The corpus of small programs with what NVIDIA's Cg 3.1 compiler says of each (shim_tests/cg/preprocessor/README.md).

use super::*;
use crate::frontend::preprocessor::{CG_MACROS, MemoryFiles};

const CORPUS: &str = include_str!("../../../../shim_tests/cg/preprocessor/corpus.tsv");

const RULES: Rules = Rules {
    number: literal,
    splices: Splices::Tokens,
    ..super::RULES
};

/// A row of the corpus.
struct Row<'a> {
    name: &'a str,
    macros: Vec<(&'a str, &'a str)>,
    files: MemoryFiles,
    text: Vec<u8>,
    /// The messages of [`Mode::Reference`]: those of that compiler, unless the row says why not.
    messages: &'a str,
    /// Whether that compiler gives errors of the preprocessor, and whether [`Mode::Own`] does.
    is_refused: bool,
    is_refused_by_us: bool,
    /// The tokens, where that compiler makes the same program of them.
    tokens: &'a str,
}

fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = text.bytes();
    while let Some(c) = bytes.next() {
        let escaped = if c == b'\\' { bytes.next() } else { None };
        out.push(match escaped {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'x') => {
                let digit = |c: Option<u8>| (c.unwrap_or(b'0') as char).to_digit(16).unwrap_or(0);
                (digit(bytes.next()) * 16 + digit(bytes.next())) as u8
            }
            Some(other) => other,
            None => c,
        });
    }
    out
}

fn rows() -> impl Iterator<Item = Row<'static>> {
    let lines = CORPUS.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, macros, files, text, reference, ours, own, tokens, why] = columns[..] else {
            panic!("nine columns: {line}");
        };
        assert!(
            !why.is_empty() || ours == "=" && own.is_empty(),
            "{name} needs a reason"
        );
        let macros = macros.split(' ').filter(|m| !m.is_empty());
        let macros = macros.map(|m| m.split_once('=').unwrap_or((m, "1")));
        let mut memory = MemoryFiles::default();
        for file in files.split('|').filter(|f| !f.is_empty()) {
            let (path, text) = file.split_once('=').expect("a path and a text");
            memory.add(path, unescape(text));
        }
        let messages = if ours == "=" { reference } else { ours };
        let is_refused = messages.contains('E');
        Row {
            name,
            macros: CG_MACROS.iter().copied().chain(macros).collect(),
            files: memory,
            text: unescape(text),
            messages,
            is_refused,
            is_refused_by_us: if own.is_empty() {
                is_refused
            } else {
                own == "error"
            },
            tokens,
        }
    })
}

/// Preprocesses a row, and gives its messages as in the corpus and its tokens.
fn run(row: &mut Row<'_>, mode: Mode) -> (String, bool, String) {
    let options = Options {
        rules: RULES,
        macros: &row.macros,
        include_paths: &["inc", "inc2"],
        mode,
    };
    let arena = Bump::new();
    let unit = preprocess(&arena, "main.cg", &row.text, &options, &mut row.files);
    let place = |span| {
        let place = unit.map.place(span);
        match place.file {
            "main.cg" => place.line.to_string(),
            file => format!("{file}:{}", place.line),
        }
    };
    let (errors, warnings) = unit.diagnostics.parts();
    let code = |code: Option<u32>| code.map_or("-".into(), |code| format!("{code:04}"));
    let errors_said = errors
        .iter()
        .map(|e| format!("E{}@{}", code(e.kind.code()), place(e.span)));
    let with_code = warnings.iter().filter(|w| w.kind.code().is_some());
    let warnings = with_code.map(|w| format!("W{}@{}", code(w.kind.code()), place(w.span)));
    let mut messages: Vec<String> = errors_said.chain(warnings).collect();
    messages.sort();
    messages.dedup();
    let tokens = unit.tokens.iter().filter(|t| t.kind != TokenKind::End);
    let text =
        |t: &crate::frontend::lexer::Token<'_>| String::from_utf8_lossy(t.kind.text()).into_owned();
    let tokens: Vec<String> = tokens.map(text).collect();
    (messages.join(" "), !errors.is_empty(), tokens.join(" "))
}

#[test]
fn the_corpus_has_the_messages_and_tokens_of_the_reference() {
    let mut n = 0;
    for mut row in rows() {
        let (messages, _, tokens) = run(&mut row, Mode::Reference);
        assert_eq!(messages, row.messages, "{}", row.name);
        if !row.tokens.is_empty() {
            assert_eq!(tokens, row.tokens, "{}", row.name);
        }
        n += 1;
    }
    assert!(n > 800, "the corpus has {n} rows");
}

#[test]
fn what_the_reference_accepts_means_the_same_without_it() {
    for mut row in rows() {
        let (_, is_refused, tokens) = run(&mut row, Mode::Own);
        assert_eq!(is_refused, row.is_refused_by_us, "{}", row.name);
        if !row.is_refused && !row.tokens.is_empty() && !is_refused {
            assert_eq!(tokens, row.tokens, "{}", row.name);
        }
    }
}

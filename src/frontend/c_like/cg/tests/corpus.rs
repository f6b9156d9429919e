//! The corpus of small programs: verdict, number and line of the first error as NVIDIA's compiler gives them.

use super::{FACTS, checked, first_error, rows};
use rustc_hash::FxHashMap;

/// Errors of later parts of the compiler: semantics of entries, what a profile's machine can do, generated code.
fn is_later(number: &str) -> bool {
    number.starts_with('5') || number.starts_with('6') || number == "9999"
}

/// Whether a row of the exceptions names the file; `*` at its end stands for anything.
fn is_known(exception: &str, file: &str) -> bool {
    match exception.strip_suffix('*') {
        Some(start) => file.starts_with(start),
        None => file == exception,
    }
}

#[test]
fn the_corpus_agrees_as_far_as_the_checks_decide() {
    let Some(rows) = rows("expected.tsv") else {
        return;
    };
    let known = include_str!("exceptions.tsv");
    let known: Vec<&str> = known
        .lines()
        .filter(|l| !l.starts_with('#'))
        .filter_map(|l| l.split('\t').next())
        .collect();
    let mut texts: FxHashMap<String, Option<String>> = FxHashMap::default();
    let (mut n, mut agree, mut news) = (0, 0, Vec::new());
    for row in rows {
        let [file, profile, entry, wanted, number, line] = &row[..6] else {
            continue;
        };
        if wanted == "crash" || is_later(number) {
            continue;
        }
        let text = texts
            .entry(file.clone())
            .or_insert_with(|| std::fs::read_to_string(format!("{FACTS}/{file}")).ok());
        let Some(text) = text else {
            continue;
        };
        n += 1;
        let found = match first_error(&checked(text, profile, entry)) {
            None => "ok".to_owned(),
            Some((number, line)) => format!("{number:04}@{line}"),
        };
        let wanted = match wanted.as_str() {
            "ok" => "ok".to_owned(),
            _ => format!("{number}@{line}"),
        };
        if found == wanted {
            agree += 1;
        } else if !known.iter().any(|k| is_known(k, file)) {
            news.push(format!("{file} {profile}: {found}, not {wanted}"));
        }
    }
    println!("corpus: {agree} of {n} rows agree");
    news.truncate(40);
    assert!(news.is_empty(), "{}", news.join("\n"));
}

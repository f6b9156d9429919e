//! The corpus of small programs: verdict, number and line of the first error as NVIDIA's compiler gives them.
//!
//! `exceptions.tsv` has the rows that differ, each with what is given here and the reason. It must be exact: a row that is
//! not in it and differs fails, and so does one that is in it and differs no longer.

use super::{FACTS, checked, first_error, rows};
use rustc_hash::FxHashMap;

/// What the exceptions have for a program in a profile: what is given here, and the reason.
pub(super) type Exceptions<'e> = FxHashMap<(&'e str, &'e str), (&'e str, &'e str)>;

pub(super) fn exceptions(table: &str) -> Exceptions<'_> {
    let lines = table
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty());
    let mut all = Exceptions::default();
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, profiles, found, reason] = cells[..] else {
            panic!("four cells in \"{line}\"");
        };
        assert!(!reason.is_empty(), "{file} needs a reason");
        for profile in profiles.split(' ') {
            all.insert((file, profile), (found, reason));
        }
    }
    all
}

#[test]
fn the_corpus_agrees_but_for_the_exceptions() {
    let Some(rows) = rows("expected.tsv") else {
        return;
    };
    let exceptions = exceptions(include_str!("exceptions.tsv"));
    let mut texts: FxHashMap<String, String> = FxHashMap::default();
    let (mut n, mut n_known, mut wrong) = (0, 0, Vec::new());
    for row in &rows {
        let [file, profile, entry, verdict, number, line] = &row[..6] else {
            continue;
        };
        // The reference has no answer to a text on which it dies.
        if verdict == "crash" || verdict == "timeout" {
            continue;
        }
        let text = texts.entry(file.clone()).or_insert_with(|| {
            let path = format!("{FACTS}/{file}");
            std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
        });
        n += 1;
        let found = match first_error(&checked(text, profile, entry)) {
            None => "ok".to_owned(),
            Some((number, line)) => format!("{number:04}@{line}"),
        };
        let wanted = match verdict.as_str() {
            "ok" => "ok".to_owned(),
            _ => format!("{number}@{line}"),
        };
        let known = exceptions.get(&(file.as_str(), profile.as_str()));
        n_known += usize::from(known.is_some());
        match known {
            None if found == wanted => {}
            Some((expected, _)) if *expected == found && found != wanted => {}
            Some(_) if found == wanted => {
                wrong.push(format!("{file} {profile} agrees now: no exception"));
            }
            _ => wrong.push(format!("{file} {profile}: {found}, not {wanted}")),
        }
    }
    println!("corpus: {} of {n} rows agree", n - n_known);
    assert_eq!(n_known, exceptions.len(), "exceptions without a row");
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

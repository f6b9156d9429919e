//! The warnings about the programs of the corpus that NVIDIA's compiler accepts: the same numbers at the same lines.
//!
//! `warnings.tsv` has the rows that differ, each with what is given here and the reason; it must be exact, as
//! `exceptions.tsv` must.

use super::corpus::exceptions;
use super::{FACTS, checked, rows};
use crate::frontend::c_like::cg::Checked;
use crate::frontend::diagnostic::WarningKind;
use std::collections::BTreeSet;

/// The warnings with numbers, as `7011@2`; 0 is the line of what is found at the text's end.
fn found(checked: &Checked) -> BTreeSet<String> {
    let warnings = checked.result.as_ref().map_or(&[][..], |all| all);
    let number = |kind: &WarningKind| match kind {
        WarningKind::CLike(oddity) => oddity.code(),
        WarningKind::Preprocessor(notice) => notice.code(),
        _ => None,
    };
    let all = warnings.iter().filter_map(|w| {
        let line = checked.map.listed_line(w.span);
        Some(format!("{:04}@{line}", number(&w.kind)?))
    });
    all.collect()
}

fn joined(all: &BTreeSet<String>) -> String {
    if all.is_empty() {
        return "-".to_owned();
    }
    all.iter().cloned().collect::<Vec<_>>().join(" ")
}

#[test]
fn warnings_agree_but_for_the_exceptions() {
    let Some(rows) = rows("expected.tsv") else {
        return;
    };
    let exceptions = exceptions(include_str!("warnings.tsv"));
    let (mut n, mut n_known, mut wrong) = (0, 0, Vec::new());
    for row in rows.iter().filter(|row| row[3] == "ok") {
        let (file, profile, entry) = (&row[0], &row[1], &row[2]);
        let text = std::fs::read_to_string(format!("{FACTS}/{file}")).expect("a program");
        // 6001 is about its code generator.
        let wanted = row[7]
            .split(' ')
            .filter(|w| *w != "-" && !w.starts_with("6001"));
        let wanted: BTreeSet<String> = wanted.map(str::to_owned).collect();
        let found = found(&checked(&text, profile, entry));
        let known = exceptions.get(&(file.as_str(), profile.as_str()));
        n += 1;
        n_known += usize::from(known.is_some());
        match known {
            None if found == wanted => {}
            Some((expected, _)) if *expected == joined(&found) && found != wanted => {}
            _ => wrong.push(format!(
                "{file} {profile}: {}, not {}",
                joined(&found),
                joined(&wanted)
            )),
        }
    }
    println!("warnings: {} of {n} rows agree", n - n_known);
    assert_eq!(n_known, exceptions.len(), "exceptions without a row");
    assert!(n > 12_000, "{n}");
    wrong.truncate(40);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Statements of a fragment program, and the lines of the variables that its result depends on before they are written, as
/// the reference has them.
const UNSET: &[(&str, &[u32])] = &[
    ("float4 a;\na.x = 1;\nfloat4 b = a;\nreturn c * b;", &[2]),
    ("float4 a;\na.x = 1;\nfloat b = a.y;\nreturn c * a.x;", &[]),
    ("float4 a;\nreturn a;", &[2]),
    ("float4 b;\ng(\nb);\nreturn c + b;", &[1]),
    ("S s;\ns.a = 1;\nS t = s;\nreturn c * t.b + s.b;", &[2]),
    ("S s;\ns.a = 1;\nreturn c * s.a;", &[]),
    ("float a;\nif (c.x > 0)\na = 1;\nreturn c * a;", &[2]),
    ("float a, b;\nreturn c * a\n+ b;", &[2, 2]),
    ("float a[2];\na[0] = 1;\nreturn c * a[1];", &[2]),
    ("float a[2];\na[1] = 1;\nreturn c * a[1];", &[]),
    ("float a;\nif (a > 0)\nc = 1;\nreturn c;", &[2]),
    ("float a;\na++;\nreturn c * a;", &[2]),
    ("float a;\na = a * 0;\nreturn c * a;", &[]),
    (
        "float4 s;\nfor (int i = 0; i < 3; i++) { if (i == 0) s = c; else s += c; }\nreturn s;",
        &[],
    ),
    ("float4 d = c * o;\no = 1;\nreturn d;", &[1]),
    ("S s;\nh(s.a);\nreturn c * s.a;", &[]),
];

#[test]
fn results_need_variables_that_are_written() {
    let head = "struct S { float a; float b; }; void g(out float4 a) { } void h(out float a) { a = 1; } static float o; ";
    for (body, wanted) in UNSET {
        let text = format!("{head}float4 main(float4 c : COLOR) : COLOR {{\n{body}\n}}");
        let checked = checked(&text, "arbfp1", "main");
        let warnings = checked.result.as_ref().expect("a program");
        let unset = warnings.iter().filter(|w| match &w.kind {
            WarningKind::CLike(oddity) => oddity.code() == Some(7050),
            _ => false,
        });
        let lines: Vec<u32> = unset.map(|w| checked.map.place(w.span).line).collect();
        assert_eq!(lines, *wanted, "{text}");
    }
}

//! Tests that call the library's functions.

use super::{KINDS, TEXT};
use crate::frontend::c_like::cg::profile::{self, Profile};
use crate::frontend::c_like::cg::standard;
use crate::frontend::c_like::cg::{Request, check};
use crate::frontend::c_like::check::generic::functions;
use crate::frontend::preprocessor::NoFiles;

/// The numbers of a text's errors in a profile, and their messages.
pub(super) fn errors(profile: &'static Profile, text: &str, is_strict: bool) -> Vec<(u32, String)> {
    let request = Request {
        entry: Some("main"),
        is_strict,
        ..Request::new(text.as_bytes(), profile)
    };
    let errors = check(&request, &mut NoFiles)
        .result
        .err()
        .unwrap_or_default();
    let shown = errors
        .iter()
        .map(|e| (e.kind.code().unwrap_or(9999), e.kind.to_string()));
    shown.collect()
}

#[test]
fn the_text_of_the_library_has_no_errors() {
    let errors = standard::library().errors();
    let shown = errors.iter().map(|e| {
        let at = e.span.start as usize;
        format!("{}: {}", e.kind, &TEXT[at..(at + 80).min(TEXT.len())])
    });
    assert_eq!(shown.collect::<Vec<_>>(), Vec::<String>::new());
}

/// What a generic word stands for: `singleS` of float and 3 is float3.
fn spelled(word: &str, kind: &str, size: usize) -> String {
    let row = KINDS.iter().find(|(base, _)| {
        let rest = word.strip_prefix(base);
        rest.is_some_and(|r| r.chars().all(|c| c.is_ascii_digit() || "NMKSx".contains(c)))
    });
    let (base, rest) = match row {
        Some((base, _)) => (kind, &word[base.len()..]),
        None => word.split_at(
            word.trim_end_matches(|c: char| c.is_ascii_digit() || "NMKSx".contains(c))
                .len(),
        ),
    };
    let sized: String = rest
        .chars()
        .map(|c| match c {
            'S' if size == 0 => String::new(),
            'N' | 'M' | 'K' | 'S' => size.max(1).to_string(),
            c => c.to_string(),
        })
        .collect();
    format!("{base}{sized}")
}

/// A text that calls the function of a declaration with numbers of a kind.
fn call(item: &str, kind: &str, size: usize) -> String {
    let (head, rest) = item.split_once('(').unwrap();
    let name = head.split_ascii_whitespace().last().unwrap();
    let parameters = rest.split_once(')').unwrap().0;
    let (mut uniforms, mut locals, mut arguments) = (String::new(), String::new(), Vec::new());
    for (i, p) in parameters
        .split(',')
        .filter(|p| !p.trim().is_empty())
        .enumerate()
    {
        let words: Vec<&str> = p.split_ascii_whitespace().filter(|w| *w != "out").collect();
        let ty = spelled(words[words.len() - 2], kind, size);
        if ty.starts_with("sampler") {
            uniforms += &format!(", uniform {ty} a{i}");
        } else {
            locals += &format!("{ty} a{i}; ");
        }
        arguments.push(format!("a{i}"));
    }
    format!(
        "float4 main(float4 c : COLOR{uniforms}) : COLOR {{ {locals}{name}({}); return c; }}",
        arguments.join(", ")
    )
}

/// Every function of the library, with every kind of numbers and as scalars and vectors, is called without an error in a
/// profile that has them.
#[test]
fn every_function_can_be_called() {
    let (all, combiners) = ("latest", "fp20");
    let mut wrong = Vec::new();
    for place in functions(TEXT) {
        let item = &TEXT[place];
        let head = item.split('{').next().unwrap();
        if !item.ends_with('}') || head.contains("__") {
            continue;
        }
        let is_of_combiners = head.starts_with(combiners);
        let profile = profile::find(if is_of_combiners { combiners } else { all }).unwrap();
        // The generic word of the head says with which kinds the function is called.
        let kinds = KINDS.iter().find(|(base, _)| {
            head.contains(&format!("{base}S "))
                || head.contains(&format!(" {base}"))
                || head.starts_with(base)
        });
        let kinds: &[&str] = match kinds.map(|(base, _)| *base) {
            Some("small") => &["half", "fixed"],
            Some("wide") => &["float", "double"],
            Some("single") => &["float", "half", "fixed"],
            Some("real") => &["float", "half", "fixed", "double"],
            Some("whole") => &["int", "short"],
            Some(_) => &["float", "int"],
            None => &["float"],
        };
        for kind in kinds {
            for size in [0, 1, 3, 4] {
                // Each size makes a small text with one call of it.
                let text = call(item, kind, size);
                if let Some((number, message)) = errors(profile, &text, false).first() {
                    wrong.push(format!("C{number} {message}: {text}"));
                }
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

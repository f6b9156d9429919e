//! HLSL against Microsoft's verdicts (`hlsl/verdicts.tsv`, `hlsl/conversions.tsv`), and shaders by value
//! (`hlsl/shader_test`; `TRILOBITE_SHADER_TESTS` names a folder of more, whose failures `hlsl/explained.tsv` explains).

use shim_tests::shader_test::{Code, run_file};
use std::path::Path;
use trilobite::frontend::c_like::hlsl::{Program, Request, numbers, profile};
use trilobite::frontend::preprocessor::NoFiles;

/// `ok`, or the number of the first error; `?` of one without a number.
fn verdict(profile_name: &str, text: &str) -> String {
    verdict_of(profile_name, text, false)
}

/// The rows of a table in cells. A last cell may hold tabs.
fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let lines = table.lines().filter(|l| !l.starts_with('#'));
    lines.map(|line| {
        let cells: Vec<&str> = line.splitn(N, '\t').collect();
        cells.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

fn verdict_of(profile_name: &str, text: &str, is_strict: bool) -> String {
    let Ok(profile) = profile::find(profile_name) else {
        return "3539".into();
    };
    let request = Request {
        entry: Some("main"),
        is_strict,
        ..Request::new(text.as_bytes(), profile)
    };
    let number = |kind| numbers::of_error(kind).map_or("?".to_owned(), |n| n.to_string());
    match Program::load(&request, &mut NoFiles) {
        Err(refused) => number(&refused.errors[0].kind),
        Ok(program) => match program.entry() {
            Ok(_) => "ok".into(),
            Err(error) => number(&error.kind),
        },
    }
}

#[test]
fn small_programs_have_the_verdicts_of_the_reference() {
    check_verdicts(include_str!("../hlsl/verdicts.tsv"), false);
}

#[test]
fn strictly_profiles_have_the_limits_of_the_reference() {
    check_verdicts(include_str!("../hlsl/strict.tsv"), true);
}

fn check_verdicts(table: &str, is_strict: bool) {
    let mut wrong = Vec::new();
    for [profile, reference, known, text] in rows(table) {
        let wanted = if known == "-" { reference } else { known };
        let found = verdict_of(profile, &text.replace("\\n", "\n"), is_strict);
        if found != wanted {
            wrong.push(format!("{profile} wanted {wanted}, found {found}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The statement that uses operands `x0`, `x1` … in a form of `hlsl/types.py`.
fn use_of(form: &str, types: &[&str]) -> String {
    let names: Vec<String> = (0..types.len()).map(|i| format!("x{i}")).collect();
    match (form, &names[..]) {
        ("cast", _) => format!("x0 = ({})x1;", types[0]),
        ("[]", _) => "x0[x1];".into(),
        ("if", _) => "if (x0) x1;".into(),
        ("?:", _) => "x0 ? x1 : x2;".into(),
        (call, _) if call.ends_with("()") => {
            format!("{}({});", &call[..call.len() - 2], names.join(", "))
        }
        (sign, [_]) => format!("{}x0;", &sign[..sign.len() - 1]),
        (operator, _) => format!("x0 {operator} x1;"),
    }
}

#[test]
fn functions_and_operators_take_the_types_of_the_reference() {
    let table = include_str!("../hlsl/types.tsv");
    let mut wrong = Vec::new();
    for [form, all_types, reference, known] in rows(table) {
        let types: Vec<&str> = all_types.split(',').collect();
        let mut body = use_of(form, &types);
        let (mut outside, mut inside) = (Vec::new(), String::new());
        for (i, ty) in types.iter().enumerate() {
            outside.push(format!("uniform {ty} g{i}"));
            if ty.starts_with("sampler") {
                body = body.replace(&format!("x{i}"), &format!("g{i}"));
            } else {
                inside += &format!("{ty} x{i} = g{i}; ");
            }
        }
        let text = format!(
            "struct S {{ float a; int2 b; }}; typedef float A[3]; float4 main({}) : COLOR {{ {inside}{body} return 0; }}",
            outside.join(", ")
        );
        let wanted = if known == "-" { reference } else { known };
        let found = verdict("ps_3_0", &text);
        if found != wanted {
            wrong.push(format!(
                "{form} {all_types}: wanted {wanted}, found {found}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn shapes_become_each_other_as_in_the_reference() {
    let table = include_str!("../hlsl/conversions.tsv");
    let mut wrong = Vec::new();
    for [form, a, b, wanted] in rows(table) {
        let (function, body) = match form {
            "implicit" => (String::new(), format!("{b} y = x;")),
            "cast" => (String::new(), format!("{b} y = ({b})x;")),
            "construct" => (String::new(), format!("{b} y = {b}(x);")),
            "add" => (String::new(), "x + y0;".to_owned()),
            _ => (format!("void f({b} q) {{}}"), "f(x);".to_owned()),
        };
        let text = format!(
            "{a} xx; {b} y0; {function} float4 main():COLOR{{ {a} x = xx; {body} return 0; }}"
        );
        let found = verdict("ps_3_0", &text);
        if found != wanted {
            wrong.push(format!("{form} {a} {b}: wanted {wanted}, found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs all files of a folder, and returns how many probes were right and what was wrong.
fn run_folder(folder: &Path, code: Code) -> (usize, Vec<String>) {
    let entries = std::fs::read_dir(folder).expect("the folder");
    let mut files: Vec<_> = entries.map(|e| e.expect("a file").path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "shader_test"));
    files.sort();
    let (mut probes, mut failures) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let name = file.file_name().expect("a name").to_string_lossy();
        let report = run_file(&name, &text, code);
        probes += report.probes;
        failures.extend(report.failures);
    }
    (probes, failures)
}

#[test]
fn shaders_draw_what_the_files_say() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("hlsl/shader_test");
    let (probes, failures) = run_folder(&own, Code::Own);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(probes >= 10, "{probes}");
}

#[test]
fn their_tokens_draw_the_same() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("hlsl/shader_test");
    let (probes, failures) = run_folder(&own, Code::Tokens);
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(probes >= 10, "{probes}");
}

/// The failures that `hlsl/explained.tsv` does not explain, and what it explains though it passes.
fn unexplained(folder: &Path, failures: &[String]) -> Vec<String> {
    let table = include_str!("../hlsl/explained.tsv");
    let mut known = Vec::new();
    for [place, models, _] in rows(table) {
        let file = place.split(':').next().unwrap_or(place);
        if folder.join(file).exists() {
            known.extend(models.split(',').map(|m| format!("{place} (model {m})")));
        }
    }
    let is_known = |f: &&String| known.iter().any(|k| f.starts_with(k.as_str()));
    let mut news: Vec<String> = failures.iter().filter(|f| !is_known(f)).cloned().collect();
    let passes = |k: &&String| !failures.iter().any(|f| f.starts_with(k.as_str()));
    news.extend(known.iter().filter(passes).map(|k| format!("{k}: passes")));
    news
}

/// Files from elsewhere: what does not agree is explained line by line. Their tokens are reported.
#[test]
fn other_files_are_reported() {
    let Some(folder) = std::env::var_os("TRILOBITE_SHADER_TESTS") else {
        return;
    };
    let (probes, failures) = run_folder(Path::new(&folder), Code::Own);
    println!("{probes} probes right, {} failures", failures.len());
    assert!(probes > 0);
    let news = unexplained(Path::new(&folder), &failures);
    assert!(news.is_empty(), "{}", news.join("\n"));
    let (probes, others) = run_folder(Path::new(&folder), Code::Tokens);
    println!("tokens: {probes} probes right, {} failures", others.len());
    let only = others.iter().filter(|f| !failures.contains(f));
    only.for_each(|f| println!("tokens: {f}"));
}

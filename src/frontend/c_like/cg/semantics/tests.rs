use super::find::{Way, find};
use super::*;
use crate::frontend::c_like::cg::profile;
use crate::frontend::c_like::cg::profile::{Profile, Registers};
use crate::frontend::c_like::entry::semantics::{Input, Output, Semantics, Stage};
use crate::frontend::c_like::types::Semantic;
use crate::ir::interface::{attribute, varying};

/// The verdict on a varying of type float4 that is used, as the tables of facts write it: `ok`, `ok W7019`, `E5108`.
fn verdict(profile: &Profile, stage: Stage, way: Way, name: &str) -> String {
    match find(profile, stage, way, name, 0) {
        Ok(bound) if bound.is_narrow => "ok W7019".into(),
        Ok(_) => "ok".into(),
        Err(unbound) => format!("E{}", unbound.code()),
    }
}

/// One cell of `semantics.tsv`: `none:ok 0-7:ok 8-20:E5102`, or `all:E5108`.
fn runs(cell: &str) -> Vec<(Vec<String>, String)> {
    let mut runs: Vec<(Vec<String>, String)> = Vec::new();
    for word in cell.split(' ') {
        let Some((at, verdict)) = word.split_once(':') else {
            // A warning's number belongs to the verdict before it.
            runs.last_mut().unwrap().1 += &format!(" {word}");
            continue;
        };
        let suffixes = match at.split_once('-') {
            _ if at == "none" => vec![String::new()],
            _ if at == "all" => vec![String::new(), "0".into(), "1".into()],
            Some((a, b)) => (a.parse::<u32>().unwrap()..=b.parse().unwrap())
                .map(|n| n.to_string())
                .collect(),
            None => vec![at.to_string()],
        };
        runs.push((suffixes, verdict.to_string()));
    }
    runs
}

/// Whether the reference's verdict says more than whether the name is bound: warnings and errors of its code generator,
/// crashes; an error with a warning counts as the error.
fn plain(verdict: &str) -> Option<String> {
    let verdict = verdict.replace(" W6001", "");
    if verdict == "crash" || verdict.contains("E6") {
        return None;
    }
    let error = verdict.split(' ').next().filter(|v| v.starts_with('E'));
    Some(error.map_or(verdict.clone(), str::to_string))
}

/// Spellings that the reference numbers otherwise than the same name in capital letters, and names without a meaning
/// for a single parameter.
fn is_odd(profile: &str, name: &str, suffix: &str) -> bool {
    let is_lower = name.chars().any(|c| c.is_ascii_lowercase()) && name != "texCoord";
    let is_direct3d = ["vs_", "ps_", "hlsl"]
        .iter()
        .any(|p| profile.starts_with(p));
    let is_past_alias =
        matches!(name, "DIFFUSE" | "SPECULAR" | "Diffuse") && !matches!(suffix, "" | "0");
    is_lower && is_direct3d
        || is_past_alias
        || name == "BUFFER"
        || name.starts_with("SAMPLE")
        || name == "C"
}

#[test]
fn varyings_are_bound_as_in_the_reference() {
    let text = include_str!("../../../../../shim_tests/cg/facts/semantics.tsv");
    let mut rows = text.lines().filter(|l| !l.starts_with('#'));
    let head: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let mut wrong = Vec::new();
    let mut n_checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let way = if cells[0] == "in" { Way::In } else { Way::Out };
        for (name, cell) in head.iter().zip(&cells).skip(2) {
            let profile = profile::find(name).unwrap();
            if profile.registers == Registers::Generic {
                continue;
            }
            let stage = match profile.stage {
                profile::Stage::Fragment => Stage::Fragment,
                _ => Stage::Vertex,
            };
            for (suffixes, expected) in runs(cell) {
                let Some(expected) = plain(&expected) else {
                    continue;
                };
                for suffix in suffixes {
                    if is_odd(name, cells[1], &suffix) {
                        continue;
                    }
                    let found = verdict(profile, stage, way, &format!("{}{suffix}", cells[1]));
                    n_checked += 1;
                    if found != expected {
                        wrong.push(format!(
                            "{name} {} {}{suffix}: {found}, not {expected}",
                            cells[0], cells[1]
                        ));
                    }
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(n_checked > 15_000, "{n_checked}");
}

fn semantic(name: &str) -> Semantic {
    Semantic {
        name: name.into(),
        is_register: false,
        span: crate::ir::Span { start: 0, end: 0 },
    }
}

fn binding(name: &str) -> Binding {
    Binding {
        state: |_, _| None,
        profile: profile::find(name).unwrap(),
        from_top: false,
        is_integer: false,
    }
}

#[test]
fn names_stand_for_slots_of_the_stages() {
    let vertex = binding("arbvp1");
    let input = |b: &Binding, name: &str, row| b.input(Stage::Vertex, &semantic(name), row);
    assert_eq!(input(&vertex, "POSITION", 0), Some(Input::Slot(0)));
    assert_eq!(
        input(&vertex, "texcoord2", 1),
        Some(Input::Slot(4 * (attribute::TEX_COORD_0 + 3)))
    );
    assert_eq!(
        input(&vertex, "ATTR3", 0),
        Some(Input::Slot(4 * (attribute::GENERIC_0 + 3)))
    );
    assert_eq!(input(&vertex, "TEXCOORD7", 1), None);
    // NV_vertex_program's attribute 3 is the colour.
    assert_eq!(
        input(&binding("vp30"), "ATTR3", 0),
        Some(Input::Slot(4 * attribute::COLOR))
    );
    assert_eq!(
        vertex.output(Stage::Vertex, &semantic("HPOS"), 0),
        Some(Output::Slot(4 * varying::POSITION))
    );
    let clip = binding("vp40").output(Stage::Vertex, &semantic("CLP5"), 0);
    assert_eq!(clip, Some(Output::Slot(4 * varying::CLIP_0 + 5)));

    let fragment = binding("fp40");
    let depth = fragment.output(Stage::Fragment, &semantic("DEPR"), 0);
    assert_eq!(depth, Some(Output::Depth(2)));
    let face = fragment.input(Stage::Fragment, &semantic("FACE"), 0);
    assert_eq!(face, Some(Input::Facing(1.0, -1.0)));
    assert_eq!(
        fragment.output(Stage::Fragment, &semantic("TEXCOORD0"), 0),
        None
    );
    assert_eq!(fragment.image_unit(&semantic("TEXUNIT3")), Some(3));
    assert_eq!(fragment.image_unit(&semantic("s2")), Some(2));
    assert_eq!(fragment.image_unit(&semantic("TEXUNIT16")), None);
}

/// The rules of `registers.tsv` for uniforms.
#[test]
fn registers_of_uniforms_have_limits() {
    use uniform::{Refused, Register, check};
    let ask = |p: &str, name: &str, is_sampler| check(profile::find(p).unwrap(), name, is_sampler);
    assert_eq!(ask("arbvp1", "C95", false), Ok(Register::Constant(95)));
    assert_eq!(ask("arbvp1", "C96", false), Err(Refused::Number(96)));
    assert_eq!(ask("vp30", "C255", false), Ok(Register::Constant(255)));
    assert_eq!(ask("ps_2_0", "c32", false), Err(Refused::Number(32)));
    assert_eq!(ask("fp30", "C1000", false), Ok(Register::Constant(1000)));
    assert_eq!(ask("arbfp1", "C2", true), Err(Refused::WrongKind));
    assert_eq!(ask("arbfp1", "TEXUNIT2", false), Err(Refused::WrongKind));
    assert_eq!(ask("arbfp1", "TEX2", true), Ok(Register::Varying));
    assert_eq!(ask("arbfp1", "FOO", false), Ok(Register::Name));
    assert_eq!(
        ask("arbfp1", "state.light[0].diffuse", false),
        Ok(Register::State)
    );
    assert_eq!(ask("gp4fp", "BUFFER", false), Ok(Register::Buffer));
    assert_eq!(
        ask("arbvp1", "C99999999999999999999", false),
        Err(Refused::Number(96))
    );
}

/// The first error of a program without errors but those of its entry's bindings.
fn binding_error(profile: &'static Profile, text: &str) -> Option<u32> {
    use crate::frontend::c_like::cg::{Request, check as check_text};
    let request = Request {
        entry: Some("main"),
        ..Request::new(text.as_bytes(), profile)
    };
    let checked = check_text(&request, &mut crate::frontend::preprocessor::NoFiles);
    let errors = checked.result.err()?;
    errors[0].kind.code()
}

/// The rows of `registers.tsv` whose verdict is about bindings: whole programs.
#[test]
fn programs_are_bound_as_in_the_reference() {
    let text = include_str!("../../../../../shim_tests/cg/facts/registers.tsv");
    let (mut wrong, mut n_checked) = (Vec::new(), 0);
    for row in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let verdict = cells[2].split(' ').next().unwrap();
        let code: u32 = verdict
            .strip_prefix('E')
            .map_or(0, |n| n.parse().unwrap_or(0));
        // Others are of the code generator, or of registers that run out.
        let is_binding = matches!(code, 5102 | 5108 | 5109 | 5118 | 5119 | 5121 | 5222);
        let calls_library = ["mul(", "tex2D", "glstate", "sampler_state"]
            .iter()
            .any(|w| cells[1].contains(w));
        if !(is_binding || verdict == "ok") || calls_library {
            continue;
        }
        let found = binding_error(profile::find(cells[0]).unwrap(), cells[1]);
        n_checked += 1;
        if found != Some(code).filter(|c| *c != 0) {
            wrong.push(format!(
                "{} {}: {found:?}, not {verdict}",
                cells[0], cells[1]
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(n_checked > 700, "{n_checked}");
}

#[test]
fn what_is_not_used_may_have_any_number() {
    let profile = profile::find("arbvp1").unwrap();
    let ask = |semantic: &str, used: &str| {
        let text = format!(
            "struct S {{ float4 p : POSITION; float4 q : {semantic}; }};
             float4 f(S s) {{ return s.{used}; }}
             float4 main(S s) : POSITION {{ S t = s; return f(t); }}"
        );
        binding_error(profile, &text)
    };
    assert_eq!(ask("TEXCOORD9", "q"), Some(5102));
    assert_eq!(ask("TEXCOORD9", "p"), None);
    assert_eq!(ask("FOO", "p"), Some(5108));
    assert_eq!(ask("HPOS", "p"), Some(5109));
}

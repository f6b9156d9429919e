//! The facts about calls of the library: the type of each, or the error, in three profiles.

use super::calls::errors;
use crate::frontend::c_like::cg::profile;
use std::collections::BTreeMap;

/// Two functions that take structures only: the message of a call with anything else names the argument's type.
const PROBE: &str = "struct Z1_ { float a; float b; }; struct Z2_ { float a; int b; };
float4 zz_(Z1_ z) { return 0; } float4 zz_(Z2_ z) { return 0; }
";

/// The text that asks for the type of a call with arguments of these types.
fn question(function: &str, types: &str, is_vertex: bool) -> String {
    let (heads, call) = call(function, types);
    let [parameters, locals] = heads;
    let semantic = if is_vertex { "POSITION" } else { "COLOR" };
    format!(
        "{PROBE}float4 main(float4 c_ : {semantic}{parameters}) : {semantic}\n{{ {locals}zz_({call}); return c_; }}\n"
    )
}

/// The call of a function with arguments of these types, with the parameters and the variables that it needs.
fn call(function: &str, types: &str) -> ([String; 2], String) {
    let (mut parameters, mut arguments, mut locals) = (String::new(), Vec::new(), String::new());
    let declared = |ty: &str, name: &str| match ty.split_once('[') {
        Some((element, size)) => format!("{element} {name}[{size}"),
        None => format!("{ty} {name}"),
    };
    for (i, ty) in types.split(", ").filter(|t| !t.is_empty()).enumerate() {
        let name = &"abdefg"[i..=i];
        if ty.starts_with(|c: char| c.is_ascii_digit()) {
            arguments.push(ty);
        } else if let Some(ty) = ty.strip_prefix("out ") {
            locals += &format!("{}; ", declared(ty, name));
            arguments.push(name);
        } else {
            parameters += &format!(", uniform {}", declared(ty, name));
            arguments.push(name);
        }
    }
    let call = format!("{function}({})", arguments.join(", "));
    ([parameters, locals], call)
}

/// The type of the call in a profile, or the number of its error.
fn answer(profile_name: &str, function: &str, types: &str) -> String {
    let profile = profile::find(profile_name).unwrap();
    let text = question(function, types, profile.stage == profile::Stage::Vertex);
    let errors = errors(profile, &text, true);
    let named = |message: &str| {
        let at = message.find("zz_(")? + 4;
        let end = at + message[at..].find(')')?;
        Some(message[at..end].to_string())
    };
    let wrong = errors.iter().find(|(_, message)| named(message).is_none());
    match (wrong, errors.first()) {
        (Some((number, _)), _) => format!("E{number:04}"),
        (None, Some((_, message))) => named(message).unwrap_or_default(),
        (None, None) => "?".into(),
    }
}

/// Functions that have no definition here, on integer and multisampled textures and on render buffers, or that no profile
/// has (`bitfieldExtract`, `bitfieldInsert`); arguments that have no value.
fn is_left_out(function: &str, types: &str) -> bool {
    let is_other_sampler = types.contains("isampler") || types.contains("usampler");
    let has_no_value =
        matches!(function, "debug" | "emitVertex") && matches!(types, "float[2]" | "sampler2D");
    let names = ["RBUF", "2DMS", "bitfield"];
    is_other_sampler || has_no_value || names.iter().any(|name| function.contains(name))
}

/// Calls whose overload the check chooses otherwise: a 1×1 matrix takes no part in products of larger ones as it is, and a real
/// constant prefers no kind of number beside one that is converted.
const CHOSEN_OTHERWISE: &[(&str, &str)] = &[("mul", "float1x1, float2x1"), ("ldexp", "1.0, 1.0")];

/// Whether a product of matrices needs one of them to lose numbers: 2×3 by 2×1. The check finds these ambiguous, or
/// shortens the other one.
fn is_uneven_product(function: &str, types: &str) -> bool {
    let inner = || {
        let (a, b) = types.split_once(", ")?;
        let columns = a.split_once('x')?.1;
        let rows = b.split_once('x')?.0.chars().last()?;
        Some(columns != rows.to_string())
    };
    function == "mul" && inner().unwrap_or(false)
}

#[test]
fn calls_have_the_types_of_the_reference() {
    let text = include_str!("../../../../../shim_tests/cg/facts/library.tsv");
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut n_checked, mut n_wrong) = (0, 0);
    for (i, row) in text
        .lines()
        .filter(|l| !l.starts_with('#'))
        .skip(1)
        .enumerate()
    {
        let cells: Vec<&str> = row.split('\t').collect();
        let is_odd = CHOSEN_OTHERWISE.contains(&(cells[0], cells[1]))
            || is_uneven_product(cells[0], cells[1]);
        if is_left_out(cells[0], cells[1]) || is_odd {
            continue;
        }
        let is_alike = cells[3..].iter().all(|cell| *cell == "same");
        for (j, (profile, cell)) in ["arbfp1", "gp4fp", "arbvp1"]
            .iter()
            .zip(&cells[2..])
            .enumerate()
        {
            // A call with one answer in all profiles is asked in one of them.
            if is_alike && i % 3 != j {
                continue;
            }
            let cell = if *cell == "same" { cells[2] } else { cell };
            let expected = cell.split(" W").next().unwrap_or_default();
            if matches!(expected, "crash" | "?" | "timeout") {
                continue;
            }
            let found = answer(profile, cells[0], cells[1]);
            n_checked += 1;
            if found != expected {
                n_wrong += 1;
                let line = format!(
                    "{profile} {}({}): {found}, not {expected}",
                    cells[0], cells[1]
                );
                wrong.entry(cells[0].into()).or_default().push(line);
            }
        }
    }
    let shown: Vec<String> = wrong
        .values()
        .flat_map(|lines| lines.iter().take(12).cloned())
        .collect();
    assert!(
        wrong.is_empty(),
        "{n_wrong} of {n_checked}:\n{}",
        shown.join("\n")
    );
    assert!(n_checked > 6_000, "{n_checked}");
}

/// Whether each function exists in each profile: `library_names.tsv`. Errors of the reference's code generator (C6000 and
/// up) and of expressions (C5508) are not the library's.
#[test]
fn profiles_refuse_what_the_reference_refuses() {
    let text = include_str!("../../../../../shim_tests/cg/facts/library_names.tsv");
    let mut rows = text.lines().filter(|l| !l.starts_with('#'));
    let head: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let (mut wrong, mut n_checked) = (Vec::new(), 0);
    for row in rows {
        // A row is a function and its arguments, then the reference's answer for each profile.
        let cells: Vec<&str> = row.split('\t').collect();
        if cells[1] == "-" || is_left_out(cells[0], cells[1]) {
            continue;
        }
        for (name, expected) in head.iter().zip(&cells).skip(3) {
            let Ok(profile) = profile::find(name) else {
                continue;
            };
            // Only answers that are about the library are compared.
            let number: u32 = expected
                .strip_prefix('E')
                .map_or(0, |n| n.parse().unwrap_or(0));
            let is_profiles_own = *expected == "ok" || (number < 5300 && number > 0);
            if !is_profiles_own
                || profile.stage == profile::Stage::Any
                || is_refused_late(cells[0], name)
            {
                continue;
            }
            let ([parameters, locals], call) = call(cells[0], cells[1]);
            let semantic = if profile.stage == profile::Stage::Vertex {
                "POSITION"
            } else {
                "COLOR"
            };
            // The call stands in an entry of the profile's stage, and the first error is compared.
            let text = format!(
                "float4 main(float4 c_ : {semantic}{parameters}) : {semantic} {{ {locals}{call}; return c_; }}"
            );
            let found = match errors(profile, &text, true).first() {
                Some((number, _)) => format!("E{number:04}"),
                None => "ok".into(),
            };
            n_checked += 1;
            if found != *expected {
                wrong.push(format!(
                    "{name} {}({}): {found}, not {expected}",
                    cells[0], cells[1]
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n_checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(n_checked > 2000, "{n_checked}");
}

/// The effect of `debug` in register combiners, which the reference refuses when it makes code.
fn is_refused_late(function: &str, profile: &str) -> bool {
    function == "debug" && matches!(profile, "fp20" | "ps_1_1" | "ps_1_2" | "ps_1_3")
}

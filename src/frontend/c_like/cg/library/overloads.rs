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
    let semantic = if is_vertex { "POSITION" } else { "COLOR" };
    format!(
        "{PROBE}float4 main(float4 c_ : {semantic}{parameters}) : {semantic}\n{{ {locals}zz_({function}({})); return c_; }}\n",
        arguments.join(", ")
    )
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

/// Functions that have no definition here: on integer and multisampled textures and on render buffers; arguments that have
/// no value.
fn is_left_out(function: &str, types: &str) -> bool {
    let is_other_sampler = types.contains("isampler") || types.contains("usampler");
    let has_no_value =
        matches!(function, "debug" | "emitVertex") && matches!(types, "float[2]" | "sampler2D");
    is_other_sampler || has_no_value || ["RBUF", "2DMS"].iter().any(|kind| function.contains(kind))
}

#[test]
fn calls_have_the_types_of_the_reference() {
    let text = include_str!("../../../../../shim_tests/cg/facts/library.tsv");
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut n_checked, mut n_wrong) = (0, 0);
    for row in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        if is_left_out(cells[0], cells[1]) {
            continue;
        }
        for (profile, cell) in ["arbfp1", "gp4fp", "arbvp1"].iter().zip(&cells[2..]) {
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
    assert!(n_checked > 10_000, "{n_checked}");
}

//! The members of `glstate`: a text that names it has a line for each of them in its head.
//!
//! ```text
//! #var float4 glstate.light[0].diffuse : state.light[0].diffuse : c[3] : -1 : 1
//! #var float4x4 glstate.matrix.inverse.mvp : state.matrix.mvp.inverse : , 4 : -1 : 0
//! ```

use super::constants::Held;
use super::elements::flat;
use super::profile::{Profile, Writing};
use crate::frontend::assembly::arb::names;
use crate::frontend::binding::{Binding, SceneValue};
use std::collections::BTreeMap;

/// A structure, how many there are if it is an array, its members, and their type.
type Row = (
    &'static str,
    Option<u32>,
    &'static [&'static str],
    &'static str,
);

const VECTOR: &str = "float4";

#[rustfmt::skip]
const STRUCTURES: &[Row] = &[
    ("material", None, &[
        "ambient", "diffuse", "specular", "emission", "shininess",
        "front.ambient", "front.diffuse", "front.specular", "front.emission", "front.shininess",
        "back.ambient", "back.diffuse", "back.specular", "back.emission", "back.shininess",
    ], VECTOR),
    ("light", Some(8), &[
        "ambient", "diffuse", "specular", "position", "attenuation", "spot.direction", "half",
    ], VECTOR),
    ("lightmodel", None, &["ambient", "scenecolor", "front.scenecolor", "back.scenecolor"], VECTOR),
    ("lightprod", Some(8), &[
        "ambient", "diffuse", "specular", "front.ambient", "front.diffuse", "front.specular",
        "back.ambient", "back.diffuse", "back.specular",
    ], VECTOR),
    ("texgen", Some(8), &[
        "eye.s", "eye.t", "eye.r", "eye.q", "object.s", "object.t", "object.r", "object.q",
    ], VECTOR),
    ("fog", None, &["color", "params"], VECTOR),
    ("clip", Some(8), &["plane"], VECTOR),
    ("point", None, &["size", "attenuation"], "float"),
];

/// The matrices, and their forms.
const MATRICES: &[(&str, Option<u32>)] = &[
    ("modelview", Some(8)),
    ("projection", None),
    ("mvp", None),
    ("texture", Some(8)),
    ("palette", Some(8)),
    ("program", Some(8)),
];
const FORMS: [&str; 4] = ["", "inverse", "transpose", "invtrans"];

/// A member: its names in Cg and in ARB programs, and its type.
struct Member {
    cg: String,
    arb: String,
    ty: &'static str,
    is_matrix: bool,
}

/// The names of an array's elements, or the name of what is none.
fn elements(name: &str, n: Option<u32>) -> Vec<String> {
    match n {
        None => vec![name.to_owned()],
        Some(n) => (0..n).map(|i| format!("{name}[{i}]")).collect(),
    }
}

fn members() -> Vec<Member> {
    let mut all = Vec::new();
    for (name, n, parts, ty) in STRUCTURES {
        for element in elements(name, *n) {
            all.extend(parts.iter().map(|part| Member {
                cg: format!("glstate.{element}.{part}"),
                arb: format!("state.{element}.{part}"),
                ty,
                is_matrix: false,
            }));
        }
    }
    for form in FORMS {
        for name in MATRICES.iter().flat_map(|(name, n)| elements(name, *n)) {
            let [before, after] = match form {
                "" => [String::new(), String::new()],
                form => [format!("{form}."), format!(".{form}")],
            };
            all.push(Member {
                cg: format!("glstate.matrix.{before}{name}"),
                arb: format!("state.matrix.{name}{after}"),
                ty: "float4x4",
                is_matrix: true,
            });
        }
    }
    all
}

/// The name of state in ARB programs, and its row where it is one of a matrix.
fn name_of(state: SceneValue) -> (String, Option<String>) {
    let name = names::binding(&Binding::Scene(state));
    match name.split_once(".row[") {
        Some((matrix, row)) => (
            matrix.to_owned(),
            Some(row.trim_end_matches(']').to_owned()),
        ),
        None => (name, None),
    }
}

/// The name that a fragment program of NVIDIA has for state.
pub(super) fn parameter(state: SceneValue) -> String {
    let (name, row) = name_of(state);
    let known = members().into_iter().find(|m| m.arb == name);
    let own = flat(&known.map_or(format!("gl{name}"), |m| m.cg));
    row.map_or(own.clone(), |row| format!("{own}${row}"))
}

/// The lines of all members. `others`: registers of state that a variable of the text stands for.
pub(super) fn lines(profile: &Profile, held: &BTreeMap<u32, Held>, others: &[u32]) -> String {
    let mut registers: BTreeMap<String, u32> = BTreeMap::new();
    for (n, what) in held.iter().filter(|(n, _)| !others.contains(n)) {
        if let Held::State(state) = what {
            registers.entry(name_of(*state).0).or_insert(*n);
        }
    }
    let line = |m: Member| {
        let register = registers.get(&m.arb);
        let place = match (profile.writing, register) {
            (Writing::NvFragment, _) if m.is_matrix => format!("{}$0", flat(&m.cg)),
            (Writing::NvFragment, _) => flat(&m.cg),
            (_, Some(n)) => format!("c[{n}]"),
            (_, None) => String::new(),
        };
        let rows = if m.is_matrix { ", 4" } else { "" };
        let used = u8::from(register.is_some());
        let Member { cg, arb, ty, .. } = m;
        format!("#var {ty} {cg} : {arb} : {place}{rows} : -1 : {used}\n")
    };
    members().into_iter().map(line).collect()
}

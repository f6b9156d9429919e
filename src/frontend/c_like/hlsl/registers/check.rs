//! Words that are no registers, and registers that do not go together.

use super::{Written, of_syntax, parse};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::hlsl::profile::Profile;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::syntax::{Declarator, Item, StructKind, Text};
use crate::ir::Span;

/// The sets of registers that variables can be given: floats, integers, truth values, samplers, textures, and views.
const SETS: [char; 6] = ['c', 'i', 'b', 's', 't', 'u'];

/// The stages that a register can be for, in all their versions.
const STAGES: [&str; 6] = ["vs", "ps", "gs", "hs", "ds", "cs"];

/// The versions of these stages, and what else can be compiled for.
const VERSIONS: [&str; 17] = [
    "1_0",
    "1_1",
    "1_2",
    "1_3",
    "1_4",
    "2_0",
    "2_a",
    "2_b",
    "2_x",
    "2_sw",
    "3_0",
    "3_sw",
    "4_0",
    "4_1",
    "4_0_level_9_1",
    "4_0_level_9_3",
    "5_0",
];
const OTHERS: [&str; 6] = ["tx_1_0", "fx_2_0", "fx_4_0", "fx_4_1", "fx_5_0", "lib"];

/// Reports what the variables of a text say of registers that cannot be so.
pub(in crate::frontend::c_like::hlsl) fn check_registers(
    profile: &Profile,
    text: &Text<'_>,
    out: &mut Diagnostics,
) {
    let mut report = |found: Option<(HlslRule, Span)>| {
        if let Some((rule, span)) = found {
            out.rule(Rule::Hlsl(rule), span);
        }
    };
    for item in &text.items {
        match item {
            Item::Variables(v) => v.declarators.iter().for_each(|d| report(fault(profile, d))),
            Item::Struct(s) if s.kind == StructKind::Struct => {
                let members = s.members.iter().flat_map(|v| v.declarators);
                members.for_each(|d| report(of_member(d)));
            }
            Item::Function(f) => {
                let parameters = f.parameters.iter();
                parameters.for_each(|p| report(fault(profile, &p.declarator)));
            }
            _ => {}
        }
    }
}

/// A member of a structure has no register of its own.
fn of_member(d: &Declarator<'_>) -> Option<(HlslRule, Span)> {
    let register = d.semantics.iter().find(|s| s.arguments.is_some())?;
    Some((HlslRule::MemberRegister, register.name.span))
}

/// The first thing that is wrong with the registers of a variable.
fn fault(profile: &Profile, d: &Declarator<'_>) -> Option<(HlslRule, Span)> {
    let semantics = d.semantics.iter();
    let all = semantics.filter_map(|s| Some((s.name.span, of_syntax(s)?)));
    let all: Vec<(Span, Written<'_>)> = all.collect();
    for (at, (span, register)) in all.iter().enumerate() {
        if let Some(of) = register.of.filter(|of| !is_target(of)) {
            return Some((HlslRule::RegisterTarget(of.into()), *span));
        }
        let Some((set, _)) = parse(register.name).filter(|(set, _)| SETS.contains(set)) else {
            return Some((HlslRule::NoRegister(register.name.into()), *span));
        };
        let is_other = |r: &Written<'_>| {
            r.name != register.name && parse(r.name).is_some_and(|(other, _)| other == set)
        };
        let fits = |r: &Written<'_>| r.rank(profile).is_some();
        let mut before = all[..at].iter().map(|(_, r)| r);
        let other =
            before.find(|r| is_other(r) && (r.of == register.of || fits(r) && fits(register)));
        if let Some(other) = other {
            let names = (other.name.to_owned(), register.name.to_owned());
            let rule = match other.of == register.of {
                true => HlslRule::RegistersConflict(names.0, names.1),
                false => HlslRule::SeveralRegisters(names.0, names.1),
            };
            return Some((rule, *span));
        }
    }
    None
}

/// Whether a register can be for a profile or a stage of this name.
fn is_target(name: &str) -> bool {
    let (stage, version) = name.split_once('_').unwrap_or((name, "5_0"));
    OTHERS.contains(&name) || STAGES.contains(&stage) && VERSIONS.contains(&version)
}

//! Outputs without a semantic, in profiles whose only register for them is one colour.

use super::usage::Used;
use super::written::Written;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::binding::Binding;
use crate::frontend::c_like::tree::{Function, VariableId};
use crate::frontend::c_like::types::{Type, Types};
use crate::ir::Span;

/// The profiles whose fragments have one colour.
const ONE_COLOR: [&str; 5] = ["fp20", "fp30", "ps_1_1", "ps_1_2", "ps_1_3"];

/// Whether a fragment of the profile has one colour.
pub(super) fn has_one_color(profile: &str) -> bool {
    ONE_COLOR.contains(&profile)
}

/// Reports written outputs without a semantic that find no register. `is_taken` says that an output with a semantic has the
/// colour.
pub(super) fn refuse_outputs(
    types: &Types,
    function: &Function,
    written: &Written<'_>,
    mut is_taken: bool,
    out: &mut Diagnostics,
) {
    let mut bind = |ty: Type, name: &str, place: Span, used: &[Used]| {
        let mut leaves = Vec::new();
        add_leaves(types, ty, name, &mut 0, &mut leaves);
        for (leaf, first, end) in leaves {
            let is_written = used.iter().any(|(a, b, _)| *a < end && first < *b);
            if is_written && std::mem::replace(&mut is_taken, true) {
                let rule = Rule::Binding(Binding::NoRegister(leaf.into()));
                out.rule(rule, place);
            }
        }
    };
    for (i, p) in function.parameters.iter().enumerate() {
        if p.direction.is_written() && !p.is_uniform && p.semantic.is_none() {
            let v = &function.variables[i];
            bind(
                v.ty,
                &v.name,
                v.span,
                written.of_variable(VariableId(i as u32)),
            );
        }
    }
    if let (Type::Struct(_), None) = (function.ty, &function.semantic) {
        bind(
            function.ty,
            &function.name,
            function.span,
            &written.of_value(),
        );
    }
}

/// Adds the vectors of a type that have no semantic: a name, and the first scalar and the one after the last.
fn add_leaves<'t>(
    types: &'t Types,
    ty: Type,
    name: &'t str,
    at: &mut u32,
    leaves: &mut Vec<(&'t str, u32, u32)>,
) {
    match ty {
        Type::Struct(id) => {
            for member in &types.structure(id).members {
                match &member.semantic {
                    Some(_) => *at += types.count(member.ty),
                    None => add_leaves(types, member.ty, &member.name, at, leaves),
                }
            }
        }
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            for _ in 0..n {
                add_leaves(types, element, name, at, leaves);
            }
        }
        _ => {
            let first = *at;
            *at += types.count(ty);
            leaves.push((name, first, *at));
        }
    }
}

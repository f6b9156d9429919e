//! Checks what the entry's varyings are bound to: each needs a semantic of the stage, of the size that the stage has.

use super::profile::{Profile, Stage};
use super::semantics::usage;
use super::words::DOUBLE;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::{Direction, Function, Module};
use crate::frontend::c_like::types::{Semantic, Type};
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// A number, vector or matrix of a varying.
struct Part {
    usage: &'static str,
    index: u32,
    /// Its semantic as written.
    name: String,
    columns: u8,
    is_input: bool,
    span: Span,
}

/// Reports the varyings of the entry that the profile does not have.
pub(super) fn check_varyings(
    profile: &Profile,
    module: &Module,
    entry: &Function,
    out: &mut Diagnostics,
) {
    let Some(stage) = profile.stage else {
        return;
    };
    let mut walk = Walk {
        module,
        out,
        parts: Vec::new(),
        n_missing: 0,
    };
    // Takes the entry's varyings apart: parameters first, then its value.
    for (p, v) in entry.parameters.iter().zip(&entry.variables) {
        if p.is_uniform || p.direction == Direction::Uniform {
            continue;
        }
        let semantic = p.semantic.as_ref();
        if matches!(p.direction, Direction::In | Direction::InOut) {
            walk.value(v.ty, semantic, v.span, true);
        }
        if p.direction.is_written() {
            walk.value(v.ty, semantic, v.span, false);
        }
    }
    if entry.ty != Type::Void {
        walk.value(entry.ty, entry.semantic.as_ref(), entry.span, false);
    }
    let (parts, n_missing) = (std::mem::take(&mut walk.parts), walk.n_missing);
    // Each part is judged alone. The set of results is checked only when every part is fine.
    for part in &parts {
        if let Some((why, number)) = refusal(profile, stage, part) {
            let rule = Shading::Varying(why, number);
            out.rule(Rule::Shading(rule), part.span);
        }
    }
    if !out.has_errors() && n_missing == 0 {
        check_results(profile, stage, entry, &parts, out);
    }
}

struct Walk<'m, 'o> {
    module: &'m Module,
    out: &'o mut Diagnostics,
    parts: Vec<Part>,
    n_missing: u32,
}

impl Walk<'_, '_> {
    fn value(&mut self, ty: Type, semantic: Option<&Semantic>, span: Span, is_input: bool) {
        let types = &self.module.types;
        match ty {
            Type::Struct(id) => {
                for member in &types.structure(id).members {
                    let own = member.semantic.as_ref().or(semantic);
                    self.value(member.ty, own, span, is_input);
                }
            }
            Type::Array(id) => {
                let (element, n) = types.array_of(id);
                self.value(element, semantic, span, is_input);
                // Members with semantics of their own are the same results in each element.
                let repeats = |ty: Type| match ty {
                    Type::Struct(id) => {
                        let mut members = types.structure(id).members.iter();
                        members.any(|m| m.semantic.is_some())
                    }
                    _ => false,
                };
                if n > 1 && !is_input && repeats(element) {
                    self.value(element, semantic, span, is_input);
                }
            }
            _ if ty.scalar().is_none() => {}
            _ => self.number(ty, semantic, span, is_input),
        }
    }

    fn number(&mut self, ty: Type, semantic: Option<&Semantic>, span: Span, is_input: bool) {
        if is_input && ty.scalar() == Some(DOUBLE) {
            let rule = Shading::Varying("an input is no double", 3687);
            self.out.rule(Rule::Shading(rule), span);
            return;
        }
        let Some(semantic) = semantic else {
            self.n_missing += 1;
            let rule = Shading::NoSemantic { is_input };
            self.out.rule(Rule::Shading(rule), span);
            return;
        };
        let Some((usage, index)) = usage(&semantic.name) else {
            self.n_missing += 1;
            let rule = Shading::UnknownSemantic(semantic.name.clone());
            self.out.rule(Rule::Shading(rule), span);
            return;
        };
        let columns = match ty {
            Type::Vector(_, n) | Type::Matrix(_, _, n) => n,
            _ => 1,
        };
        self.parts.push(Part {
            usage,
            index,
            name: semantic.name.to_ascii_uppercase(),
            columns,
            is_input,
            span,
        });
    }
}

/// Why the stage does not have a varying, and the reference's number.
fn refusal(profile: &Profile, stage: Stage, part: &Part) -> Option<(&'static str, u32)> {
    let is_free = profile.model >= 30;
    let none = |why| Some((why, 4502));
    // The first row that fits counts: by stage and direction, what it has before what it lacks.
    match (stage, part.is_input, part.usage, part.columns) {
        (_, _, _, _) if part.index > 15 => none("semantics are numbered up to 15"),
        (Stage::Fragment, false, "COLOR", _) if part.index >= profile.targets => {
            none("pixel shaders write COLOR0 to COLOR3")
        }
        (Stage::Fragment, false, "COLOR", 4) => None,
        (Stage::Fragment, false, "COLOR", _) => Some(("a colour is a float4", 4529)),
        (Stage::Fragment, false, "DEPTH", 1) => None,
        (Stage::Fragment, false, "DEPTH", _) => Some(("a depth is one number", 4528)),
        (Stage::Fragment, false, ..) => none("pixel shaders write COLOR and DEPTH only"),
        (Stage::Fragment, true, "VFACE", 1) if is_free => None,
        (Stage::Fragment, true, "VFACE", _) if is_free => {
            Some(("which face is drawn is one number", 4555))
        }
        (Stage::Fragment, true, "VPOS", _) if is_free => None,
        (Stage::Fragment, true, "POSITION", _) if part.name.starts_with("SV_") && is_free => None,
        (Stage::Fragment, true, "POSITION", _) if part.index == 0 => {
            none("pixel shaders do not read the position; model 3 has VPOS")
        }
        (Stage::Fragment, true, "COLOR", _) if !is_free && part.index > 1 => {
            none("pixel shaders before model 3 read COLOR0 and COLOR1")
        }
        (Stage::Fragment, true, "TEXCOORD", _) if !is_free && part.index > 7 => {
            none("pixel shaders before model 3 read TEXCOORD0 to TEXCOORD7")
        }
        (Stage::Fragment, true, "COLOR" | "TEXCOORD", _) => None,
        (Stage::Fragment, true, ..) if !is_free => {
            none("pixel shaders before model 3 read COLOR and TEXCOORD only")
        }
        (Stage::Vertex, _, "VPOS" | "VFACE", _) => none("VPOS and VFACE belong to pixel shaders"),
        (Stage::Vertex, false, "POSITION", 4) => None,
        (Stage::Vertex, false, "POSITION", _) if part.index == 0 => {
            Some(("the position is a float4", 4541))
        }
        (Stage::Vertex, false, "PSIZE", 2..) => Some(("a point's size is one number", 4540)),
        (Stage::Vertex, false, "FOG", 2..) if !is_free => Some(("fog is one number", 4540)),
        (Stage::Vertex, false, "COLOR", _) if !is_free && part.index > 1 => {
            none("vertex shaders before model 3 write COLOR0 and COLOR1")
        }
        (Stage::Vertex, false, "TEXCOORD", _) if !is_free && part.index > 7 => {
            none("vertex shaders before model 3 write TEXCOORD0 to TEXCOORD7")
        }
        (Stage::Vertex, false, "PSIZE" | "FOG" | "COLOR" | "TEXCOORD", _) => None,
        (Stage::Vertex, false, ..) if !is_free => none(
            "vertex shaders before model 3 write POSITION, PSIZE, FOG, COLOR and TEXCOORD only",
        ),
        _ => None,
    }
}

/// Reports results that stand for one thing, and those that are missing.
fn check_results(
    profile: &Profile,
    stage: Stage,
    entry: &Function,
    parts: &[Part],
    out: &mut Diagnostics,
) {
    let results: Vec<&Part> = parts.iter().filter(|p| !p.is_input).collect();
    let mut known = FxHashSet::default();
    for part in &results {
        if !known.insert((part.usage, part.index)) {
            let number = if profile.model >= 30 { 5639 } else { 4504 };
            let rule = Shading::Varying("two results have the same semantic", number);
            out.rule(Rule::Shading(rule), part.span);
        }
    }
    let has = |usage: &str| results.iter().any(|p| p.usage == usage && p.index == 0);
    let missing = match stage {
        Stage::Vertex if !has("POSITION") => ("a vertex shader writes POSITION", 4541),
        Stage::Fragment if !has("COLOR") => ("a pixel shader writes COLOR0", 4530),
        _ => return,
    };
    let rule = Shading::Varying(missing.0, missing.1);
    out.rule(Rule::Shading(rule), entry.span);
}

//! Warnings about words of declarations, and about pragmas, that have no effect.

use super::profile;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::syntax::{Function, Head, Item, Specifier, Text};
use crate::ir::Span;
use rustc_hash::FxHashSet;

fn warn(out: &mut Diagnostics, oddity: ShadingOddity, span: Span) {
    out.odd(Oddity::Shading(oddity), span);
}

/// Warns of words before a declared name that stand where profiles do and are none.
pub(super) fn remark_profiles(head: &Head<'_>, name: Span, out: &mut Diagnostics) {
    let words = head.specifiers.iter();
    let words = words.filter(|(s, _)| *s == Specifier::Profile);
    let mut known = FxHashSet::default();
    for (_, word) in words {
        if !profile::is_specifier(word.text) && known.insert(word.text) {
            warn(out, ShadingOddity::UnknownProfile(word.text.into()), name);
        }
    }
}

/// Warns of words before a function that are no profiles, and of semantics where it has no body.
pub(super) fn remark_function(f: &Function<'_>, out: &mut Diagnostics) {
    let name = f.name;
    remark_profiles(&f.head, name.span, out);
    let mut parameters = f.parameters.iter();
    if f.body.is_none() && parameters.any(|p| !p.declarator.semantics.is_empty()) {
        warn(
            out,
            ShadingOddity::DeclaredSemantics(name.text.into()),
            name.span,
        );
    }
}

/// Warns of pragmas that the language knows and cannot read.
pub(super) fn remark_pragmas(text: &Text<'_>, out: &mut Diagnostics) {
    for item in &text.items {
        let Item::Pragma(words) = item else {
            continue;
        };
        let Some(pragma) = words.first().filter(|w| w.text == "pack_matrix") else {
            continue;
        };
        let rest: Vec<&str> = words[1..].iter().map(|w| w.text).collect();
        if !matches!(rest[..], ["(", "row_major" | "column_major", ")"]) {
            warn(out, ShadingOddity::PackMatrix, pragma.span);
        }
    }
}

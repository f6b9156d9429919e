//! Words before declared names that do not belong there (section 4.3).

use crate::frontend::c_like::check::checker::Checker;
use crate::frontend::c_like::check::dialect::Declared;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Head, Name, Specifier};
use crate::frontend::c_like::types::Type;

/// Reports words that do not stand before such a name, and samplers that are neither uniforms nor parameters.
pub(super) fn check_words(
    version: u32,
    c: &mut Checker<'_>,
    head: &Head<'_>,
    ty: Type,
    name: Name<'_>,
    of: Declared,
) {
    use Specifier::{Const, In, InOut, Out};
    // The words of variables outside functions are arranged before the checks.
    let allowed: &[Specifier] = match of {
        Declared::Global => {
            check_type(c, head, ty, name, of);
            return;
        }
        Declared::Local => &[Const],
        Declared::Parameter => &[Const, In, Out, InOut],
        _ => &[],
    };
    for (specifier, word) in head.specifiers {
        if !allowed.contains(specifier) {
            let text = format!("\"{}\" does not stand before \"{}\"", word.text, name.text);
            c.out.rule(Rule::Text(text), word.span);
        }
    }
    let is_written = head.has(Out) || head.has(InOut);
    if head.has(Const) && is_written {
        let text = format!("\"{}\" is a constant, which is not written", name.text);
        c.out.rule(Rule::Text(text), name.span);
    }
    check_type(c, head, ty, name, of);
    if is_written && version < 120 && matches!(ty, Type::Array(_)) {
        let text = format!(
            "\"{}\" is an array, which is written by a call from version 1.20 on",
            name.text
        );
        c.out.rule(Rule::Text(text), name.span);
    }
    if of != Declared::Member {
        check_name(c, name);
    }
}

/// Reports samplers that are neither uniforms nor parameters, and arrays of arrays.
fn check_type(c: &mut Checker<'_>, head: &Head<'_>, ty: Type, name: Name<'_>, of: Declared) {
    if let Type::Array(id) = ty
        && matches!(c.types.array_of(id).0, Type::Array(_))
    {
        let text = format!(
            "\"{}\" is an array of arrays, which there are none of",
            name.text
        );
        c.out.rule(Rule::Text(text), name.span);
    }
    let is_written = head.has(Specifier::Out) || head.has(Specifier::InOut);
    let may_hold = match of {
        Declared::Global => head.has(Specifier::Uniform),
        Declared::Parameter => !is_written,
        Declared::Member | Declared::Type => true,
        _ => false,
    };
    if !may_hold && has_sampler(c, ty) {
        let text = format!(
            "\"{}\" has a sampler, which is a uniform or an \"in\" parameter",
            name.text
        );
        c.out.rule(Rule::Text(text), name.span);
    }
}

/// Whether a sampler is a part of the type.
fn has_sampler(c: &Checker<'_>, ty: Type) -> bool {
    match c.types.innermost(ty) {
        Type::Sampler(_) => true,
        Type::Struct(id) => {
            let mut members = c.types.structure(id).members.iter();
            members.any(|m| has_sampler(c, m.ty))
        }
        _ => false,
    }
}

/// Reports names that the language keeps for itself.
fn check_name(c: &mut Checker<'_>, name: Name<'_>) {
    if name.text.starts_with("gl_") {
        let text = format!(
            "\"{}\": names that begin with gl_ are the language's own",
            name.text
        );
        c.out.rule(Rule::Text(text), name.span);
    }
}

//! Words before declared names that do not belong there (section 4.3).

use crate::frontend::c_like::check::checker::Checker;
use crate::frontend::c_like::check::dialect::Declared;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Head, Name, Specifier};
use crate::frontend::c_like::types::Type;

/// Reports words that do not stand before such a name, and samplers that are neither uniforms nor parameters.
pub(super) fn check_words(
    c: &mut Checker<'_>,
    head: &Head<'_>,
    ty: Type,
    name: Name<'_>,
    of: Declared,
) {
    use Specifier::{Const, In, InOut, Out};
    // The words of variables outside functions are arranged before the checks.
    let allowed: &[Specifier] = match of {
        Declared::Global => return,
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
    let is_sampler = matches!(c.types.innermost(ty), Type::Sampler(_));
    if is_sampler && (of == Declared::Local || of == Declared::Function || is_written) {
        let text = format!(
            "\"{}\" is a sampler, which is a uniform or an \"in\" parameter",
            name.text
        );
        c.out.rule(Rule::Text(text), name.span);
    }
    if of != Declared::Member {
        check_name(c, name);
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

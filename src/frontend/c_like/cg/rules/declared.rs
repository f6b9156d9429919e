//! Words before declared names: profiles, and the order of matrices.

use crate::frontend::c_like::cg::remarks::remark_profiles;
use crate::frontend::c_like::check::checker::Checker;
use crate::frontend::c_like::check::dialect::Declared;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Head, Name, Specifier};
use crate::frontend::c_like::types::Type;

/// Checks the words before a declared name of this type. What is refused here could be run all the same.
pub(super) fn check_words(
    c: &mut Checker<'_>,
    head: &Head<'_>,
    ty: Type,
    name: Name<'_>,
    of: Declared,
) {
    // The words before a function have a rule of their own.
    if of != Declared::Function {
        remark_profiles(head, name.span, &mut c.out);
    }
    if !c.options.is_strict {
        return;
    }
    let has = |s: Specifier| head.has(s);
    if (has(Specifier::RowMajor) || has(Specifier::ColumnMajor)) && !is_of_matrices(c, ty) {
        let rule = Shading::Order(c.type_name(ty));
        c.out.rule(Rule::Shading(rule), name.span);
    }
    let rule = match of {
        _ if !has(Specifier::Profile) => return,
        Declared::Local | Declared::Member => Shading::ProfileOfVariable(name.text.into()),
        Declared::Parameter => Shading::ProfileOfParameter(name.text.into()),
        Declared::Global | Declared::Function | Declared::Type | Declared::Cast => return,
    };
    c.out.rule(Rule::Shading(rule), name.span);
}

/// Whether a type is a matrix or an array of matrices, as far as it is known.
fn is_of_matrices(c: &Checker<'_>, ty: Type) -> bool {
    match ty {
        Type::Array(id) => is_of_matrices(c, c.types.arrays[id.0 as usize].element),
        Type::Matrix(..) | Type::Unknown => true,
        _ => false,
    }
}

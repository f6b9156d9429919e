//! The arguments of a vector's or a matrix's constructor, of which there are several.

use crate::frontend::c_like::check::checker::Phase;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;

/// Whether a vector or a matrix can be made of these arguments, of which there are several: numbers and vectors. Matrices could be
/// taken as well, which the reference does not.
pub(super) fn are_parts(
    f: &mut FunctionChecker<'_, '_>,
    ty: Type,
    arguments: &[Expression],
) -> bool {
    let is_strict = f.c.options.is_strict;
    let mut are_all = true;
    for e in arguments {
        let is_part = match e.ty {
            Type::Matrix(..) => !is_strict,
            _ => e.ty.scalar().is_some(),
        };
        if !is_part {
            let [made, given] = [ty, e.ty].map(|t| f.c.type_name(t));
            f.refuse(Shading::Part(made, given), f.argument_place(e.span));
            are_all = false;
        }
    }
    are_all
}

/// Reports arguments of a matrix's constructor whose numbers go into two rows, unless all are constants.
pub(super) fn check_rows(f: &mut FunctionChecker<'_, '_>, ty: Type, arguments: &[Expression]) {
    let Type::Matrix(_, rows, columns) = ty else {
        return;
    };
    let (rows, columns) = (u32::from(rows), u32::from(columns));
    if !f.c.options.is_strict || arguments.iter().all(|e| f.has_numbers(e)) {
        return;
    }
    let mut at = 0;
    for e in arguments {
        let n = f.c.types.count(e.ty);
        // What is too much for the last row is left out.
        if at % columns + n > columns && at / columns + 1 < rows {
            let kind = ErrorKind::CLike(Rule::Shading(Shading::Rows(f.c.type_name(ty))));
            f.later(Phase::Operands, kind, e.span);
        }
        at += n;
    }
}

//! MUDA's constructors and swizzles.

use super::convert::{literal_as_double, smear};
use crate::frontend::c_like::check::convert::converted;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// `vec(a)`, `vec(a, b, c, d)`, `vec(v)` of another vector type, and `float(a)`; numbers are converted.
pub(super) fn construct(
    f: &mut FunctionChecker<'_, '_>,
    name: Name<'_>,
    ty: Type,
    mut values: Vec<Expression>,
    span: Span,
) -> Expression {
    let types: Vec<Type> = values.iter().map(|e| e.ty).collect();
    let Some(scalar) = ty.scalar() else {
        return f.refuse_types(name, "nothing; it is no value", &types);
    };
    let are_scalars = types.iter().all(|t| matches!(t, Type::Scalar(_)));
    let made = match (ty.is_vector(), values.len()) {
        (false, 1) if are_scalars => number_of(values.remove(0), scalar),
        (false, 1) => return f.refuse_types(name, "one scalar", &types),
        (false, n) => return f.refuse_count(name, "one scalar", n, span),
        (true, 1) if are_scalars => smear(number_of(values.remove(0), scalar)),
        (true, 1) if types[0].is_vector() && types[0] != ty => converted(values.remove(0), scalar),
        (true, 1) => {
            let expected = "a scalar or a vector of another type";
            return f.refuse_types(name, expected, &types);
        }
        (true, 4) if are_scalars => {
            let parts = values.into_iter().map(|e| number_of(e, scalar)).collect();
            let kind = ExpressionKind::Compose(parts);
            Expression { kind, ty, span }
        }
        (true, 4) => return f.refuse_types(name, "four scalars", &types),
        (true, n) => return f.refuse_count(name, "one scalar or four", n, span),
    };
    Expression { span, ..made }
}

/// Converts the number to this kind as constructors do: without a warning.
fn number_of(e: Expression, to: Scalar) -> Expression {
    match (e.ty.scalar(), to, &e.kind) {
        (Some(Scalar::Float), Scalar::Double, _) => match literal_as_double(e) {
            Ok(e) => e,
            Err(e) => converted(e, to),
        },
        _ => converted(e, to),
    }
}

/// The components that the letters name, and the type of the result.
pub(super) fn swizzle(
    f: &mut FunctionChecker<'_, '_>,
    of: Type,
    name: Name<'_>,
) -> Option<(Swizzle, Type)> {
    const LETTERS: &str = "xyzw";
    let Type::Vector(scalar, _) = of else {
        if of != Type::Unknown {
            let rule = Rule::SwizzleOf(f.c.type_name(of));
            f.c.out.rule(rule, name.span);
        }
        return None;
    };
    let component = |c: u8| LETTERS.bytes().position(|x| x == c).map(|p| p as u8);
    let components: Option<Vec<u8>> = name.text.bytes().map(component).collect();
    let Some(mut components) = components.filter(|c| c.len() <= 4) else {
        let rule = Rule::Swizzle {
            found: name.text.into(),
            letters: LETTERS.into(),
        };
        f.c.out.rule(rule, name.span);
        return None;
    };
    if components.len() == 1 {
        return Some((Swizzle::new(&components), Type::Scalar(scalar)));
    }
    components.resize(4, components[components.len() - 1]);
    Some((Swizzle::new(&components), Type::Vector(scalar, 4)))
}

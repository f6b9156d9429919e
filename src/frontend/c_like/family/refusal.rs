//! Values that do not convert to the type that their use asks for.

use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::Type;

/// Reports the value by its use.
pub(in crate::frontend::c_like) fn refuse(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
    to: Type,
    by: Use<'_>,
) -> Expression {
    let rule = rule(f, e.ty, to, by);
    f.c.out.rule(Rule::Shading(rule), e.span);
    unknown(e.span)
}

/// The rule that such a value breaks.
pub(in crate::frontend::c_like) fn rule(
    f: &FunctionChecker<'_, '_>,
    from: Type,
    to: Type,
    by: Use<'_>,
) -> Shading {
    let [found, expected] = [from, to].map(|t| f.c.type_name(t));
    match by {
        Use::Init => Shading::InitType { found, expected },
        Use::Assign => Shading::AssignType { found, expected },
        Use::Return => Shading::ReturnType { found, expected },
        Use::Argument(i, name) => Shading::ArgumentType {
            number: i + 1,
            name: name.into(),
            expected,
            found,
        },
        Use::Default(name) => Shading::DefaultType {
            name: name.into(),
            found,
            expected,
        },
    }
}

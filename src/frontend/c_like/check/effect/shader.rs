//! Shaders as values: `compile` names a function of the text and gives its uniform parameters.

use crate::frontend::c_like::check::checker::Entity;
use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::dialect::Use;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::syntax::effect::Shader;
use crate::frontend::c_like::tree::{Expression, FunctionId, effect};
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;

impl<'a> FunctionChecker<'a, '_> {
    pub(super) fn shader(&mut self, shader: &'a Shader<'a>) -> effect::Shader {
        match shader {
            Shader::Compile {
                profile,
                function,
                arguments,
            } => {
                let mut checked: Vec<Expression> =
                    arguments.iter().map(|e| self.expression(e)).collect();
                let id = self.compiled_function(*function, &mut checked);
                effect::Shader::Compile {
                    profile: profile.text.into(),
                    profile_span: profile.span,
                    function: id,
                    arguments: checked,
                    span: function.span,
                }
            }
            Shader::Assembly { tokens, span } => effect::Shader::Assembly {
                tokens: tokens.iter().map(|t| (t.text.to_owned(), t.span)).collect(),
                span: *span,
            },
        }
    }

    /// The last function of the name with as many uniform parameters, to which the arguments are converted.
    fn compiled_function(
        &mut self,
        name: Name<'a>,
        arguments: &mut [Expression],
    ) -> Option<FunctionId> {
        // A name that is something else gets another message than an unknown one.
        let Some(all) = self.c.functions_named(name.text) else {
            let kind = match self.c.find(name.text) {
                Some(Entity::Global(_) | Entity::Type(_)) => {
                    ErrorKind::CLike(Rule::Shading(Shading::NotAFunction(name.text.into())))
                }
                _ => ErrorKind::Undeclared(name.text.into()),
            };
            self.c.out.error(kind, name.span);
            return None;
        };
        // The last of several functions counts.
        let mut functions = all.iter().copied().rev();
        let fits = |id: &FunctionId| {
            let own = self.c.head_of(*id).parameters.iter();
            own.filter(|p| p.is_uniform).count() == arguments.len()
        };
        let Some(id) = functions.find(fits) else {
            let rule = Shading::NoOverload(name.text.into());
            self.c.out.rule(Rule::Shading(rule), name.span);
            return None;
        };
        let own = self
            .c
            .head_of(id)
            .parameters
            .iter()
            .filter(|p| p.is_uniform);
        // The parameters are copied, since the conversion may report errors.
        let own: Vec<(Type, &'a str)> = own.map(|p| (p.ty, p.name.text)).collect();
        for (i, (ty, parameter)) in own.into_iter().enumerate() {
            let span = arguments[i].span;
            let e = std::mem::replace(&mut arguments[i], unknown(span));
            if e.ty != Type::Unknown {
                arguments[i] = self.implicit(e, ty, Use::Argument(i, parameter));
            }
        }
        Some(id)
    }
}

//! What effects say beside programs: techniques, their passes, the states that these set, and what variables hold that
//! programs do not read.

use super::{Expr, Name, Variables};
use crate::ir::Span;

/// `technique T < annotations > { passes }`
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Technique<'a> {
    /// `technique`, `technique10`.
    pub(in crate::frontend::c_like) word: Name<'a>,
    pub(in crate::frontend::c_like) name: Option<Name<'a>>,
    pub(in crate::frontend::c_like) annotations: &'a [Variables<'a>],
    pub(in crate::frontend::c_like) passes: &'a [Pass<'a>],
}

/// `pass P < annotations > { states }`
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Pass<'a> {
    pub(in crate::frontend::c_like) name: Option<Name<'a>>,
    pub(in crate::frontend::c_like) annotations: &'a [Variables<'a>],
    pub(in crate::frontend::c_like) states: &'a [State<'a>],
    pub(in crate::frontend::c_like) span: Span,
}

/// `Name = value;`, `Name[2] = value;`
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct State<'a> {
    pub(in crate::frontend::c_like) name: Name<'a>,
    /// The number in brackets, as written.
    pub(in crate::frontend::c_like) index: Option<Name<'a>>,
    pub(in crate::frontend::c_like) value: StateValue<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) enum StateValue<'a> {
    /// An expression or a list; names in it need no declaration.
    Value(Expr<'a>),
    /// `<e>`
    Reference(Expr<'a>),
    Shader(Shader<'a>),
    /// `sampler_state { ... }`
    States(&'a [State<'a>], Span),
}

/// A shader as a value.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) enum Shader<'a> {
    /// `compile vs_2_0 f(a)`: the profile, the function, its arguments.
    Compile {
        profile: Name<'a>,
        function: Name<'a>,
        arguments: &'a [Expr<'a>],
    },
    /// `asm { ... }`: the words between the braces.
    Assembly { tokens: &'a [Name<'a>], span: Span },
}

impl Shader<'_> {
    pub(in crate::frontend::c_like) fn span(&self) -> Span {
        match self {
            Shader::Compile {
                profile, function, ..
            } => profile.span.to(function.span),
            Shader::Assembly { span, .. } => *span,
        }
    }
}

/// What a variable holds for effects.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) enum Held<'a> {
    /// A block of states for each component or element: `{ MinFilter = LINEAR; }`, `sampler_state { ... }`.
    States {
        blocks: &'a [&'a [State<'a>]],
        /// Whether `sampler_state` stands before them.
        is_sampler: bool,
    },
    Shaders(&'a [Shader<'a>]),
}

//! Which function of a text is meant.

use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::{Function, FunctionId, Module};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// Which of several functions of the wanted name is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Several {
    /// None: the name is refused.
    Refused,
    /// The one that is written last.
    Last,
}

/// The names of the functions that can be kernels or entries, in the text's order.
pub fn functions(module: &Module) -> impl Iterator<Item = &str> {
    let functions = module.functions.iter();
    functions.filter(|f| f.is_external).map(|f| &*f.name)
}

/// The defined, external function of the wanted name, or the only one where no name is wanted.
///
/// It is an error if there is none, or if several are left. Of several with the wanted name, [`Several::Last`] takes
/// the last.
pub fn choose(
    module: &Module,
    wanted: Option<&str>,
    several: Several,
) -> Result<FunctionId, ProgramError> {
    let all = module.functions.iter().enumerate();
    // A function that is only declared has no variables.
    let is_defined = |f: &Function| f.variables.len() >= f.parameters.len();
    let mut fitting =
        all.filter(|(_, f)| f.is_external && is_defined(f) && wanted.is_none_or(|w| f.name == w));
    let names = || functions(module).collect::<Vec<_>>().join(", ");
    let rule = match (fitting.next(), fitting.next_back()) {
        (Some((id, _)), None) => return Ok(FunctionId(id as u32)),
        (Some(_), Some((id, _))) if wanted.is_some() && several == Several::Last => {
            return Ok(FunctionId(id as u32));
        }
        (None, _) if functions(module).next().is_none() => Rule::NoKernel,
        (None, _) => Rule::NoSuchKernel(wanted.unwrap_or_default().into(), names()),
        (Some(_), Some(_)) => Rule::WhichKernel(names()),
    };
    Err(ProgramError {
        kind: ErrorKind::CLike(rule),
        span: Span::NONE,
    })
}

//! Compiles a program text to functions over arrays.

use super::Function;
use crate::frontend::c_like::entry::Kernel;
use crate::frontend::c_like::muda;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::frontend::language::{Language, Loaded};
use crate::ir::Span;

/// The functions of a text.
pub struct Module {
    /// The functions that can be called over arrays, in the order of the text.
    pub functions: Vec<Function>,
    /// The warnings about the text.
    pub warnings: Vec<Warning>,
}

/// Compiles all functions of a text. Returns its errors when it does not load, and when it can only run in draws.
pub fn compile(language: Language, text: &[u8]) -> Result<Module, Vec<ProgramError>> {
    if language == Language::Muda {
        return compile_muda(text);
    }
    let refused = |error| language.errors(text, error);
    let loaded = language.load(text, None).map_err(refused)?;
    let functions = match &loaded {
        Loaded::Arb { program, .. } => {
            let (code, signature, uniforms) = program.function();
            vec![Function::new(&code, signature, uniforms)]
        }
        // The targets of its textures, the colour sum and the fog are state of draws. The error points to the header.
        Loaded::Ati(_) => return Err(vec![only_in_draws(Span { start: 0, end: 10 })]),
        Loaded::Muda { .. } => Vec::new(),
    };
    let warnings = loaded.warnings(text);
    Ok(Module {
        functions,
        warnings,
    })
}

fn only_in_draws(span: Span) -> ProgramError {
    let kind = ErrorKind::CLike(Rule::OnlyInDraws);
    ProgramError { kind, span }
}

fn compile_muda(text: &[u8]) -> Result<Module, Vec<ProgramError>> {
    let program = muda::Program::load(text)?;
    let compiled = |kernel: Result<Kernel, ProgramError>| {
        let kernel = kernel?;
        if let Some(span) = kernel.draws {
            return Err(only_in_draws(span));
        }
        Ok(Function::new(
            &kernel.code.program,
            kernel.signature,
            Vec::new(),
        ))
    };
    let functions: Result<_, ProgramError> = program.kernels().map(compiled).collect();
    Ok(Module {
        functions: functions.map_err(|error| vec![error])?,
        warnings: program.warnings().to_vec(),
    })
}

//! A text, and its functions.

use super::{Function, Language, Loaded};
use crate::frontend::c_like::muda;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};

/// The functions of a text that can be called over arrays.
pub struct Module {
    /// In the order of the text.
    pub functions: Vec<Function>,
    /// What is odd about it.
    pub warnings: Vec<Warning>,
}

/// Compiles all functions of a text, or says what is wrong with it.
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
        Loaded::Ati(_) | Loaded::Muda { .. } => Vec::new(),
    };
    let warnings = loaded.warnings(text);
    Ok(Module {
        functions,
        warnings,
    })
}

fn compile_muda(text: &[u8]) -> Result<Module, Vec<ProgramError>> {
    let program = muda::Program::load(text)?;
    let compiled = |name| {
        let kernel = program.kernel(name)?;
        if let Some(span) = kernel.draws {
            let kind = ErrorKind::CLike(Rule::OnlyInDraws);
            return Err(ProgramError { kind, span });
        }
        Ok(Function::new(
            &kernel.code.program,
            kernel.signature,
            Vec::new(),
        ))
    };
    let functions: Result<_, ProgramError> = program.functions().map(compiled).collect();
    Ok(Module {
        functions: functions.map_err(|error| vec![error])?,
        warnings: program.warnings().to_vec(),
    })
}

//! Compiles a program text to functions over arrays.

use super::Function;
use crate::frontend::c_like::entry::Kernel;
use crate::frontend::c_like::muda;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::language::{Language, Loaded};
use crate::frontend::preprocessor::Files;
use crate::frontend::shading::{CompileOptions, Refused, cg_kernels, hlsl_kernels};
use crate::ir::Span;
use crate::platform::roomy_stack;

/// The functions of a text.
pub struct Module {
    /// The functions that can be called over arrays, in the order of the text.
    pub functions: Vec<Function>,
    /// The warnings about the text, each as a message with an excerpt.
    pub warnings: Vec<String>,
}

/// Compiles all functions of a text. Returns its errors when it does not load, and when it can only run in draws.
pub fn compile(language: Language, text: &[u8]) -> Result<Module, Vec<ProgramError>> {
    if language == Language::Muda {
        return compile_muda(text, &muda::Request::default());
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
        Loaded::D3d(shader) => {
            let (signature, uniforms) = shader.signature();
            vec![Function::new(&shader.code().program, signature, uniforms)]
        }
        Loaded::Muda { .. } | Loaded::Shading(_) => Vec::new(),
    };
    let warnings = loaded.warnings(text);
    Ok(Module {
        functions,
        warnings,
    })
}

/// Compiles the functions of a text with the options of its compiler: that of the entry alone if they name one, in Cg and HLSL;
/// in MUDA the entry, which may be static or inline, beside the external ones. `files` has what
/// it includes. An error has the listing of all errors.
pub fn compile_with(
    language: Language,
    text: &[u8],
    options: &CompileOptions,
    files: &mut dyn Files,
) -> Result<Module, Refused> {
    if language == Language::Muda {
        let compiled = options.with_muda(|request| compile_muda(text, request));
        return compiled.map_err(|errors| refused(&errors, text));
    }
    if language == Language::Glsl {
        return Err(Refused {
            listing: "error: a GLSL text is the program of a stage; none of its functions runs over arrays\n".into(),
            position: 0,
        });
    }
    if !matches!(language, Language::Cg | Language::Hlsl) {
        return compile(language, text).map_err(|errors| refused(&errors, text));
    }
    let compiled = roomy_stack::with_room(|| match language {
        Language::Hlsl => hlsl_kernels(text, options, files),
        _ => cg_kernels(text, options, files),
    });
    let (kernels, listing) = compiled?;
    let function = |kernel: Kernel| {
        let code = &kernel.code.program;
        Function::new(code, kernel.signature, Vec::new())
    };
    Ok(Module {
        functions: kernels.into_iter().map(function).collect(),
        warnings: Some(listing)
            .filter(|l| !l.is_empty())
            .into_iter()
            .collect(),
    })
}

fn refused(errors: &[ProgramError], text: &[u8]) -> Refused {
    Refused {
        listing: errors.iter().map(|e| e.info_log(text)).collect(),
        position: errors.first().map_or(0, ProgramError::error_position),
    }
}

fn only_in_draws(span: Span) -> ProgramError {
    let kind = ErrorKind::CLike(Rule::OnlyInDraws);
    ProgramError { kind, span }
}

/// All external functions, and the one that is named.
fn compile_muda(text: &[u8], request: &muda::Request<'_>) -> Result<Module, Vec<ProgramError>> {
    let program = muda::Program::load_with(text, request)?;
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
    let is_external = |name: &str| program.functions().any(|own| own == name);
    let own = request.function.filter(|name| !is_external(name));
    let own = own.map(|name| program.kernel(name));
    let kernels = program.kernels().chain(own);
    let functions: Result<_, ProgramError> = kernels.map(compiled).collect();
    Ok(Module {
        functions: functions.map_err(|error| vec![error])?,
        warnings: program
            .warnings()
            .iter()
            .map(|w| w.info_log(text))
            .collect(),
    })
}

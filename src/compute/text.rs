//! Texts of a loaded program as a function in MUDA and in C.

use crate::emit::{self, About, EmitError, Emitted};
use crate::frontend::language::Loaded;
use crate::ir::Program;

/// Emits `code`, the program's IR before or after passes, as a MUDA function with the program's parameters. The lines of
/// `text` become comments.
pub fn muda(program: &Loaded, code: &Program, text: &[u8]) -> Result<Emitted, EmitError> {
    emit_with(program, text, |about| emit::muda(code, about))
}

/// Emits `code` as a C function, as [`muda`] does. Mathematical functions are expanded first.
pub fn c(program: &Loaded, code: &Program, text: &[u8]) -> Result<Emitted, EmitError> {
    let code = crate::passes::expand_math::expand_math(code);
    emit_with(program, text, |about| emit::c(&code, about))
}

fn emit_with<T>(program: &Loaded, source: &[u8], emit: impl FnOnce(&About<'_>) -> T) -> T {
    let (signature, uniforms) = program.interface();
    emit(&About {
        signature: Some(&signature),
        uniforms: &uniforms,
        source,
    })
}

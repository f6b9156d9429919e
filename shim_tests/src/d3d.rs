//! Direct3D shaders in program tests: constants by their registers, and texts through tokens and back.

use crate::program_test::Language;
use std::sync::Arc;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::d3d::{Constant, D3dProgram};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::diagnostic::ProgramError;

/// The numbers of constants that are no floats begin here, by kind.
const KINDS: [&str; 4] = ["i", "b", "bump", "luminance"];
const KIND_SIZE: u32 = 10_000;

/// What stands for a constant in the cases: registers by their numbers.
fn binding(constant: Constant) -> Binding {
    let of_kind = |kind: u32, n: u32| Binding::Local(kind * KIND_SIZE + n);
    match constant {
        Constant::Float(n) => Binding::Env(n),
        Constant::Int(n) => of_kind(0, n),
        Constant::Bool(n) => of_kind(1, n),
        Constant::BumpMatrix(n) => of_kind(2, n),
        Constant::BumpLuminance(n) => of_kind(3, n),
    }
}

/// The constant of a name such as `c[5]`, and its words.
pub(crate) fn constant(
    language: Language,
    name: &str,
    value: [f32; 4],
) -> Option<(Binding, [f32; 4])> {
    if !matches!(language, Language::D3dVertex | Language::D3dPixel) {
        return None;
    }
    let (head, rest) = name.split_once('[')?;
    let n: u32 = rest.trim_end_matches(']').parse().ok()?;
    if head == "c" {
        return Some((Binding::Env(n), value));
    }
    let kind = KINDS.iter().position(|k| *k == head)? as u32;
    let words = if kind < 2 {
        value.map(|x| f32::from_bits(x as i32 as u32))
    } else {
        value
    };
    Some((Binding::Local(kind * KIND_SIZE + n), words))
}

/// Assembles a text, and reads its tokens and its disassembly back: all three are the same shader.
pub(crate) fn load(text: &[u8]) -> Result<Arc<BoundProgram>, ProgramError> {
    let program = D3dProgram::assemble(text)?;
    let tokens = program.tokens();
    let read = D3dProgram::from_tokens(&tokens)?;
    assert_eq!(read.tokens(), tokens, "tokens are read as they are written");
    let again = D3dProgram::assemble(program.disassemble().as_bytes())?;
    assert_eq!(again.tokens(), tokens, "{}", program.disassemble());
    let code = program.code();
    let bindings = code.bindings.iter().map(|b| match b {
        Binding::Named(n) => program.constant(*n).map_or(*b, binding),
        other => *other,
    });
    Ok(Arc::new(BoundProgram {
        program: code.program.clone(),
        bindings: bindings.collect(),
    }))
}

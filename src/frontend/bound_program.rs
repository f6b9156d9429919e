//! A program, and what each vector of its uniform array stands for.

use super::binding::Binding;
use crate::ir::Program;
use std::sync::Arc;

/// A program with the bindings of its uniform array. `bindings[i]` fills the uniforms `4 i .. 4 i + 4`.
#[derive(Debug, Clone)]
pub struct BoundProgram {
    /// The program. `ir::verify` accepts it.
    pub program: Arc<Program>,
    /// One binding for each vector of four uniforms.
    pub bindings: Vec<Binding>,
}

impl BoundProgram {
    /// Attaches the source text, which dumps quote (`TRILOBITE_DEBUG=muda`).
    pub(crate) fn with_text(mut self, text: &Option<Arc<[u8]>>) -> BoundProgram {
        Arc::make_mut(&mut self.program).source = text.clone();
        self
    }

    /// Wraps a finished program. Debug builds verify it.
    pub(crate) fn new(program: Program, bindings: Vec<Binding>) -> BoundProgram {
        debug_assert_eq!(
            crate::ir::verify::verify(&program),
            Ok(()),
            "a front end built an ill-formed program"
        );
        BoundProgram {
            program: Arc::new(program),
            bindings,
        }
    }
}

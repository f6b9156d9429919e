//! A program with the meanings of its uniforms.

use super::binding::Binding;
use crate::ir::Program;
use std::sync::Arc;

/// A program and the bindings of its uniform array: `bindings[i]` fills the uniforms `4i .. 4i + 4`.
#[derive(Debug, Clone)]
pub struct BoundProgram {
    /// A verified program.
    pub program: Arc<Program>,
    /// One vec4 each.
    pub bindings: Vec<Binding>,
}

impl BoundProgram {
    /// With the text that it is made of, if dumps quote it (`TRILOBITE_DEBUG=muda`).
    pub(crate) fn with_text(mut self, text: &Option<Arc<[u8]>>) -> BoundProgram {
        Arc::make_mut(&mut self.program).source = text.clone();
        self
    }

    /// Wraps a finished program; debug builds verify it.
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

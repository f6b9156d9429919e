//! What linking is told, and what it says.

use crate::frontend::c_like::glsl::arrange::Kind;
use crate::frontend::c_like::glsl::limits::Limits;
use crate::frontend::c_like::glsl::request::Read;
use crate::frontend::c_like::tree::Stage;

/// What the caller decides.
#[derive(Debug, Clone, Copy)]
pub struct LinkOptions<'o> {
    /// The locations that attributes are bound to, by their names.
    pub attributes: &'o [(&'o str, u32)],
    /// User clip planes in use, by bit. They cut what `gl_ClipVertex` says, or else nothing.
    pub clip_planes: u8,
    pub limits: &'o Limits,
}

/// What is wrong with a program, a line each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log(pub String);

impl Log {
    pub(super) fn error(&mut self, sentence: &str) {
        self.0 += &format!("error: {sentence}\n");
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// All shaders of one stage as one text.
pub(super) struct Whole {
    pub(super) read: Read,
    pub(super) stage: Stage,
}

impl Whole {
    /// The kind of a variable outside functions that the text declares; the language's own have a semantic.
    pub(super) fn kind(&self, name: &str) -> Option<Kind> {
        self.read.declared.get(name).map(|d| d.kind)
    }
}

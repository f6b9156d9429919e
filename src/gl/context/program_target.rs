//! The targets of programs. They are in this room because parameters, bindings and draws of several chapters name them.

use super::enums;
use crate::frontend::assembly::Stage;
use crate::gl::{GlError, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// VERTEX_PROGRAM_ARB
    Vertex,
    /// FRAGMENT_PROGRAM_ARB
    Fragment,
    /// TEXT_FRAGMENT_SHADER_ATI
    TextFragment,
}

impl Target {
    /// All targets, in the order of their numbers.
    pub const ALL: [Target; 3] = [Target::Vertex, Target::Fragment, Target::TextFragment];

    /// The target with this name.
    pub(crate) fn from_enum(target: u32) -> Result<Target> {
        match target {
            enums::VERTEX_PROGRAM_ARB => Ok(Target::Vertex),
            enums::FRAGMENT_PROGRAM_ARB => Ok(Target::Fragment),
            enums::TEXT_FRAGMENT_SHADER_ATI => Ok(Target::TextFragment),
            _ => Err(GlError::invalid_enum("the target is not a program target")),
        }
    }

    pub fn stage(self) -> Stage {
        match self {
            Target::Vertex => Stage::Vertex,
            Target::Fragment => Stage::Fragment,
            Target::TextFragment => Stage::TextFragment,
        }
    }
}

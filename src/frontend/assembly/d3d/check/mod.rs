//! The rules of each version.

use super::model::Shader;
use crate::frontend::diagnostic::ProgramError;

/// Checks a shader. What it accepts can be lowered.
pub(super) fn check(_shader: &Shader) -> Result<(), ProgramError> {
    Ok(())
}

//! The rules of each version. What is accepted here can be lowered.
//!
//! | file | what is in it |
//! |---|---|
//! | `checker` | What all rules need: the version, declarations, and errors. |
//! | `declarations` | `dcl`, `def`, `defi`, `defb`. |
//! | `operands` | The register files, swizzles and modifiers of operands. |
//! | `ports` | How many different registers of a file an instruction reads. |
//! | `instructions` | The masks, swizzles and registers of single instructions. |
//! | `flow` | Blocks, loops, subroutines, and where they may stand. |
//! | `initialized` | Registers that are read before they are written. |
//! | `old_pixel` | Texture addressing and pairs of versions 1.1 to 1.3. |
//! | `phases` | The two phases of version 1.4. |
//! | `dependent` | Look-ups of ps_2_0 that depend on each other. |
//! | `limits` | Instruction slots. |

mod checker;
mod declarations;
mod dependent;
mod flow;
mod initialized;
mod instructions;
mod limits;
mod old_pixel;
mod operands;
mod phases;
mod ports;

use super::model::Shader;
use crate::frontend::diagnostic::ProgramError;
use checker::Checker;

pub use dependent::{MOST_DEPENDENT, highest_order};
pub use limits::Slots;

/// Checks a shader.
pub(super) fn check(shader: &Shader) -> Result<(), ProgramError> {
    let mut checker = Checker::new(shader);
    declarations::check(&mut checker)?;
    for (instruction, span) in shader.instructions() {
        checker.span = span;
        operands::check(&checker, instruction)?;
        ports::check(&checker, instruction)?;
        instructions::check(&checker, instruction)?;
    }
    flow::check(&mut checker)?;
    let version = shader.version;
    if version.is_old_pixel() {
        old_pixel::check(&mut checker)?;
    } else if version.is_pixel() && version.major() == 1 {
        phases::check(&mut checker)?;
    }
    initialized::check(&mut checker)?;
    dependent::check(&mut checker)?;
    limits::check(&mut checker)
}

//! What a profile's machine does not have, found in the code of a program.

use super::profile::{Profile, Stage};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::interface::LodMode;
use crate::ir::{Op, Program};

/// The first operation that the profile refuses.
pub(super) fn check_machine(profile: &Profile, program: &Program) -> Result<(), ProgramError> {
    for inst in program.insts() {
        let is_vertex = profile.stage == Some(Stage::Vertex);
        // Each row is an operation, the profiles without it, and the reference's number for that.
        let refused = match inst.op {
            Op::Sample if is_vertex && profile.model < 30 => Some((
                "a look-up of a texture in a vertex shader before model 3",
                4545,
            )),
            Op::Sample if is_vertex => {
                let mode = LodMode::from_immediate(inst.imm[1]);
                let is_plain = mode != Some(LodMode::Explicit);
                is_plain.then_some(("a look-up without a level in a vertex shader", 4532))
            }
            Op::Kill if is_vertex => Some(("clip or discard in a vertex shader", 4532)),
            Op::Ddx | Op::Ddy if is_vertex => Some(("a derivative in a vertex shader", 4532)),
            Op::Ddx | Op::Ddy if profile.model == 20 && profile.stage.is_some() => {
                Some(("a derivative in ps_2_0", 4532))
            }
            _ => None,
        };
        if let Some((name, number)) = refused {
            let name = name.to_owned();
            let rule = Shading::RefusedByProfile { name, number };
            return Err(ProgramError {
                kind: ErrorKind::CLike(Rule::Shading(rule)),
                span: inst.span,
            });
        }
    }
    Ok(())
}

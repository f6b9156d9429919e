//! Instruction slots.

use super::checker::{Checked, Checker, is_texture};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;

/// The instruction slots that a shader takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Slots {
    /// Of instructions that sample or address textures.
    pub texture: u32,
    /// Of all others.
    pub arithmetic: u32,
}

impl Slots {
    /// Counts the slots of a shader. Both halves of a pair take one slot together; declarations, definitions and
    /// comments take none.
    pub fn of(shader: &Shader) -> Slots {
        let mut slots = Slots::default();
        for (instruction, _) in shader.instructions() {
            slots.add(instruction, shader.version);
        }
        slots
    }

    /// Adds the slots of an instruction.
    pub fn add(&mut self, instruction: &Instruction, version: Version) {
        let n = if instruction.coissue {
            0
        } else {
            slots_of(instruction, version)
        };
        let kind = if is_texture(instruction.opcode) {
            &mut self.texture
        } else {
            &mut self.arithmetic
        };
        *kind += n;
    }

    /// The last line of a listing.
    pub fn line(self) -> String {
        let kinds = match self.texture {
            0 => String::new(),
            n => format!(" ({n} texture, {} arithmetic)", self.arithmetic),
        };
        let plural = if self.all() == 1 { "" } else { "s" };
        format!(
            "// approximately {} instruction slot{plural} used{kinds}\n",
            self.all()
        )
    }

    /// The slots of both kinds together. `check` allows 96 to 512 of them, by version (Direct3D 9, "Asm Shader
    /// Reference").
    pub fn all(self) -> u32 {
        self.texture + self.arithmetic
    }
}

fn slots_of(instruction: &Instruction, version: Version) -> u32 {
    let info = instruction.opcode.info(version);
    let slots = info.map_or(0, |row| u32::from(row.slots));
    // An interpolation takes one slot in pixel shaders 1. Vertex shaders 1 have fractions and full powers and logarithms as
    // macros.
    match (instruction.opcode, version) {
        (Opcode::Lrp, _) if version.major() == 1 => 1,
        (Opcode::Frc, Version::Vs11) => 3,
        (Opcode::Exp | Opcode::Log, Version::Vs11) => 10,
        _ => slots,
    }
}

/// Checks that a shader has not too many.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let version = checker.version;
    let slots = Slots::of(checker.shader);
    // The limits of a version. Versions without a row are limited by other rules, or not at all.
    let all = match version {
        Version::Vs11 => 128,
        Version::Vs20 | Version::Vs2x => 256,
        Version::Ps20 => 96,
        Version::Ps2x => 512,
        // What the API lets machines have at most; Microsoft's assembler takes all of them.
        Version::Vs30 | Version::Ps30 => 32768,
        _ => return Ok(()),
    };
    let mut checks = vec![("instruction slots:", slots.all(), all)];
    if version == Version::Ps20 {
        checks.push(("texture instruction slots:", slots.texture, 32));
        checks.push(("arithmetic instruction slots:", slots.arithmetic, 64));
    }
    // The first limit that is exceeded is reported, at the end of the shader.
    for (what, used, limit) in checks {
        if used > limit {
            let version = version.name();
            return checker.fail_at_end(D3dRule::Limit {
                what,
                used,
                limit,
                version,
            });
        }
    }
    Ok(())
}

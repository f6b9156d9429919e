//! Texture addressing and pairs of versions 1.1 to 1.3.

use super::checker::{Checked, Checker, is_texture};
use crate::frontend::assembly::d3d::model::*;

/// The most arithmetic instructions, and the most texture instructions.
const MOST_ARITHMETIC: u32 = 8;
const MOST_TEXTURE: u32 = 4;

/// Checks the order of instructions.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let mut stages = Stages::default();
    let (mut arithmetic, mut texture) = (0, 0);
    let shader = checker.shader;
    let mut before: Option<&Instruction> = None;
    for (instruction, span) in shader.instructions() {
        checker.span = span;
        // Texture instructions come first, and finish what they begin. Arithmetic ones follow; both halves of a pair
        // count once.
        let addresses = is_texture(instruction.opcode);
        if addresses {
            checker.rule(
                arithmetic == 0,
                instruction,
                "texture instructions stand before arithmetic ones",
            )?;
            checker.rule(!instruction.coissue, instruction, "it is no half of a pair")?;
            texture += 1;
            stages.check(checker, instruction)?;
        } else if instruction.opcode != Opcode::Nop {
            checker.rule(
                stages.pads.is_empty(),
                instruction,
                "a matrix of texm3x… instructions is not finished",
            )?;
            arithmetic += u32::from(!instruction.coissue);
        }
        pair(checker, before, instruction)?;
        stages.reads(checker, instruction)?;
        before = Some(instruction);
        checker.rule(
            arithmetic <= MOST_ARITHMETIC && texture <= MOST_TEXTURE,
            instruction,
            "a shader has at most 4 texture and 8 arithmetic instructions",
        )?;
    }
    // A matrix may also be left unfinished at the end.
    checker.span = shader.end;
    match (before, stages.pads.is_empty()) {
        (Some(last), false) => checker.rule(
            false,
            last,
            "a matrix of texm3x… instructions is not finished",
        ),
        _ => Ok(()),
    }
}

/// An instruction that runs together with the one before it: one writes colour, the other alpha.
pub(super) fn pair(
    checker: &Checker<'_>,
    before: Option<&Instruction>,
    instruction: &Instruction,
) -> Checked {
    if !instruction.coissue {
        return Ok(());
    }
    let mask = |i: &Instruction| i.destination.map_or(0, |d| d.mask);
    let first = before.filter(|i| !i.coissue && !is_texture(i.opcode));
    let fits = first.is_some_and(|first| {
        let (a, b) = (mask(first), mask(instruction));
        a != 0 && b != 0 && a & b == 0 && (a == 8 || b == 8)
    });
    checker.rule(
        fits,
        instruction,
        "of a pair one half writes colour and the other alpha",
    )?;
    let alone = |i: &Instruction| matches!(i.opcode, Opcode::Nop | Opcode::Bem);
    let dot4 = |i: &Instruction| i.opcode == Opcode::Dp4;
    let can = !alone(instruction) && first.is_none_or(|f| !alone(f));
    checker.rule(
        can && !dot4(instruction) && first.is_none_or(|f| !dot4(f)),
        instruction,
        "it is no half of a pair",
    )
}

/// The stages that texture instructions have used, and the matrix that is not finished.
#[derive(Debug, Default)]
struct Stages {
    used: Vec<u32>,
    /// Stages of pads, and the source of all rows.
    pads: Vec<u32>,
    pad_of: Option<Opcode>,
    source: Option<Register>,
    /// Registers that texbem has read.
    bumped: Vec<Register>,
    /// Registers that texkill has tested.
    gone: Vec<Register>,
}

impl Stages {
    fn check(&mut self, checker: &Checker<'_>, instruction: &Instruction) -> Checked {
        use Opcode::*;
        let Some(d) = instruction.destination else {
            return Ok(());
        };
        let stage = d.register.number;
        if instruction.opcode == TexKill {
            self.gone.push(d.register);
            return Ok(());
        }
        checker.rule(
            !self.used.contains(&stage),
            instruction,
            "each stage is used once",
        )?;
        checker.rule(
            self.used.last().is_none_or(|last| *last < stage),
            instruction,
            "stages are used in order",
        )?;
        self.used.push(stage);
        // A matrix is a run of consecutive stages with one source.
        let rows = match instruction.opcode {
            TexM3x2Pad => Some((TexM3x2Pad, 0)),
            TexM3x3Pad => Some((TexM3x3Pad, 0)),
            TexM3x2Tex | TexM3x2Depth => Some((TexM3x2Pad, 1)),
            TexM3x3 | TexM3x3Tex | TexM3x3Spec | TexM3x3VSpec => Some((TexM3x3Pad, 2)),
            _ => None,
        };
        let rule = "the rows of a matrix are consecutive stages with the same source";
        let Some((pad, needed)) = rows else {
            return checker.rule(self.pads.is_empty(), instruction, rule);
        };
        let source = instruction.sources.first().map(|s| s.register);
        let follows = self.pads.last().is_none_or(|last| *last + 1 == stage)
            && self.pad_of.is_none_or(|known| known == pad)
            && (self.pads.is_empty() || self.source == source);
        checker.rule(follows, instruction, rule)?;
        let most = if pad == TexM3x2Pad { 1 } else { 2 };
        if needed == 0 {
            checker.rule(self.pads.len() < most, instruction, rule)?;
            self.pads.push(stage);
            (self.pad_of, self.source) = (Some(pad), source);
            return Ok(());
        }
        checker.rule(self.pads.len() == needed, instruction, rule)?;
        self.pads.clear();
        self.pad_of = None;
        Ok(())
    }

    /// What texbem has read is not read later but by texbem.
    fn reads(&mut self, checker: &Checker<'_>, instruction: &Instruction) -> Checked {
        let bumps = matches!(instruction.opcode, Opcode::TexBem | Opcode::TexBemL);
        for source in &instruction.sources {
            let register = source.register;
            checker.rule(
                !self.gone.contains(&register),
                instruction,
                "what texkill has tested is read by nothing else later",
            )?;
            if bumps {
                self.bumped.push(register);
            } else {
                checker.rule(
                    !self.bumped.contains(&register),
                    instruction,
                    "what texbem has read is read by nothing else later",
                )?;
            }
        }
        if let (Some(d), false) = (&instruction.destination, bumps) {
            self.bumped.retain(|r| *r != d.register);
            if instruction.opcode != Opcode::TexKill {
                self.gone.retain(|r| *r != d.register);
            }
        }
        Ok(())
    }
}

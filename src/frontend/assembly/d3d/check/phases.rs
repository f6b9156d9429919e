//! The two phases of version 1.4.

use super::checker::{Checked, Checker, is_texture};
use super::old_pixel::pair;
use crate::frontend::assembly::d3d::model::*;
use std::collections::HashMap;

/// The most arithmetic instructions, and the most texture instructions, of a phase.
const MOST_ARITHMETIC: u32 = 8;
const MOST_TEXTURE: u32 = 6;

/// Checks the order of instructions.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let shader = checker.shader;
    let all: Vec<_> = shader.instructions().collect();
    let phases = all
        .iter()
        .filter(|(i, _)| i.opcode == Opcode::Phase)
        .count();
    // Without the marker everything is the second phase.
    let mut second = phases == 0;
    let (mut arithmetic, mut texture) = (0, 0);
    let mut loaded: Vec<Register> = Vec::new();
    let mut before: Option<&Instruction> = None;
    let mut selectors: HashMap<Register, bool> = HashMap::new();
    for (instruction, span) in all {
        checker.span = span;
        match instruction.opcode {
            Opcode::Phase => {
                checker.rule(!second, instruction, "a shader has one")?;
                second = true;
                (arithmetic, texture) = (0, 0);
                loaded.clear();
            }
            Opcode::Nop => {}
            opcode if is_texture(opcode) => {
                checker.rule(
                    arithmetic == 0,
                    instruction,
                    "texture instructions stand before arithmetic ones",
                )?;
                checker.rule(!instruction.coissue, instruction, "it is no half of a pair")?;
                texture += 1;
                texture_instruction(checker, instruction, second, phases > 0, &mut loaded)?;
                if let Some(source) = instruction.sources.first() {
                    // Both the third and the fourth coordinate of a set are never read.
                    let fourth = source.swizzle.0 == 0xf4;
                    let known = *selectors.entry(source.register).or_insert(fourth);
                    checker.rule(
                        known == fourth || source.register.file != File::Texture,
                        instruction,
                        "all reads of t# have the same selector",
                    )?;
                }
            }
            Opcode::Bem => {
                let first = !second || phases == 0;
                checker.rule(first, instruction, "it stands in the first phase")?;
                arithmetic += 2;
            }
            _ => arithmetic += u32::from(!instruction.coissue),
        }
        colors(checker, instruction, second)?;
        pair(checker, before, instruction)?;
        before = Some(instruction);
        checker.rule(
            arithmetic <= MOST_ARITHMETIC && texture <= MOST_TEXTURE,
            instruction,
            "a phase has at most 6 texture and 8 arithmetic instructions",
        )?;
    }
    Ok(())
}

/// Colours are there in the second phase.
fn colors(checker: &Checker<'_>, instruction: &Instruction, second: bool) -> Checked {
    let mut sources = instruction.sources.iter();
    let reads = sources.any(|s| s.register.file == File::Input);
    checker.rule(
        !reads || second,
        instruction,
        "v# is there in the second phase",
    )
}

fn texture_instruction(
    checker: &Checker<'_>,
    instruction: &Instruction,
    second: bool,
    marked: bool,
    loaded: &mut Vec<Register>,
) -> Checked {
    let Some(d) = instruction.destination else {
        return Ok(());
    };
    let source = instruction.sources.first();
    let temp = source.is_some_and(|s| s.register.file == File::Temp);
    // An instruction without a source reads its destination.
    let read = match source {
        Some(source) => source.register,
        None => d.register,
    };
    checker.rule(
        !loaded.contains(&read),
        instruction,
        "what a texture instruction of the phase has written is not read by another one",
    )?;
    // These two need values of the first phase, and load nothing.
    match instruction.opcode {
        Opcode::TexDepth => {
            checker.rule(d.register.number == 5, instruction, "it reads r5")?;
            return checker.rule(second, instruction, "it stands in the second phase");
        }
        Opcode::TexKill => {
            return checker.rule(second, instruction, "it stands in the second phase");
        }
        _ => {}
    }
    // Coordinates from r# are computed in a first phase, which only a marker makes.
    checker.rule(
        !temp || second && marked,
        instruction,
        "coordinates from r# are for the second phase",
    )?;
    checker.rule(
        !loaded.contains(&d.register),
        instruction,
        "a phase loads each register once",
    )?;
    loaded.push(d.register);
    match source {
        Some(source) => selector(checker, instruction, source, &d),
        None => Ok(()),
    }
}

/// The selectors and modifiers of coordinates.
fn selector(
    checker: &Checker<'_>,
    instruction: &Instruction,
    source: &Source,
    d: &Destination,
) -> Checked {
    const XYZ: [u8; 2] = [0xe4, 0xa4];
    const XYW: [u8; 1] = [0xf4];
    let swizzle = source.swizzle.0;
    let (xyz, xyw) = (XYZ.contains(&swizzle), XYW.contains(&swizzle));
    let temp = source.register.file == File::Temp;
    let loads = instruction.opcode == Opcode::TexLd;
    // The last coordinate is z, or w of an input. It is the divisor of a modifier.
    let rule = "coordinates are selected by .xyz, or of t# by .xyw";
    checker.rule(xyz || xyw && !temp, instruction, rule)?;
    match source.modifier {
        Modifier::None => {}
        Modifier::DivideByZ => checker.rule(
            loads && temp && xyz,
            instruction,
            "_dz is for texld from r#",
        )?,
        Modifier::DivideByW => {
            checker.rule(!temp && xyw, instruction, "_dw is for t#.xyw")?;
        }
        _ => checker.rule(false, instruction, "coordinates are modified by _dz or _dw")?,
    }
    if loads {
        return Ok(());
    }
    // texcrd copies coordinates, and writes as many as the division leaves.
    let mask = match source.modifier {
        Modifier::DivideByW => 3,
        _ => 7,
    };
    checker.rule(
        d.mask == mask,
        instruction,
        "the write mask is .xyz, with _dw .xy",
    )
}

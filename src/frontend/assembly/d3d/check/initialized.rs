//! Registers that are read before they are written, in versions without flow by values; and what must be written.

use super::checker::{Checked, Checker, is_texture};
use crate::frontend::assembly::d3d::lower::{needs, rows};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use std::collections::HashMap;

/// Checks reads and outputs.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let version = checker.version;
    let linear = matches!(version, Version::Vs11 | Version::Ps20) || checker.is_first_pixel();
    let mut written: HashMap<Register, u8> = HashMap::new();
    let shader = checker.shader;
    let all: Vec<_> = shader.instructions().collect();
    let mut n = 0;
    while n < all.len() {
        // Halves that run together read before either writes.
        let pair = 1 + usize::from(all.get(n + 1).is_some_and(|(i, _)| i.coissue));
        for (instruction, span) in &all[n..n + pair] {
            checker.span = *span;
            if linear || version.major() == 2 {
                reads(checker, instruction, &written, linear)?;
            }
        }
        for (instruction, _) in &all[n..n + pair] {
            if instruction.opcode == Opcode::Phase {
                // Alpha is lost between the phases.
                for mask in written.values_mut() {
                    *mask &= 7;
                }
            }
            if let Some(d) = &instruction.destination {
                let again = version == Version::Ps20
                    && matches!(d.register.file, File::ColorOut | File::DepthOut)
                    && written.contains_key(&d.register);
                checker.rule(!again, instruction, "an output of ps_2_0 is written once")?;
                if instruction.opcode != Opcode::TexKill {
                    *written.entry(d.register).or_default() |= d.mask;
                }
            }
        }
        n += pair;
    }
    outputs(checker, &written)
}

fn reads(
    checker: &Checker<'_>,
    instruction: &Instruction,
    written: &HashMap<Register, u8>,
    linear: bool,
) -> Checked {
    // Temporaries are followed where the code has no jumps. Texture registers count in the old versions only.
    let old = checker.version.is_old_pixel();
    let mask = instruction.destination.map_or(15, |d| d.mask);
    // A source may be several registers, as in the rows of a matrix. An index is read as well.
    for (n, source) in instruction.sources.iter().enumerate() {
        let n_rows = rows(instruction.opcode, n);
        let need = components(checker, instruction, n, mask);
        let read = source.swizzle.components_read(need);
        for row in 0..n_rows {
            let register = Register::new(source.register.file, source.register.number + row);
            let counts = match register.file {
                File::Temp => linear,
                File::Texture => old,
                _ => false,
            };
            if counts {
                check_read(checker, register, read, written)?;
            }
        }
        if let (Some(index), true) = (source.index, linear) {
            let read = index.swizzle.components_read(1);
            check_read(checker, index.register, read, written)?;
        }
    }
    // A predicate is followed in vs_2_x only.
    let tests = matches!(instruction.opcode, Opcode::TexKill | Opcode::TexDepth);
    if let Some(predicate) = instruction
        .predicate
        .filter(|_| checker.version == Version::Vs2x)
    {
        let read = predicate.swizzle.components_read(mask);
        check_read(checker, predicate.register, read, written)?;
    }
    // Some instructions of textures read their destination. How much of it depends on the version.
    if let (true, Some(d)) = (tests && linear, &instruction.destination)
        && d.register.file == File::Temp
    {
        let read = match instruction.opcode {
            Opcode::TexDepth => 3,
            _ if checker.version.major() == 1 => 7,
            _ => d.mask,
        };
        return check_read(checker, d.register, read, written);
    }
    Ok(())
}

fn components(checker: &Checker<'_>, instruction: &Instruction, n: usize, mask: u8) -> u8 {
    let version = checker.version;
    match instruction.opcode {
        opcode if is_texture(opcode) && version == Version::Ps14 => 7,
        opcode if is_texture(opcode) && version.is_old_pixel() => 15,
        opcode if is_texture(opcode) => 3,
        opcode => needs(opcode, n, mask, version),
    }
}

fn check_read(
    checker: &Checker<'_>,
    register: Register,
    read: u8,
    written: &HashMap<Register, u8>,
) -> Checked {
    let missing = read & !written.get(&register).copied().unwrap_or(0);
    if missing == 0 {
        return Ok(());
    }
    let letters = ['x', 'y', 'z', 'w'];
    let components = (0..4).filter(|c| missing >> c & 1 != 0).map(|c| letters[c]);
    let (register, components) = (register.to_string(), components.collect());
    checker.fail(D3dRule::Uninitialized {
        register,
        components,
    })
}

/// What a shader must write.
fn outputs(checker: &Checker<'_>, written: &HashMap<Register, u8>) -> Checked {
    let has = |file, mask: u8| {
        let found = written.get(&Register::new(file, 0));
        found.is_some_and(|m| m & mask == mask)
    };
    // A texture coordinate of vs_1_1 is written from its first component on.
    if checker.version == Version::Vs11 {
        let gap = |mask: u8| mask & (mask + 1) != 0;
        let mut all = written.iter();
        let gaps = all.any(|(r, mask)| r.file == File::TextureOut && gap(*mask));
        if gaps {
            let what = "the components of oT# from x on, without gaps";
            return checker.fail_at_end(D3dRule::Unwritten(what));
        }
    }
    // The other rules are one for each version; the other versions need not write anything.
    let (kept, what) = match checker.version {
        Version::Vs11 => (has(File::Position, 15), "all components of oPos"),
        Version::Ps20 => {
            let written = |n| written.contains_key(&Register::new(File::ColorOut, n));
            let gap = (1..4).any(|n| written(n) && !written(n - 1));
            (written(0) && !gap, "oC0, and of oC1 to oC3 the first ones")
        }
        _ if checker.is_first_pixel() => (has(File::Temp, 15), "all components of r0"),
        _ => return Ok(()),
    };
    if kept {
        return Ok(());
    }
    checker.fail_at_end(D3dRule::Unwritten(what))
}

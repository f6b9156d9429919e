//! How many different registers of a file an instruction may read.

use super::checker::{Checked, Checker};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;

/// Checks what an instruction reads.
pub(super) fn check(checker: &Checker<'_>, instruction: &Instruction) -> Checked {
    let version = checker.version;
    // The constants of sincos are those of its series.
    if version.is_software() || instruction.opcode == Opcode::SinCos {
        return Ok(());
    }
    let first = checker.is_first_pixel();
    let inputs: &[File] = if version.is_pixel() && version.major() == 2 {
        &[File::Input, File::Texture]
    } else {
        &[File::Input]
    };
    let most = if first { 2 } else { 1 };
    let constants = distinct(instruction, &[File::Const]);
    limit(
        checker,
        "different constants c# are read by an instruction:",
        constants,
        most,
    )?;
    let read = distinct(instruction, inputs);
    limit(
        checker,
        "different inputs are read by an instruction:",
        read,
        most,
    )?;
    if first {
        let most = if version == Version::Ps14 { 3 } else { 2 };
        let temps = distinct(instruction, &[File::Temp]);
        limit(
            checker,
            "different temporaries r# are read by an instruction:",
            temps,
            most,
        )?;
        let textures = distinct(instruction, &[File::Texture]);
        let most = if version == Version::Ps11 { 2 } else { 3 };
        return limit(
            checker,
            "different registers t# are read by an instruction:",
            textures,
            most,
        );
    }
    Ok(())
}

/// The number of different registers of files that are read; a computed number makes a register its own.
fn distinct(instruction: &Instruction, files: &[File]) -> u32 {
    let mut seen: Vec<(Register, Option<Index>)> = Vec::new();
    for source in &instruction.sources {
        let key = (source.register, source.index);
        if files.contains(&source.register.file) && !seen.contains(&key) {
            seen.push(key);
        }
    }
    seen.len() as u32
}

fn limit(checker: &Checker<'_>, what: &'static str, used: u32, limit: u32) -> Checked {
    if used <= limit {
        return Ok(());
    }
    let version = checker.version.name();
    checker.fail(D3dRule::Limit {
        what,
        used,
        limit,
        version,
    })
}

//! Declarations and definitions.

use super::checker::{Checked, Checker};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use std::collections::HashSet;

/// The most rounds, and the greatest first index, of a loop.
const MOST_ROUNDS: i32 = 255;

/// Checks declarations and definitions, and collects what they name.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let mut meanings = HashSet::new();
    let mut after_code = false;
    let shader = checker.shader;
    for statement in &shader.statements {
        checker.span = statement.span;
        match &statement.item {
            Item::Comment(_) => {}
            Item::Instruction(_) => after_code = true,
            Item::Declaration(_) | Item::Definition(_) if after_code => {
                return checker.fail(D3dRule::DeclaredLate);
            }
            Item::Declaration(declaration) => {
                self::declaration(checker, declaration, &mut meanings)?;
            }
            Item::Definition(definition) => {
                self::definition(checker, definition)?;
                checker.defined.insert(definition.register);
            }
        }
    }
    Ok(())
}

fn definition(checker: &Checker<'_>, definition: &Definition) -> Checked {
    let [x, y, z, w] = definition.words.map(|w| w as i32);
    let fail = |rule| checker.fail(D3dRule::Definition(rule));
    // Where pixel shaders have no limits of their own, as before version 2, a second definition counts.
    let is_later_pixel = checker.version.is_pixel() && checker.version.major() >= 2;
    if is_later_pixel && checker.defined.contains(&definition.register) {
        return checker.fail(D3dRule::DeclaredTwice(definition.register.to_string()));
    }
    if definition.register.file != File::ConstInt {
        return Ok(());
    }
    let limited = !checker.version.is_software();
    if x < 0 || limited && x > MOST_ROUNDS {
        return fail("the first number counts rounds: 0 to 255");
    }
    if limited && !(0..=MOST_ROUNDS).contains(&y) {
        return fail("the second number is the first index: 0 to 255");
    }
    if limited && !(-128..=127).contains(&z) {
        return fail("the third number is the step: -128 to 127");
    }
    if w != 0 {
        return fail("the fourth number is 0");
    }
    if checker.version.is_pixel() && checker.version.major() == 2 && (y, z) != (0, 0) {
        return fail("only the first number counts in this version");
    }
    Ok(())
}

/// Meanings that are declared: of inputs or outputs, and their numbers.
type Meanings = HashSet<(bool, Usage, u8)>;

fn declaration(
    checker: &mut Checker<'_>,
    declaration: &Declaration,
    meanings: &mut Meanings,
) -> Checked {
    let version = checker.version;
    let pixel = version.is_pixel();
    let destination = declaration.destination();
    let register = destination.register;
    let fail = |rule| checker.fail(D3dRule::Declaration(rule));
    if destination.index.is_some() || destination.mask == 0 {
        return fail("a register is named by its number");
    }
    let modified = destination.partial || destination.centroid;
    match declaration {
        Declaration::Sampler(..) if register.file != File::Sampler => {
            return fail("dcl_2d, dcl_cube and dcl_volume declare a sampler s#");
        }
        Declaration::Sampler(..) if modified || destination.mask != 15 => {
            return fail("a sampler has neither modifiers nor a write mask");
        }
        Declaration::Sampler(kind, _) => {
            checker.kinds.insert(register, *kind);
        }
        Declaration::Plain(_) => plain(checker, destination)?,
        Declaration::Register(usage, index, _) => {
            meaning(checker, (*usage, *index), destination)?;
            let is_output = register.file == File::Output;
            if !meanings.insert((is_output, *usage, *index)) {
                return fail("its usage and index are declared for another register");
            }
        }
    }
    let known = checker.declared.entry(register).or_insert(0);
    let again = *known & destination.mask != 0;
    *known |= destination.mask;
    // A register of version 3 may be declared in parts.
    let packs = version.major() == 3 && matches!(register.file, File::Input | File::Output);
    if again || (!packs && *known != destination.mask && !pixel) {
        return checker.fail(D3dRule::DeclaredTwice(register.to_string()));
    }
    Ok(())
}

/// A declaration without a usage.
fn plain(checker: &Checker<'_>, destination: &Destination) -> Checked {
    let fail = |rule| checker.fail(D3dRule::Declaration(rule));
    let modified = destination.partial || destination.centroid;
    match destination.register.file {
        File::Input if checker.version.major() < 3 => match modified {
            true => fail("a colour has no modifiers"),
            false => Ok(()),
        },
        File::Texture => Ok(()),
        File::WindowPosition | File::Face if modified => fail("vPos and vFace have no modifiers"),
        File::WindowPosition if destination.mask & 12 != 0 => fail("vPos has x and y only"),
        File::WindowPosition | File::Face => Ok(()),
        File::Input => fail("an input v# of version 3 has a usage"),
        _ => fail("only inputs and samplers are declared without a usage"),
    }
}

/// A declaration with a usage.
fn meaning(
    checker: &Checker<'_>,
    (usage, index): (Usage, u8),
    destination: &Destination,
) -> Checked {
    let version = checker.version;
    let fail = |rule| checker.fail(D3dRule::Declaration(rule));
    let file = destination.register.file;
    // Each row has what this file of registers refuses. All else is accepted.
    match file {
        File::Input if version.is_pixel() => match (usage, index) {
            (Usage::Position | Usage::PositionT | Usage::PointSize, 0)
            | (Usage::TessFactor | Usage::Sample, _) => fail("pixel shaders have no such input"),
            _ => Ok(()),
        },
        File::Input => match (usage, index) {
            (Usage::TessFactor, _) | (Usage::PositionT, 0) => {
                fail("vertex shaders have no such input")
            }
            _ if version.major() < 3 && destination.mask != 15 => {
                fail("an input is declared whole")
            }
            _ => Ok(()),
        },
        File::Output => match (usage, index) {
            (Usage::PositionT, 0) | (Usage::TessFactor | Usage::Sample, _) => {
                fail("vertex shaders have no such output")
            }
            (Usage::PointSize, 0) if destination.mask != 15 => fail("psize is declared whole"),
            _ => Ok(()),
        },
        // What these two mean does not depend on a usage.
        File::WindowPosition | File::Face => plain(checker, destination),
        _ => fail("usages are of inputs v# and outputs o#"),
    }
}

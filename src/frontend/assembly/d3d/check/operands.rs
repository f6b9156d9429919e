//! Register files, swizzles and modifiers of operands.

use super::checker::{Checked, Checker, is_flow, is_load, is_matrix, is_texture};
use crate::frontend::assembly::d3d::lower::{needs, rows};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;

const SOURCES: [&str; 5] = [
    "the first source",
    "the second source",
    "the third source",
    "the fourth source",
    "a source",
];

/// Checks an instruction's operands, each alone.
pub(super) fn check(checker: &Checker<'_>, instruction: &Instruction) -> Checked {
    if let Some(destination) = &instruction.destination {
        self::destination(checker, instruction, destination)?;
    }
    for (n, source) in instruction.sources.iter().enumerate() {
        let files = source_files(checker, instruction, n);
        if !files.contains(&source.register.file) {
            let (what, name) = (source.register.to_string(), checker.name(instruction));
            let operand = SOURCES[n.min(4)];
            return checker.fail(D3dRule::Operand {
                what,
                operand,
                name,
            });
        }
        index(checker, instruction, &source.index, source.register.file)?;
        modifier(checker, instruction, n, source)?;
        swizzle(checker, instruction, source)?;
        self::is_declared(checker, instruction, n, source)?;
    }
    match &instruction.predicate {
        Some(source) => predicate(checker, instruction, source),
        None => Ok(()),
    }
}

/// Whether what a source reads is declared, each row of a matrix as well, where Microsoft's assembler asks for that.
fn is_declared(
    checker: &Checker<'_>,
    instruction: &Instruction,
    n: usize,
    source: &Source,
) -> Checked {
    let version = checker.version;
    // It does not ask for what texldd reads in version 2, nor for slopes in ps_3_sw, nor for later rows in vs_2.
    let is_asked = match (instruction.opcode, version) {
        (Opcode::TexLdD, Version::Ps3sw) => n < 2,
        (Opcode::TexLdD, _) => !version_2(checker),
        _ => true,
    };
    if !is_asked {
        return Ok(());
    }
    let read = read_by(checker, instruction, n, source);
    let n_rows = match version_2(checker) && !version.is_pixel() {
        true => 1,
        false => rows(instruction.opcode, n),
    };
    for row in 0..n_rows {
        let mut source = *source;
        source.register.number += row;
        declared(checker, &source, read)?;
    }
    Ok(())
}

fn version_2(checker: &Checker<'_>) -> bool {
    checker.version.major() == 2
}

/// The files from which source `n` may be.
fn source_files(checker: &Checker<'_>, instruction: &Instruction, n: usize) -> &'static [File] {
    let version = checker.version;
    let opcode = instruction.opcode;
    // Operands of flow and of samplers have files of their own in every version.
    match (opcode, n) {
        (Opcode::Call | Opcode::CallNz | Opcode::Label, 0) => return &[File::Label],
        (Opcode::Loop, 0) => return &[File::Loop],
        (Opcode::Loop, _) | (Opcode::Rep, _) => return &[File::ConstInt],
        (Opcode::If | Opcode::CallNz, _) if version.is_extended() => {
            return &[File::ConstBool, File::Predicate];
        }
        (Opcode::If | Opcode::CallNz, _) => return &[File::ConstBool],
        (Opcode::BreakP, _) => return &[File::Predicate],
        (Opcode::TexLdD, 1) => return &[File::Sampler],
        _ if is_load(opcode) && n == 1 => return &[File::Sampler],
        _ => {}
    }
    let compares = matches!(
        (opcode, n),
        (Opcode::IfC | Opcode::BreakC | Opcode::SetP, _) | (Opcode::Cmp, 0)
    );
    // All other sources take what the version has, with some rows for single instructions.
    match (version.is_pixel(), version.major()) {
        (false, _) => &[File::Temp, File::Input, File::Const],
        (true, 3) if compares => &[
            File::Temp,
            File::Input,
            File::Const,
            File::WindowPosition,
            File::Face,
        ],
        (true, 3) => &[File::Temp, File::Input, File::Const, File::WindowPosition],
        (true, 2) if is_load(opcode) && (n == 0 || opcode != Opcode::TexLdD) => {
            &[File::Temp, File::Texture]
        }
        (true, 2) => &[File::Temp, File::Input, File::Const, File::Texture],
        _ if version == Version::Ps14 => match opcode {
            Opcode::TexLd => &[File::Temp, File::Texture],
            Opcode::TexCrd => &[File::Texture],
            Opcode::Bem if n == 0 => &[File::Temp, File::Const],
            Opcode::Bem => &[File::Temp],
            _ => &[File::Temp, File::Input, File::Const],
        },
        _ => match (opcode, n) {
            (Opcode::TexM3x3Spec, 1) => &[File::Const],
            _ if is_texture(opcode) => &[File::Texture],
            _ => &[File::Temp, File::Input, File::Const, File::Texture],
        },
    }
}

/// The files to which an instruction may write.
fn destination_files(version: Version, opcode: Opcode) -> &'static [File] {
    // The first row that fits counts: instructions with a file of their own, then versions from the most restricted one on.
    match opcode {
        Opcode::SetP => &[File::Predicate],
        Opcode::Mova => &[File::Address],
        Opcode::TexKill => match (version, version.major()) {
            (Version::Ps14, _) | (_, 2) => &[File::Temp, File::Texture],
            (_, 3) => &[File::Temp, File::Input],
            _ => &[File::Texture],
        },
        _ if version.is_old_pixel() && is_texture(opcode) => &[File::Texture],
        _ if version.is_old_pixel() => &[File::Temp, File::Texture],
        _ if version == Version::Ps14 || is_load(opcode) => &[File::Temp],
        _ if version.is_pixel() => &[File::Temp, File::ColorOut, File::DepthOut],
        Opcode::Mov if version == Version::Vs11 => &[
            File::Temp,
            File::Address,
            File::Position,
            File::Fog,
            File::PointSize,
            File::AttributeOut,
            File::TextureOut,
        ],
        _ => &[
            File::Temp,
            File::Position,
            File::Fog,
            File::PointSize,
            File::AttributeOut,
            File::TextureOut,
            File::Output,
        ],
    }
}

fn destination(
    checker: &Checker<'_>,
    instruction: &Instruction,
    destination: &Destination,
) -> Checked {
    let version = checker.version;
    let opcode = instruction.opcode;
    let register = destination.register;
    let files = destination_files(version, opcode);
    // Texels of version 3 go to any register that results go to.
    let of_load = is_load(opcode) && version.major() == 3;
    let outputs = [File::ColorOut, File::Output];
    let fits = files.contains(&register.file) || of_load && outputs.contains(&register.file);
    if !fits {
        let (what, name) = (register.to_string(), checker.name(instruction));
        let operand = "the destination";
        return checker.fail(D3dRule::Operand {
            what,
            operand,
            name,
        });
    }
    modifiers(checker, instruction, destination)?;
    // A result of version 3 has the components that its declaration names, unless an index chooses the register.
    if register.file == File::Output && destination.index.is_none() {
        let declared = checker.declared.get(&register).copied().unwrap_or(0);
        if destination.mask & !declared != 0 {
            return checker.fail(D3dRule::Undeclared(register.to_string()));
        }
    }
    if opcode == Opcode::TexKill {
        checker.rule(
            destination.index.is_none(),
            instruction,
            "its register is named by its number",
        )?;
        let read = match version.major() {
            3 => destination.mask,
            _ => 7,
        };
        declared(checker, &Source::plain(register), read)?;
    }
    index(checker, instruction, &destination.index, register.file)
}

/// The write mask and the modifiers of a destination, each with the versions that have it.
fn modifiers(
    checker: &Checker<'_>,
    instruction: &Instruction,
    destination: &Destination,
) -> Checked {
    let version = checker.version;
    // Each rule is one modifier, with the versions that have it.
    checker.rule(
        destination.mask != 0,
        instruction,
        "the write mask is empty",
    )?;
    checker.rule(
        !destination.centroid,
        instruction,
        "_centroid is of declarations",
    )?;
    let shifts = checker.is_first_pixel();
    checker.rule(
        destination.shift == 0 || shifts,
        instruction,
        "no result is shifted from version 2",
    )?;
    let saturates = version.is_pixel() || version.major() == 3;
    checker.rule(
        !destination.saturate || saturates,
        instruction,
        "the version has no _sat",
    )?;
    let partial = version.is_pixel() && version.major() >= 2;
    checker.rule(
        !destination.partial || partial,
        instruction,
        "the version has no _pp",
    )?;
    let scalar = destination.register.file.is_scalar();
    checker.rule(
        !scalar || destination.mask == 15,
        instruction,
        "a scalar register has no write mask",
    )
}

fn index(
    checker: &Checker<'_>,
    instruction: &Instruction,
    index: &Option<Index>,
    file: File,
) -> Checked {
    let Some(index) = index else { return Ok(()) };
    let version = checker.version;
    let of = index.register.file;
    let fits = match file {
        File::Const if version.is_pixel() => false,
        File::Const => matches!(of, File::Address | File::Loop),
        _ => of == File::Loop,
    };
    checker.rule(
        fits,
        instruction,
        "a computed number is a component of a0, or aL where that is allowed",
    )?;
    let component = of == File::Loop || index.swizzle.is_replicate();
    checker.rule(
        component,
        instruction,
        "a computed number is one component of a0",
    )?;
    let first = version.major() > 1 || index.swizzle == Swizzle::replicate(0);
    checker.rule(first, instruction, "a0 has the component x only")
}

fn modifier(
    checker: &Checker<'_>,
    instruction: &Instruction,
    n: usize,
    source: &Source,
) -> Checked {
    use Modifier::*;
    let version = checker.version;
    let opcode = instruction.opcode;
    // Microsoft's assembler lets callnz negate its label as well, which says nothing.
    let truth = matches!(source.register.file, File::ConstBool | File::Predicate)
        || opcode == Opcode::CallNz;
    let allowed = match source.modifier {
        None => true,
        Not => truth,
        _ if is_flow(opcode) && !matches!(opcode, Opcode::IfC | Opcode::BreakC) => false,
        _ if is_load(opcode) && version.major() >= 2 => false,
        _ if is_matrix(opcode) && n == 1 => false,
        Negate if !checker.is_first_pixel() => true,
        Absolute | NegateAbsolute => version.major() == 3,
        DivideByZ | DivideByW => version == Version::Ps14 && is_texture(opcode),
        // Before version 2 constants are read as they are.
        _ if !checker.is_first_pixel() => false,
        _ if source.register.file == File::Const => false,
        Double | NegateDouble => version == Version::Ps14 && !is_texture(opcode),
        Signed => !matches!(
            opcode,
            Opcode::TexReg2Ar | Opcode::TexReg2Gb | Opcode::TexBem | Opcode::TexBemL
        ),
        _ => !is_texture(opcode),
    };
    checker.rule(
        allowed,
        instruction,
        "this source modifier is not allowed here",
    )
}

fn swizzle(checker: &Checker<'_>, instruction: &Instruction, source: &Source) -> Checked {
    let version = checker.version;
    let swizzle = source.swizzle;
    let scalar = source.register.file.is_scalar();
    // Each row is what a version allows; the first that fits counts. Later versions allow every swizzle.
    let allowed = match version {
        _ if scalar => swizzle == Swizzle::IDENTITY,
        _ if !version.is_pixel() => true,
        _ if version == Version::Ps20 => {
            // These are .xyzw, .yzxw, .zxyw and .wzyx.
            const SOME: [u8; 4] = [0xe4, 0xc9, 0xd2, 0x1b];
            swizzle.is_replicate() || SOME.contains(&swizzle.0)
        }
        Version::Ps14 if is_texture(instruction.opcode) => true,
        Version::Ps14 => swizzle == Swizzle::IDENTITY || swizzle.is_replicate(),
        _ if version.is_old_pixel() => {
            swizzle == Swizzle::IDENTITY || [0xaa, 0xff].contains(&swizzle.0)
        }
        _ => true,
    };
    checker.rule(
        allowed,
        instruction,
        "the version does not have this swizzle",
    )?;
    let loads = is_load(instruction.opcode) && version.major() == 2;
    checker.rule(
        !loads || swizzle == Swizzle::IDENTITY,
        instruction,
        "coordinates and samplers have no swizzle before version 3",
    )
}

/// The components of a register that a source reads.
fn read_by(checker: &Checker<'_>, instruction: &Instruction, n: usize, source: &Source) -> u8 {
    if is_texture(instruction.opcode) {
        return match n {
            0 => source
                .swizzle
                .components_read(coordinates(checker, instruction)),
            _ => 0,
        };
    }
    let mask = instruction.destination.map_or(1, |d| d.mask);
    let need = needs(instruction.opcode, n, mask, checker.version);
    source.swizzle.components_read(need)
}

/// The coordinates that a load reads: as many as its sampler's textures have, and the fourth one where it counts.
fn coordinates(checker: &Checker<'_>, instruction: &Instruction) -> u8 {
    let sampler = instruction.sources.get(1).map(|s| s.register);
    let kind = sampler.and_then(|s| checker.kinds.get(&s));
    match (instruction.opcode, kind) {
        (Opcode::TexLdP | Opcode::TexLdB | Opcode::TexLdL, _) => 15,
        (_, Some(TextureKind::Flat)) => 3,
        (_, Some(TextureKind::Cube | TextureKind::Volume)) => 7,
        _ => 0,
    }
}

/// Inputs from version 2 and samplers are declared; those of pixel shaders with the components that are read.
fn declared(checker: &Checker<'_>, source: &Source, read: u8) -> Checked {
    let version = checker.version;
    let declares = match source.register.file {
        File::Input => !checker.is_first_pixel(),
        File::Texture => version.major() == 2,
        File::Sampler | File::WindowPosition | File::Face => true,
        _ => false,
    };
    let known = checker.declared.get(&source.register).copied();
    let by_component = version.is_pixel() && source.register.file != File::Sampler;
    let has_all = known.is_some_and(|mask| !by_component || read & !mask == 0);
    if declares && !has_all && source.index.is_none() {
        return checker.fail(D3dRule::Undeclared(source.register.to_string()));
    }
    Ok(())
}

fn predicate(checker: &Checker<'_>, instruction: &Instruction, source: &Source) -> Checked {
    let swizzle = source.swizzle;
    let fits = source.register.file == File::Predicate
        && source.index.is_none()
        && matches!(source.modifier, Modifier::None | Modifier::Not)
        && (swizzle == Swizzle::IDENTITY || swizzle.is_replicate());
    checker.rule(
        fits,
        instruction,
        "a predicate is p0, with one component or all, with or without \"!\"",
    )?;
    let can = !is_flow(instruction.opcode)
        && instruction.opcode != Opcode::SetP
        && checker.version.is_extended();
    checker.rule(can, instruction, "it cannot be predicated")?;
    let scalar = instruction.destination.is_some_and(|d| {
        let file = d.register.file;
        matches!(file, File::DepthOut | File::Fog | File::PointSize)
    });
    checker.rule(
        !scalar || swizzle.is_replicate(),
        instruction,
        "one number is written where one component of p0 says so",
    )
}

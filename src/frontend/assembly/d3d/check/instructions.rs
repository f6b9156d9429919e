//! The rules of single instructions: masks, swizzles that select one component, registers that must differ.

use super::checker::{Checked, Checker, is_load, is_matrix, is_texture};
use crate::frontend::assembly::d3d::lower::{needs, rows};
use crate::frontend::assembly::d3d::model::*;

/// Checks an instruction.
pub(super) fn check(checker: &Checker<'_>, instruction: &Instruction) -> Checked {
    scalars(checker, instruction)?;
    constants(checker, instruction)?;
    if let Some(destination) = &instruction.destination {
        masks(checker, instruction, destination)?;
        overlaps(checker, instruction, destination)?;
        special(checker, instruction, destination)?;
        results(checker, instruction, destination)?;
        if checker.version.is_pixel() && checker.version.major() >= 2 {
            pixel_outputs(checker, instruction, destination)?;
        }
        if checker.is_first_pixel() {
            first_pixel(checker, instruction, destination)?;
        }
    }
    if is_matrix(instruction.opcode) {
        matrix(checker, instruction)?;
    }
    Ok(())
}

/// Sources of which one component is read.
fn scalars(checker: &Checker<'_>, instruction: &Instruction) -> Checked {
    use Opcode::*;
    let sources = &instruction.sources;
    let which: &[Source] = match instruction.opcode {
        Rcp | Rsq | Exp | Log | ExpP | LogP => &sources[..1],
        Pow | IfC | BreakC => &sources[..2],
        SinCos => &sources[..1],
        Dp2Add => &sources[2..3],
        If | BreakP | CallNz => &sources[sources.len() - 1..],
        _ => return Ok(()),
    };
    for source in which {
        let one = source.swizzle.is_replicate() || source.register.file.is_scalar();
        checker.rule(
            one,
            instruction,
            "it reads one component, which a swizzle such as .x selects",
        )?;
    }
    Ok(())
}

fn masks(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    use Opcode::*;
    let version = checker.version;
    let mask = d.mask;
    let (kept, rule) = match instruction.opcode {
        M4x4 | M3x4 => (mask == 15, "the write mask is .xyzw"),
        M4x3 | M3x3 => (mask == 7, "the write mask is .xyz"),
        M3x2 => (mask == 3, "the write mask is .xy"),
        Nrm => (mask == 15 || mask == 7, "the write mask is .xyzw or .xyz"),
        Crs => (mask & 8 == 0, "the write mask has no w"),
        SinCos => (mask & 12 == 0, "the write mask is .x, .y or .xy"),
        Frc if version == Version::Vs11 => (mask == 2 || mask == 3, "the write mask is .y or .xy"),
        Mov if d.register.file == File::Address => (mask == 1, "the write mask of a0 is .x"),
        TexKill if version.major() == 3 => (true, ""),
        TexKill => (mask == 15, "the register is named whole"),
        TexCrd => return Ok(()),
        Bem => (mask == 3, "the write mask is .xy"),
        opcode if is_texture(opcode) && version.major() < 3 => {
            (mask == 15, "all components are written")
        }
        _ => return Ok(()),
    };
    checker.rule(kept, instruction, rule)
}

/// Destinations that may not be sources.
fn overlaps(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    use Opcode::*;
    let s = &instruction.sources;
    let is = |n: usize| {
        let source = s.get(n);
        source.is_some_and(|s| s.register == d.register && s.index.is_none())
    };
    let rule = "the destination is none of these sources";
    let from_2 = checker.version.major() >= 2;
    let kept = match instruction.opcode {
        Nrm => !is(0),
        SinCos => !(0..s.len()).any(is),
        Crs => !is(0) && !is(1),
        Lrp if from_2 => !is(0) && !is(2),
        Pow => !is(1),
        Cmp | Dp4 if matches!(checker.version, Version::Ps12 | Version::Ps13) => {
            !(0..s.len()).any(is)
        }
        opcode if is_matrix(opcode) => {
            let (rows, first) = (rows(opcode, 1), s[1].register);
            let numbers = first.number + 1..first.number + rows;
            let of_rows = first.file == d.register.file && numbers.contains(&d.register.number);
            !is(0) && !of_rows
        }
        _ => true,
    };
    checker.rule(kept, instruction, rule)
}

/// Whether a source is a register as it is.
fn is_plain(source: &Source) -> bool {
    source.swizzle == Swizzle::IDENTITY && source.modifier == Modifier::None
}

/// Instructions whose results go to temporaries, and those that `_sat` does not clamp.
fn results(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    use Opcode::*;
    let opcode = instruction.opcode;
    let of_vertex = !checker.version.is_pixel();
    // The first rules are about single instructions: which write only temporaries, and which have no `_sat`.
    let temp = match opcode {
        SinCos => checker.version.major() >= 2,
        Lrp | Pow | Crs | Nrm => of_vertex,
        _ => false,
    };
    checker.rule(
        !temp || d.register.file == File::Temp,
        instruction,
        "the destination is a temporary r#",
    )?;
    let clamps = !matches!(opcode, Frc | SinCos);
    checker.rule(
        !d.saturate || clamps || checker.is_first_pixel(),
        instruction,
        "its result is not clamped by _sat",
    )?;
    // The slope of a source is that of a register as it is.
    let slope = matches!(opcode, Dsx | Dsy);
    let plain = instruction
        .sources
        .iter()
        .all(|s| s.modifier == Modifier::None);
    let slope = slope && checker.version.major() == 3;
    checker.rule(!slope || plain, instruction, "its source is not modified")?;
    // Fog and point size are one number, which instructions with several results do not write.
    let scalar = matches!(d.register.file, File::Fog | File::PointSize);
    let many =
        matches!(opcode, Lit | Dst | Lrp | Pow | Crs | Sgn | Nrm | SinCos) || is_matrix(opcode);
    checker.rule(
        !(scalar && many),
        instruction,
        "it does not write a scalar register",
    )?;
    let sums = matches!(opcode, Dp3 | Dp4);
    let one = |s: &Source| s.swizzle.is_replicate() || s.register.file.is_scalar();
    checker.rule(
        !scalar || sums || instruction.sources.iter().all(one),
        instruction,
        "a scalar register is written from one component",
    )?;
    let depth = d.register.file == File::DepthOut && matches!(opcode, Rsq | Nrm);
    checker.rule(!depth, instruction, "it does not write oDepth")
}

/// Where constants are read several times, all of them have `_abs` or none.
fn constants(checker: &Checker<'_>, instruction: &Instruction) -> Checked {
    let sources = instruction.sources.iter();
    let constants = sources.filter(|s| s.register.file == File::Const);
    let mut absolute =
        constants.map(|s| matches!(s.modifier, Modifier::Absolute | Modifier::NegateAbsolute));
    let first = absolute.next();
    let same = absolute.all(|a| Some(a) == first);
    let same = same || checker.version.is_software();
    checker.rule(same, instruction, "all constants have _abs, or none")
}

fn special(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    use Opcode::*;
    let s = &instruction.sources;
    let version = checker.version;
    // Each row is the rule of one instruction about its operands.
    match instruction.opcode {
        Sgn => {
            let temps = s[1..3].iter().all(|s| s.register.file == File::Temp);
            let all = [s[0].register, s[1].register, s[2].register];
            let differ = all[1] != all[2] && !all[1..].contains(&all[0]);
            checker.rule(
                temps && differ && s[1..3].iter().all(is_plain),
                instruction,
                "its last two sources are temporaries as they are, and all three differ",
            )
        }
        SinCos if s.len() == 3 => {
            let constants = s[1..3].iter().all(|s| {
                s.register.file == File::Const
                    && s.modifier == Modifier::None
                    && s.swizzle == Swizzle::IDENTITY
            });
            let differ = s[1].register != s[2].register;
            checker.rule(
                constants && differ,
                instruction,
                "its last two sources are different constants",
            )
        }
        Crs => {
            let plain = s.iter().all(|s| s.swizzle == Swizzle::IDENTITY);
            checker.rule(plain, instruction, "its sources have no swizzle")
        }
        SetP | Mova | TexKill => checker.rule(
            !d.saturate,
            instruction,
            "its result is no number that _sat clamps",
        ),
        opcode if is_load(opcode) && version.major() >= 2 => {
            checker.rule(!d.saturate, instruction, "a texel is not clamped")
        }
        _ => Ok(()),
    }
}

fn matrix(checker: &Checker<'_>, instruction: &Instruction) -> Checked {
    let first = &instruction.sources[1];
    checker.rule(
        first.swizzle == Swizzle::IDENTITY,
        instruction,
        "the rows have no swizzle",
    )?;
    let rows = rows(instruction.opcode, 1);
    let last = first.register.number + rows;
    checker.rule(
        last <= checker.version.count(first.register.file),
        instruction,
        "a row of the matrix is no register",
    )?;
    let many = !checker.version.is_software()
        && instruction.sources[0].register.file == File::Const
        && first.register.file == File::Const;
    checker.rule(!many, instruction, "the vector and the rows are constants")
}

/// `oC#` and `oDepth` before version 3 are written by `mov`.
fn pixel_outputs(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    let moves = instruction.opcode == Opcode::Mov;
    let old = checker.version.major() == 2;
    let source = instruction.sources.first();
    let plain = source.is_none_or(|s| s.swizzle == Swizzle::IDENTITY);
    let modified = source.is_some_and(|s| s.modifier != Modifier::None);
    window_position(checker, instruction, d)?;
    match d.register.file {
        File::ColorOut if old => {
            let kept = moves && d.mask == 15 && plain && !modified && !d.saturate;
            checker.rule(
                kept,
                instruction,
                "oC# is written whole by mov, from a register as it is",
            )
        }
        File::DepthOut => {
            checker.rule(moves || !old, instruction, "oDepth is written by mov")?;
            checker.rule(
                !old || !(modified || d.saturate),
                instruction,
                "oDepth is written without modifiers",
            )?;
            let sums = matches!(
                instruction.opcode,
                Opcode::Dp3 | Opcode::Dp4 | Opcode::Dp2Add
            );
            let all = instruction.sources.iter();
            let mut all = all.filter(|s| s.register.file != File::Sampler);
            let scalar = all.all(|s| s.swizzle.is_replicate() || s.register.file.is_scalar());
            checker.rule(
                sums || scalar,
                instruction,
                "oDepth is written from one component",
            )
        }
        _ => Ok(()),
    }
}

/// Of `vPos` there are x and y.
fn window_position(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    for (n, source) in instruction.sources.iter().enumerate() {
        let need = needs(instruction.opcode, n, d.mask, checker.version);
        let read = source.swizzle.components_read(need);
        let is_there = source.register.file != File::WindowPosition || read & 12 == 0;
        checker.rule(is_there, instruction, "vPos has x and y only")?;
    }
    Ok(())
}

/// Versions before 2 of pixel shaders.
fn first_pixel(checker: &Checker<'_>, instruction: &Instruction, d: &Destination) -> Checked {
    let version = checker.version;
    let opcode = instruction.opcode;
    // Texture instructions have a rule of their own, and none of the others.
    if is_texture(opcode) {
        let plain = !d.saturate && d.shift == 0;
        checker.rule(plain, instruction, "texture instructions have no modifiers")?;
        let mut sources = instruction.sources.iter();
        let whole = sources.all(|s| s.swizzle == Swizzle::IDENTITY);
        return checker.rule(
            whole || version == Version::Ps14,
            instruction,
            "texture instructions have no selectors",
        );
    }
    // Versions up to 1.3 have fewer shifts, masks and selectors than 1.4.
    if version.is_old_pixel() {
        checker.rule(
            (-1..=2).contains(&d.shift),
            instruction,
            "results are shifted by _x2, _x4 or _d2",
        )?;
        checker.rule(
            matches!(d.mask, 7 | 8 | 15),
            instruction,
            "the write mask is .rgb, .a or all",
        )?;
        let blue = |s: &Source| s.swizzle.0 == 0xaa;
        let any = instruction.sources.iter().any(blue);
        checker.rule(
            !any || d.mask == 8,
            instruction,
            "the selector .b is for results of alpha alone",
        )?;
        checker.rule(
            opcode != Opcode::Dp3 || d.mask != 8,
            instruction,
            "the write mask is .rgb or all",
        )?;
        let factor = matches!(
            instruction.sources.first().map(|s| s.modifier),
            None | Some(Modifier::None | Modifier::Complement)
        );
        checker.rule(
            opcode != Opcode::Lrp || factor,
            instruction,
            "its factor is a register or the complement of one",
        )?;
        if opcode == Opcode::Cnd {
            let s = &instruction.sources[0];
            let kept = *s
                == Source {
                    swizzle: Swizzle::replicate(3),
                    ..Source::plain(Register::new(File::Temp, 0))
                };
            checker.rule(kept, instruction, "the condition is r0.a")?;
        }
    }
    Ok(())
}

//! The shader: definitions, declarations, instructions.

use crate::codegen::allocate::Given;
use crate::codegen::legal::legal;
use crate::codegen::lines::{Code, Line, Read, Where};
use crate::codegen::machine;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::format::TextureShape;
use crate::frontend::assembly::d3d::model::*;
use crate::ir::Span;

pub(in crate::codegen) fn finish(
    target: &Target<'_>,
    version: Version,
    code: &Code,
    given: &[Given],
) -> Result<Shader, Refusal> {
    let mut items: Vec<Item> = Vec::new();
    for (number, words) in &code.definitions {
        items.push(Item::Definition(Definition {
            register: Register::new(File::Const, *number),
            words: *words,
        }));
    }
    for (n, [rounds, begin, step]) in (target.first_integer()..).zip(&code.integers) {
        items.push(Item::Definition(Definition {
            register: Register::new(File::ConstInt, n),
            words: [*rounds, *begin, *step, 0],
        }));
    }
    items.extend(inputs(target, version, code).map(Item::Declaration));
    items.extend(outputs(target, version).map(Item::Declaration));
    items.extend(samplers(target, code).map(Item::Declaration));
    let instructions = code.lines.iter().map(|l| instruction(target, l, given));
    let instructions: Option<Vec<Instruction>> = instructions.collect();
    let Some(instructions) = instructions else {
        return Err(Refusal::Internal("no instruction of Direct3D".into()));
    };
    let instructions = instructions.into_iter().filter(|i| !is_idle(i));
    items.extend(instructions.map(Item::Instruction));
    let statements = items.into_iter();
    let span = Span::NONE;
    Ok(Shader {
        version,
        statements: statements.map(|item| Statement { item, span }).collect(),
        end: span,
    })
}

/// Whether an instruction moves a register to itself.
fn is_idle(instruction: &Instruction) -> bool {
    let (Some(to), [from]) = (&instruction.destination, &instruction.sources[..]) else {
        return false;
    };
    let same = |c: usize| to.mask >> c & 1 == 0 || from.swizzle.component(c) == c;
    let is_plain = !to.saturate && from.modifier == Modifier::None && from.index.is_none();
    let is_move = instruction.opcode == Opcode::Mov && to.register == from.register;
    is_move && is_plain && (0..4).all(same)
}

/// The components of a register that lines read.
fn components(code: &Code, register: Register) -> u8 {
    let mut read = 0;
    for line in &code.lines {
        for (n, r) in line.reads.iter().enumerate() {
            if r.from == Where::Fixed(register) {
                read |= line.components_read(n);
            }
        }
    }
    read
}

fn inputs(target: &Target<'_>, version: Version, code: &Code) -> impl Iterator<Item = Declaration> {
    let mut declared = Vec::new();
    let is_pixel = version.is_pixel();
    let by_name = is_pixel && version.major() < 3;
    // An input that is not read has no declaration. Vertex shaders declare theirs whole.
    for slot in &target.inputs {
        let register = slot.register;
        let read = components(code, register);
        if read == 0 {
            continue;
        }
        // Components are declared from the first one to the last that is read.
        let mask = if is_pixel {
            u8::MAX >> read.leading_zeros()
        } else {
            15
        };
        let destination = Destination {
            mask,
            ..Destination::plain(register)
        };
        declared.push(match slot.usage.filter(|_| !by_name) {
            None => Declaration::Plain(destination),
            Some((usage, index)) => Declaration::Register(usage, index, destination),
        });
    }
    // The place and the face of model 3 have registers of their own.
    for file in [File::WindowPosition, File::Face] {
        let register = Register::new(file, 0);
        let read = components(code, register);
        if is_pixel && read != 0 {
            let mask = if file == File::Face { 15 } else { read };
            let plain = Destination::plain(register);
            declared.push(Declaration::Plain(Destination { mask, ..plain }));
        }
    }
    declared.into_iter()
}

/// Model 3 declares what its vertex shaders write.
fn outputs(target: &Target<'_>, version: Version) -> impl Iterator<Item = Declaration> {
    let declares = !version.is_pixel() && version.major() == 3;
    let slots = target.outputs.iter().filter(move |_| declares);
    slots.filter_map(|slot| {
        let (usage, index) = slot.usage?;
        let mask = match usage {
            Usage::Position => 15,
            _ if slot.is_number() => 15,
            _ => (1 << slot.components) - 1,
        };
        let destination = Destination {
            mask,
            ..Destination::plain(slot.register)
        };
        Some(Declaration::Register(usage, index, destination))
    })
}

fn samplers(target: &Target<'_>, code: &Code) -> impl Iterator<Item = Declaration> {
    let reads = code.lines.iter().flat_map(|l| &l.reads);
    let mut units: Vec<u32> = reads
        .filter_map(|r| match r.from {
            Where::Fixed(register) if register.file == File::Sampler => Some(register.number),
            _ => None,
        })
        .collect();
    units.sort_unstable();
    units.dedup();
    units.into_iter().map(|unit| {
        let shape = target.shapes.get(unit as usize).copied().flatten();
        let kind = match shape {
            Some(TextureShape::Cube) => TextureKind::Cube,
            Some(TextureShape::D3) => TextureKind::Volume,
            _ => TextureKind::Flat,
        };
        let register = Register::new(File::Sampler, unit);
        Declaration::Sampler(kind, Destination::plain(register))
    })
}

fn instruction(target: &Target<'_>, line: &Line, given: &[Given]) -> Option<Instruction> {
    let mut sources = line.reads.iter().enumerate();
    let destination = match line.to {
        _ if line.is_flow() => None,
        Some((to, mask)) => Some(destination(to, mask, line.saturate, given)),
        None => {
            // A kill names what it reads as its destination.
            let read = sources.next().map(|(_, r)| r.from);
            let read = read.unwrap_or(Where::Virtual(0));
            Some(destination(read, 15, false, given))
        }
    };
    Some(Instruction {
        opcode: line.opcode.direct3d()?,
        comparison: line.comparison,
        coissue: false,
        predicate: None,
        destination,
        sources: sources
            .map(|(n, r)| source(target, line, r, line.lanes_read(n), given))
            .collect(),
    })
}

fn destination(to: Where, mask: u8, saturate: bool, given: &[Given]) -> Destination {
    let (register, component) = register(to, given);
    let is_scalar = register.file.is_scalar();
    Destination {
        mask: match component {
            _ if is_scalar => 15,
            Some(c) if mask.count_ones() == 1 => 1 << c,
            _ => mask,
        },
        saturate,
        ..Destination::plain(register)
    }
}

fn register(at: Where, given: &[Given]) -> (Register, Option<u8>) {
    match at {
        Where::Virtual(v) => {
            let given = given[v as usize];
            (Register::new(File::Temp, given.register), given.component)
        }
        Where::Fixed(register) => (register, None),
        Where::Addressed(base, _) | Where::Counted(base) => {
            (Register::new(File::Const, base), None)
        }
        Where::Literals(n) | Where::Indexed(n, _) => (Register::new(File::Const, n), None),
    }
}

fn source(target: &Target<'_>, line: &Line, read: &Read, wanted: u8, given: &[Given]) -> Source {
    let (register, component) = register(read.from, given);
    let lanes = match component {
        Some(c) => [c; 4],
        None => read.lanes,
    };
    let index = match read.from {
        Where::Addressed(_, component) => Some(Index {
            register: Register::new(File::Address, 0),
            swizzle: Swizzle::replicate(component),
        }),
        Where::Counted(_) => Some(Index {
            register: Register::new(File::Loop, 0),
            swizzle: Swizzle::IDENTITY,
        }),
        _ => None,
    };
    let is_load = matches!(line.shape, crate::codegen::lines::Shape::Load(_));
    let is_whole = is_load && target.machine.has_plain_coordinates;
    let swizzle = match register.file {
        File::Sampler | File::ConstInt | File::ConstBool | File::Loop => Swizzle::IDENTITY,
        file if file.is_scalar() || is_whole => Swizzle::IDENTITY,
        _ => swizzle(target, line, &lanes, wanted),
    };
    Source {
        register,
        index,
        swizzle,
        modifier: read.modifier,
    }
}

/// The swizzle of an operand; lanes that are not read follow those that are.
fn swizzle(target: &Target<'_>, line: &Line, lanes: &[u8; 4], wanted: u8) -> Swizzle {
    // One number is selected by the same letter four times. The constants of a sine stay as they are.
    if line.shape == crate::codegen::lines::Shape::One && line.opcode != machine::Opcode::SinCos {
        return Swizzle::replicate(lanes[0]);
    }
    if line.opcode == machine::Opcode::SinCos {
        let is_angle = lanes.iter().all(|l| *l == lanes[0]);
        return if is_angle {
            Swizzle::replicate(lanes[0])
        } else {
            Swizzle::IDENTITY
        };
    }
    // Lanes that lie in order need no swizzle at all.
    let is_in_order = (0..4).all(|l| wanted >> l & 1 == 0 || usize::from(lanes[l]) == l);
    if is_in_order && wanted.count_ones() > 1 {
        return Swizzle::IDENTITY;
    }
    // ps_2_0 has few swizzles, of which one must fit.
    let read = Read {
        lanes: *lanes,
        ..Read::plain(Where::Virtual(0))
    };
    if wanted.count_ones() > 1
        && let Some(legal) = legal(&read, wanted).filter(|_| !target.machine.swizzles)
    {
        return legal;
    }
    // Elsewhere the lanes that are not read repeat the one before them.
    let mut last = lanes[wanted.trailing_zeros().min(3) as usize];
    let mut bits = 0;
    for (lane, component) in lanes.iter().enumerate() {
        if wanted >> lane & 1 != 0 {
            last = *component;
        }
        bits |= last << (2 * lane);
    }
    Swizzle(bits)
}

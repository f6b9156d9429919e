//! Formats a [`Shader`] as canonical text, which [`super::text::parse`] reads back as the same shader, apart from
//! places. Each statement has a line; equal halves of a pair are one statement.
//!
//! The context's constants of ATI_fragment_shader ([`Constant::Global`]) have no name in the text form. Those in use are
//! declared as `program.env[n]` of the same number and are read back as that parameter.

use super::instruction::SCALES;
use super::shader::*;
use std::fmt::Write;

/// Formats a shader.
pub fn text(shader: &Shader) -> String {
    let mut out = String::from("!!ATIfs1.0\n");
    // Writing to a string cannot fail.
    let _ = constants(&mut out, shader);
    let last = shader.passes.len().saturating_sub(1);
    for pass in &shader.passes[..last] {
        out += "StartPrelimPass;\n";
        let _ = body(&mut out, pass);
    }
    out += "StartOutputPass;\n";
    let _ = body(&mut out, shader.passes.last().unwrap_or(&Pass::default()));
    out
}

/// Formats a shader, and sets the spans of its statements to the text.
pub fn place_in_text(shader: &mut Shader) -> String {
    let text = text(shader);
    // The parsed text is the same shader, so that the parts correspond.
    let placed = super::text::parse(text.as_bytes()).unwrap_or_default();
    for (pass, placed) in shader.passes.iter_mut().zip(&placed.passes) {
        let routings = pass.routing.iter_mut().zip(&placed.routing);
        for (to, from) in routings.filter_map(|(to, from)| to.as_mut().zip(from.as_ref())) {
            to.span = from.span;
        }
        for (pair, placed) in pass.pairs.iter_mut().zip(&placed.pairs) {
            let halves = [
                (&mut pair.color, &placed.color),
                (&mut pair.alpha, &placed.alpha),
            ];
            for (to, from) in halves {
                if let (Some(to), Some(from)) = (to, from) {
                    to.span = from.span;
                }
            }
        }
    }
    text
}

fn constants(out: &mut String, shader: &Shader) -> std::fmt::Result {
    let read = shader.constants_read();
    let declared = |n: &usize| shader.constants[*n] != Constant::Global || read >> n & 1 != 0;
    let mut numbers = (0..CONSTANTS).filter(declared).peekable();
    if numbers.peek().is_none() {
        return Ok(());
    }
    out.push_str("StartConstants;\n");
    for n in numbers {
        writeln!(
            out,
            "    CONSTANT c{n} = {};",
            constant(n, &shader.constants[n])
        )?;
    }
    out.push_str("EndConstants;\n");
    Ok(())
}

/// The declared value of constant `n`.
pub fn constant(n: usize, constant: &Constant) -> String {
    match *constant {
        Constant::Global => format!("program.env[{n}]"),
        Constant::Env(index) => format!("program.env[{index}]"),
        Constant::Parameter(index) => format!("program.local[{index}]"),
        Constant::Local(value) => format!("{{ {} }}", value.map(number).join(", ")),
    }
}

/// PassTexCoord or SampleMap with its operands.
pub fn routing(register: usize, routing: &Routing) -> String {
    let name = if routing.sample {
        "SampleMap"
    } else {
        "PassTexCoord"
    };
    let (letter, n) = match routing.source {
        Coordinates::Set(n) => ('t', n),
        Coordinates::Register(n) => ('r', n),
    };
    let swizzle = Swizzle::TABLE[routing.swizzle as usize].1;
    format!("{name} r{register}, {letter}{n}.{swizzle}")
}

/// The shortest number that reads back as `x`, always with a point or an exponent.
fn number(x: f32) -> String {
    if x.is_nan() {
        "nan".to_owned()
    } else {
        format!("{x:?}")
    }
}

fn body(out: &mut String, pass: &Pass) -> std::fmt::Result {
    for (register, to) in pass.routing.iter().enumerate() {
        if let Some(to) = to {
            writeln!(out, "    {};", routing(register, to))?;
        }
    }
    for pair in &pass.pairs {
        write_pair(out, pair)?;
    }
    out.push_str("EndPass;\n");
    Ok(())
}

fn write_pair(out: &mut String, pair: &Pair) -> std::fmt::Result {
    if let (Some(color), Some(alpha)) = (&pair.color, &pair.alpha) {
        if color.opcode == alpha.opcode && alpha.opcode.is_dot() {
            return write_dot(out, color, alpha);
        }
        if do_the_same(color, alpha) {
            return write_operation(out, color, &destination(color, color.mask | alpha.mask));
        }
    }
    for operation in pair.color.iter().chain(&pair.alpha) {
        write_operation(out, operation, &destination(operation, operation.mask))?;
    }
    Ok(())
}

/// A dot product in both halves: alpha takes the colour's result, into a destination of its own where that differs.
fn write_dot(out: &mut String, color: &Operation, alpha: &Operation) -> std::fmt::Result {
    if has_same_destination(color, alpha) {
        return write_operation(out, color, &destination(color, color.mask | alpha.mask));
    }
    let both = format!(
        "{} + {}",
        destination(color, color.mask),
        destination(alpha, alpha.mask)
    );
    write_operation(out, color, &both)
}

fn has_same_destination(a: &Operation, b: &Operation) -> bool {
    (a.register, a.scale, a.saturate) == (b.register, b.scale, b.saturate)
}

fn do_the_same(a: &Operation, b: &Operation) -> bool {
    a.opcode == b.opcode && has_same_destination(a, b) && a.arguments == b.arguments
}

fn destination(operation: &Operation, mask: u8) -> String {
    let mut out = format!("r{}", operation.register);
    if mask != 15 {
        out.push('.');
        let letters = "rgba".chars().enumerate();
        out.extend(letters.filter(|(c, _)| mask >> c & 1 != 0).map(|(_, l)| l));
    }
    if let Some((name, _)) = SCALES.iter().find(|(_, scale)| *scale == operation.scale) {
        out.push('.');
        out += name;
    }
    if operation.saturate {
        out += ".sat";
    }
    out
}

fn write_operation(out: &mut String, operation: &Operation, to: &str) -> std::fmt::Result {
    write!(out, "    {} {to}", operation.opcode.name())?;
    for argument in &operation.arguments {
        out.push_str(", ");
        write_argument(out, argument)?;
    }
    out.push_str(";\n");
    Ok(())
}

fn write_argument(out: &mut String, argument: &Argument) -> std::fmt::Result {
    match argument.source {
        Source::Register(n) => write!(out, "r{n}")?,
        Source::Constant(n) => write!(out, "c{n}")?,
        Source::Zero => out.push('0'),
        Source::One => out.push('1'),
        Source::Primary => out.push_str("color0"),
        Source::Secondary => out.push_str("color1"),
    }
    if let Some(component) = argument.replicate {
        let letter = ["r", "g", "b", "a"][component as usize];
        write!(out, ".{letter}")?;
    }
    let m = argument.modifiers;
    let modifiers = [
        (m.negate, ".neg"),
        (m.double, ".2x"),
        (m.bias, ".bias"),
        (m.complement, ".comp"),
    ];
    for (_, name) in modifiers.iter().filter(|(is_set, _)| *is_set) {
        out.push_str(name);
    }
    Ok(())
}

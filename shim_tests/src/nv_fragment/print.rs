//! Prints random programs as text.

use super::*;
use std::fmt::Write;

/// The text of a program.
pub fn text(program: &Program) -> String {
    if program.native {
        return native_text(program);
    }
    let mut out = String::from(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP r0, r1;\nSHORT TEMP r2, r3;\n",
    );
    let size = if program.short_color { "SHORT " } else { "" };
    let _ = writeln!(out, "{size}OUTPUT color = result.color;");
    nodes(&mut out, &program.main);
    out += "RET;\n";
    for (n, body) in program.subroutines.iter().enumerate() {
        let _ = writeln!(out, "f{n}:");
        nodes(&mut out, body);
        out += "RET;\n";
    }
    out + "END\n"
}

fn native_text(program: &Program) -> String {
    let color = if program.short_color {
        "o[COLH]"
    } else {
        "o[COLR]"
    };
    let mut out = format!("!!FP1.0\nMOV {color}, 0;\n");
    for node in &program.main {
        let text = match node {
            Node::Alu(a) => alu(a, Some(color)),
            Node::Kill(c) => format!("KIL {}", condition(c)),
            other => unreachable!("{other:?} is not native"),
        };
        let _ = writeln!(out, "{text};");
    }
    out + "END\n"
}

fn nodes(out: &mut String, all: &[Node]) {
    for node in all {
        self::node(out, node);
    }
}

fn node(out: &mut String, node: &Node) {
    let optional = |c: &Option<Condition>| match c {
        Some(c) => format!(" ({})", condition(c)),
        None => String::new(),
    };
    let _ = match node {
        Node::Alu(a) => writeln!(out, "{};", alu(a, None)),
        Node::If(c, then, other) => {
            let _ = writeln!(out, "IF {};", condition(c));
            nodes(out, then);
            if let Some(other) = other {
                out.push_str("ELSE;\n");
                nodes(out, other);
            }
            writeln!(out, "ENDIF;")
        }
        Node::Rep(count, body) => {
            let _ = writeln!(out, "REP {};", vector(&[*count, 1.0, 1.0, 1.0]));
            nodes(out, body);
            writeln!(out, "ENDREP;")
        }
        Node::Loop([count, index, step], body) => {
            let _ = writeln!(out, "LOOP {};", vector(&[*count, *index, *step, 1.0]));
            nodes(out, body);
            writeln!(out, "ENDLOOP;")
        }
        Node::Break(c) => writeln!(out, "BRK{};", optional(c)),
        Node::Call(n, c) => writeln!(out, "CAL f{n}{};", optional(c)),
        Node::Return(c) => writeln!(out, "RET{};", optional(c)),
        Node::Kill(c) => writeln!(out, "KIL {};", condition(c)),
    };
}

fn letters(swizzle: &[usize; 4]) -> String {
    if *swizzle == [swizzle[0]; 4] {
        return format!(".{}", char::from(LETTERS[swizzle[0]]));
    }
    let letters = swizzle.iter().map(|c| char::from(LETTERS[*c]));
    std::iter::once('.').chain(letters).collect()
}

fn condition(c: &Condition) -> String {
    format!("{}{}", RULES[c.rule], letters(&c.swizzle))
}

/// Writes a number. The language has no NaN, so a NaN is written as a local parameter that holds one.
fn vector(v: &[f32; 4]) -> String {
    if v.iter().any(|x| x.is_nan()) {
        return "program.local[0]".to_owned();
    }
    format!("{{{:?}, {:?}, {:?}, {:?}}}", v[0], v[1], v[2], v[3])
}

fn operand(o: &Operand, scalar: bool, native: bool) -> String {
    let name = match &o.source {
        Source::Temp(n) if native => temporary(*n),
        Source::Set(n) if native => format!("f[TEX{n}]"),
        Source::Temp(n) => format!("r{n}"),
        Source::Set(n) => format!("fragment.texcoord[{n}]"),
        Source::Indexed(n) => format!("fragment.texcoord[A0.x + {n}]"),
        Source::Constant(v) => vector(v),
        Source::Facing => "fragment.facing".to_owned(),
    };
    let (sign, bar) = (
        if o.negate { "-" } else { "" },
        if o.absolute { "|" } else { "" },
    );
    let swizzle = if scalar { [o.swizzle[0]; 4] } else { o.swizzle };
    format!("{sign}{bar}{name}{}{bar}", letters(&swizzle))
}

/// The registers of native programs: two of 32 and two of 16 bits.
fn temporary(n: usize) -> String {
    match n {
        0 | 1 => format!("R{n}"),
        _ => format!("H{n}"),
    }
}

/// `color` is the result of a native program.
fn alu(a: &Alu, color: Option<&str>) -> String {
    let mut out = a.opcode.to_owned();
    out += match a.precision {
        Precision::None => "",
        Precision::R => "R",
        Precision::H => "H",
        Precision::X => "X",
    };
    out += if a.updates { "C" } else { "" };
    out += match a.clamp {
        Clamp::None => "",
        Clamp::Sat => "_SAT",
        Clamp::Ssat => "_SSAT",
    };
    out += &match a.target {
        Target::Temp(n) if color.is_some() => format!(" {}", temporary(n)),
        Target::Temp(n) => format!(" r{n}"),
        Target::Color => format!(" {}", color.unwrap_or("color")),
        Target::Code if color.is_some() => " RC".to_owned(),
        Target::Code => " CC".to_owned(),
    };
    if a.mask != [true; 4] {
        out.push('.');
        out.extend(
            (0..4)
                .filter(|c| a.mask[*c])
                .map(|c| char::from(LETTERS[c])),
        );
    }
    if let Some(c) = &a.condition {
        let _ = write!(out, " ({})", condition(c));
    }
    let row = OPCODES.iter().find(|o| o.0 == a.opcode);
    for (i, source) in a.sources.iter().enumerate() {
        let last = i + 1 == a.sources.len();
        let scalar = last && row.is_none_or(|o| o.2) && !a.opcode.starts_with("PK");
        let _ = write!(out, ", {}", operand(source, scalar, color.is_some()));
    }
    out
}

//! Writes a shader as Microsoft's disassembler does, comments left out.

use super::mnemonic::SHIFTS;
use crate::frontend::assembly::d3d::model::*;
use std::fmt::Write;

/// The indentation of statements, and that of a block's more.
const MARGIN: usize = 4;
const STEP: usize = 2;

/// The text of a shader: the version, then a line for each statement. Comments are left out.
pub fn disassemble(shader: &Shader) -> String {
    disassemble_after(shader, &mut |_| String::new())
}

/// The same, with something before each statement's line.
pub fn disassemble_after(shader: &Shader, before: &mut dyn FnMut(&Statement) -> String) -> String {
    let mut out = String::new();
    let version = shader.version;
    let mut depth = 0usize;
    line(&mut out, 0, false, version.name());
    for statement in &shader.statements {
        if !matches!(statement.item, Item::Comment(_)) {
            out += &before(statement);
        }
        match &statement.item {
            Item::Comment(_) => {}
            Item::Declaration(d) => line(&mut out, depth, false, &declaration(d)),
            Item::Definition(d) => line(&mut out, depth, false, &definition(d)),
            Item::Instruction(i) => {
                let closes = matches!(
                    i.opcode,
                    Opcode::EndIf | Opcode::EndLoop | Opcode::EndRep | Opcode::Else
                );
                depth = depth.saturating_sub(usize::from(closes));
                line(&mut out, depth, i.coissue, &instruction(i, version));
                let opens = matches!(
                    i.opcode,
                    Opcode::If | Opcode::IfC | Opcode::Loop | Opcode::Rep | Opcode::Else
                );
                depth += usize::from(opens);
            }
        }
    }
    out
}

fn line(out: &mut String, depth: usize, coissue: bool, text: &str) {
    // At most this deep the reader still sees blocks.
    let indent = MARGIN + STEP * depth.min(32);
    if coissue {
        let _ = writeln!(out, "{:1$}+ {text}", "", indent - 2);
    } else {
        let _ = writeln!(out, "{:1$}{text}", "", indent);
    }
}

fn declaration(declaration: &Declaration) -> String {
    let mut text = "dcl".to_owned();
    match declaration {
        Declaration::Register(usage, 0, _) => text += &format!("_{}", usage.name()),
        Declaration::Register(usage, n, _) => text += &format!("_{}{n}", usage.name()),
        Declaration::Plain(_) => {}
        Declaration::Sampler(kind, _) => text += &format!("_{}", kind.name()),
    }
    let d = declaration.destination();
    for (suffix, on) in [("_pp", d.partial), ("_centroid", d.centroid)] {
        text += if on { suffix } else { "" };
    }
    format!("{text} {}", destination(d))
}

fn definition(definition: &Definition) -> String {
    let words = definition.words;
    let list = |f: &dyn Fn(u32) -> String| words.map(f).join(", ");
    let register = definition.register;
    match register.file {
        File::Const => format!("def {register}, {}", list(&float)),
        File::ConstInt => format!("defi {register}, {}", list(&|w| (w as i32).to_string())),
        _ => format!("defb {register}, {}", words[0] != 0),
    }
}

/// A float with nine digits, as C's `%.9g` with exponents of three digits.
fn float(bits: u32) -> String {
    let x = f32::from_bits(bits);
    let sign = if x.is_sign_negative() { "-" } else { "" };
    if x.is_nan() {
        return format!("{sign}1.#QNAN");
    }
    if x.is_infinite() {
        return format!("{sign}1.#INF");
    }
    let text = format!("{x:.8e}");
    let Some((digits, exponent)) = text.split_once('e') else {
        return text;
    };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let trimmed = |s: &str| s.trim_end_matches('0').trim_end_matches('.').to_owned();
    if (-4..9).contains(&exponent) {
        let decimals = (8 - exponent) as usize;
        let text = format!("{x:.decimals$}");
        return if text.contains('.') {
            trimmed(&text)
        } else {
            text
        };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:03}", trimmed(digits), exponent.abs())
}

fn instruction(instruction: &Instruction, version: Version) -> String {
    let mut text = String::new();
    if let Some(predicate) = &instruction.predicate {
        text += &format!("({}) ", source(predicate));
    }
    let info = instruction.opcode.info(version);
    text += info.map_or("", |row| row.name);
    if let Some(comparison) = instruction.comparison {
        text += &format!("_{}", comparison.name());
    }
    if let Some(d) = &instruction.destination {
        let shift = SHIFTS.iter().find(|(_, shift)| *shift == d.shift);
        text += &shift.map_or(String::new(), |(name, _)| format!("_{name}"));
        text += if d.saturate { "_sat" } else { "" };
        text += if d.partial { "_pp" } else { "" };
        text += if d.centroid { "_centroid" } else { "" };
    }
    let destination = instruction.destination.iter().map(destination);
    let operands: Vec<String> = destination
        .chain(instruction.sources.iter().map(source))
        .collect();
    if operands.is_empty() {
        return text;
    }
    format!("{text} {}", operands.join(", "))
}

fn index(index: &Option<Index>) -> String {
    match index {
        Some(index) if index.register.file == File::Loop => format!("[{}]", index.register),
        Some(index) => format!("[{}{}]", index.register, swizzle(index.swizzle)),
        None => String::new(),
    }
}

fn destination(destination: &Destination) -> String {
    let mut text = format!("{}{}", destination.register, index(&destination.index));
    if destination.mask != 15 && !destination.register.file.is_scalar() {
        text.push('.');
        let written = (0..4).filter(|c| destination.mask >> c & 1 != 0);
        text.extend(written.map(letter));
    }
    text
}

fn letter(component: usize) -> char {
    ['x', 'y', 'z', 'w'][component]
}

/// A swizzle with its dot. A last component that is repeated is written once where all are the same.
fn swizzle(swizzle: Swizzle) -> String {
    if swizzle == Swizzle::IDENTITY {
        return String::new();
    }
    if swizzle.is_replicate() {
        return format!(".{}", letter(swizzle.component(0)));
    }
    let letters: String = (0..4).map(|c| letter(swizzle.component(c))).collect();
    format!(".{letters}")
}

fn source(source: &Source) -> String {
    let (before, after) = source.modifier.affixes();
    let register = source.register;
    let selector = if register.file.is_scalar() {
        String::new()
    } else {
        swizzle(source.swizzle)
    };
    format!(
        "{before}{register}{after}{}{selector}",
        index(&source.index)
    )
}

//! Formats a [`Parsed`] as canonical text. [`crate::frontend::assembly::arb::parse::parser`] reads it back as the same
//! program, apart from places in the text.
//!
//! Declarations come first: temporaries `R0` …, address registers `A0` …, parameters in the order of the uniform array,
//! named after their first row (`c0` …). Unread attributes are declared, too. Other attributes and results stand in the
//! instructions. Each instruction has a line. Programs with labels are indented, as in the examples of
//! NV_vertex_program2_option. Only labels have their original names, since `main` has a meaning.

use super::binding::{attribute, attribute_array, binding, binding_range, result};
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::opcode::Form;
use crate::frontend::assembly::arb::opcode_table::row_of;
use crate::frontend::assembly::arb::parse::instruction::TARGETS;
use crate::frontend::assembly::arb::parse::instruction_name::PRECISIONS;
use crate::frontend::assembly::arb::parse::option::coord_conventions;
use crate::frontend::assembly::arb::parsed::{Clamp, Instruction, Parsed};
use crate::frontend::assembly::arb::print::{native, native_fragment};
use crate::frontend::assembly::operand::*;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::common_stage::FogMode;
use std::ops::Range;

/// Names in one TEMP or ADDRESS statement.
const NAMES_PER_LINE: u32 = 16;
/// A longer array has a line for each of its bindings.
const LINE: usize = 100;

/// Formats a program.
pub(crate) fn text(p: &Parsed) -> String {
    let mut out = format!("{}\n", p.language.header());
    if p.language.is_native() {
        if p.position_invariant {
            out += "OPTION NV_position_invariant;\n";
        }
        print_options(&mut out, coord_conventions(p));
        native_fragment::declarations(&mut out, p);
        instructions(&mut out, p);
        return out + "END\n";
    }
    options(&mut out, p);
    temporaries(&mut out, p);
    registers(&mut out, "ADDRESS", 'A', 0..p.n_addresses);
    sized_results(&mut out, p);
    parameters(&mut out, p);
    unread_attributes(&mut out, p);
    instructions(&mut out, p);
    out + "END\n"
}

fn options(out: &mut String, p: &Parsed) {
    let fog = p.fog.map(|mode| match mode {
        FogMode::Linear => "ARB_fog_linear",
        FogMode::Exp => "ARB_fog_exp",
        FogMode::Exp2 => "ARB_fog_exp2",
    });
    let options = [
        p.position_invariant.then_some("ARB_position_invariant"),
        p.extension.name(),
        p.precision,
        fog,
        p.shadow.then_some("ARB_fragment_program_shadow"),
        p.draw_buffers.then_some("ARB_draw_buffers"),
    ];
    print_options(out, options);
    print_options(out, coord_conventions(p));
}

fn print_options<const N: usize>(out: &mut String, options: [Option<&str>; N]) {
    for option in options.into_iter().flatten() {
        *out += &format!("OPTION {option};\n");
    }
}

/// Runs of temporaries of one size.
fn temporaries(out: &mut String, p: &Parsed) {
    let mut first = 0;
    for run in p.temp_sizes.chunk_by(|a, b| a == b) {
        let next = first + run.len() as u32;
        registers(out, &sized(run[0], "TEMP"), 'R', first..next);
        first = next;
    }
}

fn sized(size: Size, statement: &str) -> String {
    let words = [size.name(), Some(statement)];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn registers(out: &mut String, statement: &str, letter: char, numbers: Range<u32>) {
    for first in numbers.clone().step_by(NAMES_PER_LINE as usize) {
        let line = first..numbers.end.min(first + NAMES_PER_LINE);
        let names: Vec<String> = line.map(|r| format!("{letter}{r}")).collect();
        *out += &format!("{statement} {};\n", names.join(", "));
    }
}

/// The results that are written through variables with a size.
fn sized_results(out: &mut String, p: &Parsed) {
    for (n, size) in &p.output_sizes {
        let result = result(p.fragment, p.draw_buffers, *n);
        *out += &format!("{} o{n} = {result};\n", sized(*size, "OUTPUT"));
    }
}

fn parameters(out: &mut String, p: &Parsed) {
    let mut arrays = p.arrays.iter().peekable();
    let mut row = 0;
    while row < p.bindings.len() {
        if let Some(array) = arrays.next_if(|a| a.base as usize == row) {
            let rows = row..row + array.len as usize;
            row = rows.end;
            array_parameter(out, rows.start, &p.bindings[rows]);
        } else {
            *out += &format!("PARAM c{row} = {};\n", binding(&p.bindings[row]));
            row += 1;
        }
    }
}

/// The size is left out: a declared size may not exceed the limit on parameters, a bound one may.
fn array_parameter(out: &mut String, base: usize, bindings: &[Binding]) {
    let runs = bindings.chunk_by(follows);
    let items: Vec<String> = runs
        .map(|run| match run {
            [one] => binding(one),
            _ => binding_range(&run[0], run.len() as u32),
        })
        .collect();
    let one_line = items.join(", ");
    let list = if one_line.len() <= LINE {
        format!("{{ {one_line} }}")
    } else {
        format!("{{\n    {}\n}}", items.join(",\n    "))
    };
    *out += &format!("PARAM c{base}[] = {list};\n");
}

/// Whether `b` is the next vector after `a` in one range.
fn follows(a: &Binding, b: &Binding) -> bool {
    match (*a, *b) {
        (Binding::Env(a), Binding::Env(b)) | (Binding::Local(a), Binding::Local(b)) => b == a + 1,
        (
            Binding::Scene(SceneValue::MatrixRow(a_name, a_form, a)),
            Binding::Scene(SceneValue::MatrixRow(b_name, b_form, b)),
        ) => (a_name, a_form) == (b_name, b_form) && b == a + 1,
        _ => false,
    }
}

/// Attributes that are bound, and so counted, but not read.
fn unread_attributes(out: &mut String, p: &Parsed) {
    let operands = p.instructions.iter().flat_map(|i| &i.sources);
    let read = operands.fold(0, |bits: u32, operand| match operand.source {
        Source::Input(n) => bits | 1 << n,
        _ => bits,
    });
    for n in (0..u32::BITS).filter(|n| (p.attributes & !read) >> n & 1 != 0) {
        *out += &format!("ATTRIB v{n} = {};\n", attribute(p.fragment, n));
    }
    let is_read = |base: u32| {
        let mut operands = p.instructions.iter().flat_map(|i| &i.sources);
        operands.any(|o| matches!(o.source, Source::RelativeInput(r) if r.base == base))
    };
    for base in p.indexed.iter().filter(|base| !is_read(**base)) {
        let array = attribute_array(p.fragment, *base);
        *out += &format!("ATTRIB i{base} = {array}[A0.x];\n");
    }
}

fn instructions(out: &mut String, p: &Parsed) {
    let indent = if p.labels.is_empty() { "" } else { "    " };
    for (n, inst) in p.instructions.iter().enumerate() {
        labels(out, p, n);
        *out += &format!("{indent}{};\n", instruction(p, inst));
    }
    labels(out, p, p.instructions.len());
}

/// The labels that stand before instruction `n`.
fn labels(out: &mut String, p: &Parsed, n: usize) {
    for label in p.labels.iter().filter(|l| l.at == n) {
        *out += &format!("  {}:\n", label.name);
    }
}

fn instruction(p: &Parsed, inst: &Instruction) -> String {
    // The name with its suffixes: precision, condition register, clamp.
    let info = row_of(inst.opcode);
    let mut out = info.name.to_owned();
    let precision = PRECISIONS.iter().find(|p| Some(p.0) == inst.precision);
    out += precision.map_or("", |p| p.1);
    out += match inst.updates {
        None => "",
        Some(0) => "C",
        Some(_) => "C1",
    };
    out += match inst.clamp {
        None => "",
        Some(Clamp::Unsigned) => "_SAT",
        Some(Clamp::Signed) => "_SSAT",
    };
    // Operands in the order of the text: destination, sources, texture unit and target, label.
    let mut operands = Vec::with_capacity(5);
    operands.extend(inst.destination.map(|d| destination(p, &d)));
    operands.extend(inst.sources.iter().map(|s| match info.form {
        Form::Swz => extended_swizzle(p, s),
        _ => operand(p, s),
    }));
    if let Some((unit, target)) = inst.texture {
        let is_shadow = p.shadow_units >> unit & 1 != 0;
        let name = TARGETS.iter().find(|t| (t.1, t.2) == (target, is_shadow));
        let name = name.expect("the program names a target of the table").0;
        let unit = if p.language.is_native() {
            format!("TEX{unit}")
        } else {
            format!("texture[{unit}]")
        };
        operands.extend([unit, name.to_owned()]);
    }
    operands.extend(inst.label.map(|label| p.labels[label].name.clone()));
    // IF and KIL have the condition as their operand; other instructions have it after the operands.
    if matches!(info.form, Form::If | Form::Kil) {
        operands.extend(inst.condition.map(condition));
    }
    if !operands.is_empty() {
        out.push(' ');
    }
    out += &operands.join(", ");
    match info.form {
        Form::If | Form::Kil => out,
        _ => out + &optional_condition(inst.condition),
    }
}

fn destination(p: &Parsed, destination: &Destination) -> String {
    let register = match destination.target {
        _ if p.language == Language::Fp10 => native_fragment::target(destination),
        target if p.language.is_native() => native::target(p, target),
        Target::Temp(n) => format!("R{n}"),
        Target::Address(n) => format!("A{n}"),
        Target::Output(n) if destination.size != Size::Default => format!("o{n}"),
        Target::Output(n) => result(p.fragment, p.draw_buffers, n),
        Target::RelativeOutput(relative) => {
            format!("result.texcoord[{}]", native::address(&relative))
        }
        Target::Clip(n) => format!("result.clip[{n}]"),
        Target::ConditionCode => "CC".to_owned(),
    };
    let mask = match destination.mask {
        15 => String::new(),
        mask => letters((0..4).filter(|c| mask >> c & 1 != 0)),
    };
    register + &mask + &optional_condition(destination.condition)
}

fn optional_condition(tested: Option<Condition>) -> String {
    tested.map_or(String::new(), |tested| format!(" ({})", condition(tested)))
}

fn condition(condition: Condition) -> String {
    let row = Rule::TABLE.iter().find(|(r, _)| *r == condition.rule);
    let name = row.expect("the table has every rule").1;
    let register = if condition.register == 1 { "1" } else { "" };
    format!("{name}{register}{}", swizzle_suffix(condition.swizzle))
}

/// Sign, bars, register, swizzle.
fn operand(p: &Parsed, operand: &Operand) -> String {
    let is_native = p.language == Language::Fp10;
    if let Some(number) = is_native
        .then(|| native_fragment::scalar(p, operand))
        .flatten()
    {
        return number;
    }
    let register = source(p, operand.source);
    let suffix = swizzle_suffix(operand.select.map(|select| match select {
        Select::Component(c) => c,
        Select::Zero | Select::One => unreachable!("constants are selected by SWZ alone"),
    }));
    let sign = if operand.negate[0] { "-" } else { "" };
    let bar = if operand.absolute { "|" } else { "" };
    format!("{sign}{bar}{register}{suffix}{bar}")
}

/// The operand of SWZ: register and four selectors, each with its sign.
fn extended_swizzle(p: &Parsed, operand: &Operand) -> String {
    let mut out = source(p, operand.source);
    for (select, negate) in operand.select.iter().zip(operand.negate) {
        let select = match select {
            Select::Component(c) => &"xyzw"[usize::from(*c)..][..1],
            Select::Zero => "0",
            Select::One => "1",
        };
        let sign = if negate { "-" } else { "" };
        out += &format!(", {sign}{select}");
    }
    out
}

pub(crate) fn source(p: &Parsed, source: Source) -> String {
    match source {
        source if p.language == Language::Fp10 => native_fragment::source(p, source),
        source if p.language.is_native() => native::source(p, source),
        Source::Temp(n) => format!("R{n}"),
        Source::Address(n) => format!("A{n}"),
        Source::Input(n) => attribute(p.fragment, n),
        Source::Param(row) => {
            let behind = p.arrays.partition_point(|a| a.base <= row);
            let before = behind.checked_sub(1).map(|n| p.arrays[n]);
            match before.filter(|a| row < a.base + a.len) {
                Some(array) => format!("c{}[{}]", array.base, row - array.base),
                None => format!("c{row}"),
            }
        }
        Source::Relative(relative) => format!("c{}[{}]", relative.base, native::address(&relative)),
        Source::RelativeInput(relative) => {
            let array = attribute_array(p.fragment, relative.base);
            format!("{array}[{}]", native::address(&relative))
        }
    }
}

/// Nothing for all components in order, one letter for one component, else four.
fn swizzle_suffix(components: [u8; 4]) -> String {
    if components == [0, 1, 2, 3] {
        String::new()
    } else if components == [components[0]; 4] {
        letters(components[..1].iter().copied())
    } else {
        letters(components.into_iter())
    }
}

fn letters(components: impl Iterator<Item = u8>) -> String {
    let letters = components.map(|c| char::from(b"xyzw"[usize::from(c)]));
    std::iter::once('.').chain(letters).collect()
}

//! The whole text: head, version, extensions, declarations, the function.

use super::built_in::varyings;
use super::declarations::declarations;
use super::names::{attribute_name, name};
use super::statements::Shader;
use super::tables::Tables;
use super::values::values;
use crate::codegen::allocate::Given;
use crate::codegen::lines::Code;
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::codegen::text::constants::Held;
use crate::codegen::text::print::{Text, temporaries};
use std::collections::BTreeMap;

/// The text behind its head, and how many statements there are.
pub(in crate::codegen::text) fn print(
    text: &Text<'_>,
    held: &BTreeMap<u32, Held>,
    (code, given): &(Code, Vec<Given>),
) -> Result<(String, usize), Refusal> {
    let entry = text.entry;
    let values = values(entry, text.constants, held)?;
    let tables = Tables::new(entry, text.target, text.constants, code);
    let attributes = attributes(text);
    let shader = Shader {
        target: text.target,
        given,
        has_several_colors: entry.colors > 1,
        values: &values,
        tables: &tables,
        attributes: &attributes,
        samplers: &samplers(text),
    };
    let mut lines = Vec::new();
    if text.is_invariant {
        lines.push("gl_Position = ftransform();".to_owned());
    }
    for line in &code.lines {
        lines.extend(shader.statement(line)?);
    }
    let is_vertex = !text.target.machine.is_pixel;
    if is_vertex && !lines.iter().any(|line| has_word(line, "gl_Position")) {
        // The language asks for a position. Of what writes none it is this one.
        lines.push("gl_Position = vec4(0.0, 0.0, 0.0, 1.0);".to_owned());
    }
    let mut out = "\n#version 110\n\n".to_owned();
    out += &extensions(&lines);
    out += &declarations(entry, text.constants);
    for name in attributes.values() {
        if lines.iter().any(|line| has_word(line, name)) {
            out += &format!("attribute vec4 {name};\n");
        }
    }
    for name in varyings() {
        if lines.iter().any(|line| has_word(line, &name)) {
            out += &format!("varying vec4 {name};\n");
        }
    }
    out += "\nvoid main()\n{\n";
    let [arrays, fills] = tables.print(&values);
    let registers = (0..temporaries(code, given)).map(|n| format!("vec4 R{n};"));
    let has_address = code.lines.iter().any(|l| l.opcode == Opcode::Mova);
    let address = has_address.then(|| "ivec4 A0;".to_owned());
    let count = lines.len();
    let before = registers.chain(address).chain(arrays).chain(fills);
    let mut depth = 1;
    for line in before.chain(lines) {
        depth -= usize::from(line.starts_with('}'));
        out += &format!("{}{line}\n", "    ".repeat(depth.min(32)));
        depth += usize::from(line.ends_with('{'));
    }
    out += "}\n";
    Ok((out, count))
}

/// The attributes that the shader declares.
fn attributes(text: &Text<'_>) -> BTreeMap<u32, String> {
    let is_pixel = text.target.machine.is_pixel;
    let inputs = text.target.inputs.iter().filter(|_| !is_pixel);
    let named = inputs.filter_map(|slot| Some((slot.vec4, attribute_name(text.entry, slot.vec4)?)));
    named.collect()
}

/// Whether a statement names something.
fn has_word(line: &str, name: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| word == name)
}

/// The names of samplers by their units.
fn samplers(text: &Text<'_>) -> BTreeMap<u32, String> {
    let entry = text.entry;
    let all = entry.samplers.iter().enumerate();
    all.filter_map(|(at, sampler)| {
        let own = name(entry, &sampler.name, at >= entry.n_outside[1]);
        Some((sampler.unit?, own))
    })
    .collect()
}

/// The extensions that some look-ups and operations need.
fn extensions(lines: &[String]) -> String {
    let has = |word: &str| lines.iter().any(|line| line.contains(word));
    let signs = [" & ", " | ", " ^ ", " << ", " >> "];
    let all = [
        (has("Rect"), "GL_ARB_texture_rectangle"),
        (has("GradARB(") || has("Lod("), "GL_ARB_shader_texture_lod"),
        (signs.iter().any(|sign| has(sign)), "GL_EXT_gpu_shader4"),
    ];
    let named = all.iter().filter(|(is_needed, _)| *is_needed);
    let lines = named.map(|(_, name)| format!("#extension {name} : enable\n"));
    match lines.collect::<String>() {
        none if none.is_empty() => none,
        some => some + "\n",
    }
}

//! The comments at the head of a text: what programs that load it parse, as NVIDIA's compiler writes them.
//!
//! ```text
//! #semantic main.m : state.matrix.mvp
//! #var float4x4 m : state.matrix.mvp : c[1], 4 : 1 : 1
//!      type, name, semantic, resource, number of the parameter or −1, whether it is used
//! #const c[0] = 0 0.5 1 2
//! #default k = 0.5
//! ```

use super::constants::{Constants, Held};
use super::elements::{defaults_of, elements, flat, number};
use super::glsl::names::name as glsl_name;
use super::names::is_declared;
use super::options::TextOptions;
use super::profile::{Profile, Writing};
use super::resources::resource;
use super::state;
use crate::codegen::machine::Opcode;
use crate::frontend::c_like::cg::semantics::uniform;
use crate::frontend::c_like::cg::{Declared, Program, sampler_word, scalar_word};
use crate::frontend::c_like::entry::{Connector, Entry, Sampler, Uniform};
use crate::frontend::c_like::types::{Semantic, Type};
use crate::frontend::diagnostic::ProgramError;
use crate::ir::interface::{fragment_input, varying};
use crate::ir::{Inst, Op};
use std::collections::BTreeMap;

/// What the comments are written of.
pub(super) struct Header<'h> {
    pub(super) profile: &'h Profile,
    pub(super) program: &'h Program,
    pub(super) entry: &'h Entry,
    pub(super) constants: &'h Constants,
    pub(super) options: &'h TextOptions,
    /// Whether fixed function computes the position.
    pub(super) is_invariant: bool,
    /// Of each value of the program whether results depend on it.
    pub(super) live: &'h [bool],
    /// How many instructions end fragments.
    pub(super) n_kills: usize,
}

/// A number, vector, matrix or sampler by which applications connect with a program: what a `#var` line says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    pub ty: String,
    /// With the names around it: `light.position`, `lights[3].color`, `main.color` of a result.
    pub name: String,
    pub semantic: String,
    /// Where it lies: `c[1]`, `c[1], 4` of a matrix, `texunit 0`, `TEX0`; empty if nothing uses it.
    pub resource: String,
    /// The number of the entry's parameter that it is or is part of, or −1.
    pub parameter: i32,
    pub is_used: bool,
}

impl Header<'_> {
    /// The comments, and the variables in them.
    pub(super) fn print(
        &self,
        held: &BTreeMap<u32, Held>,
    ) -> Result<(String, Vec<Variable>), ProgramError> {
        let entry = self.entry;
        let parameters = self.program.parameters()?;
        // The state of the API is a variable that a text has which names it.
        let is_state =
            |g: &Declared<'_>| g.semantic.is_some_and(|s| s.eq_ignore_ascii_case("state"));
        let (members, globals): (Vec<_>, Vec<_>) = self.program.globals().partition(is_state);
        let mut out = self.beginning();
        out.extend(members.iter().map(|s| semantic("", s)));
        let [n_uniforms, n_samplers] = entry.n_outside;
        let uniforms = entry.uniforms.split_at(n_uniforms);
        let samplers = entry.samplers.split_at(n_samplers);
        // Samplers and members of structures are uniforms without the word.
        let is_uniform = |p: &Declared<'_>| {
            let mut numbers = uniforms.1.iter().map(|u| &u.name);
            let mut units = samplers.1.iter().map(|s| &s.name);
            let has = |name: &String| is_of(name, p.name);
            p.is_uniform || numbers.any(has) || units.any(has)
        };
        for parameter in parameters.iter().filter(|p| is_uniform(p)) {
            out += &semantic(&format!("{}.", entry.name), parameter);
        }
        for global in globals.iter().filter(|g| g.is_uniform) {
            out += &semantic("", global);
        }
        if !members.is_empty() && self.profile.writing != Writing::Glsl {
            let rows = |u: &Uniform| u.first_row..u.first_row + u.n_rows();
            let rows = entry.uniforms.iter().flat_map(rows);
            let register = |row: u32| self.constants.rows.get(row as usize).copied().flatten();
            let others: Vec<u32> = rows.filter_map(register).collect();
            out += &state::lines(self.profile, held, &others);
        }
        let variables = self.variables(&parameters, &globals);
        out.extend(variables.iter().map(line));
        for n in 0..self.n_kills {
            out += &format!("#var <none>4 $kill_{n:04} : $vout.$kill : $kill : -1 : 0\n");
        }
        for (n, what) in held {
            if let Held::Literal(words) = what
                && !matches!(self.profile.writing, Writing::NvFragment | Writing::Glsl)
            {
                let words = words.map(|w| number(f32::from_bits(w)));
                out += &format!("#const c[{n}] = {}\n", words.join(" "));
            }
        }
        let own = uniforms.1.iter().chain(uniforms.0);
        let defaults: String = own.map(defaults).collect();
        Ok((out + &defaults, variables))
    }

    /// The variables of the parameters, of what is outside of functions, and of the result.
    fn variables(&self, parameters: &[Declared<'_>], globals: &[Declared<'_>]) -> Vec<Variable> {
        let entry = self.entry;
        let [n_uniforms, n_samplers] = entry.n_outside;
        let uniforms = entry.uniforms.split_at(n_uniforms);
        let samplers = entry.samplers.split_at(n_samplers);
        if self.profile.writing == Writing::Glsl {
            return self.glsl_variables(parameters, globals);
        }
        let mut all = Vec::new();
        for (n, parameter) in parameters.iter().enumerate() {
            all.extend(self.inputs(parameter.name, n as i32));
            all.extend(self.numbers(uniforms.1, parameter.name, n as i32));
            all.extend(self.samplers(samplers.1, parameter.name, n as i32));
            all.extend(self.outputs(parameter.name, n as i32));
        }
        for global in globals {
            all.extend(self.inputs(global.name, -1));
            all.extend(self.numbers(uniforms.0, global.name, -1));
            all.extend(self.samplers(samplers.0, global.name, -1));
            all.extend(self.outputs(global.name, -1));
        }
        all.extend(self.outputs(&entry.name, -1));
        all
    }

    /// The lines about the compiler and the profile.
    fn beginning(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "# cgc version 3.1.0013, by Trilobite {version}\n# command line args: {}\n# source file: {}\n\
             #vendor Trilobite\n#version 3.1.0.13\n#profile {}\n#program {}\n",
            self.options.command_line, self.options.file, self.profile.cg.name, self.entry.name
        )
    }

    /// Whether the program has an operation on a vector of slots.
    fn has(&self, op: Op, vec4: u32) -> bool {
        let program = &self.entry.code.program;
        let is_gone = op == Op::StoreOutput && vec4 == varying::POSITION && self.is_invariant;
        let is_one = |i: &&Inst| i.op == op && i.imm[0] / 4 == vec4;
        let mut all = program.insts().filter(is_one);
        !is_gone && all.any(|i| op == Op::StoreOutput || i.results().any(|v| self.live[v.index()]))
    }

    pub(super) fn inputs(&self, root: &str, n: i32) -> Vec<Variable> {
        self.connectors(&self.entry.inputs, root, (n, "vin", Op::LoadInput))
    }

    pub(super) fn outputs(&self, root: &str, n: i32) -> Vec<Variable> {
        self.connectors(&self.entry.outputs, root, (n, "vout", Op::StoreOutput))
    }

    /// The variables of inputs or outputs, one for each row.
    fn connectors(
        &self,
        all: &[Connector],
        root: &str,
        (n, side, op): (i32, &str, Op),
    ) -> Vec<Variable> {
        let mut out = Vec::new();
        for connector in all.iter().filter(|c| is_of(&c.name, root)) {
            for (row, slot) in connector.slots.iter().enumerate() {
                let vec4 = slot.map(|s| s / 4);
                let is_used = vec4.is_some_and(|vec4| self.has(op, vec4));
                let is_output = op == Op::StoreOutput;
                let is_pixel = self.profile.machine.is_pixel;
                let resource = match self.glsl_input(connector, vec4, is_output) {
                    Some(word) => word,
                    None => slot.map_or(String::new(), |s| resource(self.profile, is_output, s)),
                };
                let written = connector.semantic.as_ref().filter(|_| row == 0);
                // An input that has neither a semantic nor a reader is nowhere.
                let is_nowhere = !is_output && !is_used && connector.semantic.is_none();
                let word = match written {
                    Some(semantic) => semantic.name.clone(),
                    None if is_nowhere => String::new(),
                    None => resource.clone(),
                };
                // The names of vertex programs' results mean nothing to fragments that do not read them.
                if is_pixel
                    && !is_output
                    && !is_used
                    && vec4 == Some(fragment_input::POSITION)
                    && word != resource
                {
                    continue;
                }
                out.push(Variable {
                    ty: vector(scalar_word(connector.scalar), connector.columns),
                    name: element(&connector.name, row, connector.slots.len()),
                    semantic: match word.as_str() {
                        "" if self.profile.writing != Writing::Glsl => word,
                        word => format!("${side}.{word}"),
                    },
                    resource: if is_used { resource } else { String::new() },
                    parameter: n,
                    is_used,
                });
            }
        }
        out
    }

    /// The variables of uniforms, one for each element of an array.
    pub(super) fn numbers(&self, all: &[Uniform], root: &str, n: i32) -> Vec<Variable> {
        let mut out = Vec::new();
        for uniform in all.iter().filter(|u| is_of(&u.name, root)) {
            let word = scalar_word(uniform.scalar);
            let is_matrix = uniform.rows > 1;
            for (i, name) in elements(uniform).into_iter().enumerate() {
                let first = (uniform.first_row + i as u32 * uniform.rows) as usize;
                let register = self.constants.rows.get(first).copied().flatten();
                let place = match self.profile.writing {
                    // Parts of what is read outside of functions have a name, too.
                    Writing::Glsl if register.is_none() && n >= 0 => String::new(),
                    Writing::Glsl => self.glsl_place(uniform, i as u32 * uniform.rows, n),
                    Writing::NvFragment => self.parameter(uniform, &name),
                    _ => register.map_or(String::new(), |r| format!("c[{r}]")),
                };
                let (ty, resource) = match is_matrix {
                    true => (
                        format!("{word}{}x{}", uniform.rows, uniform.columns),
                        format!("{place}, {}", uniform.rows),
                    ),
                    false => (vector(word, uniform.columns), place),
                };
                out.push(Variable {
                    ty,
                    name,
                    semantic: named(uniform.semantic.as_ref()),
                    resource,
                    parameter: n,
                    is_used: register.is_some(),
                });
            }
        }
        out
    }

    /// The name of an element's first row, where rows have names.
    fn parameter(&self, uniform: &Uniform, name: &str) -> String {
        match is_declared(self.entry, self.constants, uniform) {
            false => String::new(),
            true if uniform.rows > 1 => format!("{}$0", flat(name)),
            true => flat(name),
        }
    }

    pub(super) fn samplers(&self, all: &[Sampler], root: &str, n: i32) -> Vec<Variable> {
        let own = all.iter().filter(|s| is_of(&s.name, root));
        let lines = own.map(|sampler| {
            let ty = match sampler.ty {
                Type::Sampler(kind) => sampler_word(kind),
                _ => "sampler",
            };
            // One that nothing reads has the unit that the text gives it.
            let placed = sampler
                .semantic
                .as_ref()
                .and_then(|s| unit_of(self.profile, s));
            let machine = self.profile.machine;
            let has_textures = machine.is_pixel || machine.has(Opcode::TexLdL);
            let unit = sampler
                .unit
                .or(placed.filter(|_| has_textures))
                .map(|unit| match self.profile.writing {
                    // Only the text places textures of GLSL: applications place the others.
                    Writing::Glsl => {
                        let own = glsl_name(self.entry, &sampler.name, n >= 0);
                        placed.map_or(own.clone(), |unit| format!("{own} {unit}"))
                    }
                    _ => format!("texunit {unit}"),
                });
            Variable {
                ty: ty.to_owned(),
                name: sampler.name.clone(),
                semantic: named(sampler.semantic.as_ref()),
                is_used: sampler.unit.is_some(),
                resource: unit.unwrap_or_default(),
                parameter: n,
            }
        });
        lines.collect()
    }
}

fn line(variable: &Variable) -> String {
    let Variable {
        ty,
        name,
        semantic,
        resource,
        parameter,
        is_used,
    } = variable;
    let used = u8::from(*is_used);
    format!("#var {ty} {name} : {semantic} : {resource} : {parameter} : {used}\n")
}

fn semantic(owner: &str, declared: &Declared<'_>) -> String {
    let word = declared
        .semantic
        .map_or(String::new(), |s| format!(" : {}", register_word(s)));
    format!("#semantic {owner}{}{word}\n", declared.name)
}

fn named(semantic: Option<&Semantic>) -> String {
    semantic.map_or(String::new(), |s| register_word(&s.name))
}

/// A register of the text by its semantic: `register(s2)` is `TEXUNIT2`.
fn register_word(name: &str) -> String {
    let (letter, digits) = name.split_at(name.len().min(1));
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    match letter {
        "s" | "S" if is_number => format!("TEXUNIT{digits}"),
        "c" if is_number => format!("C{digits}"),
        _ => name.to_owned(),
    }
}

/// The image unit that a semantic names.
fn unit_of(profile: &Profile, semantic: &Semantic) -> Option<u32> {
    match uniform::find(profile.cg, &semantic.name) {
        Ok(uniform::Register::ImageUnit(unit)) => Some(unit),
        _ => None,
    }
}

/// Whether a name is that of a variable or of a part of it.
fn is_of(name: &str, root: &str) -> bool {
    let rest = name.strip_prefix(root);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

fn vector(word: &str, n: u32) -> String {
    match n {
        1 => word.to_owned(),
        n => format!("{word}{n}"),
    }
}

/// The name of a row of an input or output with several.
fn element(name: &str, row: usize, n: usize) -> String {
    match n {
        1 => name.to_owned(),
        _ => format!("{name}[{row}]"),
    }
}

/// The lines of a uniform's first values.
fn defaults(uniform: &Uniform) -> String {
    let rows = defaults_of(uniform);
    let mut out = String::new();
    let n = uniform.rows.max(1) as usize;
    for (name, rows) in elements(uniform).iter().zip(rows.chunks(n)) {
        for (i, row) in rows.iter().enumerate() {
            let name = element(name, i, rows.len());
            out += &format!("#default {name} = {}\n", row.join(" "));
        }
    }
    out
}

//! Runs a Cg program of a stage with inputs, uniforms and textures of the user's choice, by their names in the text.

use super::options::Options;
use super::run::{Invoked, Run, textures};
use crate::cli::failure::Failure;
use trilobite::explain::{Fact, Names, ProgramRun, Report, Source, Stage};
use trilobite::format::TextureShape;
use trilobite::frontend::binding::Binding;
use trilobite::frontend::c_like::entry::semantics::Stage as EntryStage;
use trilobite::frontend::c_like::entry::{Connector, Entry, Uniform};
use trilobite::frontend::c_like::types::Scalar;
use trilobite::frontend::shading::state_row;
use trilobite::ir::Op;

/// Runs the program, and reports what it did.
pub(super) fn report(
    options: &Options,
    source: Source,
    stage: EntryStage,
    entry: &Entry,
) -> Result<Report, Failure> {
    let is_vertex = stage == EntryStage::Vertex;
    // Inputs, parameters and textures are found by their names in the text.
    let mut given = Given::new(entry);
    for argument in &options.input {
        given.input(entry, argument)?;
    }
    for argument in &options.param {
        given.parameter(entry, argument)?;
    }
    let named = options.texture.iter().map(|t| by_unit(entry, t));
    let named: Vec<String> = named.collect();
    let textures = textures(&named, &|unit| target(entry, unit))?;
    // Runs the program once with all that was given, and keeps the trace.
    let run = Run::of(&Invoked {
        code: &entry.code,
        is_vertex,
        uniforms: &given.uniforms,
        inputs: &given.inputs,
        front_facing: given.front_facing,
        textures: &textures,
        statements: options.statements,
    });
    // The report names the entry, and what was given and what was missing.
    let remarks = given.remarks(entry);
    Ok(ProgramRun {
        name: &format!("{} of {}", entry.name, options.text.file.display()),
        stage: if is_vertex {
            Stage::Vertex
        } else {
            Stage::Fragment
        },
        names: &Names {
            inputs: names(&entry.inputs),
            results: names(&entry.outputs),
        },
        given: given.facts,
        program: &entry.code.program,
        source,
        trace: &run.trace,
        outputs: &run.outputs,
        remarks,
    }
    .report())
}

/// The target through which the program samples a unit.
fn target(entry: &Entry, unit: usize) -> Option<TextureShape> {
    entry.textures.get(unit).copied().flatten()
}

/// `NAME=FILE` of a sampler with the number of its unit in the place of the name.
fn by_unit(entry: &Entry, argument: &str) -> String {
    let unit = argument.split_once('=').and_then(|(name, file)| {
        let sampler = entry.samplers.iter().find(|s| s.name == name.trim())?;
        Some(format!("{}={file}", sampler.unit?))
    });
    unit.unwrap_or_else(|| argument.to_owned())
}

/// The names of rows of varyings, by the numbers of their vectors of four.
fn names(connectors: &[Connector]) -> Vec<(u32, String)> {
    let mut all = Vec::new();
    for connector in connectors {
        for (row, slot) in connector.slots.iter().enumerate() {
            let Some(slot) = slot else { continue };
            let name = if connector.rows == 1 {
                connector.name.clone()
            } else {
                format!("{}[{row}]", connector.name)
            };
            all.push((slot / 4, name));
        }
    }
    all
}

/// The values that the user has given.
struct Given {
    facts: Vec<Fact>,
    inputs: Vec<(usize, [f32; 4])>,
    front_facing: bool,
    uniforms: Vec<f32>,
    /// The rows of the uniform array that were given.
    is_given: Vec<bool>,
}

impl Given {
    /// The defaults of the text, and those of state.
    fn new(entry: &Entry) -> Given {
        let bindings = &entry.code.bindings;
        let words = (entry.code.program.n_uniforms as usize).max(4 * bindings.len());
        let mut uniforms = vec![0.0; words];
        for (row, binding) in uniforms.chunks_exact_mut(4).zip(bindings) {
            match binding {
                Binding::Constant(value) => row.copy_from_slice(value),
                Binding::Scene(state) => row.copy_from_slice(&state.default_value()),
                Binding::Env(_) | Binding::Local(_) | Binding::Named(_) => {}
            }
        }
        for uniform in &entry.uniforms {
            let rows = uniforms[4 * uniform.first_row as usize..].chunks_exact_mut(4);
            for (row, value) in rows.zip(uniform.default.iter().flatten()) {
                row.copy_from_slice(value);
            }
        }
        Given {
            facts: Vec::new(),
            inputs: Vec::new(),
            front_facing: true,
            uniforms,
            is_given: vec![false; bindings.len()],
        }
    }

    /// Reads `NAME=NUMBERS` of an input, by its name or its semantic.
    fn input(&mut self, entry: &Entry, argument: &str) -> Result<(), Failure> {
        let (name, numbers) = assignment("--input", argument)?;
        let is_it = |c: &&Connector| {
            let semantic = c.semantic.as_ref().map(|s| s.name.as_str());
            c.name == name || semantic.is_some_and(|s| s.eq_ignore_ascii_case(name))
        };
        let Some(input) = entry.inputs.iter().find(is_it) else {
            return Err(unknown("input", name, entry.inputs.iter().map(|c| &c.name)));
        };
        let columns = input.columns as usize;
        if numbers.len() != columns * input.rows as usize {
            return Err(Failure::Usage(format!(
                "`{name}` has {} numbers; {} are given",
                columns * input.rows as usize,
                numbers.len()
            )));
        }
        if input.slots.iter().all(Option::is_none) {
            self.front_facing = numbers[0] >= 0.0;
        }
        for (slot, row) in input.slots.iter().zip(numbers.chunks_exact(columns)) {
            if let Some(slot) = slot {
                // A single number may be any component of its vector.
                let (vec4, first) = (*slot as usize / 4, *slot as usize % 4);
                let mut value = [0.0, 0.0, 0.0, 1.0];
                for (to, from) in value[first..].iter_mut().zip(row) {
                    *to = *from;
                }
                self.inputs.push((vec4, value));
            }
        }
        self.fact(argument);
        Ok(())
    }

    /// Reads `NAME=NUMBERS` of a uniform, or of a vector of GL state.
    fn parameter(&mut self, entry: &Entry, argument: &str) -> Result<(), Failure> {
        let (name, numbers) = assignment("--param", argument)?;
        if let Some(uniform) = entry.uniforms.iter().find(|u| u.name == name) {
            self.uniform(uniform, &numbers)?;
            self.fact(argument);
            return Ok(());
        }
        if state_row(name, 0).is_none() {
            let names = entry.uniforms.iter().map(|u| &u.name);
            return Err(unknown("uniform", name, names));
        }
        // Four numbers for each row of a matrix.
        for (i, numbers) in numbers.chunks(4).enumerate() {
            let Some(state) = state_row(name, i as u32) else {
                let text = format!("`{name}` has {} numbers at most", 4 * i);
                return Err(Failure::Usage(text));
            };
            let rows = entry.code.bindings.iter().enumerate();
            for (row, _) in rows.filter(|(_, binding)| **binding == state) {
                let values = &mut self.uniforms[4 * row..4 * row + 4];
                values[..numbers.len()].copy_from_slice(numbers);
                self.is_given[row] = true;
            }
        }
        self.fact(argument);
        Ok(())
    }

    fn uniform(&mut self, uniform: &Uniform, numbers: &[f32]) -> Result<(), Failure> {
        let (rows, columns) = (uniform.n_rows() as usize, uniform.columns as usize);
        if numbers.len() != rows * columns {
            return Err(Failure::Usage(format!(
                "`{}` has {} numbers; {} are given",
                uniform.name,
                rows * columns,
                numbers.len()
            )));
        }
        for (i, numbers) in numbers.chunks_exact(columns).enumerate() {
            let row = uniform.first_row as usize + i;
            for (c, number) in numbers.iter().enumerate() {
                self.uniforms[4 * row + c] = word(uniform.scalar, *number);
            }
            self.is_given[row] = true;
        }
        Ok(())
    }

    fn fact(&mut self, argument: &str) {
        if let Some((name, numbers)) = argument.split_once('=') {
            let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
            self.facts.push(Fact::new(name.trim(), numbers.join("  ")));
        }
    }

    /// Names the inputs and uniforms that the program reads and that were not given.
    fn remarks(&self, entry: &Entry) -> Vec<String> {
        let program = &entry.code.program;
        // An input is missing if the program reads its register and nothing was given for it.
        let reads = |vec4: u32| {
            let mut insts = program.insts();
            insts.any(|i| i.op == Op::LoadInput && i.imm[0] / 4 == vec4)
        };
        let is_missing = |slot: &Option<u32>| {
            slot.is_some_and(|slot| {
                reads(slot / 4) && !self.inputs.iter().any(|(n, _)| *n as u32 == slot / 4)
            })
        };
        let inputs = entry.inputs.iter();
        let inputs = inputs.filter(|c| c.slots.iter().any(is_missing));
        // A uniform is missing if it has no default, and none of its rows was given.
        let uniforms = entry.uniforms.iter().filter(|u| {
            let rows = u.first_row as usize..(u.first_row + u.n_rows()) as usize;
            let has_default = u.default.is_some();
            u.is_read && !has_default && !self.is_given[rows].contains(&true)
        });
        let names: Vec<&str> = inputs
            .map(|c| c.name.as_str())
            .chain(uniforms.map(|u| u.name.as_str()))
            .collect();
        if names.is_empty() {
            return Vec::new();
        }
        let what = "Not given, so the usual value (0 0 0 1 of inputs, 0 of uniforms)";
        vec![format!("{what}: {}.", names.join(", "))]
    }
}

/// A number as a word of the uniform array.
fn word(scalar: Scalar, number: f32) -> f32 {
    match scalar {
        Scalar::Bool => f32::from_bits(u32::from(number != 0.0)),
        scalar if scalar.is_real() => number,
        _ => f32::from_bits(number as i32 as u32),
    }
}

/// Splits `NAME=NUMBER,…`.
fn assignment<'a>(option: &str, argument: &'a str) -> Result<(&'a str, Vec<f32>), Failure> {
    let usage = || Failure::Usage(format!("{option} {argument}: NAME=NUMBER,…"));
    let (name, numbers) = argument.split_once('=').ok_or_else(usage)?;
    let numbers = numbers.split(',').map(|text| match text.trim() {
        "true" => Ok(1.0),
        "false" => Ok(0.0),
        text => text.parse().map_err(|_| usage()),
    });
    Ok((name.trim(), numbers.collect::<Result<_, _>>()?))
}

fn unknown<'a>(what: &str, name: &str, all: impl Iterator<Item = &'a String>) -> Failure {
    let all: Vec<&str> = all.map(String::as_str).collect();
    let all = if all.is_empty() {
        "none".to_owned()
    } else {
        all.join(", ")
    };
    Failure::Usage(format!(
        "`{name}` is no {what} of the program; there is: {all}"
    ))
}

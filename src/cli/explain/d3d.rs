//! Runs a Direct3D shader with inputs, constants and textures of the user's choice, by the names of registers.

use super::options::Options;
use super::run::{Invoked, Run, textures};
use crate::cli::failure::Failure;
use trilobite::compute::texels::state;
use trilobite::explain::{Fact, Names, ProgramRun, Report, Source, Stage, vector};
use trilobite::frontend::assembly::d3d::{D3dProgram, is_tokens};
use trilobite::ir::Op;
use trilobite::ir::signature::{Direction, Parameter, Signature};

/// Runs the shader, and reports what it did. Tokens are shown as their disassembly.
pub(super) fn report(
    options: &Options,
    text: &[u8],
    shader: &D3dProgram,
) -> Result<Report, Failure> {
    if !is_tokens(text) {
        return report_text(options, text, shader);
    }
    let text = shader.disassemble();
    let shader = D3dProgram::assemble(text.as_bytes());
    let shader = shader.map_err(|e| Failure::from(e.info_log(text.as_bytes())))?;
    report_text(options, text.as_bytes(), &shader)
}

fn report_text(options: &Options, text: &[u8], shader: &D3dProgram) -> Result<Report, Failure> {
    let (signature, mut uniforms) = shader.signature();
    let code = shader.code();
    uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
    // Inputs, constants and textures are found by their names in the signature.
    let mut given = Given::default();
    for argument in &options.input {
        given.input(&signature, argument)?;
    }
    for argument in &options.param {
        given.parameter(&signature, argument, &mut uniforms)?;
    }
    let named = options.texture.iter().map(|t| by_unit(&signature, t));
    let named: Vec<String> = named.collect();
    let textures = textures(&named, &|unit| shader.target(unit))?;
    // A sampler's row of state has the size of the texture that it is given.
    for sampler in &signature.samplers {
        let texture = textures.get(sampler.number as usize);
        if let (Some(first), Some(Some(texture))) = (sampler.state, texture) {
            let first = first as usize;
            uniforms[first..first + 4].copy_from_slice(&state(texture));
        }
    }
    let is_pixel = shader.version().is_pixel();
    // Runs the shader once with all that was given, and keeps the trace.
    let run = Run::of(&Invoked {
        code: &code,
        is_vertex: !is_pixel,
        uniforms: &uniforms,
        inputs: &given.inputs,
        front_facing: given.front_facing.unwrap_or(true),
        textures: &textures,
        statements: options.statements,
    });
    // The report shows what was given and what was missing, beside the trace.
    let remarks = given.remarks(&signature, shader);
    Ok(ProgramRun {
        name: &options.text.file.display().to_string(),
        stage: if is_pixel {
            Stage::Fragment
        } else {
            Stage::Vertex
        },
        names: &Names {
            inputs: names(&signature, Direction::input),
            results: names(&signature, Direction::output),
        },
        given: given.facts,
        program: &code.program,
        source: Source::Text(text.into()),
        trace: &run.trace,
        outputs: &run.outputs,
        remarks,
    }
    .report())
}

/// The registers of one direction, by the numbers of their vectors of four.
fn names(signature: &Signature, slot: fn(Direction) -> Option<u32>) -> Vec<(u32, String)> {
    let parameters = signature.parameters.iter();
    parameters
        .filter_map(|p| Some((slot(p.direction)? / 4, p.name.clone())))
        .collect()
}

/// `s0=FILE` with the number of the sampler in the place of its name.
fn by_unit(signature: &Signature, argument: &str) -> String {
    let unit = argument.split_once('=').and_then(|(name, file)| {
        let mut samplers = signature.samplers.iter();
        let sampler = samplers.find(|s| s.name == name.trim())?;
        Some(format!("{}={file}", sampler.number))
    });
    unit.unwrap_or_else(|| argument.to_owned())
}

/// The values that the user has given.
#[derive(Default)]
struct Given {
    facts: Vec<Fact>,
    inputs: Vec<(usize, [f32; 4])>,
    names: Vec<String>,
    front_facing: Option<bool>,
}

impl Given {
    /// Reads `v0=x,y,z,w`.
    fn input(&mut self, signature: &Signature, argument: &str) -> Result<(), Failure> {
        let (name, numbers) = assignment("--input", argument)?;
        let mut value = [0.0, 0.0, 0.0, 1.0];
        for (to, number) in value.iter_mut().zip(&numbers) {
            *to = *number as f32;
        }
        if name == "vFace" {
            self.front_facing = Some(value[0] >= 0.0);
        } else {
            let input = |p: &&Parameter| p.direction.input().is_some();
            let parameter = find(signature, name, "input", input)?;
            let slot = parameter.direction.input().unwrap_or_default();
            self.inputs.push((slot as usize / 4, value));
        }
        self.fact(name, vector(&value));
        Ok(())
    }

    /// Reads `c0=x,y,z,w`; integers of `i0`, and 0 or 1 of `b0`.
    fn parameter(
        &mut self,
        signature: &Signature,
        argument: &str,
        uniforms: &mut [f32],
    ) -> Result<(), Failure> {
        let (name, numbers) = assignment("--param", argument)?;
        let uniform = |p: &&Parameter| p.direction.uniform().is_some();
        let parameter = find(signature, name, "constant", uniform)?;
        let first = parameter.direction.uniform().unwrap_or_default() as usize;
        let word = |number: f64| match name.as_bytes().first() {
            Some(b'i') => f32::from_bits(number as i32 as u32),
            Some(b'b') if !name.starts_with("bump") => f32::from_bits(u32::from(number != 0.0)),
            _ => number as f32,
        };
        for (to, number) in uniforms[first..first + 4].iter_mut().zip(&numbers) {
            *to = word(*number);
        }
        let shown: Vec<String> = numbers.iter().map(f64::to_string).collect();
        self.fact(name, shown.join("  "));
        Ok(())
    }

    fn fact(&mut self, name: &str, value: String) {
        self.facts.push(Fact::new(name, value));
        self.names.push(name.to_owned());
    }

    /// Names the inputs and constants that the shader reads and that were not given.
    fn remarks(&self, signature: &Signature, shader: &D3dProgram) -> Vec<String> {
        let reads_face = |op| op == Op::FrontFacing;
        let code = shader.code();
        let mut missing: Vec<&str> = (signature.parameters.iter())
            .filter(|p| p.direction.output().is_none())
            .map(|p| p.name.as_str())
            .filter(|name| !self.names.iter().any(|given| given == name))
            .collect();
        if self.front_facing.is_none() && code.program.insts().any(|i| reads_face(i.op)) {
            missing.push("vFace");
        }
        if missing.is_empty() {
            return Vec::new();
        }
        let what = "Not given, so the usual value (0 0 0 1 of inputs, 0 of constants, the front)";
        vec![format!("{what}: {}.", missing.join(", "))]
    }
}

/// The register of a name.
fn find<'s>(
    signature: &'s Signature,
    name: &str,
    what: &str,
    is_one: impl Fn(&&Parameter) -> bool,
) -> Result<&'s Parameter, Failure> {
    let all = || signature.parameters.iter().filter(&is_one);
    let found = all().find(|p| p.name == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = all().map(|p| p.name.as_str()).collect();
        let names = if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        };
        Failure::Usage(format!(
            "`{name}` is no {what} of the shader; there is: {names}"
        ))
    })
}

/// Splits `NAME=NUMBER,…`.
fn assignment<'a>(option: &str, argument: &'a str) -> Result<(&'a str, Vec<f64>), Failure> {
    let usage = || Failure::Usage(format!("{option} {argument}: NAME=NUMBER,… (one to four)"));
    let (name, numbers) = argument.split_once('=').ok_or_else(usage)?;
    let numbers = numbers.split(',').map(|text| match text.trim() {
        "true" => Ok(1.0),
        "false" => Ok(0.0),
        text => text.parse().map_err(|_| usage()),
    });
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() > 4 {
        return Err(usage());
    }
    Ok((name.trim(), numbers))
}

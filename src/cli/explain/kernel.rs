//! Runs a function over arrays, of MUDA or Cg, for one element with arguments of the user's choice.

use super::options::Options;
use crate::cli::failure::Failure;
use crate::cli::kernel::values::Values;
use crate::cli::picture::pictures;
use trilobite::compute::texels::state;
use trilobite::explain::{Fact, Names, ProgramRun, Report, Source, Stage};
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::ir::signature::{Direction, Signature};
use trilobite::ir::{Program, ProgramId};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::trace::TracedProgram;
use trilobite::kernel::{Group, Invocation, PixelWindow, SamplerSlot};
use trilobite::simd::{LANES, LanesF32};
use trilobite::texture::Texture;

/// The rounds of loops after which a kernel is stopped. Longer reports help no reader, and some loops never end.
const MOST_ROUNDS: u32 = 1 << 20;

/// Runs the kernel for one element, and reports what it did.
pub(super) fn report(
    options: &Options,
    source: Source,
    kernel: &Kernel,
) -> Result<Report, Failure> {
    if !options.param.is_empty() {
        let rule = "a function over arrays has no parameters beside its inputs";
        return Err(Failure::Usage(rule.into()));
    }
    if kernel.draws.is_some() {
        let rule = "the kernel reads or writes what only draws have";
        return Err(Failure::Refused(rule.into()));
    }
    let mut program = Program {
        id: ProgramId::unique(),
        ..Program::clone(&kernel.code.program)
    };
    program.instruction_limit = program.instruction_limit.or(Some(MOST_ROUNDS));
    // All lanes have the same arguments, and lane 0 is reported.
    let mut arguments = Arguments::parse(kernel, &options.input, &program)?;
    let textures = pictures(&kernel.signature, &options.texture)?;
    let samplers = bound(&kernel.signature, &textures, &mut arguments.uniforms);
    let mut outputs: Vec<LanesF32> = vec![[0.0; LANES]; program.n_outputs as usize];
    let mut inv = Invocation {
        uniforms: &arguments.uniforms,
        inputs: &arguments.words,
        n_inputs: arguments.words.len(),
        outputs: &mut outputs,
        n_outputs: program.n_outputs as usize,
        planes: &[],
        groups: &[Group::default()],
        masks: &mut [0xffff],
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers: &samplers,
    };
    let traced = TracedProgram::new(&program);
    let trace = traced.run(&mut inv, 0, options.statements.max(1));
    // A trace as long as the limit means that a loop may have been stopped.
    let statements = trace.statements.len() as u64 + trace.left_out;
    let mut remarks = arguments.remarks;
    if statements >= u64::from(MOST_ROUNDS) {
        remarks.push(format!(
            "If its loops go round more than {MOST_ROUNDS} times, it was left there and gave no results."
        ));
    }
    let outputs: Vec<f32> = outputs.iter().map(|slot| slot[0]).collect();
    Ok(ProgramRun {
        name: &format!(
            "{} of {}",
            kernel.signature.name,
            options.text.file.display()
        ),
        stage: Stage::Kernel(&kernel.signature),
        names: &Names::default(),
        given: arguments.given,
        program: &program,
        source,
        trace: &trace,
        outputs: &outputs,
        remarks,
    }
    .report())
}

/// Binds textures by the numbers of their samplers, and writes what code reads of their sizes.
fn bound<'t>(
    signature: &Signature,
    textures: &'t [Option<Texture>],
    uniforms: &mut [f32],
) -> Vec<SamplerSlot<'t>> {
    let numbers = signature.samplers.iter().map(|s| s.number as usize + 1);
    let mut slots: Vec<SamplerSlot<'t>> = vec![None; numbers.max().unwrap_or(0)];
    for (sampler, texture) in signature.samplers.iter().zip(textures) {
        let Some(texture) = texture else { continue };
        slots[sampler.number as usize] = Some(texture);
        if let Some(first) = sampler.state {
            let first = first as usize;
            uniforms[first..first + 4].copy_from_slice(&state(texture));
        }
    }
    slots
}

/// The arguments of the kernel.
struct Arguments {
    given: Vec<Fact>,
    /// The words of inputs by slot. All lanes have the same.
    words: Vec<LanesF32>,
    uniforms: Vec<f32>,
    remarks: Vec<String>,
}

impl Arguments {
    /// Reads the arguments of `--input`. Those that are missing are 0, and are named in a remark.
    fn parse(kernel: &Kernel, given: &[String], program: &Program) -> Result<Arguments, Failure> {
        let parameters = &kernel.signature.parameters;
        let mut arguments = Arguments {
            given: Vec::new(),
            words: vec![[0.0; LANES]; program.n_inputs as usize],
            uniforms: vec![0.0; program.n_uniforms as usize],
            remarks: Vec::new(),
        };
        // All inputs are missing until an argument names them.
        let mut missing: Vec<&str> = parameters
            .iter()
            .filter(|p| !matches!(p.direction, Direction::Out(_)))
            .map(|p| p.name.as_str())
            .collect();
        for argument in given {
            let usage = || Failure::Usage(format!("--input {argument}: NAME=NUMBER,…"));
            let (name, numbers) = argument.split_once('=').ok_or_else(usage)?;
            let parameter = parameters.iter().find(|p| p.name == name.trim());
            let parameter = parameter.ok_or_else(|| unknown(name, &kernel.signature.name))?;
            let values = Values::parse(numbers, parameter)?;
            // Put the words where the program reads the parameter.
            for (i, word) in values.bytes.chunks_exact(4).enumerate() {
                let word = f32::from_bits(u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
                match parameter.direction {
                    Direction::In(first) | Direction::InOut { input: first, .. } => {
                        arguments.words[first as usize + i] = [word; LANES];
                    }
                    Direction::Uniform(first) => arguments.uniforms[first as usize + i] = word,
                    Direction::Out(_) => {
                        return Err(Failure::Usage(format!("`{name}` is an output")));
                    }
                }
            }
            missing.retain(|n| *n != parameter.name);
            arguments.given.push(Fact::new(name.trim(), numbers));
        }
        if !missing.is_empty() {
            let names = missing.join(", ");
            arguments.remarks.push(format!("Not given, so 0: {names}."));
        }
        Ok(arguments)
    }
}

fn unknown(name: &str, function: &str) -> Failure {
    Failure::Usage(format!("`{name}` is no parameter of {function}"))
}

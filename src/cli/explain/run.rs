//! Runs a vertex or fragment program with the same inputs in all lanes, and reads the textures for it.

use crate::cli::failure::Failure;
use crate::cli::picture;
use trilobite::format::TextureShape;
use trilobite::frontend::BoundProgram;
use trilobite::ir::interface::{attribute, fragment_input};
use trilobite::kernel::layout::{MAX_PIXEL_PLANES, Sampler};
use trilobite::kernel::trace::TracedProgram;
use trilobite::kernel::{Group, Invocation, PixelWindow, SamplerSlot};
use trilobite::simd::LANES;
use trilobite::texture::Texture;

/// The number of texture image units.
pub(super) const UNITS: usize = 16;

/// Reads the textures of `--texture`, by unit, for the targets through which the program samples.
pub(super) fn textures(
    arguments: &[String],
    target: &dyn Fn(usize) -> Option<TextureShape>,
) -> Result<[Option<Texture>; UNITS], Failure> {
    let mut textures = [const { None }; UNITS];
    for argument in arguments {
        let usage = || Failure::Usage(format!("--texture {argument}: UNIT=FILE, units 0 to 15"));
        let (unit, path) = argument.split_once('=').ok_or_else(usage)?;
        let unit: usize = unit.trim().parse().map_err(|_| usage())?;
        let texture = textures.get_mut(unit).ok_or_else(usage)?;
        *texture = Some(picture::read(path.as_ref(), target(unit))?);
    }
    Ok(textures)
}

/// A program with what it is run on.
pub(super) struct Invoked<'r> {
    pub(super) code: &'r BoundProgram,
    pub(super) is_vertex: bool,
    pub(super) uniforms: &'r [f32],
    /// The values of inputs, each with the number of its vector of four.
    pub(super) inputs: &'r [(usize, [f32; 4])],
    pub(super) front_facing: bool,
    pub(super) textures: &'r [Option<Texture>; UNITS],
    /// The most statements that are kept.
    pub(super) statements: usize,
}

/// A run of the program.
pub(super) struct Run {
    pub(super) trace: trilobite::kernel::trace::Trace,
    pub(super) outputs: Vec<f32>,
}

impl Run {
    /// Runs the program with the same inputs in all lanes.
    pub(super) fn of(invoked: &Invoked<'_>) -> Run {
        let code = invoked.code;
        // Inputs that are not given are (0, 0, 0, 1), and so are outputs that the program does not write.
        let n_inputs = (code.program.n_inputs as usize).max(
            4 * if invoked.is_vertex {
                attribute::COUNT as usize
            } else {
                fragment_input::GENERIC_0 as usize
            },
        );
        let mut inputs: Vec<_> = (0..n_inputs)
            .map(|slot| [if slot % 4 == 3 { 1.0 } else { 0.0 }; LANES])
            .collect();
        for (vec4, value) in invoked.inputs {
            for (c, x) in value.iter().enumerate() {
                inputs[4 * vec4 + c] = [*x; LANES];
            }
        }
        let n_outputs = code.program.n_outputs as usize;
        let mut outputs: Vec<_> = (0..n_outputs)
            .map(|slot| [if slot % 4 == 3 { 1.0 } else { 0.0 }; LANES])
            .collect();
        // Run one group with all lanes active.
        let samplers: Vec<SamplerSlot<'_>> = invoked
            .textures
            .iter()
            .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
            .collect();
        let mut masks = [0xffff];
        let mut inv = Invocation {
            uniforms: invoked.uniforms,
            inputs: &inputs,
            n_inputs,
            outputs: &mut outputs,
            n_outputs,
            planes: &[],
            groups: &[Group::default()],
            masks: &mut masks,
            front_facing: invoked.front_facing,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &samplers,
        };
        let trace = TracedProgram::new(&code.program).run(&mut inv, 0, invoked.statements);
        Run {
            trace,
            outputs: outputs.iter().map(|slot| slot[0]).collect(),
        }
    }
}

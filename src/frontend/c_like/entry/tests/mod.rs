//! Entries of Cg texts: kernels run on every engine, programs by what they read and store.

mod language;
mod limits;
mod stages;
mod values;

use super::semantics::Stage;
use super::{Entry, Kernel, Options, kernel, program};
use crate::frontend::c_like::cg::{self, Checked, Request, profile};
use crate::frontend::c_like::tree::FunctionId;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::NoFiles;
use crate::ir::signature::Scalar;
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use crate::simd::LANES;

/// A text that has no errors, checked for a profile.
fn checked(text: &str, profile: &str) -> Checked {
    let mut request = Request::new(text.as_bytes(), profile::find(profile).unwrap());
    request.is_strict = false;
    let checked = cg::check(&request, &mut NoFiles);
    if let Err(errors) = &checked.result {
        panic!("{text}\n{}", errors[0]);
    }
    checked
}

/// The function of a name; the last of several.
fn find(checked: &Checked, name: &str) -> FunctionId {
    let functions = &checked.module.functions;
    let at = functions.iter().rposition(|f| f.name == name);
    FunctionId(at.unwrap() as u32)
}

fn kernel_of(text: &str, name: &str) -> Result<Kernel, ProgramError> {
    kernel_for(text, "latest", name)
}

fn kernel_for(text: &str, profile: &str, name: &str) -> Result<Kernel, ProgramError> {
    let checked = checked(text, profile);
    kernel(&checked.module, find(&checked, name))
}

fn entry_of(text: &str, profile: &str, stage: Stage) -> Result<Entry, ProgramError> {
    let checked = checked(text, profile);
    let semantics = cg::semantics::Binding {
        profile: profile::find(profile).unwrap(),
        from_top: false,
        is_integer: false,
    };
    let options = Options {
        stage,
        semantics: &semantics,
        position_invariant: false,
        clip_planes: 0,
    };
    program(&checked.module, find(&checked, "main"), &options)
}

/// Runs a kernel on every engine, which must agree in all bits. `inputs` are the words of all parameters that are read
/// for each element, `uniforms` those of the others; integers are given as numbers. Returns the output words of one
/// lane, integers as numbers.
fn run(kernel: &Kernel, inputs: &[f32], uniforms: &[f32]) -> Vec<f32> {
    assert_eq!(kernel.draws, None);
    let program = &kernel.code.program;
    let (mut given, mut set) = (inputs.to_vec(), uniforms.to_vec());
    for p in &kernel.signature.parameters {
        if p.scalar != Scalar::I32 {
            continue;
        }
        let as_bits = |words: &mut [f32], first: u32| {
            for word in &mut words[first as usize..][..p.words() as usize] {
                *word = f32::from_bits(*word as i32 as u32);
            }
        };
        if let Some(first) = p.direction.input() {
            as_bits(&mut given, first);
        }
        if let Some(first) = p.direction.uniform() {
            as_bits(&mut set, first);
        }
    }
    given.resize(program.n_inputs as usize, 0.0);
    set.resize(program.n_uniforms as usize, 0.0);
    let inputs: Vec<[f32; LANES]> = given.iter().map(|x| [*x; LANES]).collect();
    let n_outputs = program.n_outputs as usize;
    let mut first: Option<Vec<u32>> = None;
    for engine in Engine::all() {
        let mut outputs = vec![[-9.0; LANES]; n_outputs];
        let mut inv = Invocation {
            uniforms: &set,
            inputs: &inputs,
            n_inputs: inputs.len(),
            outputs: &mut outputs,
            n_outputs,
            planes: &[],
            groups: &[],
            masks: &mut [0xffff],
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[],
        };
        compile_for(program, engine).run(&mut inv, &mut Scratch::default());
        let bits: Vec<u32> = outputs
            .iter()
            .map(|slot| slot[LANES - 1].to_bits())
            .collect();
        assert_eq!(
            first.get_or_insert_with(|| bits.clone()),
            &bits,
            "{engine:?}\n{program}"
        );
    }
    let mut words: Vec<f32> = first.unwrap().into_iter().map(f32::from_bits).collect();
    for p in &kernel.signature.parameters {
        let (Scalar::I32, Some(first)) = (p.scalar, p.direction.output()) else {
            continue;
        };
        for word in &mut words[first as usize..][..p.words() as usize] {
            *word = word.to_bits() as i32 as f32;
        }
    }
    words
}

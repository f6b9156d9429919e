//! Programs that are called for each element of strided arrays.
//!
//! Machine code reads and writes packed arrays in place, in groups of sixteen elements (`direct`). Other arrays, and
//! the elements after the last whole group, go through a staging area with the same layout. Interpreted programs, and
//! those with calls, go through rows (`rows`).
#![forbid(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod direct;
mod rows;

use super::engine::Engine;
use super::layout::{Invocation, MAX_PIXEL_PLANES, PixelWindow, SamplerSlot};
use super::scratch::Scratch;
use super::slots::Slots;
use crate::ir::Program;
use crate::ir::signature::{Parameter, Signature};
use crate::platform::Strided;
use crate::simd::{LANES, LanesF32};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes that are staged at once, so that they stay in the first cache.
const STAGED_BYTES: usize = 16 << 10;

/// A program over arrays, one for each parameter of its signature.
pub struct ArrayKernel {
    code: Code,
}

enum Code {
    Rows(rows::Rows),
    #[cfg(target_arch = "x86_64")]
    Direct(Box<direct::Direct>),
}

/// What is the same for all elements.
#[derive(Clone, Copy, Default)]
pub struct Shared<'s> {
    /// The uniform array.
    pub uniforms: &'s [f32],
    /// The textures of samplers, by the numbers that `Sample` has.
    pub samplers: &'s [SamplerSlot<'s>],
}

/// A thread's memory for running array kernels; it holds data of earlier runs.
#[derive(Default)]
pub struct ArrayScratch {
    scratch: Scratch,
    /// Groups in transit between arrays and kernels.
    staged: Vec<StagedRow>,
    rows: Vec<LanesF32>,
    masks: Vec<u16>,
    /// Masks of groups with an element in every lane.
    whole_masks: Vec<u16>,
}

/// 64 bytes of the staging area.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct StagedRow(LanesF32);

impl ArrayScratch {
    /// The next runs end soon after `stop` is set.
    pub fn stop_by(&mut self, stop: Option<Arc<AtomicBool>>) {
        self.scratch.stop = stop;
    }

    fn is_stopped(&self) -> bool {
        let stop = self.scratch.stop.as_deref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

impl ArrayKernel {
    /// The kernel of a verified program, on the process's engine.
    pub fn new(program: &Arc<Program>, signature: &Signature) -> ArrayKernel {
        ArrayKernel::for_engine(program, signature, Engine::of_process())
    }

    /// [`ArrayKernel::new`] for an engine of the caller's choice.
    pub fn for_engine(program: &Arc<Program>, signature: &Signature, engine: Engine) -> Self {
        let slots = Slots::of(program, signature);
        ArrayKernel {
            code: Code::new(program, &signature.parameters, slots, engine),
        }
    }

    /// Calls the program for some elements of `arrays`. Arrays of parameters that are the same for all elements are not read.
    pub fn run(
        &self,
        shared: Shared<'_>,
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) {
        let mut left = elements;
        while !left.is_empty() && !scratch.is_stopped() {
            left.start += match &self.code {
                Code::Rows(rows) => rows.run(shared, arrays, left.clone(), scratch),
                #[cfg(target_arch = "x86_64")]
                Code::Direct(direct) => direct.run(shared.uniforms, arrays, left.clone(), scratch),
            };
        }
    }
}

impl Code {
    fn new(program: &Arc<Program>, parameters: &[Parameter], slots: Slots, engine: Engine) -> Code {
        #[cfg(target_arch = "x86_64")]
        if let Engine::Jit(set) = engine
            && let Some(direct) = direct::Direct::new(program, parameters, &slots, set)
        {
            return Code::Direct(Box::new(direct));
        }
        Code::Rows(rows::Rows::new(program, parameters, &slots, engine))
    }
}

/// The path of a parameter's words to code, or from it.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// The index of its array.
    array: usize,
    is_input: bool,
    /// Its first slot: inputs before outputs.
    slot: usize,
    words: usize,
}

impl Way {
    /// The paths of a program's arrays.
    fn all(parameters: &[Parameter], slots: &Slots) -> Vec<Way> {
        let mut ways = Vec::new();
        for (array, parameter) in parameters.iter().enumerate() {
            let way = |is_input, slot| Way {
                array,
                is_input,
                slot,
                words: parameter.words() as usize,
            };
            let Parameter { direction, .. } = parameter;
            let input = direction.input().map(|slot| way(true, slot as usize));
            let output = direction.output();
            let output = output.map(|slot| way(false, slots.inputs.len() + slot as usize));
            ways.extend(input.into_iter().chain(output));
        }
        ways
    }
}

/// Elements that are staged at once.
fn most_staged(slots: &Slots) -> usize {
    let n_groups = STAGED_BYTES / size_of::<LanesF32>() / slots.len().max(1);
    n_groups.max(1) * LANES
}

/// The masks of groups: every lane has an element, except in the last group.
fn masks(masks: &mut Vec<u16>, n: usize) -> &mut [u16] {
    let n_groups = n.div_ceil(LANES);
    masks.clear();
    masks.resize(n_groups, u16::MAX);
    if !n.is_multiple_of(LANES) {
        masks[n_groups - 1] = (1 << (n % LANES)) - 1;
    }
    masks
}

/// An invocation without inputs and outputs.
fn invocation<'a>(shared: Shared<'a>, masks: &'a mut [u16]) -> Invocation<'a> {
    Invocation {
        uniforms: shared.uniforms,
        inputs: &[],
        n_inputs: 0,
        outputs: &mut [],
        n_outputs: 0,
        planes: &[],
        groups: &[],
        masks,
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers: shared.samplers,
    }
}

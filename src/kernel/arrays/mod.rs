//! Programs that are called for each element of strided arrays.
//!
//! Machine code reads and writes packed arrays where they lie, in groups of sixteen elements (`direct`); other arrays, and the elements
//! behind the last whole group, go through a staging area that is laid out the same way. Interpreted programs, and those with calls,
//! go through rows (`rows`).
#![forbid(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod direct;
mod rows;
mod slots;

pub(super) use slots::{Slot, Slots};

use super::layout::MAX_PIXEL_PLANES;
use super::{Engine, Invocation, PixelWindow, Scratch};
use crate::ir::Program;
use crate::ir::signature::{Parameter, Signature};
use crate::platform::Strided;
use crate::simd::{LANES, LanesF32};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most groups that are run at once: a million elements. Each run begins by waiting for memory.
const MOST_GROUPS: usize = 1 << 16;
/// Bytes that are staged at once, so that they stay in the cache next to the processor.
const STAGED_BYTES: usize = 16 << 10;

/// A program over arrays, one for each parameter of its signature.
pub struct ArrayKernel {
    parameters: Vec<Parameter>,
    n_inputs: usize,
    n_outputs: usize,
    code: Code,
}

enum Code {
    Rows(rows::Rows),
    #[cfg(target_arch = "x86_64")]
    Direct(Box<direct::Direct>),
}

/// A thread's memory for running one array kernel; what it holds is left from earlier runs.
#[derive(Default)]
pub struct ArrayScratch {
    scratch: Scratch,
    /// Groups on their way between arrays and kernels.
    staged: Vec<StagedRow>,
    rows: Vec<LanesF32>,
    masks: Vec<u16>,
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
            parameters: signature.parameters.clone(),
            n_inputs: slots.inputs.len(),
            n_outputs: slots.outputs.len(),
            code: Code::new(program, slots, engine),
        }
    }

    /// Calls the program for some elements of `arrays`. Arrays of parameters that are the same for all elements are not looked at.
    pub fn run(
        &self,
        uniforms: &[f32],
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) {
        let mut first = elements.start;
        while first < elements.end && !scratch.is_stopped() {
            let most = self.chunk(arrays, elements.end - first);
            let n = most.min(elements.end - first);
            match &self.code {
                Code::Rows(rows) => rows.run(self, uniforms, arrays, first..first + n, scratch),
                #[cfg(target_arch = "x86_64")]
                Code::Direct(direct) => {
                    direct.run(self, uniforms, arrays, first..first + n, scratch)
                }
            }
            first += n;
        }
    }

    /// How many of the next elements are run at once.
    fn chunk(&self, arrays: &[Strided<'_>], left: usize) -> usize {
        let whole = left / LANES * LANES;
        let goes_direct = |(p, array)| self.goes_direct(p, array);
        if whole != 0 && self.parameters.iter().zip(arrays).all(goes_direct) {
            return whole.min(MOST_GROUPS * LANES);
        }
        let slots = (self.n_inputs + self.n_outputs).max(1);
        let n_groups = STAGED_BYTES / size_of::<LanesF32>() / slots;
        n_groups.clamp(1, MOST_GROUPS) * LANES
    }

    /// Whether code reads and writes the array where it lies.
    fn goes_direct(&self, parameter: &Parameter, array: &Strided<'_>) -> bool {
        match self.code {
            Code::Rows(_) => false,
            #[cfg(target_arch = "x86_64")]
            Code::Direct(_) => {
                let is_packed = array.stride() == parameter.bytes() as isize;
                let fits = matches!(parameter.words(), 1 | slots::VECTOR_WORDS);
                is_packed && fits || parameter.direction.uniform().is_some()
            }
        }
    }
}

impl Code {
    fn new(program: &Arc<Program>, slots: Slots, engine: Engine) -> Code {
        #[cfg(target_arch = "x86_64")]
        if let Engine::Jit(set) = engine
            && let Some(direct) = direct::Direct::new(program, &slots, set)
        {
            return Code::Direct(Box::new(direct));
        }
        Code::Rows(rows::Rows::new(program, &slots, engine))
    }
}

/// The masks of groups, of which each lane has an element but in the last one.
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
fn invocation<'a>(uniforms: &'a [f32], masks: &'a mut [u16]) -> Invocation<'a> {
    Invocation {
        uniforms,
        inputs: &[],
        n_inputs: 0,
        outputs: &mut [],
        n_outputs: 0,
        planes: &[],
        groups: &[],
        masks,
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers: &[],
    }
}

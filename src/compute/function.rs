//! One function, and its runs over arrays.

use super::aliasing::{interfere, overlaps_itself};
use super::budget::Budget;
use crate::ir::signature::{Direction, Parameter, Signature};
use crate::ir::{Op, Program};
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::{Group, Invocation, Kernel, PixelWindow, Scratch};
use crate::platform::{SharedBytes, Strided, workers};
use crate::simd::{LANES, LanesF32};
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;

/// A program that can be called for each element of arrays. Immutable; any thread may run it.
pub struct Function {
    signature: Signature,
    /// What uniforms hold that no parameter sets.
    uniforms: Vec<f32>,
    kernel: Arc<dyn Kernel>,
    n_inputs: usize,
    n_outputs: usize,
    /// Every run stores every output.
    stores_all: bool,
}

/// How a run goes.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunOptions {
    /// The most threads, the calling one among them; `None`: one per processor.
    pub threads: Option<usize>,
    /// After this time the run ends with [`RunError::Budget`]; `None`: never.
    pub budget: Option<Duration>,
}

/// Why a run did not give all results. Arrays of outputs hold anything then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RunError {
    #[error("{function} has {wanted} parameters; {given} arrays are bound")]
    Count {
        function: String,
        wanted: usize,
        given: usize,
    },
    #[error(
        "`{name}`: the array has {given} elements of {given_bytes} bytes, {wanted} of {wanted_bytes} are needed"
    )]
    Shape {
        name: String,
        given: usize,
        given_bytes: usize,
        wanted: usize,
        wanted_bytes: usize,
    },
    #[error(
        "`{name}`: outputs whose elements lie {stride} bytes apart would overlap, being {bytes} bytes long"
    )]
    Stride {
        name: String,
        stride: isize,
        bytes: usize,
    },
    #[error("the arrays of the outputs `{0}` and `{1}` overlap")]
    Overlap(String, String),
    #[error("out of memory for a copy of `{0}`, whose array is an output, too")]
    OutOfMemory(String),
    #[error("stopped after {0:?}: the budget of the run is spent. Does a loop never end?")]
    Budget(Duration),
    #[error("internal error: the log on standard error says more")]
    Panicked,
}

/// Elements that a worker takes at once, a multiple of all sizes of chunks.
const SHARE: usize = 16 * LANES * MOST_GROUPS;
/// The most groups of a chunk.
const MOST_GROUPS: usize = 32;
/// Bytes of a chunk's inputs and outputs, so that they stay in the cache next to the processor.
const CHUNK_BYTES: usize = 16 << 10;

impl Function {
    /// The function of a verified program. `uniforms` is what the program's uniforms hold unless a parameter gives them.
    pub fn new(program: &Arc<Program>, signature: Signature, mut uniforms: Vec<f32>) -> Function {
        let ends = |first: fn(Direction) -> Option<u32>| {
            let parameters = signature.parameters.iter();
            let ends = parameters.filter_map(|p| Some(first(p.direction)? + p.words()));
            ends.max().unwrap_or(0)
        };
        let n_uniforms = program.n_uniforms.max(ends(Direction::uniform));
        let n_inputs = program.n_inputs.max(ends(Direction::input)) as usize;
        let n_outputs = program.n_outputs.max(ends(Direction::output)) as usize;
        uniforms.resize(uniforms.len().max(n_uniforms as usize), 0.0);
        Function {
            kernel: crate::kernel::compile(program),
            stores_all: stores_all(program, n_outputs),
            signature,
            uniforms,
            n_inputs,
            n_outputs,
        }
    }

    /// What it takes and gives.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Calls the function for elements 0 to `n` − 1 of `arrays`, of which there is one for each parameter. Arrays of parameters
    /// that are the same for all elements have one element.
    ///
    /// Inputs may share memory with outputs: the results are as if all inputs had been read before. No two outputs may share
    /// bytes.
    pub fn run(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        self.check(n, arrays)?;
        if n == 0 {
            return Ok(());
        }
        let copies = self.copies(arrays)?;
        let mut arrays = arrays.to_vec();
        for (i, copy) in &copies {
            let (size, len) = (arrays[*i].element_bytes(), arrays[*i].len());
            let packed = Strided::within(copy, 0, size as isize, size, len);
            arrays[*i] = packed.expect("the copy has all elements");
        }
        self.run_checked(n, &arrays, options)
    }

    fn check(&self, n: usize, arrays: &[Strided<'_>]) -> Result<(), RunError> {
        let parameters = &self.signature.parameters;
        if arrays.len() != parameters.len() {
            return Err(RunError::Count {
                function: self.signature.name.clone(),
                wanted: parameters.len(),
                given: arrays.len(),
            });
        }
        for (parameter, array) in parameters.iter().zip(arrays) {
            let wanted = match parameter.direction {
                Direction::Uniform(_) => n.min(1),
                _ => n,
            };
            let name = || parameter.name.clone();
            if array.len() != wanted || array.element_bytes() != parameter.bytes() {
                return Err(RunError::Shape {
                    name: name(),
                    given: array.len(),
                    given_bytes: array.element_bytes(),
                    wanted,
                    wanted_bytes: parameter.bytes(),
                });
            }
            if parameter.direction.output().is_some() && overlaps_itself(array) {
                return Err(RunError::Stride {
                    name: name(),
                    stride: array.stride(),
                    bytes: array.element_bytes(),
                });
            }
        }
        let outputs: Vec<_> = self.outputs(arrays).collect();
        for (i, (a, x)) in outputs.iter().enumerate() {
            if let Some((b, _)) = outputs[..i].iter().find(|(_, y)| shares(x, y)) {
                return Err(RunError::Overlap(b.name.clone(), a.name.clone()));
            }
        }
        Ok(())
    }

    fn outputs<'s, 'a>(
        &'s self,
        arrays: &'s [Strided<'a>],
    ) -> impl Iterator<Item = (&'s Parameter, &'s Strided<'a>)> {
        let all = self.signature.parameters.iter().zip(arrays);
        all.filter(|(p, _)| p.direction.output().is_some())
    }

    /// Copies of the inputs that an output would change before they are read.
    fn copies(&self, arrays: &[Strided<'_>]) -> Result<Vec<(usize, SharedBytes)>, RunError> {
        let parameters = self.signature.parameters.iter();
        let inputs = parameters
            .enumerate()
            .filter(|(_, p)| matches!(p.direction, Direction::In(_)));
        let endangered = inputs.filter(|(i, _)| {
            let mut outputs = self.outputs(arrays);
            outputs.any(|(_, output)| interfere(output, &arrays[*i]))
        });
        let copy = |(i, p): (usize, &Parameter)| {
            let copy = arrays[i].to_packed();
            let copy = copy.ok_or_else(|| RunError::OutOfMemory(p.name.clone()))?;
            Ok((i, copy))
        };
        endangered.map(copy).collect()
    }

    fn run_checked(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let uniforms = self.uniforms_with(arrays);
        let budget = Budget::start(options.budget);
        let slots = self.n_inputs + self.n_outputs;
        let n_groups = (CHUNK_BYTES / size_of::<LanesF32>() / slots.max(1)).clamp(1, MOST_GROUPS);
        let idle: Mutex<Vec<Worker>> = Mutex::default();
        let job = |share: usize| {
            let mut worker = idle.lock().pop();
            let worker_ = worker.get_or_insert_with(|| Worker::new(self, n_groups, &budget));
            let end = n.min((share + 1) * SHARE);
            let mut first = share * SHARE;
            while first < end && !budget.is_spent() {
                let len = (end - first).min(n_groups * LANES);
                worker_.run(self, &uniforms, arrays, first, len);
                first += len;
            }
            idle.lock().extend(worker);
        };
        let n_workers = match options.threads {
            Some(threads) => threads.max(1) - 1,
            None => workers::default_workers(),
        };
        workers::parallel_for(n_workers, n.div_ceil(SHARE), &job)
            .map_err(|_| RunError::Panicked)?;
        match options.budget {
            Some(limit) if budget.is_spent() => Err(RunError::Budget(limit)),
            _ => Ok(()),
        }
    }

    fn uniforms_with(&self, arrays: &[Strided<'_>]) -> Vec<f32> {
        let mut uniforms = self.uniforms.clone();
        for (parameter, array) in self.signature.parameters.iter().zip(arrays) {
            if let Some(first) = parameter.direction.uniform() {
                let (first, words) = (first as usize, parameter.words() as usize);
                array.read_words(
                    0,
                    bytemuck::cast_slice_mut::<f32, [f32; 1]>(&mut uniforms[first..first + words]),
                );
            }
        }
        uniforms
    }
}

/// Whether a program surely stores this many outputs.
fn stores_all(program: &Program, n_outputs: usize) -> bool {
    let mut stored = vec![false; n_outputs];
    let stores = program.insts().filter(|i| i.op == Op::StoreOutput);
    stores.for_each(|i| stored[i.imm[0] as usize] = true);
    let is_straight = program.blocks.len() == 1 && program.insts().all(|i| i.op != Op::Kill);
    is_straight && stored.into_iter().all(|s| s)
}

/// Whether elements of two outputs share bytes.
fn shares(a: &Strided<'_>, b: &Strided<'_>) -> bool {
    interfere(a, b) || a.extent().start == b.extent().start && !a.is_empty() && !b.is_empty()
}

/// The memory of one thread.
struct Worker {
    scratch: Scratch,
    inputs: Vec<LanesF32>,
    outputs: Vec<LanesF32>,
    masks: Vec<u16>,
    groups: Vec<Group>,
}

impl Worker {
    fn new(function: &Function, n_groups: usize, budget: &Budget) -> Worker {
        Worker {
            scratch: Scratch::stopped_by(budget.spent.clone()),
            inputs: vec![[0.0; LANES]; n_groups * function.n_inputs],
            outputs: vec![[0.0; LANES]; n_groups * function.n_outputs],
            masks: vec![0; n_groups],
            groups: vec![Group::default(); n_groups],
        }
    }

    /// Calls the function for `len` elements from `first` on.
    fn run(
        &mut self,
        function: &Function,
        uniforms: &[f32],
        arrays: &[Strided<'_>],
        first: usize,
        len: usize,
    ) {
        let n_groups = len.div_ceil(LANES);
        for (g, mask) in self.masks[..n_groups].iter_mut().enumerate() {
            let left = len - g * LANES;
            *mask = if left < LANES {
                (1 << left) - 1
            } else {
                u16::MAX
            };
        }
        let parameters = || function.signature.parameters.iter().zip(arrays);
        let rows = |slot: u32, parameter: &Parameter| {
            slot as usize..slot as usize + parameter.words() as usize
        };
        for (parameter, array) in parameters() {
            if let Some(slot) = parameter.direction.input() {
                for (g, group) in self.groups_of_inputs(function, n_groups).enumerate() {
                    array.read_words(first + g * LANES, &mut group[rows(slot, parameter)]);
                }
            }
        }
        if !function.stores_all {
            self.outputs.fill([0.0; LANES]);
        }
        let mut invocation = Invocation {
            uniforms,
            inputs: &self.inputs[..n_groups * function.n_inputs],
            n_inputs: function.n_inputs,
            outputs: &mut self.outputs[..n_groups * function.n_outputs],
            n_outputs: function.n_outputs,
            planes: &[],
            groups: &self.groups[..n_groups],
            masks: &mut self.masks[..n_groups],
            front_facing: true,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &[],
        };
        function.kernel.run(&mut invocation, &mut self.scratch);
        for (parameter, array) in parameters() {
            if let Some(slot) = parameter.direction.output() {
                let groups = self.outputs.chunks_exact(function.n_outputs).take(n_groups);
                for (g, group) in groups.enumerate() {
                    array.write_words(first + g * LANES, &group[rows(slot, parameter)]);
                }
            }
        }
    }

    fn groups_of_inputs(
        &mut self,
        function: &Function,
        n_groups: usize,
    ) -> impl Iterator<Item = &mut [LanesF32]> {
        self.inputs
            .chunks_exact_mut(function.n_inputs)
            .take(n_groups)
    }
}

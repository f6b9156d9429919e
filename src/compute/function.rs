//! One function, and its runs over arrays.

use super::aliasing::{interfere, overlaps_itself, share_bytes};
use super::budget::Budget;
use super::shares::run_shared;
use super::specialize::Specialized;
use crate::ir::Program;
use crate::ir::signature::{Direction, Parameter, Signature};
use crate::kernel::arrays::{ArrayKernel, ArrayScratch};
use crate::platform::{SharedBytes, Strided, workers};
use parking_lot::Mutex;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A program that can be called for each element of arrays. Immutable; any thread may run it.
pub struct Function {
    pub(super) signature: Signature,
    /// What uniforms hold that no parameter sets.
    pub(super) uniforms: Vec<f32>,
    kernel: ArrayKernel,
    specialized: Specialized,
    /// Memory of threads that are not running it now.
    #[expect(clippy::vec_box, reason = "moving one takes as long as a short run")]
    idle: Mutex<Vec<Box<ArrayScratch>>>,
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

impl Function {
    /// The function of a verified program. `uniforms` is what the program's uniforms hold unless a parameter gives them.
    pub fn new(program: &Arc<Program>, signature: Signature, mut uniforms: Vec<f32>) -> Function {
        let parameters = signature.parameters.iter();
        let ends = parameters.filter_map(|p| Some(p.direction.uniform()? + p.words()));
        let n_uniforms = program.n_uniforms.max(ends.max().unwrap_or(0));
        uniforms.resize(uniforms.len().max(n_uniforms as usize), 0.0);
        Function {
            kernel: ArrayKernel::new(program, &signature),
            specialized: Specialized::of(program),
            idle: Mutex::default(),
            signature,
            uniforms,
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
        let special = self.specialized.find(self, arrays, n);
        special.unwrap_or(self).run_apart(n, arrays, options)
    }

    /// [`Function::run`] of arrays that have been checked: copies those that would be overwritten before they are read.
    fn run_apart(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let is_endangered = |i: &usize| {
            let is_input = matches!(self.signature.parameters[*i].direction, Direction::In(_));
            let mut outputs = self.outputs(arrays).map(|(_, output)| output);
            is_input && outputs.any(|output| interfere(output, &arrays[*i]))
        };
        let endangered: Vec<usize> = (0..arrays.len()).filter(is_endangered).collect();
        if endangered.is_empty() {
            return self.run_checked(n, arrays, options);
        }
        let copy = |i: &usize| {
            let out_of_memory =
                || RunError::OutOfMemory(self.signature.parameters[*i].name.clone());
            arrays[*i].to_packed().ok_or_else(out_of_memory)
        };
        let copies: Vec<SharedBytes> = endangered.iter().map(copy).collect::<Result<_, _>>()?;
        let mut arrays = arrays.to_vec();
        for (i, copy) in endangered.into_iter().zip(&copies) {
            let (size, len) = (arrays[i].element_bytes(), arrays[i].len());
            let packed = Strided::within(copy, 0, size as isize, size, len);
            arrays[i] = packed.expect("the copy has all elements");
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
        for (i, (x, a)) in self.outputs(arrays).enumerate() {
            let mut earlier = self.outputs(arrays).take(i);
            if let Some((y, _)) = earlier.find(|(_, b)| share_bytes(a, b)) {
                return Err(RunError::Overlap(y.name.clone(), x.name.clone()));
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

    fn run_checked(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let uniforms = self.uniforms_with(arrays);
        let budget = Budget::start(options.budget);
        let n_workers = match options.threads {
            Some(threads) => threads.max(1) - 1,
            None => workers::default_workers(),
        };
        let run = |elements: Range<usize>| {
            if budget.is_spent() {
                return;
            }
            let scratch = self.idle.lock().pop();
            let mut scratch = scratch.unwrap_or_default();
            scratch.stop_by(budget.spent.clone());
            self.kernel.run(&uniforms, arrays, elements, &mut scratch);
            self.idle.lock().push(scratch);
        };
        run_shared(n, n_workers, &run).map_err(|_| RunError::Panicked)?;
        match options.budget {
            Some(limit) if budget.is_spent() => Err(RunError::Budget(limit)),
            _ => Ok(()),
        }
    }

    fn uniforms_with(&self, arrays: &[Strided<'_>]) -> SmallVec<[f32; 64]> {
        let mut uniforms = SmallVec::from_slice(&self.uniforms);
        for (parameter, array) in self.signature.parameters.iter().zip(arrays) {
            if let Some(first) = parameter.direction.uniform() {
                let (first, words) = (first as usize, parameter.words() as usize);
                let words = &mut uniforms[first..first + words];
                array.read_words(0, bytemuck::cast_slice_mut::<f32, [f32; 1]>(words));
            }
        }
        uniforms
    }
}

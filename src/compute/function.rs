//! One function, and its runs over arrays.

use super::aliasing::{interfere, overlaps_itself};
use super::budget::Budget;
use super::shares::run_shared;
use super::specialize::{self, Specialized};
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

/// One for each parameter; few have more.
pub(super) type PerParameter<T> = SmallVec<[T; 12]>;

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
        let same = specialize::same_for_all(&self.signature, arrays);
        if let Some(function) = self.specialized.find(self, &same, n) {
            let mut arrays = PerParameter::from_slice(arrays);
            for (array, _) in arrays.iter_mut().zip(same).filter(|(_, same)| *same) {
                *array = array.part(0, 1);
            }
            return function.run_apart(n, &arrays, options);
        }
        self.run_apart(n, arrays, options)
    }

    /// [`Function::run`] of arrays that have been checked: copies those that would be overwritten before they are read.
    fn run_apart(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let copies = self.copies(arrays)?;
        if copies.is_empty() {
            return self.run_checked(n, arrays, options);
        }
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
        let outputs: PerParameter<_> = self.outputs(arrays).collect();
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
        let outputs: PerParameter<_> = self.outputs(arrays).map(|(_, array)| array).collect();
        let endangered = self.signature.parameters.iter().enumerate();
        let endangered = endangered.filter(|(i, p)| {
            let is_input = matches!(p.direction, Direction::In(_));
            is_input && outputs.iter().any(|output| interfere(output, &arrays[*i]))
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

/// Whether elements of two outputs share bytes.
fn shares(a: &Strided<'_>, b: &Strided<'_>) -> bool {
    interfere(a, b) || a.extent().start == b.extent().start && !a.is_empty() && !b.is_empty()
}

//! One function, and its runs over arrays.

use super::budget::Budget;
use super::check::{Inputs, Shapes};
use super::shares::run_shared;
use super::specialize::Specialized;
use crate::ir::Program;
use crate::ir::signature::{Direction, Signature};
use crate::kernel::arrays::{ArrayKernel, ArrayScratch, Shared};
use crate::platform::{SharedBytes, Strided, workers};
use crate::texture::Texture;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A program that can be called for each element of arrays. It is immutable, and any thread may run it.
pub struct Function {
    pub(super) signature: Signature,
    pub(super) shapes: Shapes,
    /// The values of uniforms that no parameter sets.
    pub(super) uniforms: Vec<f32>,
    kernel: ArrayKernel,
    specialized: Specialized,
}

thread_local! {
    /// The memory that all functions use in this thread.
    static SCRATCH: RefCell<ArrayScratch> = RefCell::default();
}

/// Limits of a run; by default there are none.
#[derive(Debug, Clone, Copy, Default)]
pub struct RunOptions {
    /// The most threads, the calling one among them. `None` takes one for each processor, or what `TRILOBITE_WORKERS` says.
    pub threads: Option<usize>,
    /// The time after which the run ends with [`RunError::Budget`]. `None` sets no limit.
    pub budget: Option<Duration>,
}

/// A run whose arrays are checked.
struct Call<'c> {
    /// The number of elements.
    n: usize,
    textures: &'c [Option<&'c Texture>],
    options: &'c RunOptions,
}

/// Why a run did not give all results. The contents of output arrays are then undefined.
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
    #[error("{function} has {wanted} samplers; {given} textures are bound")]
    Textures {
        function: String,
        wanted: usize,
        given: usize,
    },
    #[error("`{name}` is a sampler of {wanted} textures; a {given} texture is bound")]
    TextureShape {
        name: String,
        wanted: &'static str,
        given: &'static str,
    },
    #[error("out of memory for a copy of `{0}`, whose array is an output, too")]
    OutOfMemory(String),
    #[error("stopped after {0:?}: the budget of the run is spent. Does a loop never end?")]
    Budget(Duration),
    #[error("internal error: the log on standard error says more")]
    Panicked,
}

impl Function {
    /// Makes a function of a verified program. `uniforms` are the values of the uniforms that no parameter gives.
    pub fn new(program: &Arc<Program>, signature: Signature, mut uniforms: Vec<f32>) -> Function {
        let parameters = signature.parameters.iter();
        let ends = parameters.filter_map(|p| Some(p.direction.uniform()? + p.words()));
        let states = signature.samplers.iter().filter_map(|s| Some(s.state? + 4));
        let ends = ends.chain(states);
        let n_uniforms = program.n_uniforms.max(ends.max().unwrap_or(0));
        uniforms.resize(uniforms.len().max(n_uniforms as usize), 0.0);
        Function {
            kernel: ArrayKernel::new(program, &signature),
            specialized: Specialized::of(program),
            shapes: Shapes::of(&signature),
            signature,
            uniforms,
        }
    }

    /// The parameters, with their types and directions.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Calls the function for elements 0 to `n` − 1 of `arrays`, which has one array for each parameter. The array of a uniform
    /// parameter has one element, or none where `n` is 0.
    ///
    /// Inputs may share memory with outputs. The results are as if all inputs had been read first. No two outputs may share
    /// bytes.
    ///
    /// Gives an error, and calls nothing, for a wrong number of arrays, wrong lengths or types, and outputs that overlap.
    pub fn run(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        self.run_with_textures(n, arrays, &[], options)
    }

    /// [`Function::run`] with a texture for each sampler of the signature, in its order. A sampler without one reads
    /// (0, 0, 0, 1).
    pub fn run_with_textures(
        &self,
        n: usize,
        arrays: &[Strided<'_>],
        textures: &[Option<&Texture>],
        options: &RunOptions,
    ) -> Result<(), RunError> {
        let endangered = self.check(n, arrays)?;
        self.check_textures(textures)?;
        if n == 0 {
            return Ok(());
        }
        let special = self.specialized.find(self, arrays, n);
        let call = Call {
            n,
            textures,
            options,
        };
        special.unwrap_or(self).run_apart(&call, arrays, endangered)
    }

    /// Runs over checked arrays. The inputs that would be overwritten before they are read are copied first.
    fn run_apart(
        &self,
        call: &Call<'_>,
        arrays: &[Strided<'_>],
        mut endangered: Inputs,
    ) -> Result<(), RunError> {
        let parameters = &self.signature.parameters;
        // Inputs that a specialized form has as uniforms are read before the run.
        endangered.retain(|i| matches!(parameters[*i].direction, Direction::In(_)));
        if endangered.is_empty() {
            return self.run_checked(call, arrays);
        }
        let copy = |i: &usize| {
            let out_of_memory = || RunError::OutOfMemory(parameters[*i].name.clone());
            arrays[*i].to_packed().ok_or_else(out_of_memory)
        };
        let copies: Vec<SharedBytes> = endangered.iter().map(copy).collect::<Result<_, _>>()?;
        let mut arrays = arrays.to_vec();
        for (i, copy) in endangered.into_iter().zip(&copies) {
            let (size, len) = (arrays[i].element_bytes(), arrays[i].len());
            let packed = Strided::within(copy, 0, size as isize, size, len);
            arrays[i] = packed.expect("the copy has all elements");
        }
        self.run_checked(call, &arrays)
    }

    /// Runs over arrays that may be read and written in any order.
    fn run_checked(&self, call: &Call<'_>, arrays: &[Strided<'_>]) -> Result<(), RunError> {
        let Call {
            n,
            textures,
            options,
        } = *call;
        // What all elements share is made once: uniforms, and the textures' samplers.
        let mut own = SmallVec::<[f32; 64]>::new();
        let samplers = self.samplers(textures);
        let shared = Shared {
            uniforms: self.uniforms_with(arrays, textures, &mut own),
            samplers: &samplers,
        };
        // The caller's thread works too, so one less is started.
        let budget = Budget::start(options.budget);
        let n_workers = match options.threads {
            Some(threads) => threads.max(1) - 1,
            None => workers::default_workers(),
        };
        // A range that begins after the budget is spent does nothing, and one that runs is stopped by it.
        let run = |elements: Range<usize>| {
            if budget.is_spent() {
                return;
            }
            SCRATCH.with_borrow_mut(|scratch| {
                scratch.stop_by(budget.spent.clone());
                self.kernel.run(shared, arrays, elements, scratch);
            });
        };
        run_shared(n, n_workers, &run).map_err(|_| RunError::Panicked)?;
        match options.budget {
            Some(limit) if budget.is_spent() => Err(RunError::Budget(limit)),
            _ => Ok(()),
        }
    }

    /// The values of all uniforms for these arrays. `own` holds them where parameters give some.
    fn uniforms_with<'u>(
        &'u self,
        arrays: &[Strided<'_>],
        textures: &[Option<&Texture>],
        own: &'u mut SmallVec<[f32; 64]>,
    ) -> &'u [f32] {
        let has_samplers = !self.signature.samplers.is_empty();
        if !self.shapes.has_uniforms() && !has_samplers {
            return &self.uniforms;
        }
        own.extend_from_slice(&self.uniforms);
        self.write_states(textures, own);
        for (parameter, array) in self.signature.parameters.iter().zip(arrays) {
            if let Some(first) = parameter.direction.uniform() {
                let (first, words) = (first as usize, parameter.words() as usize);
                let words = &mut own[first..first + words];
                array.read_words(0, bytemuck::cast_slice_mut::<f32, [f32; 1]>(words));
            }
        }
        own
    }
}

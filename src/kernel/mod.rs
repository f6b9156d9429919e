//! IR → callable SIMD kernel.
//!
//! A [`Kernel`] runs a verified [`crate::ir::Program`] over groups of [`crate::simd::LANES`] lanes. Kernels know no
//! language and no GL: what they read and write is in [`layout::Invocation`].

mod analysis;
pub mod arrays;
pub mod cache;
mod engine;
mod interpreter;
#[cfg(target_arch = "x86_64")]
mod jit;
mod lane_key;
pub mod layout;
mod scratch;
pub mod trace;

pub(crate) use analysis::constant_outputs;
pub use engine::{Engine, machine_code};
pub use layout::{
    Group, Invocation, PixelWindow, SampleGroup, SampleRequest, SampleResult, SamplerSlot,
};
pub use scratch::Scratch;

use crate::debug::counters;
use crate::emit;
use crate::ir::Program;
use crate::ir::stats::Stats;
use cache::Cache;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Code that runs one program. Each lane starts with the group's live mask extended to whole quads.
pub trait Kernel: Send + Sync {
    /// Runs all groups of `inv.masks`. Slices of `inv` shorter than the program needs panic before anything runs.
    fn run(&self, inv: &mut Invocation<'_>, scratch: &mut Scratch);
}

/// Which NaN a kernel writes to its outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutputNans {
    /// 0x7fc00000: all engines write the same bits.
    Canonical,
    /// Any, for readers that tell no NaN from another.
    Any,
}

static CACHE: Cache = Cache::new(cache::LIMIT);

/// The kernel of a program as it stands, without passes and without the cache. It must be free of `Math` opcodes.
pub fn compile_uncached(program: &Program, engine: Engine) -> Arc<dyn Kernel> {
    debug_assert_eq!(crate::ir::verify::verify(program), Ok(()));
    engine.compile(program, OutputNans::Canonical)
}

/// The kernel of a verified program, after the passes of [`crate::passes::standard`], on the process's engine. Found again
/// by the program's id; the least recently used kernels are forgotten first.
pub fn compile(program: &Arc<Program>) -> Arc<dyn Kernel> {
    compile_for(program, Engine::of_process())
}

/// [`compile`] for outputs whose readers tell no NaN from another.
pub(crate) fn compile_internal(program: &Arc<Program>) -> Arc<dyn Kernel> {
    find(program, Engine::of_process(), OutputNans::Any)
}

/// [`compile`] for an engine of the caller's choice.
pub fn compile_for(program: &Arc<Program>, engine: Engine) -> Arc<dyn Kernel> {
    find(program, engine, OutputNans::Canonical)
}

fn find(program: &Arc<Program>, engine: Engine, nans: OutputNans) -> Arc<dyn Kernel> {
    CACHE.find((program.id, engine, nans), || {
        // Programs under a frame-locked clock count our readings, too.
        let start = crate::debug::words().stats.then(Instant::now);
        let optimized = optimize(program);
        debug_assert_eq!(crate::ir::verify::verify(&optimized), Ok(()));
        let kernel = engine.compile(&optimized, nans);
        counters::compiled(start.map_or(Duration::ZERO, |start| start.elapsed()));
        kernel
    })
}

/// Runs the passes; `TRILOBITE_DEBUG=ir` shows the program as it came, `muda` the same as MUDA with its source lines,
/// `passes` what each pass made of it.
fn optimize(program: &Program) -> Program {
    let words = crate::debug::words();
    if words.ir {
        eprintln!("trilobite: ir: {}\n{program}", Stats::of(program));
    }
    if words.muda {
        show_muda(program);
    }
    crate::passes::standard_observed(program, |pass, program| {
        if words.passes {
            eprintln!("trilobite: after {pass}: {}\n{program}", Stats::of(program));
        }
    })
}

fn show_muda(program: &Program) {
    let about = emit::About {
        source: program.source.as_deref().unwrap_or_default(),
        ..emit::About::default()
    };
    match emit::muda(program, &about) {
        Ok(emitted) => eprintln!("trilobite: muda: {}\n{}", Stats::of(program), emitted.text),
        Err(reason) => eprintln!("trilobite: muda: {reason}"),
    }
}

#[cfg(test)]
mod tests;

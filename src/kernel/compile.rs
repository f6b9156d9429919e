//! Compiles a program to a kernel: passes, engine, cache.
#![forbid(unsafe_code)]

use super::cache::{self, Cache};
use super::engine::Engine;
use super::interface::{Kernel, OutputNans};
#[cfg(target_arch = "x86_64")]
use super::{engine, jit::JitKernel, slots::Slots};
use crate::debug::counters;
use crate::emit;
use crate::ir::Program;
use crate::ir::stats::Stats;
use crate::platform::PerProcess;
#[cfg(target_arch = "x86_64")]
use crate::simd::InstructionSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The kernels of this process. In a forked child nobody would unlock what another thread had locked, or end what it compiled.
static CACHE: PerProcess<Cache> = PerProcess::new(|| Cache::new(cache::LIMIT));

/// The kernel of a program without passes and without the cache. The program must be free of `Math` opcodes.
pub fn compile_uncached(program: &Program, engine: Engine) -> Arc<dyn Kernel> {
    debug_assert_eq!(crate::ir::verify::verify(program), Ok(()));
    engine.compile(program, OutputNans::Canonical)
}

/// The kernel of a verified program, after the passes of [`crate::passes::standard`], on the process's engine. The
/// cache finds it by the program's id and drops the least recently used kernels first.
pub fn compile(program: &Arc<Program>) -> Arc<dyn Kernel> {
    compile_for(program, Engine::of_process())
}

/// [`compile`] for outputs whose readers do not distinguish NaNs.
pub(crate) fn compile_internal(program: &Arc<Program>) -> Arc<dyn Kernel> {
    find(program, Engine::of_process(), OutputNans::Any)
}

/// [`compile`] for an engine of the caller's choice.
pub fn compile_for(program: &Arc<Program>, engine: Engine) -> Arc<dyn Kernel> {
    find(program, engine, OutputNans::Canonical)
}

fn find(program: &Arc<Program>, engine: Engine, nans: OutputNans) -> Arc<dyn Kernel> {
    CACHE.get().find((program.id, engine, nans), || {
        // Programs under a frame-locked clock count our readings of it, too.
        let start = crate::debug::words().stats.then(Instant::now);
        let optimized = optimize(program);
        debug_assert_eq!(crate::ir::verify::verify(&optimized), Ok(()));
        let kernel = engine.compile(&optimized, nans);
        counters::compiled(start.map_or(Duration::ZERO, |start| start.elapsed()));
        kernel
    })
}

/// Runs the passes. `TRILOBITE_DEBUG=ir` shows the program before them, `muda` the same as MUDA with its source lines,
/// `passes` the program after each pass.
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

/// The machine code of a verified program over arrays, after the passes.
#[cfg(target_arch = "x86_64")]
pub(super) fn generate_over_arrays(
    program: &Program,
    set: InstructionSet,
    slots: &Slots,
) -> Option<JitKernel> {
    let program = optimize(program);
    engine::generate(&program, set, OutputNans::Canonical, Some(slots))
}

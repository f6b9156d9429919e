//! MUDA from the outside: kernels run over words, program tests, random programs, and an evaluator that shares nothing
//! with the front end.

pub mod arguments;
pub mod case;
pub mod evaluate;
pub mod random;
pub mod samples;
mod scalar;
pub mod tree;

pub use crate::lanes::run_program;
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::kernel::Engine;

/// Runs a kernel on an engine. Takes the input words of each lane, and returns its output words. Words that are not written
/// are 0xdeadbeef.
pub fn run(kernel: &Kernel, engine: Engine, lanes: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let program = &kernel.code.program;
    run_program(
        program,
        &vec![0.0; program.n_uniforms as usize],
        engine,
        lanes,
    )
}

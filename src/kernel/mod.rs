//! Compiles IR to callable SIMD kernels.
//!
//! A [`Kernel`] runs a verified [`Program`](crate::ir::Program) over groups of [`LANES`](crate::simd::LANES) lanes. What it
//! reads and writes is an [`Invocation`]: structure-of-arrays by group.
//!
//! **Invariant:** kernels know no language and no GL enum. Samplers reach them as trait objects in the invocation.
//!
//! # From a program to its kernel
//! 1. [`compile()`] looks the program's id up in the `cache`, which holds the kernels of all threads.
//! 2. If it is not there, [`crate::passes`] take the mathematical functions apart and simplify the program.
//! 3. The [`Engine`] of the process makes a kernel of it.
//!
//! # Two engines of equal bits
//! The *tile interpreter* decodes a program to flat steps over rows of 16 lanes. Values that are the same for a run are
//! computed once, and others share rows by liveness. It runs the steps over batches of groups.
//!
//! The *JIT* (x86-64) makes machine code for AVX-512 (16 lanes) or AVX2 and FMA (8 lanes: each piece of code runs for the
//! lower, then for the upper half of the group). `jit` describes its phases.
//!
//! Both run diverging lanes in the same order: those of the greatest call depth first, and among them those in the
//! earliest block. `lane_key` packs both into one number.
//!
//! No pass splits off the values that are the same for a whole run. The JIT's plan and the interpreter's decoder put
//! them before the loop over groups. Only they know what a run holds constant: planes and places change from group to
//! group.
//!
//! # NaN
//! Arithmetic leaves the payload of a NaN to the machine. So stores of floats, to outputs and to float planes, write every NaN
//! as 0x7fc00000 ([`OutputNans::Canonical`]). Nothing follows values that are bits (`f32.of.bits`) to a store, so a packed value
//! with the pattern of a NaN is lost there (docs/STATUS.md, NV_fragment_program).
//!
//! # Rooms
//! From the top floor to the ground. A room uses rooms of lower floors only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 8 | `arrays` | Programs that are called for each element of strided arrays. |
//! | 8 | `trace` | What one lane did, statement by statement. |
//! | 7 | `compile` | A program becomes a kernel: cache, passes, engine. |
//! | 6 | `cache` | The kernels of all threads. |
//! | 5 | `engine` | The choice between the engines. |
//! | 4 | `interpreter` | The portable engine: decode, execute, control flow. |
//! | 4 | `jit` | Machine code for x86-64. |
//! | 3 | `interface` | What a kernel is to its callers. |
//! | 2 | `scratch` | A worker's memory for kernels. |
//! | 1 | `analysis` | What every engine must know of a program. |
//! | 1 | `lane_rows` | Rows of lanes, and what is known of each lane. |
//! | 0 | `lane_key` | Call depth and block of a lane in one number. |
//! | 0 | `layout` | The argument block, and samplers as kernels see them. |
//! | 0 | `slots` | Which array gives which input or output. |

mod analysis;
pub mod arrays;
pub mod cache;
mod compile;
mod engine;
mod interface;
mod interpreter;
#[cfg(target_arch = "x86_64")]
mod jit;
mod lane_key;
mod lane_rows;
pub mod layout;
mod scratch;
mod slots;
pub mod trace;

pub(crate) use analysis::constant_outputs;
pub(crate) use compile::compile_internal;
pub use compile::{compile, compile_for, compile_uncached};
pub use engine::{Engine, machine_code};
pub use interface::{Kernel, OutputNans};
pub use layout::{
    Group, Invocation, PixelWindow, SampleGroup, SampleRequest, SampleResult, SamplerSlot,
};
pub use scratch::Scratch;

#[cfg(test)]
mod tests;

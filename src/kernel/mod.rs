//! IR → callable SIMD kernel.
//!
//! A [`Kernel`] runs a verified [`crate::ir::Program`] over groups of [`crate::simd::LANES`] lanes. Kernels know no
//! language and no GL: what they read and write is in [`layout::Invocation`].

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

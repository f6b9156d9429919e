//! IR → callable SIMD kernel.
//!
//! A [`Kernel`] runs a verified [`crate::ir::Program`] over groups of [`crate::simd::LANES`] lanes. Kernels know no
//! language and no GL: what they read and write is in [`layout::Invocation`].

pub mod layout;

pub use layout::{GroupPos, Invocation, PixelWindow, SampleRequest, SampleResult, SamplerSlot};

//! Shared by the tests from outside: helpers, makers of inputs, and the oracles that the driver is compared with.
//!
//! | room | what it holds |
//! |---|---|
//! | [`scalar`] | the oracles of the lower floors: IR, rasterizer, sampler, one value at a time |
//! | [`ati`], [`vertex_shader`], [`combiners`], [`texture_shaders`], [`nv`], [`nv_fragment`] | independent readings of extensions: a model or evaluator, and random programs |
//! | [`lanes`] | programs run over words |
//! | [`muda`], [`emit`] | MUDA kernels and their evaluator; programs through MUDA and C text |
//! | [`calls`] | GL calls made at run time: from text, random, in forked children |
//! | `d3d` | Direct3D shaders in program tests |
//! | [`instruction_cases`] | texts of Direct3D's assembly, each instruction changed in each part |
//! | [`program_test`], [`program_case`] | program tests: a text file with a program, inputs and results |
//! | [`random`], [`random_ir`], [`raster_scene`], [`sample_programs`], [`bad_input`], [`hostile`], [`fuzz`] | makers of inputs |
//! | [`counting`] | an allocator that counts |
//! | [`canonical`] | programs as canonical text, read back |
//! | [`transcript`] | transcripts of the Cg runtime, compared |
//! | [`harness`], [`xserver`], [`verb`], [`markup`], [`footprint`] | libraries, C programs, X servers, the command line, pages |
//!
//! An oracle shares no code with what it checks. So an error must be made twice to be overlooked.

pub mod ati;
pub mod bad_input;
pub mod calls;
pub mod canonical;
pub mod combiners;
pub mod counting;
mod d3d;
pub mod emit;
pub mod footprint;
pub mod fuzz;
pub mod harness;
pub mod hostile;
pub mod instruction_cases;
pub mod lanes;
pub mod markup;
pub mod muda;
pub mod nv;
pub mod nv_fragment;
pub mod program_case;
pub mod program_test;
pub mod random;
pub mod random_ir;
pub mod raster_scene;
pub mod sample_programs;
pub mod scalar;
pub mod shader_test;
pub mod shared_programs;
pub mod texture_shaders;
pub mod transcript;
pub mod verb;
pub mod vertex_shader;
pub mod xserver;

#[cfg(test)]
mod tests;

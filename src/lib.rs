//! Trilobite: a software OpenGL driver for the shading languages of 2001 to 2006.
//!
//! A call comes in through a door (`gl_entrypoints`) and leaves as pixels:
//!
//! **door → state → front end → IR → passes → kernel → raster → surface → window.**
//!
//! The modules stand here in the order in which data flows through them; docs/ARCHITECTURE.md is the map.

// The GL state machine: one room per chapter of the specification. Ends in one immutable draw call.
pub mod gl;

// What any API draws with: geometry, buffers, textures, targets. No API's names.
pub mod device;

// Source text, or a key of plain data, → [`ir::Program`].
pub mod frontend;

// The scalar SSA over lanes that all shading becomes.
pub mod ir;

// Passes over the IR, one file each.
pub mod passes;

// IR → callable SIMD kernel: an interpreter, and machine code for x86-64.
pub mod kernel;

// Programs as text of other languages: MUDA and C.
pub mod emit;

// IR → vectors of four: shaders of Direct3D 9, assembly texts of OpenGL.
pub mod codegen;

// Images, samplers, level of detail, filters.
pub mod texture;

// Follows the pixel: vertices, clipping, setup, bins, tiles, fragment operations.
pub mod raster;

// Colour and depth storage of windows, pbuffers and pixmaps; neutral between GLX, EGL and OSMesa.
pub mod surface;

// Programs as functions over arrays, without any GL.
pub mod compute;

// NVIDIA's Cg runtime: its objects. Knows no GL.
pub mod cg;

// What was drawn, and why, as text and HTML.
pub mod explain;

// Pixel formats: one description table, packing and unpacking.
pub mod format;

// The only files that talk to the operating system and the application's memory.
pub mod platform;

// Lane types.
pub mod simd;

// The one cache type: the least recently used goes first.
pub mod cache;

// Facts about the process that loaded us.
pub mod process;

// The environment, read once.
pub mod config;

// Dumps and log setup.
pub mod debug;

// Random numbers of the unit tests.
#[cfg(test)]
mod random_for_tests;

//! The fragment machine of the Radeon 8500 (ATI_fragment_shader; its text form is ATI_text_fragment_shader).
//!
//! A program has one or two passes. Each routes coordinates and texels to registers, then computes on registers with a
//! colour and an alpha instruction at a time.
//!
//! Two front ends make one [`shader::Shader`] by one set of `rules`: [`recorder`] takes the commands of a definition
//! one by one, [`text`] parses `!!ATIfs1.0`. [`lower`] makes IR of it for the texture targets, fog and pixel source of
//! a draw. [`mod@print`] writes both as text that loads as the same shader.

mod instruction;
pub mod lower;
pub mod print;
pub mod recorder;
mod rules;
pub mod shader;
mod signature;
#[cfg(test)]
mod tests;
pub mod text;
mod usage;

pub use signature::uniforms;
pub use text::PARAMETERS;
pub use usage::Counts;

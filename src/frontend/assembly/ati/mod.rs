//! The fragment machine of the Radeon 8500: two passes of routing and arithmetic (ATI_fragment_shader; its text form
//! is ATI_text_fragment_shader).

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

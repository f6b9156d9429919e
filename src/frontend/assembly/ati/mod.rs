//! The fragment machine of the Radeon 8500: two passes of routing and arithmetic (ATI_fragment_shader; its text form
//! is ATI_text_fragment_shader).

pub mod lower;
pub mod recorder;
pub mod shader;

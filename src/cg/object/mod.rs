//! What the objects are made of. What is done with them is in the rooms above.

pub mod buffer;
pub mod context;
pub mod parameter;
pub mod program;

pub use buffer::Buffer;
pub use callback::Callback;
pub use context::Context;
pub use parameter::Parameter;
pub use program::Program;

mod callback;

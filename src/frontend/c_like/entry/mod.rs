//! Entries: a function of the tree as a program of a stage, or as a kernel over arrays.
//!
//! | file | what is in it |
//! |---|---|
//! | `kernel` | Any function over arrays. |
//! | `program` | A function as a program of a stage: its inputs, outputs and uniforms. |
//! | `uniforms` | The uniform array: where each uniform lies, and what applications know of it. |
//! | `inputs` | The values of varying parameters. |
//! | `outputs` | The stores of results. |
//! | `units` | The image units of samplers. |
//! | `leaves` | The numbers, vectors, matrices and samplers that a value is made of. |
//! | `semantics` | The question to a profile: the slots of a semantic. |

mod inputs;
mod kernel;
mod leaves;
mod outputs;
mod program;
pub mod semantics;
#[cfg(test)]
mod tests;
mod uniforms;
mod units;

pub use inputs::Connector;
pub use kernel::{Kernel, kernel};
pub use program::{Entry, Options, program};
pub use uniforms::Uniform;
pub use units::Sampler;

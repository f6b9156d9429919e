//! Entries: a function of the tree as a program of a stage, or as a kernel over arrays.
//!
//! | file | what is in it |
//! |---|---|
//! | `choice` | Which function of a text is meant. |
//! | `kernel` | Any function over arrays. |
//! | `defaults` | The values of a kernel's parameters that no caller gives. |
//! | `maker` | An entry under construction, and the tables that describe it. |
//! | `program` | A function as a program of a stage: its inputs, outputs and uniforms. |
//! | `uniforms` | The uniform array: where each uniform lies, and what applications know of it. |
//! | `inputs` | The values of varying parameters. |
//! | `outputs` | The stores of results. |
//! | `position` | Whether a program moves vertices as fixed function does. |
//! | `arrange` | The image units of samplers as Microsoft's compiler arranges them. |
//! | `units` | The image units of samplers. |
//! | `known` | The constants among the values. |
//! | `live` | Which values the results depend on. |
//! | `leaves` | The numbers, vectors, matrices and samplers that a value is made of. |
//! | `semantics` | The question to a profile: the slots of a semantic. |

pub(super) mod arrange;
mod choice;
mod defaults;
mod inputs;
mod kernel;
pub(in crate::frontend::c_like) mod known;
mod leaves;
pub(crate) mod live;
mod maker;
mod outputs;
mod position;
mod program;
pub mod semantics;
#[cfg(test)]
mod tests;
mod uniforms;
mod units;

pub use choice::{Several, choose, functions};
pub use kernel::{Kernel, kernel};
pub use maker::{Connector, Options, Sampler, Uniform};
pub use position::output_semantics;
pub use program::{Entry, program};

//! Entries: a function of the tree as a program of a stage, or as a kernel over arrays.
//!
//! | file | what is in it |
//! |---|---|
//! | `kernel` | Any function over arrays. |
//! | `leaves` | The numbers, vectors, matrices and samplers that a value is made of. |
//! | `semantics` | The question to a profile: the slots of a semantic. |

mod kernel;
mod leaves;
pub mod semantics;

pub use kernel::{Kernel, kernel};

//! What a program needs that its profile lacks: a walk from the entry on, through all calls, with the values of scalars that
//! are constants.
//!
//! | file | what is in it |
//! |---|---|
//! | `value` | What is known of scalars and variables. |
//! | `found` | The question, and what is found. |
//! | `walk` | The statements that the entry reaches. |
//! | `repeat` | Loops. |
//! | `call` | Calls. |
//! | `evaluate` | Expressions: what they need, and which constants they are. |
//! | `fold` | Operators and functions of the library on constants. |
//! | `place` | Places: what their indices need, and which scalars they are. |
//! | `samplers` | Samplers without a kind that are read as two. |
//! | `unset` | Variables that are read before they are written. |
//! | `counter` | Which loops are unrolled. |
//! | `constants` | How many registers of constants a program takes. |

mod call;
mod constants;
mod counter;
mod evaluate;
mod fold;
mod found;
mod place;
mod repeat;
mod samplers;
mod unset;
mod value;
mod walk;

pub(super) use constants::registers_of_constants;
pub(super) use found::check_capabilities;

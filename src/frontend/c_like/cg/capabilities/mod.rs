//! What a program needs that its profile lacks: a walk from the entry on, through all calls, with the values of scalars that
//! are constants.
//!
//! | file | what is in it |
//! |---|---|
//! | `value` | Constants, and those of a function's variables. |
//! | `walk` | The statements that the entry reaches, and calls. |
//! | `evaluate` | Expressions: what they need, and which constants they are. |
//! | `place` | Places: what their indices need, and which scalars they are. |
//! | `counter` | Which loops are unrolled. |

mod counter;
mod evaluate;
mod place;
mod value;
mod walk;

pub(super) use walk::check_capabilities;

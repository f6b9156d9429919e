//! What a program needs that its profile lacks: a walk from the entry on, through all calls, with the values of scalars that
//! are constants.
//!
//! | file | what is in it |
//! |---|---|
//! | `value` | Constants, and those of a function's variables. |
//! | `walk` | The statements and expressions that the entry reaches. |
//! | `counter` | Which loops are unrolled. |

mod counter;
mod value;
mod walk;

pub(super) use walk::check_capabilities;

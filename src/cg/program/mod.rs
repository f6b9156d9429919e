//! Programs: a text, its parameters, and the code of its profile.
//!
//! | file | what is in it |
//! |---|---|
//! | `create` | Programs of texts and files, and copies. |
//! | `combine` | Programs of several domains. |
//! | `compile` | The code, and what it says of the parameters. |
//! | `free` | Freeing programs. |
//! | `load` | A text is checked, while no object is locked. |
//! | `query` | What a program is. |

pub mod combine;
pub mod compile;
pub mod create;
pub mod free;
pub mod load;
pub mod query;

//! Programs in Cg as assembly texts: what NVIDIA's `cgc` makes for profiles of OpenGL.
//!
//! | file | what is in it |
//! |---|---|
//! | `compile` | All steps. |
//! | `header` | The comments that programs parse. |
//! | `resources` | The names of inputs and outputs there. |
//! | `body` | The instructions. |
//! | `pressure` | An order of lines that takes fewer temporaries. |
//! | `target` | An entry as a target. |
//! | `constants` | The registers of constants. |
//! | `profile` | The profiles. |

mod body;
mod compile;
mod constants;
mod header;
mod pressure;
mod profile;
mod resources;
mod target;

pub use compile::{CgText, TextError, TextOptions, compile_cg, has_text};
pub use header::Variable;

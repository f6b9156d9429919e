//! Programs in Cg as assembly texts: what NVIDIA's `cgc` makes for profiles of OpenGL.
//!
//! | file | what is in it |
//! |---|---|
//! | `compile` | All steps. |
//! | `header` | The comments that programs parse. |
//! | `body` | The instructions. |
//! | `target` | An entry as a target. |
//! | `constants` | The registers of constants. |
//! | `profile` | The profiles. |

mod body;
mod compile;
mod constants;
mod header;
mod profile;
mod target;

pub use compile::{CgText, TextError, TextOptions, compile_cg, has_text};

//! Programs in Cg as texts, in assembly or GLSL: what NVIDIA's `cgc` makes for profiles of OpenGL.
//!
//! | file | what is in it |
//! |---|---|
//! | `compile` | All steps. |
//! | `options` | What is asked for and given back. |
//! | `error` | Why there is no text. |
//! | `print` | The whole text. |
//! | `lacks` | What some languages cannot say. |
//! | `header` | The comments that programs parse. |
//! | `elements` | The elements of uniforms. |
//! | `names` | The parameters that have names. |
//! | `resources` | The names of inputs and outputs there. |
//! | `glsl` | Shaders in GLSL. |
//! | `body` | The instructions. |
//! | `flow` | Branches and loops. |
//! | `registers` | Registers and operands. |
//! | `pressure` | An order of lines that takes fewer temporaries. |
//! | `state` | The members of `glstate`. |
//! | `target` | An entry as a target. |
//! | `constants` | The registers of constants. |
//! | `profile` | The profiles. |

mod body;
mod compile;
mod constants;
mod elements;
mod error;
mod flow;
mod glsl;
mod header;
mod lacks;
mod names;
mod options;
mod pressure;
mod print;
mod profile;
mod registers;
mod resources;
mod state;
mod target;

pub use compile::{compile_cg, has_text};
pub use error::TextError;
pub use header::Variable;
pub use options::{CgText, TextOptions};

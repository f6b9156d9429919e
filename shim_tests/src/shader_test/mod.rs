//! Runs files in the format of vkd3d's shader tests: shaders with what a compiler must say of them, draws, and the pixels
//! that come out. Shader models 1 to 3 are meant here.
//!
//! | file | what is in it |
//! |---|---|
//! | `parse` | A file as sections, and the conditions of its marks. |
//! | `draw` | A shader's kernels over the pixels of a draw, on every engine. |
//! | `texture` | Textures of floats. |
//! | `tokens` | The code of a shader's tokens in the place of its own. |
//! | `run` | The sections in order, and what was wrong. |

mod draw;
mod parse;
mod run;
mod texture;
mod tokens;

pub use draw::evaluate;
pub use parse::{Section, sections};
pub use run::{Code, Report, run_file};
pub use tokens::{through_other_tokens, through_tokens};

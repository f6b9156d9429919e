//! Shaders in GLSL 1.10.
//!
//! | file | what is in it |
//! |---|---|
//! | `print` | The whole text. |
//! | `names` | What uniforms are called. |
//! | `declarations` | The declarations of uniforms and samplers, with their structures. |
//! | `values` | What registers of constants are. |
//! | `tables` | Arrays for constants that computed numbers address. |
//! | `header` | What the head says otherwise. |
//! | `built_in` | GLSL's own variables for inputs, outputs and the state of the API. |
//! | `operands` | Operands as expressions. |
//! | `statements` | Instructions as statements. |
//! | `lookups` | Look-ups of textures. |

mod built_in;
mod declarations;
mod header;
mod lookups;
pub(super) mod names;
mod operands;
mod print;
mod statements;
mod tables;
mod values;

pub(super) use print::print;

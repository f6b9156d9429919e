//! Shaders of Direct3D 9 from programs in HLSL.
//!
//! | room | what is in it |
//! |---|---|
//! | `shader` | All steps, one after the other. |
//! | `combiners` | Pixel shaders 1, whose machine is one of register combiners. |
//! | `finish` | Declarations, definitions, and the shader. |
//! | `limits` | How much a version has of slots and look-ups. |
//! | `hlsl` | Programs in HLSL as targets, and their tables of constants. |
//! | `uniforms` | What fills their uniform arrays. |
//! | `read` | The constants that a shader reads. |
//! | `scalars` | Truth values and integers that branches and loops test. |

pub(super) mod combiners;
pub(super) mod finish;
pub(super) mod hlsl;
pub(super) mod limits;
mod read;
pub(super) mod scalars;
pub(super) mod shader;
mod uniforms;

//! Programs become code of machines whose registers are vectors of four: Direct3D 9, and assembly programs of OpenGL.
//!
//! ```text
//! program → flatten → graph of numbers → fuse → pack → lines of vectors → coalesce → legal → allocate → shader or text
//!                                          └──→ combiners: pixel shaders 1
//! ```
//! `Target` says what the program's slots and uniforms are to the machine. [`mod@shader`] answers with the shader, or with
//! why the machine cannot run the program. Branches become selections, or stay where the text asks for it or both sides cost too
//! much. Loops are unrolled where their rounds are constants; others stay loops where the machine has them.
//!
//! | room | what is in it |
//! |---|---|
//! | `shader` | All steps, one after the other. |
//! | `target` | What is asked for. |
//! | `machine` | What the machine has. |
//! | `graph` | Numbers without control flow. |
//! | `lines` | Instructions on virtual registers. |
//! | `pack` | Puts numbers into lanes of vectors, and emits lines. |
//! | `operands` | Where numbers lie, and how an instruction reads them. |
//! | `outputs` | The results and their registers. |
//! | `groups` | The lines of numbers that are computed alike. |
//! | `products::completed` | Moves that the lines of other lanes do. |
//! | `products` | Dot products. |
//! | `textures` | Look-ups of textures, and kills. |
//! | `combiners` | Pixel shaders 1, whose machine is one of register combiners. |
//! | `products::lights` | The diffuse and the specular part of a light. |
//! | `repeat` | Loops. |
//! | `branch` | Branches. |
//! | `coalesce` | Registers that are moved to others. |
//! | `legal::hoist` | Instructions that address by one number together. |
//! | `legal` | What a version's operands may be. |
//! | `legal::addresses` | What the components of the address register hold. |
//! | `literals` | The registers of literals. |
//! | `textures::batches` | Look-ups that stand together. |
//! | `allocate` | The registers of virtual ones. |
//! | `finish` | Declarations, definitions, and the shader. |
//! | `limits` | How much a version has of slots and look-ups. |
//! | `refusal` | Why a machine cannot run a program. |
//! | `hlsl` | Programs in HLSL as targets, and their tables of constants. |
//! | `text` | Programs in Cg as assembly texts. |
//! | `uniforms` | What fills their uniform arrays. |
//! | `read` | The constants that a shader reads. |
//! | `scalars` | Truth values and integers that branches and loops test. |
#![forbid(unsafe_code)]

mod allocate;
mod branch;
mod coalesce;
mod combiners;
mod finish;
mod graph;
mod groups;
mod hlsl;
mod legal;
mod limits;
mod lines;
mod literals;
mod machine;
mod operands;
mod outputs;
mod pack;
mod products;
mod read;
mod refusal;
mod repeat;
mod scalars;
mod shader;
mod target;
mod text;
mod textures;
mod uniforms;

pub use hlsl::{CompileError, Compiled, compile_hlsl};
pub use refusal::Refusal;
pub use target::Slot;
pub use text::{CgText, TextError, TextOptions, compile_cg, has_text};

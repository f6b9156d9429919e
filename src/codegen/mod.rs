//! Programs become code of machines whose registers are vectors of four: Direct3D 9, and assembly programs of OpenGL.
//!
//! ```text
//! program → flatten → graph of numbers → fuse → pack → lines of vectors → coalesce → legal → allocate → shader or text
//!                                          └──→ combiners: pixel shaders 1
//! ```
//! `Target` says what the program's slots and uniforms are to the machine. A back end answers with the shader, or with
//! why the machine cannot run the program. Branches become selections, or stay where the text asks for it or both sides cost too
//! much. Loops are unrolled where their rounds are constants; others stay loops where the machine has them.
//!
//! | room | what is in it |
//! |---|---|
//! | `steps` | What all back ends do first, one after the other. |
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
//! | `products::lights` | The diffuse and the specular part of a light. |
//! | `flow` | Branches and loops that stay. |
//! | `coalesce` | Registers that are moved to others. |
//! | `legal::hoist` | Instructions that address by one number together. |
//! | `legal` | What a version's operands may be. |
//! | `legal::addresses` | What the components of the address register hold. |
//! | `literals` | The registers of literals. |
//! | `textures::batches` | Look-ups that stand together. |
//! | `allocate` | The registers of virtual ones. |
//! | `refusal` | Why a machine cannot run a program. |
//! | `direct3d` | Shaders of Direct3D 9. |
//! | `text` | Programs in Cg as assembly texts. |
#![forbid(unsafe_code)]

mod allocate;
mod coalesce;
mod direct3d;
mod flow;
mod graph;
mod groups;
mod legal;
mod lines;
mod literals;
mod machine;
mod operands;
mod outputs;
mod pack;
mod products;
mod refusal;
mod steps;
mod target;
mod text;
mod textures;

pub use direct3d::hlsl::{CompileError, Compiled, compile_hlsl};
pub use refusal::Refusal;
pub use target::Slot;
pub use text::{CgText, TextError, TextOptions, Variable, compile_cg, has_text};

//! Programs become shaders of machines whose registers are vectors of four: Direct3D 9 today.
//!
//! ```text
//! program → flatten → graph of numbers → fuse → pack → lines of vectors → legal → allocate → shader
//! ```
//! [`Target`] says what the program's slots and uniforms are to the machine. [`shader`] answers with the shader, or with
//! why the machine cannot run the program. Control flow becomes selections; loops are unrolled where their rounds are
//! constants.
//!
//! | room | what is in it |
//! |---|---|
//! | `target` | What is asked for, and how the machine's stages compute. |
//! | `graph` | Numbers without control flow, each once; what is constant is computed. |
//! | `postdominators` | Where the two ways of a branch meet. |
//! | `flatten` | Walks a program and makes its graph. |
//! | `evaluate` | The numbers that operations of the IR become. |
//! | `indexed` | Constants by computed numbers, and derivatives of coordinates. |
//! | `truth` | Comparisons, and selections by them. |
//! | `fuse` | Sums of products. |
//! | `lines` | Instructions on virtual registers. |
//! | `vectors` | Numbers that belong together. |
//! | `pack` | Puts numbers into lanes of vectors, and emits lines. |
//! | `groups` | The lines of numbers that are computed alike. |
//! | `products` | Dot products. |
//! | `textures` | Look-ups of textures, and kills. |
//! | `legal` | What a version's operands may be. |
//! | `literals` | The registers of literals. |
//! | `allocate` | The registers of virtual ones. |
//! | `finish` | Declarations, definitions, and the shader. |
//! | `limits` | How much a version has of slots and look-ups. |
//! | `refusal` | Why a machine cannot run a program. |
//! | `hlsl` | Programs in HLSL as targets, and their tables of constants. |
#![forbid(unsafe_code)]

mod allocate;
mod evaluate;
mod finish;
mod flatten;
mod fuse;
mod graph;
mod groups;
mod hlsl;
mod indexed;
mod legal;
mod limits;
mod lines;
mod literals;
mod pack;
mod postdominators;
mod products;
mod refusal;
mod target;
mod textures;
mod truth;
mod vectors;

pub use hlsl::{CompileError, Compiled, compile_hlsl};
pub use refusal::Refusal;
pub use target::{Place, Slot, Target};

use crate::frontend::assembly::d3d::model::Shader;

/// The shader of a program.
pub fn shader(target: &Target<'_>) -> Result<Shader, Refusal> {
    let mut flat = flatten::flatten(target)?;
    fuse::fuse(&mut flat);
    limits::check_chains(target, &flat)?;
    let mut code = pack::pack(target, &flat)?;
    legal::legalize(target, &mut code);
    literals::place(target, &mut code)?;
    let registers = allocate::allocate(target, &code)?;
    let shader = finish::finish(target, &code, &registers)?;
    limits::check_slots(target, &shader)?;
    Ok(shader)
}

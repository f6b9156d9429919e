//! Source text, recorded commands, or a key of plain data → a [`BoundProgram`]: IR and what its uniforms stand for.
//!
//! A front end knows no machine and no object of an API: a program is a function of its text or key alone. So it can be
//! cached, tested and fuzzed alone. Each gives a program that [`crate::ir::verify`] accepts.
//!
//! Numbers that a draw sets (matrices, colours, parameters) never change code. A program reads them from its uniform
//! array. A [`binding::Binding`] gives the meaning of each vec4, and the API that draws fills it.
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 7 | `language` | Every language by name, suffix and profile, and how a text of it loads. |
//! | 6 | `shading` | The languages whose texts are programs of a stage with named uniforms, and the options of a text. |
//! | 6 | `vertex_shader` | EXT_vertex_shader: recorded commands over typed symbols. |
//! | 4 | `assembly` | Assembly languages: ARB and NVIDIA programs, ATI fragment shaders, Direct3D shaders. |
//! | 5 | `c_like` | Languages that look like C: MUDA, Cg and HLSL. |
//! | 4 | `fixed_function` | Fixed-function vertices and fragments from a key. |
//! | 3 | `register_combiners` | What stands after texturing in the place of environments, colour sum and fog. |
//! | 3 | `stage_program` | A program of a stage whose uniforms have names. |
//! | 3 | `texture_shader` | What stands in the place of conventional texturing. |
//! | 2 | `texture_lod` | The level of detail of samples with derivatives. |
//! | 2 | `preprocessor` | Directives and macros of the languages that look like C. |
//! | 2 | `common_stage` | What several front ends do to the bit: position, fog, pixel rectangles. |
//! | 1 | `bound_program` | A program with its bindings. |
//! | 1 | `diagnostic` | Errors and warnings of every language, with their places. |
//! | 1 | `vector` | Vectors of four IR values, and loads of uniforms. |
//! | 0 | `binding` | What a vec4 of uniforms stands for. |
//! | 0 | `lexer` | Tokens of the languages that look like C. |
//! | 0 | `source_map` | Places in texts, includes and macros, and excerpts. |
#![forbid(unsafe_code)]

pub mod assembly;
pub mod binding;
mod bound_program;
pub mod c_like;
mod common_stage;
pub mod diagnostic;
pub mod fixed_function;
pub mod language;
pub mod lexer;
pub mod preprocessor;
pub mod register_combiners;
pub mod shading;
pub mod source_map;
pub mod stage_program;
mod texture_lod;
pub mod texture_shader;
mod vector;
pub mod vertex_shader;

pub use bound_program::BoundProgram;
pub use common_stage::copy_program;

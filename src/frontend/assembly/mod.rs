//! Assembly languages become IR. Each language is an opcode table and a grammar over one cursor.
//!
//! [`arb`] has every language that declares or names vector registers: ARB_vertex_program, ARB_fragment_program, NVIDIA's
//! options of both, and NVIDIA's own languages. [`ati`] has the fragment machine of the Radeon 8500, whose programs are
//! recorded from commands or read from text. [`d3d`] has the shaders of Direct3D 9, from text and from tokens.
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 3 | `d3d` | Direct3D 9 shader assembly: texts and tokens. |
//! | 2 | `ati` | ATI_fragment_shader and ATI_text_fragment_shader. |
//! | 1 | `arb` | ARB and NVIDIA programs. |
//! | 0 | `cursor` | Tokens of a text, and errors at them. |
//! | 0 | `operand` | Registers, swizzles, write masks, conditions. |

pub mod arb;
pub mod ati;
mod cursor;
pub mod d3d;
mod operand;

pub use arb::{Language, Stage};

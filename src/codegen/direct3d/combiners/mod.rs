//! Pixel shaders 1. Their machine is one of register combiners: it computes vectors of a colour and its alpha, without
//! swizzles, and its modifiers scale operands and results.
//!
//! ```text
//! graph of numbers → addresses (tex, texcoord, phase) and lines (rgb, alpha) → registers → pairs → shader
//! ```
//! A vector of numbers is tried as one instruction; else its colour and its alpha are, each alone. What does not go is
//! tried in another form, or the program is refused.
//!
//! | room | what is in it |
//! |---|---|
//! | `shader` | All steps. |
//! | `instructions` | The instructions that compute vectors. |
//! | `vector` | Vectors of numbers as operands. |
//! | `forms` | The forms in which numbers appear: scaled, products, interpolated. |
//! | `textures` | Look-ups, by the registers that their stages have. |
//! | `registers` | Temporaries and literals. |
//! | `pairs` | Colours and alphas that are computed together. |
//! | `lines` | Instructions on virtual registers. |

mod forms;
mod instructions;
mod lines;
mod pairs;
mod registers;
mod shader;
mod textures;
mod vector;

pub(super) use shader::shader;

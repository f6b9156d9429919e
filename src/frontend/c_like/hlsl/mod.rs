//! HLSL of Direct3D 9, as Microsoft's compiler for shader models 1 to 3 takes it.
//!
//! [`check`] takes a text to its typed tree, with all errors and warnings; [`Program`] makes programs of a stage and
//! kernels of it, and lays out their constants as registers ([`constants::Constants`]).
//!
//! | room | what is in it |
//! |---|---|
//! | `vocabulary` | Keywords, names of types and operators, as the grammar asks for them. |
//! | `words` | Names of types. |
//! | `request` | A text becomes a typed tree. |
//! | `preprocessed` | A text after the preprocessor. |
//! | `program` | A text for a profile, as programs of a stage and as kernels. |
//! | `rules` | Conversions, operators, constructors, as the checks ask for them. |
//! | `intrinsics` | Which parameters a call of an intrinsic function asks for. |
//! | `library` | The intrinsic functions, written in HLSL and Cg. |
//! | `semantics` | What semantics bind parameters to. |
//! | `varyings` | Which semantics the entry may have, and of which size. |
//! | `machine` | What a profile's machine does not have. |
//! | `strict` | What a profile's machine lacks and ours does, where that is asked for. |
//! | `profile` | The profiles. |
//! | `registers` | The registers that a text asks for, and the order of its matrices. |
//! | `effect` | Effects: techniques, passes, states. |
//! | `constants` | The registers of a program's constants. |
//! | `numbers` | Microsoft's numbers of errors. |

pub mod constants;
pub mod effect;
mod intrinsics;
mod library;
mod machine;
pub mod numbers;
mod preprocessed;
pub mod profile;
mod program;
mod registers;
mod request;
mod rules;
mod semantics;
mod strict;
#[cfg(test)]
mod tests;
mod varyings;
mod vocabulary;
mod words;

pub(crate) use super::entry::known::log2;
pub use effect::Effect;
pub use preprocessed::preprocessed;
pub use program::{Program, Refused, StageEntry};
pub use request::{Checked, Request, check};
pub use semantics::usage;

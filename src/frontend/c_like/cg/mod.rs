//! Cg 3.1: its rules, profiles, semantics and standard library.
//!
//! [`check`] takes a text to its typed tree, with all errors and warnings:
//!
//! ```ignore
//! let request = Request { entry: Some("main"), ..Request::new(text, profile::find("arbfp1")?) };
//! let checked = cg::check(&request, &mut files);
//! checked.result          // warnings, or errors; ProgramError::listing(&checked.map) writes one
//! checked.module          // valid only without errors
//! ```
//!
//! [`Program`] makes programs of it.
//!
//! | room | what is in it |
//! |---|---|
//! | `vocabulary` | Keywords, names of types and operators, as the grammar asks for them. |
//! | `request` | A text becomes a typed tree. |
//! | `remarks` | Warnings about words of declarations, and about pragmas, that have no effect. |
//! | `program` | A text for a profile, as programs of a stage and as kernels. |
//! | `reflection` | What an application may know of a program. |
//! | `state` | The structure `glstate`. |
//! | `rules` | Words, conversions, operators, constructors, as the checks ask for them. |
//! | `library` | The standard library, written in Cg. |
//! | `evaluation` | The order in which the parts of an expression are evaluated. |
//! | `capabilities` | What a program needs that its profile lacks. |
//! | `semantics` | What semantics bind parameters to, by profile. |
//! | `profile`, `profile_table`, `capability_sets` | The profiles, and what they can do. |

mod capabilities;
mod capability_sets;
mod evaluation;
pub(in crate::frontend::c_like) mod library;
pub mod profile;
mod profile_table;
mod program;
pub mod reflection;
mod remarks;
mod request;
mod rules;
pub mod semantics;
mod standard;
mod state;
#[cfg(test)]
mod tests;
pub(super) mod vocabulary;

pub use program::{Declared, Program, Refused, StageOptions};
pub use request::{Checked, Request, check};
pub use rules::words::{sampler_word, scalar_word};

/// How texts are split into tokens.
pub const TOKENS: crate::frontend::lexer::Rules = super::family::words::RULES;

//! The languages that look like C: MUDA, Cg, HLSL and GLSL.
//!
//! 1. [`crate::frontend::lexer`] makes tokens of a text, over the table of operators that a language has.
//! 2. A language's own grammar makes [`syntax`] of them: the text with unresolved names.
//! 3. [`check`] resolves names and types. It is written once; a [`check::dialect::Dialect`]
//!    describes a language to it.
//! 4. The result is the typed [`tree`], which means the same for all languages.
//! 5. [`lower`] makes IR of it, and inlines all calls.
//!
//! [`diagnostics`] collects errors: several of a text, one at most at one place.
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 8 | `cg` | Cg: its rules for types, profiles, semantics and library. |
//! | 8 | `glsl` | GLSL 1.10 and 1.20: its rules for types, built-in variables and library. |
//! | 8 | `hlsl` | HLSL of Direct3D 9: its rules, profiles, semantics, library and constant layout. |
//! | 8 | `muda` | MUDA: its words, its grammar, its canonical text. |
//! | 7 | `family` | What Cg and HLSL have in common: rules that differ in data only. |
//! | 6 | `check` | Syntax becomes the typed tree. |
//! | 6 | `entry` | A function becomes a program of a stage, or a kernel over arrays. |
//! | 4 | `lower` | The tree becomes IR. |
//! | 5 | `grammar` | Tokens become syntax, for the shading languages. |
//! | 4 | `deep` | Texts that are nested deeper than the caller's stack allows. |
//! | 4 | `chain` | Chains of operators and ladders of `else if`, and how long they may be. |
//! | 3 | `nodes` | The nodes of expressions, in an arena. |
//! | 3 | `tokens` | A cursor over tokens, with a limit of depth. |
//! | 2 | `scope` | Which variable a name means. |
//! | 2 | `syntax` | What a text says. |
//! | 2 | `text_tokens` | The tokens of a text without a preprocessor. |
//! | 2 | `tree_walk` | Walks over the typed tree, which read it or change it. |
//! | 1 | `small_real` | Constants of the kinds `half` and `fixed`. |
//! | 1 | `tree` | The typed tree. |
//! | 0 | `arena` | Arenas that one load after the other uses. |
//! | 0 | `types` | Types. |

mod arena;
pub mod cg;
mod chain;
mod check;
mod deep;
pub mod entry;
mod family;
pub mod glsl;
mod grammar;
pub mod hlsl;
mod lower;
pub mod muda;
mod nodes;
mod scope;
mod small_real;
mod syntax;
mod text_tokens;
mod tokens;
pub mod tree;
mod tree_walk;
pub mod types;

pub use crate::frontend::diagnostic::c_like as rule;
pub use crate::frontend::diagnostic::collect as diagnostics;

/// The longest text.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

//! The C-like languages: MUDA now, Cg and HLSL with their issues.
//!
//! A language has a grammar and rules of its own; they meet in the typed [`tree`], whose meaning is the same for all, so that there
//! is one [`lower`]ing to the IR. They share tokens with spans ([`lexer`], over a table of operators per language), the cursor with
//! its limit of depth (`tokens`), the collection of errors and warnings ([`diagnostics`]), types ([`types`]) and scopes
//! (`scope`).

pub mod diagnostics;
pub mod lexer;
pub mod lower;
pub mod muda;
pub mod rule;
mod scope;
mod tokens;
pub mod tree;
pub mod types;

/// The longest text.
pub const MAX_TEXT_BYTES: usize = 1 << 20;

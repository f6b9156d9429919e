//! Build-time reader of the Khronos registry.
//!
//! [`Registry::load`] gives every GL and GLX command with its C types and every enum value, from the published
//! `khronos_api` crate plus `extra.txt` beside this crate. Generators for doors, enums and status tables stand on it.
#![forbid(unsafe_code)]

mod commands;
mod enums;

pub use commands::{Command, CommandSet, Parameter};
pub use enums::rust_enums;

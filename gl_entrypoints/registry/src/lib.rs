//! Build-time reader of the Khronos registry, and generator of the doors.
//!
//! ```text
//!   khronos_api's XML + extra.txt ── commands ──┐
//!   sources of src/gl ── bodies ────────────────┼── doors: the DoorTable ──┬── doors.rs, included by gl_entrypoints/gl
//!   sources of gl_entrypoints/gl ── bodies ─────┘                          ├── the list of exported symbols
//!                       rules, c_types ─────────┘                          └── the counts of docs/STATUS.md
//! ```
//!
//! | file | what it holds |
//! |---|---|
//! | `commands` | every GL, GLX and core EGL command with its C types and aliases, from the XML and `extra.txt` |
//! | `bodies` | a textual search for bodies, for macros that write bodies, and for doors written by hand |
//! | `doors` | the table that joins both, and the Rust source of the doors |
//! | `rules` | facts that the registry lacks: Begin and End, display lists, plain copies |
//! | `c_types` | C types → Rust types of the doors |
//! | `enums` | the registry's enums as Rust constants |
//! | `status` | the counts of docs/STATUS.md |
//!
//! `gl_entrypoints/gl/build.rs` and the driver's own `build.rs` use this library, and so does the test of exported
//! symbols. An error in the sources, such as two bodies for a command, fails the build with a line for each.
//!
//! A wrapper is one line: `glClear` with the registry's types calls `boundary::listed` with the body
//! `gl::…::clear(call, a0)`. It is `extern "C-unwind"`, because a debug callback may throw through it. The types are
//! the registry's as well, so the compiler checks each body against the registry.
#![forbid(unsafe_code)]

mod bodies;
mod c_types;
mod commands;
mod doors;
mod enums;
mod rules;
mod status;

#[cfg(test)]
mod tests;

pub use c_types::{is_pointer, rust_type};
pub use commands::{Command, CommandSet, OSMESA, Parameter};
pub use doors::{Api, Door, DoorTable, Folders, Implementation};
pub use enums::{enum_groups, enum_values, rust_enums};
pub use rules::{Treatment, treatment};
pub use status::{counts_block, with_counts};

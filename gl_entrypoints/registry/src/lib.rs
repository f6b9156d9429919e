//! Build-time reader of the Khronos registry, and generator of the doors.
//!
//! [`CommandSet`] gives every GL, GLX and core EGL command with its C types, from the published `khronos_api` crate
//! plus `extra.txt` beside this crate. [`DoorTable`] joins them with the bodies found in the sources; the generated
//! doors, the list of exported symbols and the counts of docs/STATUS.md all come from that one table.
#![forbid(unsafe_code)]

mod bodies;
mod c_types;
mod commands;
mod doors;
mod enums;
mod rules;
mod status;

pub use c_types::{is_pointer, rust_type};
pub use commands::{Command, CommandSet, OSMESA, Parameter};
pub use doors::{Api, Behind, Door, DoorTable, Folders};
pub use enums::{enum_groups, enum_values, rust_enums};
pub use rules::{Treatment, treatment};
pub use status::{counts_block, with_counts};

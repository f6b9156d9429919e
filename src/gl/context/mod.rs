//! The ground room of gl, which every chapter uses.
//!
//! `chapters` is the context itself, which composes the states of all rooms. `share` does the same for what contexts share.
//! These two name types of all rooms, and are the only files that may. Beside them are the call that a command receives
//! (`call`), errors, limits, names of objects, surfaces and frames. Types that several chapters exchange are here too: rows
//! of capabilities, queried values, program targets, recorded commands, labels.

pub(crate) mod answer;
pub(crate) mod call;
pub(crate) mod capability;
pub(crate) mod chapters;
pub mod enums;
pub(crate) mod error;
pub(crate) mod frame;
pub(crate) mod labels;
pub mod limits;
pub(crate) mod name_ranges;
pub mod named;
pub(crate) mod names;
pub mod program_target;
pub(crate) mod recording;
pub(crate) mod share;
pub mod shared_enums;
pub(crate) mod strings;
pub(crate) mod surfaces;

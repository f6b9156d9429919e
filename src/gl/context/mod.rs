//! The ground room: the context, what a command receives and returns, limits, names of objects, what contexts share.
//!
//! # Main types
//!
//! - [`chapters::Context`]: all states of one rendering context, one field for each chapter. [`share::ShareGroup`]: the tables of
//!   objects that the contexts of a share group have in common.
//! - [`call::Call`]: one command while it runs: the context, and the right to read and write the application's memory.
//!   [`error::GlError`]: the GL code that a command gives, and the rule that was broken.
//! - [`capability::Capability`]: one row of the table behind glEnable. [`named::Named`]: an enum with API names, made by
//!   `gl_enum!`.
//! - [`names::ObjectTable`] and [`name_ranges::NameRanges`]: names of objects. [`labels::Labels`]: their labels (KHR_debug).
//! - [`recording::Recorder`]: the commands of the list that is compiled. [`draw_cache::DrawCache`]: what draws keep,
//!   [`floating_materials::FloatingMaterials`] among it.
//!   [`answer::Answer`]: a queried value.
//! - [`surfaces::Surfaces`]: the surfaces that a window layer binds.
//!
//! # Invariants
//!
//! - `impl Context` stands in this room only. [`chapters`] and [`share`] name types of all rooms, and no other file here does.
//!   The methods of `Context` may read the states of all rooms, because what they do concerns all: a new context, its surfaces,
//!   the end of a frame. `scripts/rooms` counts what they read for the file that calls them.
//! - The first error stays until glGetError reads it (GL 1.5 section 2.5).
//! - An object is held by `Arc`. It lives on where it is bound after its name was deleted.
//!
//! # Ways in
//!
//! A door makes a [`call::Call`] and passes it to a command. Window layers use [`chapters::Context::new`], `attach`, `finish`,
//! `flush_to_window` and `end_frame` ([`frame`]).

pub(crate) mod answer;
pub(crate) mod call;
pub(crate) mod capability;
pub(crate) mod chapters;
pub(crate) mod draw_cache;
pub mod enums;
pub(crate) mod error;
pub(crate) mod floating_materials;
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

#[cfg(test)]
mod tests;

//! libCg.so: the C interface of include/Cg/cg.h, NVIDIA's Cg runtime 3.1.
//!
//! | file | what it holds |
//! |---|---|
//! | [`door`] | what every door does: lock, guard, errors, the application's functions |
//! | [`names`] | numbers and their names; profiles; types |
//! | [`contexts`] | contexts, errors, policies |
//! | [`programs`] | programs |
//! | [`parameters`] | parameters: making, connecting, finding, queries |
//! | [`values`] | parameters: values |
//! | [`buffers`] | buffers |
//! | [`gl`] | what libCgGL.so forwards to |
//! | [`later`] | functions that only report an error yet |
//!
//! The doors turn C's arguments into safe types and call `trilobite::cg`, which has no C in it. A door that panics answers as
//! one that fails.

pub mod buffers;
pub mod contexts;
pub mod door;
pub mod gl;
pub mod later;
pub mod names;
pub mod parameters;
pub mod programs;
pub mod values;

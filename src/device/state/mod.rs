//! State that knows when it changes (`revision`), and what is kept until it does (`dependents`).
//!
//! A [`revision::Share`] counts the changes of all objects of one group, so that two APIs in one process do not disturb each other.

pub mod dependents;
pub mod revision;

pub use revision::Share;

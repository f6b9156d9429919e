//! State that counts its changes (`revision`), and values that are kept until it changes (`dependents`).
//!
//! A [`revision::Share`] counts the changes of all objects of one group, so that two APIs in one process do not disturb
//! each other.

pub mod dependents;
pub mod revision;

#[cfg(test)]
mod tests;

pub use revision::Share;

//! State that counts its changes (`revision`), values that are kept until it changes (`dependents`), points that others wait for
//! (`signal`).
//!
//! A [`revision::Share`] counts the changes of all objects of one group, so that two APIs in one process do not disturb
//! each other.

pub mod dependents;
pub mod revision;
pub mod signal;

#[cfg(test)]
mod tests;

pub use revision::Share;

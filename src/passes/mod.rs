//! Passes over the IR, one file each.
#![forbid(unsafe_code)]

pub mod expand_math;

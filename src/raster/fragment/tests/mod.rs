#![forbid(unsafe_code)]

pub(crate) mod colour;

#![forbid(unsafe_code)]

mod fetch;
mod gather;
mod reuse;
mod sequence;
mod varyings;

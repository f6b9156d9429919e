//! What generated code uses when it runs.
//!
//! - [`abi`] is the frame: pointers of the invocation, rows of values, and the offsets by which code reaches them. It also
//!   has the functions that code calls.
//! - [`calls`] does what these functions promise: samples, and uniforms by index.
//! - [`dispatch`] chooses the next block where lanes diverge, and charges its cost.
//!
//! Invariants: the frame is `repr(C)`, and code and Rust use the same offsets. The functions are `extern "C"`, so a panic in
//! one of them ends the process.

pub(crate) mod abi;
pub(crate) mod calls;
pub(crate) mod dispatch;

#[cfg(test)]
mod tests;

//! libtrilobite.so.1: the C interface of include/trilobite.h, shading and kernel languages as functions over arrays.
//!
//! | file | what it holds |
//! |---|---|
//! | [`types`] | the header's types |
//! | [`module`] | compiling a text, and queries of its functions and parameters |
//! | [`options`] | compiling a text with the options of its compiler |
//! | [`run`] | calling a function for many elements |
//! | [`texture`] | the textures that samplers read |
//!
//! The header is the documentation for C programmers. The doors here check C's arguments, turn them into safe types,
//! and call `trilobite::compute`, which has no C in it. `types` repeats the header's structures with `repr(C)`.
//!
//! Every door that can fail runs inside of [`trilobite::debug::guard`]. A panic there becomes TRI_INTERNAL_ERROR,
//! and the caller's floating-point environment is restored.
//!
//! A module is a `Box` that C owns through a raw pointer. It is immutable, so several threads may use it at once.
//! `tri_free` drops it. Strings, functions and parameters that C receives are borrowed from the module: they live as
//! long as it does. Arrays are used during `tri_run` only. They may overlap and have any alignment and stride, so no
//! Rust reference to them is made: a `Strided` copies values by raw pointers.

pub mod module;
pub mod options;
pub mod run;
pub mod texture;
pub mod types;

/// Runs a door. A panic becomes `otherwise`.
fn door<R>(name: &'static str, otherwise: R, body: impl FnOnce() -> R) -> R {
    use trilobite::debug::guard;
    guard::install_panic_hook(|| false);
    guard::guard(name, otherwise, body)
}

//! The C interface of include/trilobite.h: `libtrilobite.so.1`.
//!
//! Each function checks what C gave it, and runs inside [`trilobite::debug::guard`]. `types` are the header's types,
//! `module` compiles and answers questions, `run` calls.

pub mod module;
pub mod run;
pub mod types;

/// Runs a door: a panic becomes `otherwise`.
fn door<R>(name: &'static str, otherwise: R, body: impl FnOnce() -> R) -> R {
    use trilobite::debug::guard;
    guard::install_panic_hook(|| false);
    guard::guard(name, otherwise, body)
}

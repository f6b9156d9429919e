//! libGL.so.1: the doors with a C ABI for GL, GLX, EGL and OSMesa.
//!
//! | file | what it holds |
//! |---|---|
//! | [`boundary`] | how a command enters the context and leaves it: errors, panics, nested calls, floating point |
//! | [`current`] | the context that is current in a thread |
//! | `forks` | what a forked child finds |
//! | `native` | binding a context to surfaces, shared by the three window layers |
//! | [`glx`], [`egl`], [`osmesa`] | the window layers: displays, configurations, contexts, surfaces |
//! | [`gl`] | GL doors that belong to the boundary itself |
//! | [`proc_address`] | command name → address |
//! | `generated` | the doors that `build.rs` writes |
//!
//! # Generated doors
//!
//! `build.rs` writes a door for each command of the Khronos registry, with the registry's types. The door goes through
//! the [`boundary`] to the command's *body* in the driver's `src/gl`. A command without a body gets a stub, which
//! reports itself once and records INVALID_OPERATION. glXGetProcAddress answers null for it.
//!
//! A body is `pub fn tex_image_2d(call: &mut Call<'_>, …) -> Result`, in any file of `src/gl`. The generator scans the
//! sources for it; nothing is registered by hand. A macro can write bodies as well, if its definition has
//! `pub fn $name(call: &mut Call<'_>`. Then the names in each invocation count as bodies: see the table `sized!` in
//! `src/gl/attribute/sized.rs`. Aliases lead to the body of the command that they rename. A body with the wrong types,
//! or with a name that is no command, does not compile.
//!
//! The registry crate's `rules` decide how a door treats its command. They say whether it is allowed between Begin and
//! End, whether display lists record it, and whether it only copies numbers.
//!
//! # Doors written by hand
//!
//! A door written by hand is a `#[unsafe(no_mangle)] pub unsafe extern "C" fn` with the command's name, anywhere in
//! this folder. The generator finds it, leaves out its stub, and gives its address to [`proc_address`]. The door does
//! its work inside of [`boundary::guard`], which stops panics and sets our floating-point environment:
//!
//! ```text
//! #[unsafe(no_mangle)]
//! pub unsafe extern "C" fn glXWaitGL() {
//!     boundary::guard("glXWaitGL", (), || …)
//! }
//! ```
#![allow(
    non_snake_case,
    reason = "the C names of the library and of its commands"
)]

/// Small allocations that fail become GL_OUT_OF_MEMORY, see [`trilobite::platform::reserve`].
#[global_allocator]
static ALLOCATOR: trilobite::platform::reserve::ReservedAllocator =
    trilobite::platform::reserve::ReservedAllocator;

pub mod boundary;
pub mod current;
pub mod egl;
mod forks;
mod framebuffer_config;
pub mod gl;
pub mod glx;
mod native;
pub mod osmesa;
pub mod proc_address;

#[allow(
    unreachable_pub,
    unused_parens,
    clippy::all,
    clippy::undocumented_unsafe_blocks
)]
#[allow(
    improper_ctypes_definitions,
    improper_ctypes,
    clashing_extern_declarations
)]
#[allow(unused_imports, reason = "while few commands have a body")]
mod generated {
    use crate::boundary;
    use crate::proc_address::Door;
    use std::sync::Once;
    use trilobite::platform::{ClientFn, ClientPtr};

    include!(concat!(env!("OUT_DIR"), "/doors.rs"));
}

#[cfg(test)]
mod tests;

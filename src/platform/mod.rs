//! Talks to the operating system, and reads and writes the application's memory. Only `crate::process` does the former as well:
//! it asks for two facts that the configuration needs, and this module uses the configuration.
//!
//! | what | where |
//! |---|---|
//! | the application's memory, read through tokens that only doors make | [`ClientMemory`], [`ClientPtr`], [`Strided`] |
//! | memory that threads share, to whose bytes no Rust reference exists | [`PixelStorage`], [`SharedBytes`] |
//! | machine code, which is written and then sealed | [`ExecMemory`] |
//! | the allocator of the driver's libraries, which has a reserve | [`reserve`] |
//! | threads, the processors that they run on, and the time that they use | [`workers`], [`chunks`], [`frame_thread`], [`affinity`], [`thread_time()`] |
//! | what a forked child makes anew | [`PerProcess`] |
//! | the floating-point environment and the stack of the caller's thread | [`FloatEnvironment`], [`roomy_stack`] |
//! | windows and fonts of X servers, through libraries that are opened at run time | [`x11`] |
//!
//! # Pixels
//! A plane of pixels ([`PixelStorage`]) is an array of 64×64 tiles. A tile is an array of 4×4 blocks, and a block is 64 bytes in
//! the order of lanes. So a kernel loads and stores a group's pixels as one vector, and a tile is 16 KiB in one piece. Readbacks,
//! presenting, copies and textures need rows. They call `read_rows`, `write_rows` and the like, and nothing else knows the
//! layout.
//!
//! # Why the pool is our own
//! Applications fork, block signals, and exit while workers sleep. [`workers`] says how the pool survives each of these.

mod affinity;
pub mod chunks;
mod client_memory;
mod exec_memory;
mod float_environment;
pub mod frame_thread;
mod handover;
mod per_process;
mod pixel_storage;
pub mod reserve;
pub mod roomy_stack;
mod shared_bytes;
mod strided;
mod thread_time;
pub mod workers;
pub mod x11;

#[cfg(test)]
mod tests;

pub use client_memory::{ClientFn, ClientMemory, ClientPtr, Unreadable};
pub use exec_memory::ExecMemory;
pub use float_environment::FloatEnvironment;
pub use per_process::PerProcess;
pub use pixel_storage::PixelStorage;
pub use shared_bytes::{SharedBytes, zeroed_bytes};
pub use strided::{ArrayPart, Strided};
pub use thread_time::thread_time;

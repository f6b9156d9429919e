//! Talks to the operating system and to the application's memory. (`crate::process` asks for two facts more, since the
//! configuration, on which this module stands, needs them.)
//!
//! | what | where |
//! |---|---|
//! | the application's memory, behind tokens that only doors hold | [`ClientMemory`], [`ClientPtr`], [`Strided`] |
//! | memory that threads share, without Rust references to its bytes | [`PixelStorage`], [`SharedBytes`] |
//! | machine code: written, then sealed | [`ExecMemory`] |
//! | threads | [`workers`], [`chunks`] |
//! | the caller's thread: floating-point environment, stack | [`FloatEnvironment`], [`roomy_stack`] |
//! | windows and fonts of X servers, by libraries that are opened at run time | [`x11`] |
//!
//! # Pixels
//! A plane of pixels ([`PixelStorage`]) is an array of 64×64 tiles, a tile an array of 4×4 blocks, a block 64 bytes in lane
//! order. So a kernel loads and stores a group's pixels as one vector at `tile + group.block`, whatever the plane, and a tile is
//! 16 KiB in one piece. Callers that need rows (readbacks, presenting, copies, textures) go through `read_rows`, `write_rows`
//! and their like; nothing else knows the layout.
//!
//! # Why the pool is our own
//! Applications fork, block signals, and exit while workers sleep. [`workers`] says how each of these is survived.

pub mod chunks;
mod client_memory;
mod exec_memory;
mod float_environment;
mod past_caches;
mod pixel_storage;
pub mod roomy_stack;
mod shared_bytes;
mod strided;
pub mod workers;
pub mod x11;

pub use client_memory::{ClientFn, ClientMemory, ClientPtr};
pub use exec_memory::ExecMemory;
pub use float_environment::FloatEnvironment;
pub use pixel_storage::PixelStorage;
pub use shared_bytes::{SharedBytes, zeroed_bytes};
pub use strided::{ArrayPart, Strided};

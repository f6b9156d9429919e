//! The only files that talk to the operating system and to the application's memory.

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
mod workers_run;
pub mod x11;

pub use client_memory::{ClientFn, ClientMemory, ClientPtr};
pub use exec_memory::ExecMemory;
pub use float_environment::FloatEnvironment;
pub use pixel_storage::PixelStorage;
pub use shared_bytes::{SharedBytes, zeroed_bytes};
pub use strided::{ArrayPart, Strided};

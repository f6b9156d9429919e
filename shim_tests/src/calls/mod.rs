//! GL calls that are made at run time.
//!
//! [`script`] runs calls that are written as text, [`player`] random sequences in forked children. Both make a call by
//! [`raw`]. [`errors`] is the set of errors that a call may raise. The other two choose arguments for random calls.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod ati_arguments;
pub mod errors;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod player;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod raw;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod script;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub mod vertex_arguments;

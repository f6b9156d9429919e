//! Encodes machine operations as bytes.
//!
//! - [`emitter`] turns the steps of an allocation into instructions, and remembers which source text each came from.
//! - [`opcodes`] and [`opcodes_wide`] are its tables: the instruction of each operation, for AVX-512 and for AVX2.
//! - [`memory`], [`arrays`], [`pixels`] and [`wide`] emit what takes more than one instruction or a register of its own.
//! - [`encoder`] wraps iced-x86 with labels. [`disassemble`] prints code for `TRILOBITE_DEBUG=asm`.
//!
//! Invariants: general registers are fixed (their names are in [`emitter`]); only vectors and masks are allocated. An
//! instruction that iced-x86 refuses is an error of the kernel, which is then interpreted.
#![forbid(unsafe_code)]

pub(crate) mod arrays;
pub(crate) mod disassemble;
pub(crate) mod emitter;
pub(crate) mod encoder;
pub(crate) mod memory;
pub(crate) mod opcodes;
pub(crate) mod opcodes_wide;
pub(crate) mod pixels;
pub(crate) mod wide;

#[cfg(test)]
mod tests;

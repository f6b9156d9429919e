//! [`Vectors`](super::Vectors) in AVX2 (two registers of eight lanes) and AVX-512 (one register).
//!
//! The methods carry no `target_feature` of their own, since trait methods cannot: they are inlined into functions that
//! do. [`super::run_on`] alone names these types, after it has detected the instructions.

#[macro_use]
mod common;
pub(crate) mod avx2;
mod avx2_register;
pub(crate) mod avx512;
mod avx512_register;
mod window;

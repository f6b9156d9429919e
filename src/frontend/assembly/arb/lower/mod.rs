//! Lowers a parsed program to IR.
//!
//! - [`lowering`] walks over the instructions. [`operand`] reads their operands, [`evaluate`] computes, and
//!   [`write`](mod@write) stores.
//! - [`evaluate_native`], [`precision`], [`rough`] and [`pack`] have the numbers of single languages: exact rules, short
//!   formats, approximations, packed bits.
//! - [`branch`], [`loops`], [`stack`] and [`open_blocks`] make blocks of jumps, loops and calls.
//! - [`texture`] samples. [`fragment`] does what only fragment programs have, [`state_program`] what state programs write.
//! - [`register`] holds the current value of each register, [`uniform_rows`] the row of each parameter.
//!
//! Invariants: lowering cannot fail, since [`super::check`] has accepted the program. [`crate::ir::verify`] accepts the
//! result.

pub(crate) mod branch;
pub(crate) mod evaluate;
pub(crate) mod evaluate_native;
pub(crate) mod fragment;
pub(crate) mod loops;
pub(crate) mod lowering;
pub(crate) mod open_blocks;
pub(crate) mod operand;
pub(crate) mod pack;
pub(crate) mod precision;
pub(crate) mod register;
pub(crate) mod rough;
pub(crate) mod stack;
pub(crate) mod state_program;
pub(crate) mod texture;
pub(crate) mod uniform_rows;
pub(crate) mod write;

//! Lowers a parsed program to IR.

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

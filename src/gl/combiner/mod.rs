//! Register combiners (NV_register_combiners): state and commands are in `state`, queries in `query`.
//! programs.

pub(crate) mod capabilities;
pub mod commands;
mod names;
pub mod query;
pub mod state;

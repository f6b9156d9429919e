//! Register combiners (NV_register_combiners, NV_register_combiners2).
//!
//! # Main types
//!
//! [`state::RegisterCombinerState`] holds general combiners, the final combiner and the constants, in the types of
//! `crate::frontend::register_combiners`. That front end makes the program.
//!
//! # Invariants
//!
//! - Every register, mapping, usage and scale has one row in [`names`]. Commands read a row in one direction, queries in the other.
//! - A combination that the specification forbids never enters the state, so the front end need not check.
//!
//! # Ways in
//!
//! Commands are in [`commands`], queries in [`query`]. A draw takes [`state::RegisterCombinerState::active`], and passes the
//! constants as uniforms. Texture environments do not apply while it gives a setup.

pub(crate) mod capabilities;
pub mod commands;
mod names;
pub mod query;
pub mod state;

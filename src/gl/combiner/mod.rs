//! Register combiners (NV_register_combiners): state and commands (`state`), queries (`query`). `draw` builds their
//! programs.

pub(crate) mod capabilities;
pub mod query;
pub mod state;

//! Register combiners (NV_register_combiners).

pub mod query;
pub mod state;

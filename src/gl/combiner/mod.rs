//! Register combiners (NV_register_combiners).

pub(crate) mod capabilities;
pub mod query;
pub mod state;

mod enable;
pub(crate) mod names;
pub(crate) mod state;
mod strings;

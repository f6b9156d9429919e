pub(crate) mod commands;
pub(crate) mod fixture;
pub(crate) mod transfer;

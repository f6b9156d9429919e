pub(crate) mod commands;

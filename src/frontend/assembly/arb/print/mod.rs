//! A parsed program becomes canonical text.

pub(crate) mod binding;
pub(crate) mod program;

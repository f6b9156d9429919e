//! Formats a parsed program as canonical text.

pub(crate) mod binding;
pub(crate) mod native;
pub(crate) mod native_fragment;
pub(crate) mod program;

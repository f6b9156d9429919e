//! Formats a parsed program as canonical text, which loads as the same program.
//!
//! [`program`] prints statements. [`binding`] has the names of attributes, results and state; [`native`] and
//! [`native_fragment`] have the registers of NVIDIA's own languages.

pub(crate) mod binding;
pub(crate) mod native;
pub(crate) mod native_fragment;
pub(crate) mod program;

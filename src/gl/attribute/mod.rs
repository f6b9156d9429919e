//! Which attribute a command or an array means, and how integers become floats.

pub mod component;
pub(crate) mod sized;

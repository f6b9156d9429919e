//! The context, what its commands return, limits, names, and what contexts share.

pub(crate) mod call;
pub(crate) mod capability;
pub(crate) mod chapters;
pub mod enums;
pub(crate) mod error;
pub(crate) mod frame;
pub(crate) mod labels;
pub mod limits;
pub(crate) mod name_ranges;
pub mod named;
pub(crate) mod names;
pub(crate) mod recording;
pub(crate) mod share;
pub mod shared_enums;
pub(crate) mod strings;
pub(crate) mod surfaces;

//! Display lists: recording, and vertices as they are kept (GL 1.5 section 5.4).

pub mod record;
pub(crate) mod vertices;

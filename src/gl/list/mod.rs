//! Display lists: recording, and their vertices (GL 1.5 section 5.4).

pub mod record;
pub(crate) mod vertices;

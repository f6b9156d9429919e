//! Display lists (GL 1.5 section 5.4). `record` has names, compilation and execution. `vertices` compiles vertex commands
//! to vertex data.

pub mod record;
pub(crate) mod vertices;

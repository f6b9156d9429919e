//! Display lists (GL 1.5 section 5.4). `record` has names, compilation and execution. `vertices` compiles vertex commands
//! to vertex data.

pub mod record;
mod run;
pub(crate) mod vertices;

#[cfg(test)]
pub(crate) mod tests;

//! Feedback and selection (GL 1.5 sections 5.2 and 5.3).

pub mod record;
pub mod render_mode;
pub mod selection;

#[cfg(test)]
pub(crate) mod tests;

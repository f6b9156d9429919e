//! Attribute stacks (GL 1.5 section 6.1.14).

/// Saved attribute groups.
#[derive(Debug, Default)]
pub struct AttribStacks {}

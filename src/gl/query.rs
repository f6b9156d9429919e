//! Occlusion queries (GL 1.5 section 4.1.7).

/// Query objects.
#[derive(Debug, Default)]
pub struct QueryState {}

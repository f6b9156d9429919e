//! Client vertex arrays (GL 1.5 section 2.8).

/// Client array state.
#[derive(Debug, Default)]
pub struct VertexArrayState {}

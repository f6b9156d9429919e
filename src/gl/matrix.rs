//! Matrices, clip planes, viewport (GL 1.5 section 2.10 to 2.12).

/// Transformation state.
#[derive(Debug, Default)]
pub struct MatrixState {}

//! Matrices, clip planes, viewport (GL 1.5 section 2.10 to 2.12).

/// Transformation state.
#[derive(Debug, Default)]
pub struct MatrixState {}

impl MatrixState {
    /// The modelview matrix by columns. (Seam: helper *state* implements it.)
    pub fn modelview(&self) -> &[[f32; 4]; 4] {
        &[[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    }
}

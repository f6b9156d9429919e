//! Buffer objects (GL 1.5 section 2.9).

/// Bound buffers.
#[derive(Debug, Default)]
pub struct BufferState {}

/// Buffer objects by name.
#[derive(Debug, Default)]
pub struct Buffers {}

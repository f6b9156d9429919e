//! The floats before the varyings of a vertex that is clipped or fed back.
#![forbid(unsafe_code)]

/// The number of floats before the varyings: clip coordinates, point size, edge flag, six user clip distances.
pub(crate) const HEADER: usize = 12;

/// The index of the point size.
pub(crate) const POINT_SIZE: usize = 4;

/// The index of the edge flag (0 or 1).
pub(crate) const EDGE_FLAG: usize = 5;

/// The index of the first user clip distance.
pub(crate) const CLIP_DISTANCE: usize = 6;

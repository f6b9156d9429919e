//! What a display list records (GL 1.5 section 5.4). The types are in this room because commands of every chapter are
//! recorded.

use crate::gl::{Call, Result};
use crate::raster::Topology;

pub(crate) type Recorded = Box<dyn Fn(&mut Call<'_>) -> Result + Send + Sync>;

/// Whether commands are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Recording {
    /// Commands are executed at once.
    #[default]
    Off,
    /// COMPILE
    Compile,
    /// COMPILE_AND_EXECUTE
    CompileAndExecute,
}

/// A vertex command in a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum VertexOp {
    Begin(Topology),
    End,
    Restart,
    /// A new current value.
    Attribute(u8, [f32; 4]),
    /// The attribute, the number of its values that are given, and the values: weights or matrix indices.
    First(u8, u8, [f32; 4]),
    /// A vertex.
    Vertex([f32; 4]),
}

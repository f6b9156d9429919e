//! How an API counts coordinates and vertices. When a draw is prepared, each convention becomes a constant.
#![forbid(unsafe_code)]

/// The conventions of a draw. The default ones are those of OpenGL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Conventions {
    /// Which row of a target has y = 0.
    pub origin: Origin,
    /// Which window coordinates the centres of pixels have.
    pub pixel_centre: PixelCentre,
    /// Which values of z / w lie between the near and the far plane.
    pub depth_clip: DepthClip,
    /// Which vertex of a primitive gives flat colours.
    pub provoking: Provoking,
}

/// Which row of a target has y = 0. Viewport, scissor and window coordinates count from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Origin {
    /// The lowest row: y grows upwards (OpenGL).
    #[default]
    LowerLeft,
    /// The highest row: y grows downwards, while clip y still grows upwards (Direct3D).
    ///
    /// What is counterclockwise, and which edges are upper ones, is decided as seen on the screen, as with the other origin.
    UpperLeft,
}

/// Which window coordinates the centres of pixels have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PixelCentre {
    /// Whole numbers and a half: the first pixel reaches from 0 to 1 (OpenGL, Direct3D 10).
    #[default]
    Half,
    /// Whole numbers: the first pixel reaches from -1/2 to 1/2 (Direct3D 9). Fragment programs read whole numbers, too.
    Integer,
}

/// Which values of z / w lie between the near and the far plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DepthClip {
    /// The near plane is at -1, the far plane at 1 (OpenGL).
    #[default]
    MinusOneToOne,
    /// The near plane is at 0, the far plane at 1 (Direct3D).
    ZeroToOne,
}

/// Which vertex of a primitive gives flat colours (the two columns of EXT_provoking_vertex's table).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Provoking {
    /// The last vertex; the first one of a polygon (GL 1.5 table 2.12).
    #[default]
    Last,
    /// The first vertex; the second one of a triangle of a fan, because all triangles of a fan share the first.
    First,
}

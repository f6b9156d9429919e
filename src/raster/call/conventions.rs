//! How an API counts coordinates and vertices. Each convention becomes a constant when a draw is prepared.
#![forbid(unsafe_code)]

/// The conventions of a draw; the default ones are OpenGL's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Conventions {
    /// Which row of a target is its first one.
    pub origin: Origin,
    /// Where the centres of pixels lie in window coordinates.
    pub pixel_centre: PixelCentre,
    /// Which clip z, over w, lies between the near and the far plane.
    pub depth_clip: DepthClip,
    /// Which vertex of a primitive gives flat colours.
    pub provoking: Provoking,
}

/// Which row of a target is its first one. Viewport, scissor and window coordinates count from there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Origin {
    /// The lowest: y grows upwards (OpenGL).
    #[default]
    LowerLeft,
    /// The highest: y grows downwards, while clip y still grows upwards (Direct3D). Front faces are those that face
    /// counterclockwise on the screen, as with the other origin, and centres on upper edges belong to the primitive.
    UpperLeft,
}

/// Where the centres of pixels lie in window coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PixelCentre {
    /// Half a pixel from the corner of the viewport (OpenGL, Direct3D 10).
    #[default]
    Half,
    /// At whole numbers: the first pixel reaches from -1/2 to 1/2 (Direct3D 9). Fragment programs read whole numbers, too.
    Integer,
}

/// Which clip z, over w, lies between the near and the far plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum DepthClip {
    /// -1 is near, 1 is far (OpenGL).
    #[default]
    MinusOneToOne,
    /// 0 is near, 1 is far (Direct3D).
    ZeroToOne,
}

/// Which vertex of a primitive gives flat colours (the two columns of EXT_provoking_vertex's table).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Provoking {
    /// The last; of polygons the first (GL 1.5 table 2.12).
    #[default]
    Last,
    /// The first; of triangles of a fan the second, since all share the first.
    First,
}

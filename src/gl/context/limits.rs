//! Implementation limits (GL 1.5 tables 6.33 to 6.36).

/// The number of texture units of the fixed-function pipeline.
pub const MAX_TEXTURE_UNITS: usize = 8;
/// The number of texture coordinate sets.
pub const MAX_TEXTURE_COORDS: usize = 8;
/// The number of units that programs can sample.
pub const MAX_TEXTURE_IMAGE_UNITS: usize = 16;
pub const MAX_LIGHTS: usize = 8;
/// Greatest shininess and spot exponent (NV_light_max_exponent).
pub const MAX_EXPONENT: i32 = 1024;
/// The number of user clip planes.
pub const MAX_CLIP_PLANES: usize = 6;
/// The number of vertex units: modelview matrices, weights and matrix indices of a vertex. They are components of one
/// attribute each.
pub const MAX_VERTEX_UNITS: usize = 4;
/// The number of matrices in the palette (ARB_matrix_palette).
pub const MAX_PALETTE_MATRICES: usize = 32;
/// The number of generic vertex attributes.
pub const MAX_VERTEX_ATTRIBS: usize = 16;
/// MATRIX0_ARB to MATRIX7_ARB, which are MATRIX0_NV to MATRIX7_NV too.
pub const MAX_PROGRAM_MATRICES: usize = 8;
/// The number of fragment colours. Each has a draw buffer.
pub const MAX_DRAW_BUFFERS: usize = 4;
/// Greatest texture and viewport size.
pub const MAX_TEXTURE_SIZE: u32 = 8192;
/// Greatest point size, aliased and smooth.
pub const MAX_POINT_SIZE: f32 = 255.0;
/// Greatest line width, aliased and smooth.
pub const MAX_LINE_WIDTH: f32 = 255.0;
/// The entries that each of the server's and the client's attribute stack can hold.
pub const MAX_ATTRIB_STACK_DEPTH: usize = 16;

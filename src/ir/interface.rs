//! What the stages hand each other: attribute, varying and fragment slots.
//!
//! Slots are counted in scalars: vec4 number `n` takes the slots `4n .. 4n + 4`.

/// The fact ([`crate::ir::Noted::Fact`]) of a fragment whose program computes its depth. It has four values: the
/// depth, the least and the greatest depth of the range, and whether the fragment is lost because it lies outside.
pub const DEPTH_RANGE_FACT: &str = "depth, its range, outside";

/// Conventional vertex attributes 0..16 in the numbering of NV_vertex_program, generic ones after them (own storage,
/// QUIRKS 0.46). A vertex program's input slot is `4 × attribute + component`.
pub mod attribute {
    /// The vertex position in object coordinates.
    pub const POSITION: u32 = 0;
    /// Vertex weights 0 to 3.
    pub const WEIGHT: u32 = 1;
    /// Normal (x, y, z, 1).
    pub const NORMAL: u32 = 2;
    /// Primary colour.
    pub const COLOR: u32 = 3;
    /// Secondary colour.
    pub const SECONDARY_COLOR: u32 = 4;
    /// Fog coordinate (f, 0, 0, 1).
    pub const FOG_COORD: u32 = 5;
    /// Edge flag (x: 0 or 1); not visible to programs.
    pub const EDGE_FLAG: u32 = 6;
    /// Indices 0 to 3 into the matrix palette. Attribute 7 of native programs is the generic one.
    pub const MATRIX_INDEX: u32 = 7;
    /// Texture coordinate set 0; sets up to 7 follow.
    pub const TEX_COORD_0: u32 = 8;
    /// Generic attribute 0; 15 more follow.
    pub const GENERIC_0: u32 = 16;
    /// Number of attributes that commands and arrays set.
    pub const COUNT: u32 = 32;
    /// Material properties that glMaterial changes between Begin and End, for lighting alone: ambient, diffuse, specular,
    /// emission, shininess (x), each of the front and the back face.
    pub const MATERIAL_0: u32 = COUNT;
    /// Number of material attributes.
    pub const MATERIALS: u32 = 10;
    /// Variants of a vertex shader (EXT_vertex_shader): which ones is the shader's matter.
    pub const VARIANT_0: u32 = MATERIAL_0 + MATERIALS;
    /// Number of variant attributes.
    pub const VARIANTS: u32 = 16;
    /// Number of attributes that a vertex between Begin and End can have.
    pub const STREAM_COUNT: u32 = VARIANT_0 + VARIANTS;
}

/// Outputs of the vertex stage, as vec4 numbers. An output that the program does not store reads (0, 0, 0, 1), clip
/// distances 0.
pub mod varying {
    /// Clip coordinates.
    pub const POSITION: u32 = 0;
    /// Front primary colour, not clamped.
    pub const FRONT_COLOR: u32 = 1;
    /// Front secondary colour.
    pub const FRONT_SECONDARY: u32 = 2;
    /// Back primary colour.
    pub const BACK_COLOR: u32 = 3;
    /// Back secondary colour.
    pub const BACK_SECONDARY: u32 = 4;
    /// Fog coordinate (x).
    pub const FOG_COORD: u32 = 5;
    /// Point size (x).
    pub const POINT_SIZE: u32 = 6;
    /// Distances to user clip planes 0..4; planes 4 and 5 follow in the next vec4 (x, y).
    pub const CLIP_0: u32 = 7;
    /// Texture coordinate set 0; sets up to 7 follow.
    pub const TEX_COORD_0: u32 = 9;
    /// Generic varying 0, which only its name gives a meaning ([`crate::ir::link`]); 15 more follow. Outputs before it have
    /// a meaning for the rasterizer.
    pub const GENERIC_0: u32 = 17;
    /// Number of generic varyings.
    pub const GENERICS: u32 = 16;
    /// Number of vec4 outputs.
    pub const COUNT: u32 = GENERIC_0 + GENERICS;
}

/// Inputs of the fragment stage, as vec4 numbers. `raster/fragment/interpolation.rs` replaces each `LoadInput` by its interpolation.
pub mod fragment_input {
    /// Window position (x, y, z, 1/w_clip) at the fragment's centre, origin lower left.
    pub const POSITION: u32 = 0;
    /// Primary colour, clamped, after two-sided selection.
    pub const COLOR: u32 = 1;
    /// Secondary colour.
    pub const SECONDARY_COLOR: u32 = 2;
    /// Fog coordinate (f, 0, 0, 1).
    pub const FOG_COORD: u32 = 3;
    /// Texture coordinate set 0; sets up to 7 follow.
    pub const TEX_COORD_0: u32 = 4;
    /// Generic varying 0; 15 more follow. [`crate::ir::Program::varyings`] says how they are interpolated.
    pub const GENERIC_0: u32 = 12;
    /// Number of vec4 inputs.
    pub const COUNT: u32 = GENERIC_0 + super::varying::GENERICS;
}

/// Outputs of the fragment stage, as vec4 numbers.
pub mod fragment_output {
    /// Colour for draw buffer 0; up to 4 follow each other.
    pub const COLOR_0: u32 = 0;
    /// Depth (z; slot `4 × DEPTH + 2`), only when the program writes it.
    pub const DEPTH: u32 = 4;
    /// Number of vec4 outputs.
    pub const COUNT: u32 = 5;
}

/// How the generic varyings that a fragment program reads are interpolated, by bit of their numbers. The conventional
/// ones are fixed: colours are clamped as the state says, nothing is taken at a centroid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Varyings {
    /// Clamped to [0, 1] at each vertex.
    pub clamped: u32,
    /// Taken at a covered sample where a multisampled pixel is covered in part, else at the centre.
    pub centroid: u32,
}

impl Varyings {
    /// Whether a fragment input slot is a varying of this set.
    pub fn has(set: u32, slot: u32) -> bool {
        let number = (slot / 4).checked_sub(fragment_input::GENERIC_0);
        number.is_some_and(|n| n < varying::GENERICS && set >> n & 1 != 0)
    }
}

/// How `Sample` finds its level of detail; its fifth argument is the bias or the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum LodMode {
    /// From the derivatives in the quad.
    Implicit = 0,
    /// From the derivatives, plus the argument.
    Bias = 1,
    /// The argument.
    Explicit = 2,
}

impl LodMode {
    /// The mode with this immediate.
    #[inline]
    pub fn from_immediate(imm: u32) -> Option<LodMode> {
        [LodMode::Implicit, LodMode::Bias, LodMode::Explicit]
            .into_iter()
            .find(|m| *m as u32 == imm)
    }
}

/// The pixel planes that `LoadPixel` and `StorePixel` number: `kernel::layout` says which is which.
pub const PIXEL_PLANES: usize = 17;

//! The key of a fixed-function vertex program (GL 1.5 sections 2.11 to 2.14).

/// Texture coordinate sets that a key covers.
pub const MAX_COORDS: usize = 8;
/// Lights that a key covers.
pub const MAX_LIGHTS: usize = 8;

/// Everything that changes the code of vertex processing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct VertexKey {
    /// Lighting, when enabled. `None` passes the current colours through. Then two-sided selection must be off in the
    /// raster state, since no back colours are written.
    pub lighting: Option<LightingKey>,
    /// VERTEX_BLEND_ARB or VERTEX_WEIGHTING_EXT, when enabled: several modelview matrices.
    pub blend: Option<BlendKey>,
    /// Normals are scaled to length 1 after their transform.
    pub normalize: bool,
    /// Normals are multiplied by a factor that undoes the scale of the modelview matrix.
    pub rescale_normal: bool,
    /// The source of the fog coordinate; `None` when fog is off.
    pub fog: Option<FogSource>,
    pub coords: [CoordKey; MAX_COORDS],
    /// User clip planes in use, by bit (6).
    pub clip_planes: u8,
    /// Point size attenuated by distance (POINT_PARAMETERS): writes the point size.
    pub point_attenuation: bool,
}

/// How several modelview matrices transform a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlendKey {
    /// Vertex units (ARB_vertex_blend).
    Units {
        /// ACTIVE_VERTEX_UNITS_ARB, 1 to 4: the number of components of the weights and matrix indices that are used.
        units: u8,
        /// MATRIX_PALETTE_ARB, when enabled: the size of the palette. Otherwise unit n has modelview matrix n.
        palette: Option<u8>,
    },
    /// The primary and the secondary modelview matrix, with weight 0 and its difference from 1 (EXT_vertex_weighting).
    Weighting,
}

/// Lighting (GL 1.5 section 2.14.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LightingKey {
    /// Lights; disabled ones are `None`.
    pub lights: [Option<LightKey>; MAX_LIGHTS],
    /// LIGHT_MODEL_TWO_SIDE: back colours are computed, too.
    pub two_sided: bool,
    /// LIGHT_MODEL_LOCAL_VIEWER.
    pub local_viewer: bool,
    /// LIGHT_MODEL_COLOR_CONTROL is SEPARATE_SPECULAR_COLOR.
    pub separate_specular: bool,
    /// COLOR_MATERIAL, when enabled.
    pub color_material: Option<ColorMaterial>,
    /// The material properties that are vertex attributes, by bit in the order of `attribute::MATERIAL_0`.
    pub vertex_materials: u16,
}

/// What changes the code of a light that is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LightKey {
    /// Position has w ≠ 0.
    pub positional: bool,
    /// Whether the cutoff is not 180°.
    pub spot: bool,
    /// Whether the attenuation is not (1, 0, 0); used only for positional lights.
    pub attenuated: bool,
}

/// COLOR_MATERIAL: which material properties track the current colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ColorMaterial {
    /// COLOR_MATERIAL_FACE includes FRONT.
    pub front: bool,
    /// COLOR_MATERIAL_FACE includes BACK.
    pub back: bool,
    /// COLOR_MATERIAL_PARAMETER.
    pub mode: ColorMaterialMode,
}

/// Which material colours follow the current colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorMaterialMode {
    Ambient,
    Diffuse,
    AmbientAndDiffuse,
    Specular,
    Emission,
}

/// What the fog coordinate of a vertex is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FogSource {
    /// FOG_COORDINATE: the current fog coordinate.
    Coordinate,
    /// FRAGMENT_DEPTH: |z| in eye coordinates.
    EyeDepth,
    /// The same with EYE_PLANE (NV_fog_distance): z in eye coordinates.
    SignedEyeDepth,
    /// The same with EYE_RADIAL_NV: the distance from the eye.
    EyeDistance,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CoordKey {
    /// Whether an enabled texture unit (or fragment program) reads the set; otherwise it is not written.
    pub enabled: bool,
    /// Generation of s, t, r, q.
    pub generate: [TexGen; 4],
    /// The texture matrix is not the identity.
    pub matrix: bool,
}

/// Texture coordinate generation (GL 1.5 section 2.11.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TexGen {
    /// The current texture coordinate.
    #[default]
    None,
    /// OBJECT_LINEAR: the distance of the object coordinates from a plane
    ObjectLinear,
    /// EYE_LINEAR: the same of the eye coordinates
    EyeLinear,
    /// SPHERE_MAP (s and t; on r and q it is ignored)
    SphereMap,
    /// REFLECTION_MAP (s, t, r)
    ReflectionMap,
    /// NORMAL_MAP (s, t, r)
    NormalMap,
}

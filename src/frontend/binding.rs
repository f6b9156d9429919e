//! The meanings of the vec4s in a program's uniform array. The API that draws fills it from its state at each draw.
//! Fixed-function programs and assembly programs use the same bindings (ARB_vertex_program section 2.14.3.2 and table
//! X.3).

use crate::format::TextureShape;

/// One vec4 of uniforms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Binding {
    /// A constant.
    Constant([f32; 4]),
    /// `program.env[n]` of the program's target.
    Env(u32),
    /// `program.local[n]`.
    Local(u32),
    /// The nth parameter that a native fragment program declares (NV_fragment_program 3.11.2).
    Named(u32),
    /// A value of the scene.
    Scene(SceneValue),
}

impl Binding {
    /// What no program can name: the code of some instructions reads it.
    pub fn is_hidden(&self) -> bool {
        matches!(
            self,
            Binding::Scene(SceneValue::DepthLimits | SceneValue::TextureLod(..))
        )
    }
}

/// Front or back face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    Front,
    Back,
}

/// A material property or a product with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorTerm {
    Ambient,
    Diffuse,
    Specular,
    Emission,
}

/// A texture coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TexGenCoord {
    S,
    T,
    R,
    Q,
}

/// Which matrix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixName {
    ModelView(u32),
    Projection,
    Mvp,
    Texture(u32),
    Palette(u32),
    Program(u32),
    Color,
}

/// Which form of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixForm {
    Plain,
    Inverse,
    Transpose,
    InverseTranspose,
}

/// A value of the scene that programs can read; the comments give its four components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SceneValue {
    /// Material colour.
    Material(Face, ColorTerm),
    /// (shininess, 0, 0, 1)
    MaterialShininess(Face),
    /// Light colour.
    Light(u32, ColorTerm),
    /// Light position in eye coordinates.
    LightPosition(u32),
    /// (constant, linear, quadratic, spot exponent)
    LightAttenuation(u32),
    /// (x, y, z, cos cutoff) in eye coordinates.
    LightSpotDirection(u32),
    /// (spot cutoff in degrees, 0, 0, 0)
    LightSpotCutoff(u32),
    /// Half vector of light and (0, 0, 1); w = 1.
    LightHalf(u32),
    /// Light model ambient.
    LightModelAmbient,
    /// emission + ambient × model ambient; alpha of the diffuse material.
    LightModelSceneColor(Face),
    /// Light × material; alpha of the material property.
    LightProduct(u32, Face, ColorTerm),
    /// Texture environment colour of a unit.
    TexEnvColor(u32),
    /// The rotation of a unit's bump map, by rows (ATI_envmap_bumpmap); no program can name it.
    BumpMatrix(u32),
    /// Eye plane of a coordinate of a unit.
    TexGenEye(u32, TexGenCoord),
    /// Object plane.
    TexGenObject(u32, TexGenCoord),
    /// Fog colour.
    FogColor,
    /// (density, start, end, 1 / (end − start))
    FogParams,
    /// User clip plane in eye coordinates.
    ClipPlane(u32),
    /// (size, min, max, fade threshold)
    PointSize,
    /// (a, b, c, 1)
    PointAttenuation,
    /// (near, far, far − near, 1)
    DepthRange,
    /// (the least, the greatest depth that a native fragment program may write without losing its fragment, 0, 0)
    DepthLimits,
    /// (height of the framebuffer in pixels, 0, 0, 1); no program can name it.
    FramebufferHeight,
    /// Row `row` of a matrix.
    MatrixRow(MatrixName, MatrixForm, u32),
    /// (scale factor of RESCALE_NORMAL, 0, 0, 0) of a modelview or palette matrix: reciprocal length of its inverse's third
    /// row.
    NormalScale(MatrixName),
    /// (texels in a unit of s, t and r of the base level; bias of the level of detail) of the texture of a unit. A cube map
    /// has half of its size in each, on the way from −1 to 1.
    TextureLod(u32, TextureShape),
    /// What one API alone has.
    Api(ApiValue),
}

/// Values of objects that GL alone has. A front end of another API never makes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApiValue {
    /// CON_n_ATI as SetFragmentShaderConstantATI sets it outside shader definitions (ATI_fragment_shader 3.8.11).
    FragmentShaderConstant(u32),
    /// CONSTANT_COLOR0_NV or 1 of all register combiners.
    CombinerConstant(u32),
    /// CONSTANT_COLOR0_NV or 1 (the second number) of a general combiner (NV_register_combiners2).
    CombinerStageConstant(u32, u32),
    /// OFFSET_TEXTURE_MATRIX_NV of a unit by columns.
    OffsetMatrix(u32),
    /// (OFFSET_TEXTURE_SCALE_NV, OFFSET_TEXTURE_BIAS_NV, 0, 0) of a unit.
    OffsetScaleBias(u32),
    /// CONST_EYE_NV of a unit, then 0.
    ConstEye(u32),
    /// A row of an invariant of EXT_vertex_shader, by its name. Scalars and vectors have one row.
    Invariant(u32, u32),
}

impl SceneValue {
    /// The values where a program runs without a scene. Depths may be 0 to 1, a texture has one texel and no bias, a
    /// matrix is the identity, and all else is 0.
    pub fn default_value(&self) -> [f32; 4] {
        match self {
            SceneValue::DepthLimits => [0.0, 1.0, 0.0, 0.0],
            SceneValue::TextureLod(..) => [1.0, 1.0, 1.0, 0.0],
            SceneValue::MatrixRow(_, _, row) => {
                std::array::from_fn(|c| f32::from(u8::from(c as u32 == *row)))
            }
            _ => [0.0; 4],
        }
    }
}

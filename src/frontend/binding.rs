//! Bindings: what the vectors of a program's uniform array stand for.
//!
//! The API that draws fills the array from its state at each draw. Fixed-function programs and assembly programs use the
//! same bindings (ARB_vertex_program section 2.14.3.2 and table X.3).

use crate::format::TextureShape;

/// What one vector of four uniforms stands for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Binding {
    /// Four numbers of the program's text.
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
    /// Whether only the code of instructions reads the value, so that no parameter of a function stands for it.
    pub fn is_hidden(&self) -> bool {
        matches!(
            self,
            Binding::Scene(SceneValue::DepthLimits | SceneValue::TextureLod(..))
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Face {
    Front,
    Back,
}

/// A colour of a material or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColorTerm {
    Ambient,
    Diffuse,
    Specular,
    Emission,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TexGenCoord {
    S,
    T,
    R,
    Q,
}

/// A matrix of the scene. Numbers are those of units, palette entries or program matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatrixName {
    ModelView(u32),
    Projection,
    /// Projection × modelview.
    Mvp,
    Texture(u32),
    Palette(u32),
    Program(u32),
    Color,
}

/// The form in which a matrix is bound.
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
    /// The half vector between the light's direction and (0, 0, 1); w = 1.
    LightHalf(u32),
    /// The ambient colour of the light model.
    LightModelAmbient,
    /// Emission + ambient × model ambient of the material. Alpha is that of its diffuse colour.
    LightModelSceneColor(Face),
    /// The product of a light's and a material's colour. Alpha is that of the material.
    LightProduct(u32, Face, ColorTerm),
    /// The environment colour of a texture unit.
    TexEnvColor(u32),
    /// The rotation of a unit's bump map, by rows (ATI_envmap_bumpmap). No program can name it.
    BumpMatrix(u32),
    /// The eye plane that generates a texture coordinate of a unit.
    TexGenEye(u32, TexGenCoord),
    /// The object plane that generates a texture coordinate of a unit.
    TexGenObject(u32, TexGenCoord),
    FogColor,
    /// (density, start, end, 1 / (end − start))
    FogParams,
    /// A user clip plane in eye coordinates.
    ClipPlane(u32),
    /// (size, min, max, fade threshold)
    PointSize,
    /// (a, b, c, 1)
    PointAttenuation,
    /// (near, far, far − near, 1)
    DepthRange,
    /// (least depth, greatest depth, 0, 0): a native fragment program that writes a depth outside loses its fragment.
    DepthLimits,
    /// (height of the framebuffer in pixels, 0, 0, 1). No program can name it.
    FramebufferHeight,
    /// The row with this number, of a matrix in this form.
    MatrixRow(MatrixName, MatrixForm, u32),
    /// (scale factor of RESCALE_NORMAL, 0, 0, 0) of a modelview or palette matrix: 1 ÷ the length of the third row of its
    /// inverse.
    NormalScale(MatrixName),
    /// (texels for each unit of s, t and r in the base level, bias of the level of detail) of the texture of an image unit.
    /// Directions of a cube map go from −1 to 1, so it has half of its size.
    TextureLod(u32, TextureShape),
    /// A value that only one API has.
    Api(ApiValue),
}

/// Values that only GL has. Front ends of other APIs never make them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApiValue {
    /// CON_n_ATI as SetFragmentShaderConstantATI sets it outside shader definitions (ATI_fragment_shader 3.8.11).
    FragmentShaderConstant(u32),
    /// CONSTANT_COLOR0_NV or 1 of all register combiners.
    CombinerConstant(u32),
    /// CONSTANT_COLOR0_NV or 1 (the second number) of a general combiner (NV_register_combiners2).
    CombinerStageConstant(u32, u32),
    /// OFFSET_TEXTURE_MATRIX_NV of a unit, by columns.
    OffsetMatrix(u32),
    /// (OFFSET_TEXTURE_SCALE_NV, OFFSET_TEXTURE_BIAS_NV, 0, 0) of a unit.
    OffsetScaleBias(u32),
    /// (CONST_EYE_NV, 0) of a unit.
    ConstEye(u32),
    /// A row of an invariant of EXT_vertex_shader, by its name. Scalars and vectors have one row.
    Invariant(u32, u32),
}

impl SceneValue {
    /// The value for a program that runs without a scene. Depths are 0 to 1, a texture has one texel and no bias, a matrix is
    /// the identity, and everything else is 0.
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

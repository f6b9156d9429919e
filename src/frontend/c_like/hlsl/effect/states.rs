//! The states of Direct3D 9 that effects set, one row each.

use super::words::{self, Words};

/// What a state takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 32 bits: a number, a name of a value, or four numbers of a colour.
    Dword,
    Float,
    /// Three or four floats, or a whole number.
    Vector,
    Matrix,
    /// Any numbers: registers of constants.
    Constants,
    Texture,
    Sampler,
    VertexShader,
    PixelShader,
}

/// How states are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// There is one.
    One,
    /// There are so many.
    Below(u32),
    /// Any number.
    Any,
}

/// What a state belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    Render,
    /// A texture stage.
    Stage,
    /// A sampler; in `sampler_state` without a number.
    Sampler,
    /// A sampler, in `sampler_state` only.
    SamplerBlock,
    /// Which sampler a stage reads; not in `sampler_state`.
    Stages,
    Shader,
    Transform,
    Vertex,
    Material,
    Light,
}

/// A state.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub name: &'static str,
    pub group: Group,
    pub numbering: Numbering,
    pub kind: Kind,
    /// The names of its values.
    pub words: Words,
}

const NONE: Words = &[];

/// States that differ in their names only.
struct Rows {
    names: &'static [&'static str],
    group: Group,
    numbering: Numbering,
    kind: Kind,
    words: Words,
}

const fn rows(
    group: Group,
    numbering: Numbering,
    kind: Kind,
    words: Words,
    names: &'static [&'static str],
) -> Rows {
    Rows {
        names,
        group,
        numbering,
        kind,
        words,
    }
}

use Group as G;
use Kind as K;
use Numbering::{Any, Below, One};

const TABLE: &[Rows] = &[
    rows(G::Render, One, K::Dword, words::DEPTH, &["ZEnable"]),
    rows(G::Render, One, K::Dword, words::FILL, &["FillMode"]),
    rows(G::Render, One, K::Dword, words::SHADE, &["ShadeMode"]),
    rows(
        G::Render,
        One,
        K::Dword,
        words::BOOL,
        &[
            "ZWriteEnable",
            "AlphaTestEnable",
            "LastPixel",
            "DitherEnable",
            "AlphaBlendEnable",
            "FogEnable",
            "SpecularEnable",
            "RangeFogEnable",
            "StencilEnable",
            "Clipping",
            "Lighting",
            "ColorVertex",
            "LocalViewer",
            "NormalizeNormals",
            "PointSpriteEnable",
            "PointScaleEnable",
            "MultisampleAntialias",
            "IndexedVertexBlendEnable",
            "ScissorTestEnable",
            "AntialiasedLineEnable",
            "EnableAdaptiveTessellation",
            "TwoSidedStencilMode",
            "SRGBWriteEnable",
            "SeparateAlphaBlendEnable",
        ],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::BLEND,
        &["SrcBlend", "DestBlend", "SrcBlendAlpha", "DestBlendAlpha"],
    ),
    rows(G::Render, One, K::Dword, words::CULL, &["CullMode"]),
    rows(
        G::Render,
        One,
        K::Dword,
        words::COMPARE,
        &["ZFunc", "AlphaFunc", "StencilFunc", "CCW_StencilFunc"],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        NONE,
        &[
            "AlphaRef",
            "FogColor",
            "StencilRef",
            "StencilMask",
            "StencilWriteMask",
            "TextureFactor",
            "Ambient",
            "MultisampleMask",
            "BlendFactor",
            "DebugMonitorToken",
        ],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::FOG,
        &["FogTableMode", "FogVertexMode"],
    ),
    rows(
        G::Render,
        One,
        K::Float,
        NONE,
        &[
            "FogStart",
            "FogEnd",
            "FogDensity",
            "PointSize",
            "PointSize_Min",
            "PointSize_Max",
            "PointScale_A",
            "PointScale_B",
            "PointScale_C",
            "TweenFactor",
            "SlopeScaleDepthBias",
            "DepthBias",
            "MinTessellationLevel",
            "MaxTessellationLevel",
            "AdaptiveTess_X",
            "AdaptiveTess_Y",
            "AdaptiveTess_Z",
            "AdaptiveTess_W",
        ],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::STENCIL,
        &[
            "StencilFail",
            "StencilZFail",
            "StencilPass",
            "CCW_StencilFail",
            "CCW_StencilZFail",
            "CCW_StencilPass",
        ],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::WRAP,
        &[
            "Wrap0", "Wrap1", "Wrap2", "Wrap3", "Wrap4", "Wrap5", "Wrap6", "Wrap7", "Wrap8",
            "Wrap9", "Wrap10", "Wrap11", "Wrap12", "Wrap13", "Wrap14", "Wrap15",
        ],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::MATERIAL,
        &[
            "DiffuseMaterialSource",
            "SpecularMaterialSource",
            "AmbientMaterialSource",
            "EmissiveMaterialSource",
        ],
    ),
    rows(G::Render, One, K::Dword, words::VBLEND, &["VertexBlend"]),
    rows(G::Render, One, K::Dword, words::CLIP, &["ClipPlaneEnable"]),
    rows(
        G::Render,
        One,
        K::Dword,
        words::PATCHEDGE,
        &["PatchEdgeStyle"],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::WRITE,
        &[
            "ColorWriteEnable",
            "ColorWriteEnable1",
            "ColorWriteEnable2",
            "ColorWriteEnable3",
        ],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::BLENDOP,
        &["BlendOp", "BlendOpAlpha"],
    ),
    rows(
        G::Render,
        One,
        K::Dword,
        words::DEGREE,
        &["PositionDegree", "NormalDegree"],
    ),
    rows(
        G::Stage,
        Below(8),
        K::Dword,
        words::TEXOP,
        &["ColorOp", "AlphaOp"],
    ),
    rows(
        G::Stage,
        Below(8),
        K::Dword,
        words::TEXARG,
        &[
            "ColorArg0",
            "ColorArg1",
            "ColorArg2",
            "AlphaArg0",
            "AlphaArg1",
            "AlphaArg2",
            "ResultArg",
        ],
    ),
    rows(
        G::Stage,
        Below(8),
        K::Float,
        NONE,
        &[
            "BumpEnvMat00",
            "BumpEnvMat01",
            "BumpEnvMat10",
            "BumpEnvMat11",
            "BumpEnvLScale",
            "BumpEnvLOffset",
        ],
    ),
    rows(G::Stage, Below(8), K::Dword, words::TCI, &["TexCoordIndex"]),
    rows(
        G::Stage,
        Below(8),
        K::Dword,
        words::TTF,
        &["TextureTransformFlags"],
    ),
    rows(G::Stage, Below(8), K::Dword, NONE, &["Constant"]),
    rows(
        G::Sampler,
        Below(16),
        K::Dword,
        words::ADDRESS,
        &["AddressU", "AddressV", "AddressW"],
    ),
    rows(
        G::Sampler,
        Below(16),
        K::Dword,
        words::FILTER,
        &["MagFilter", "MinFilter", "MipFilter"],
    ),
    rows(
        G::Sampler,
        Below(16),
        K::Dword,
        NONE,
        &[
            "BorderColor",
            "MaxMipLevel",
            "MaxAnisotropy",
            "ElementIndex",
        ],
    ),
    rows(G::SamplerBlock, One, K::Dword, NONE, &["DMapOffset"]),
    rows(G::Sampler, Below(16), K::Float, NONE, &["MipMapLodBias"]),
    rows(
        G::Sampler,
        Below(16),
        K::Dword,
        words::BOOL,
        &["SRGBTexture"],
    ),
    rows(G::Sampler, Below(16), K::Texture, NONE, &["Texture"]),
    rows(G::Stages, Below(16), K::Sampler, NONE, &["Sampler"]),
    rows(G::Shader, One, K::VertexShader, NONE, &["VertexShader"]),
    rows(G::Shader, One, K::PixelShader, NONE, &["PixelShader"]),
    rows(
        G::Shader,
        Any,
        K::Constants,
        NONE,
        &[
            "VertexShaderConstant",
            "VertexShaderConstant1",
            "VertexShaderConstant2",
            "VertexShaderConstant3",
            "VertexShaderConstant4",
            "VertexShaderConstantF",
            "VertexShaderConstantI",
            "PixelShaderConstantI",
            "PixelShaderConstant",
            "PixelShaderConstant1",
            "PixelShaderConstant2",
            "PixelShaderConstant3",
            "PixelShaderConstant4",
            "PixelShaderConstantF",
        ],
    ),
    rows(
        G::Transform,
        One,
        K::Matrix,
        NONE,
        &["ProjectionTransform", "ViewTransform"],
    ),
    rows(
        G::Transform,
        Below(256),
        K::Matrix,
        NONE,
        &["WorldTransform"],
    ),
    rows(
        G::Transform,
        Below(8),
        K::Matrix,
        NONE,
        &["TextureTransform"],
    ),
    rows(G::Vertex, One, K::Dword, words::FVF, &["FVF"]),
    rows(
        G::Material,
        One,
        K::Vector,
        NONE,
        &[
            "MaterialAmbient",
            "MaterialDiffuse",
            "MaterialSpecular",
            "MaterialEmissive",
        ],
    ),
    rows(G::Material, One, K::Float, NONE, &["MaterialPower"]),
    rows(G::Light, Any, K::Dword, words::BOOL, &["LightEnable"]),
    rows(G::Light, Any, K::Dword, words::LIGHT, &["LightType"]),
    rows(
        G::Light,
        Any,
        K::Vector,
        NONE,
        &[
            "LightDiffuse",
            "LightSpecular",
            "LightAmbient",
            "LightPosition",
            "LightDirection",
        ],
    ),
    rows(
        G::Light,
        Any,
        K::Float,
        NONE,
        &[
            "LightRange",
            "LightFalloff",
            "LightAttenuation0",
            "LightAttenuation1",
            "LightAttenuation2",
            "LightTheta",
            "LightPhi",
        ],
    ),
    rows(
        G::Shader,
        Any,
        K::Constants,
        words::BOOL,
        &["VertexShaderConstantB", "PixelShaderConstantB"],
    ),
];

/// All states.
pub static STATES: std::sync::LazyLock<Vec<State>> = std::sync::LazyLock::new(|| {
    let state = |rows: &'static Rows, name: &&'static str| State {
        name,
        group: rows.group,
        numbering: rows.numbering,
        kind: rows.kind,
        words: rows.words,
    };
    let all = TABLE.iter();
    all.flat_map(|rows| rows.names.iter().map(move |name| state(rows, name)))
        .collect()
});

/// The state of a name in any case.
pub fn find(name: &str) -> Option<&'static State> {
    STATES.iter().find(|s| s.name.eq_ignore_ascii_case(name))
}

impl State {
    /// The number of a word for a value, in any case.
    pub fn word(&self, word: &str) -> Option<u32> {
        let row = self
            .words
            .iter()
            .find(|(w, _)| w.eq_ignore_ascii_case(word));
        row.map(|(_, n)| *n)
    }
}

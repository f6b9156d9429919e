//! The words for values of states, with their numbers in Direct3D 9.

/// Words and their numbers.
pub type Words = &'static [(&'static str, u32)];

/// Of what is on or off.
pub(super) const BOOL: Words = &[("False", 0), ("True", 1)];

/// Of `ZEnable`.
pub(super) const DEPTH: Words = &[("False", 0), ("True", 1), ("UseW", 2)];

/// Of `FillMode`.
pub(super) const FILL: Words = &[("Point", 1), ("Wireframe", 2), ("Solid", 3)];

/// Of `ShadeMode`.
pub(super) const SHADE: Words = &[("Flat", 1), ("Gouraud", 2), ("Phong", 3)];

/// Of factors of blending.
pub(super) const BLEND: Words = &[
    ("Zero", 1),
    ("One", 2),
    ("SrcColor", 3),
    ("InvSrcColor", 4),
    ("SrcAlpha", 5),
    ("InvSrcAlpha", 6),
    ("DestAlpha", 7),
    ("InvDestAlpha", 8),
    ("DestColor", 9),
    ("InvDestColor", 10),
    ("SrcAlphaSat", 11),
    ("BothSrcAlpha", 12),
    ("BothInvSrcAlpha", 13),
    ("BlendFactor", 14),
    ("InvBlendFactor", 15),
];

/// Of `CullMode`.
pub(super) const CULL: Words = &[("None", 1), ("CW", 2), ("CCW", 3)];

/// Of comparisons.
pub(super) const COMPARE: Words = &[
    ("Never", 1),
    ("Less", 2),
    ("Equal", 3),
    ("LessEqual", 4),
    ("Greater", 5),
    ("NotEqual", 6),
    ("GreaterEqual", 7),
    ("Always", 8),
];

/// Of modes of fog.
pub(super) const FOG: Words = &[("None", 0), ("Exp", 1), ("Exp2", 2), ("Linear", 3)];

/// Of what becomes of the stencil.
pub(super) const STENCIL: Words = &[
    ("Keep", 1),
    ("Zero", 2),
    ("Replace", 3),
    ("IncrSat", 4),
    ("DecrSat", 5),
    ("Invert", 6),
    ("Incr", 7),
    ("Decr", 8),
];

/// Of `Wrap0` and so on, joined.
pub(super) const WRAP: Words = &[("U", 1), ("V", 2), ("W", 4)];

/// Of sources of material colours.
pub(super) const MATERIAL: Words = &[("Material", 0), ("Color1", 1), ("Color2", 2)];

/// Of `VertexBlend`.
pub(super) const VBLEND: Words = &[
    ("Disable", 0),
    ("1Weights", 1),
    ("2Weights", 2),
    ("3Weights", 3),
    ("Tweening", 255),
    ("0Weights", 0x100),
];

/// Of `PatchEdgeStyle`.
pub(super) const PATCHEDGE: Words = &[("Discrete", 0), ("Continuous", 1)];

/// Of masks of colours, joined.
pub(super) const WRITE: Words = &[("Red", 1), ("Green", 2), ("Blue", 4), ("Alpha", 8)];

/// Of blending.
pub(super) const BLENDOP: Words = &[
    ("Add", 1),
    ("Subtract", 2),
    ("RevSubtract", 3),
    ("Min", 4),
    ("Max", 5),
];

/// Of degrees of patches.
pub(super) const DEGREE: Words = &[
    ("Linear", 1),
    ("Quadratic", 2),
    ("Cubic", 3),
    ("Quintic", 5),
];

/// Of clip planes, joined.
pub(super) const CLIP: Words = &[
    ("ClipPlane0", 1),
    ("ClipPlane1", 2),
    ("ClipPlane2", 4),
    ("ClipPlane3", 8),
    ("ClipPlane4", 16),
    ("ClipPlane5", 32),
];

/// Of operations of a texture stage.
pub(super) const TEXOP: Words = &[
    ("Disable", 1),
    ("SelectArg1", 2),
    ("SelectArg2", 3),
    ("Modulate", 4),
    ("Modulate2X", 5),
    ("Modulate4X", 6),
    ("Add", 7),
    ("AddSigned", 8),
    ("AddSigned2X", 9),
    ("Subtract", 10),
    ("AddSmooth", 11),
    ("BlendDiffuseAlpha", 12),
    ("BlendTextureAlpha", 13),
    ("BlendFactorAlpha", 14),
    ("BlendTextureAlphaPM", 15),
    ("BlendCurrentAlpha", 16),
    ("PreModulate", 17),
    ("ModulateAlpha_AddColor", 18),
    ("ModulateColor_AddAlpha", 19),
    ("ModulateInvAlpha_AddColor", 20),
    ("ModulateInvColor_AddAlpha", 21),
    ("BumpEnvMap", 22),
    ("BumpEnvMapLuminance", 23),
    ("DotProduct3", 24),
    ("MultiplyAdd", 25),
    ("Lerp", 26),
];

/// Of arguments of a texture stage, with modifiers joined.
pub(super) const TEXARG: Words = &[
    ("Diffuse", 0),
    ("Current", 1),
    ("Texture", 2),
    ("TFactor", 3),
    ("Specular", 4),
    ("Temp", 5),
    ("Constant", 6),
    ("Complement", 16),
    ("AlphaReplicate", 32),
];

/// Of `TexCoordIndex`, joined with a number.
pub(super) const TCI: Words = &[
    ("PassThru", 0),
    ("CameraSpaceNormal", 0x10000),
    ("CameraSpacePosition", 0x20000),
    ("CameraSpaceReflectionVector", 0x30000),
    ("SphereMap", 0x40000),
];

/// Of `TextureTransformFlags`, joined.
pub(super) const TTF: Words = &[
    ("Disable", 0),
    ("Count1", 1),
    ("Count2", 2),
    ("Count3", 3),
    ("Count4", 4),
    ("Projected", 0x100),
];

/// Of texture addressing.
pub(super) const ADDRESS: Words = &[
    ("Wrap", 1),
    ("Mirror", 2),
    ("Clamp", 3),
    ("Border", 4),
    ("MirrorOnce", 5),
];

/// Of filters.
pub(super) const FILTER: Words = &[
    ("None", 0),
    ("Point", 1),
    ("Linear", 2),
    ("Anisotropic", 3),
    ("GaussianQuad", 5),
    ("PyramidalQuad", 6),
];

/// Of kinds of lights.
pub(super) const LIGHT: Words = &[("Point", 1), ("Spot", 2), ("Directional", 3)];

/// Of vertex formats, joined.
pub(super) const FVF: Words = &[
    ("XYZ", 2),
    ("XYZRHW", 4),
    ("XYZB1", 6),
    ("XYZB2", 8),
    ("XYZB3", 10),
    ("XYZB4", 12),
    ("XYZB5", 14),
    ("XYZW", 0x4002),
    ("Normal", 16),
    ("PSize", 32),
    ("Diffuse", 64),
    ("Specular", 128),
    ("Tex0", 0),
    ("Tex1", 0x100),
    ("Tex2", 0x200),
    ("Tex3", 0x300),
    ("Tex4", 0x400),
    ("Tex5", 0x500),
    ("Tex6", 0x600),
    ("Tex7", 0x700),
    ("Tex8", 0x800),
    ("LastBeta_UByte4", 0x1000),
    ("LastBeta_D3DColor", 0x8000),
];

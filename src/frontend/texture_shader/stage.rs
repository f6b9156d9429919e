//! The settings of texture shader stages that change code: matrices, scales and the eye come through bindings.

use crate::format::TextureShape;

/// Stages: one for each texture unit.
pub const STAGES: usize = crate::frontend::common_stage::MAX_UNITS;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stage {
    /// SHADER_OPERATION_NV
    pub operation: Operation,
    /// PREVIOUS_TEXTURE_INPUT_NV
    pub previous: u8,
    /// RGBA_UNSIGNED_DOT_PRODUCT_MAPPING_NV
    pub mapping: DotMapping,
    /// CULL_MODES_NV: LESS, else GEQUAL.
    pub less: [bool; 4],
    /// The contents of the texture of the operation's target; `None` without a target, or without a complete texture.
    pub texels: Option<Texels>,
}

impl Stage {
    /// A stage that does nothing.
    pub const NONE: Stage = Stage {
        operation: Operation::None,
        previous: 0,
        mapping: DotMapping::Identity,
        less: [false; 4],
        texels: None,
    };
}

/// Texture shader operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// NONE: the unit samples nothing
    None,
    /// TEXTURE_1D, …: conventional texturing.
    Texture(TextureShape),
    /// PASS_THROUGH_NV
    PassThrough,
    /// CULL_FRAGMENT_NV
    CullFragment,
    /// OFFSET_TEXTURE_2D_NV and the eleven similar ones.
    Offset(Offset),
    /// DEPENDENT_AR_TEXTURE_2D_NV, …
    Dependent(Dependent),
    /// DOT_PRODUCT_NV
    DotProduct,
    /// DOT_PRODUCT_TEXTURE_1D_NV, …: as many dot products as the target has coordinates.
    DotTexture(TextureShape),
    /// DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV
    DotDiffuse,
    /// DOT_PRODUCT_REFLECT_CUBE_MAP_NV, or with CONST_EYE
    DotReflect {
        /// The eye is CONST_EYE_NV.
        const_eye: bool,
    },
    /// DOT_PRODUCT_PASS_THROUGH_NV
    DotPassThrough,
    /// DOT_PRODUCT_DEPTH_REPLACE_NV, or AFFINE
    DotDepth {
        /// One dot product is the depth, without a division.
        affine: bool,
    },
}

/// An operation that offsets coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Offset {
    /// It reads a rectangle, else a 2D texture.
    pub rectangle: bool,
    /// The offsets are HI and LO, else DS and DT.
    pub hilo: bool,
    /// Coordinates are divided by q first.
    pub projective: bool,
    /// The magnitude scales the colour.
    pub scale: bool,
}

/// The coordinates of a dependent read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dependent {
    AlphaRed2D,
    GreenBlue2D,
    Hilo2D,
    Rgb3D,
    RgbCube,
}

/// RGBA_UNSIGNED_DOT_PRODUCT_MAPPING_NV
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DotMapping {
    /// UNSIGNED_IDENTITY_NV
    Identity,
    /// EXPAND_NORMAL_NV
    ExpandNormal,
    /// FORCE_BLUE_TO_ONE_NV
    ForceBlueToOne,
}

/// The contents of texels (table 3.15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Texels {
    /// Colours.
    Rgba(Signs),
    /// ALPHA: red, green and blue are 1 here (table 3.E).
    Alpha(Signs),
    /// HI and LO.
    Hilo {
        /// In [−1, 1].
        signed: bool,
    },
    /// DS and DT.
    Dsdt,
    /// DS, DT and a magnitude.
    DsdtMag,
    /// DS, DT, a magnitude and an intensity.
    DsdtMagIntensity,
}

/// The signed components of a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Signs {
    /// None.
    Unsigned,
    /// All.
    Signed,
    /// Red, green and blue.
    SignedRgb,
}

impl Texels {
    /// Colours without signed components.
    pub fn is_unsigned_color(self) -> bool {
        matches!(
            self,
            Texels::Rgba(Signs::Unsigned) | Texels::Alpha(Signs::Unsigned)
        )
    }
}

impl Operation {
    /// The target that the operation reads.
    pub fn target(self) -> Option<TextureShape> {
        use TextureShape::*;
        match self {
            Operation::Texture(target) | Operation::DotTexture(target) => Some(target),
            Operation::Offset(offset) => Some(if offset.rectangle { Rectangle } else { D2 }),
            Operation::Dependent(Dependent::Rgb3D) => Some(D3),
            Operation::Dependent(Dependent::RgbCube) => Some(Cube),
            Operation::Dependent(_) => Some(D2),
            Operation::DotDiffuse | Operation::DotReflect { .. } => Some(Cube),
            _ => None,
        }
    }

    /// Whether the operation computes a dot product of its coordinates.
    pub fn has_dot_product(self) -> bool {
        matches!(
            self,
            Operation::DotProduct
                | Operation::DotTexture(_)
                | Operation::DotDiffuse
                | Operation::DotReflect { .. }
                | Operation::DotPassThrough
                | Operation::DotDepth { .. }
        )
    }

    /// Whether the operation reads its texture coordinate set.
    pub fn reads_coordinates(self) -> bool {
        !matches!(self, Operation::None | Operation::Dependent(_))
    }

    /// The first unit that may have the operation (section 3.8.13.2).
    pub fn first_unit(self) -> usize {
        use TextureShape::*;
        match self {
            Operation::None
            | Operation::Texture(_)
            | Operation::PassThrough
            | Operation::CullFragment => 0,
            Operation::DotTexture(D2 | Rectangle)
            | Operation::DotDiffuse
            | Operation::DotDepth { affine: false } => 2,
            Operation::DotTexture(D3 | Cube) | Operation::DotReflect { .. } => 3,
            _ => 1,
        }
    }

    /// Whether another stage must follow.
    pub fn is_never_last(self) -> bool {
        matches!(self, Operation::DotProduct | Operation::DotDiffuse)
    }
}

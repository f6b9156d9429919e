//! Declarations: what an input or output register means, and what a sampler samples.

use super::operand::Destination;
use crate::format::TextureShape;

/// What a register means to the stage before or after. The numbers are those of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Usage {
    Position = 0,
    BlendWeight = 1,
    BlendIndices = 2,
    Normal = 3,
    PointSize = 4,
    TexCoord = 5,
    Tangent = 6,
    Binormal = 7,
    TessFactor = 8,
    PositionT = 9,
    Color = 10,
    Fog = 11,
    Depth = 12,
    Sample = 13,
}

impl Usage {
    /// All, by their numbers.
    pub const ALL: [Usage; 14] = [
        Usage::Position,
        Usage::BlendWeight,
        Usage::BlendIndices,
        Usage::Normal,
        Usage::PointSize,
        Usage::TexCoord,
        Usage::Tangent,
        Usage::Binormal,
        Usage::TessFactor,
        Usage::PositionT,
        Usage::Color,
        Usage::Fog,
        Usage::Depth,
        Usage::Sample,
    ];

    /// Its name in declarations.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 14] = [
            "position",
            "blendweight",
            "blendindices",
            "normal",
            "psize",
            "texcoord",
            "tangent",
            "binormal",
            "tessfactor",
            "positiont",
            "color",
            "fog",
            "depth",
            "sample",
        ];
        NAMES[self as usize]
    }
}

/// What a sampler samples. The numbers are those of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TextureKind {
    /// `dcl_2d`
    Flat = 2,
    /// `dcl_cube`
    Cube = 3,
    /// `dcl_volume`
    Volume = 4,
}

impl TextureKind {
    /// All, by their numbers from 2.
    pub const ALL: [TextureKind; 3] = [TextureKind::Flat, TextureKind::Cube, TextureKind::Volume];

    /// Its name in declarations.
    pub fn name(self) -> &'static str {
        ["2d", "cube", "volume"][self as usize - 2]
    }

    /// The shape of its textures.
    pub fn shape(self) -> TextureShape {
        match self {
            TextureKind::Flat => TextureShape::D2,
            TextureKind::Cube => TextureShape::Cube,
            TextureKind::Volume => TextureShape::D3,
        }
    }
}

/// A `dcl` instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Declaration {
    /// An input or output and its meaning.
    Register(Usage, u8, Destination),
    /// An input of a pixel shader that means what its name says.
    Plain(Destination),
    /// A sampler.
    Sampler(TextureKind, Destination),
}

impl Declaration {
    /// The register that is declared.
    pub fn destination(&self) -> &Destination {
        match self {
            Declaration::Register(_, _, d) | Declaration::Plain(d) | Declaration::Sampler(_, d) => {
                d
            }
        }
    }
}

//! A program that loaded, in whichever language: what a draw asks of it.
#![forbid(unsafe_code)]

use crate::format::TextureShape;
use crate::frontend::BoundProgram;
use crate::frontend::assembly::arb::{ArbProgram, Counts};
use crate::frontend::fixed_function::fragment::{PixelPlace, PixelSource};
use crate::frontend::source_map::SourceMap;
use crate::frontend::stage_program::{MAX_SAMPLERS, StageProgram};
use std::sync::Arc;

/// A program that loaded.
#[derive(Debug, Clone)]
pub enum Loaded {
    /// Of an assembly language.
    Assembly(Arc<ArbProgram>),
    /// Of a language whose uniforms have names (TRI_shading_language), with the image unit of each sampler.
    Shading(Arc<StageProgram>, [u8; MAX_SAMPLERS]),
}

/// A texture that a program samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sampled {
    /// The number that the code has for it.
    pub(crate) number: usize,
    /// The image unit.
    pub(crate) unit: usize,
    /// The target; `None` is that which the unit has enabled, or else TEXTURE_2D.
    pub(crate) shape: Option<TextureShape>,
    /// Whether depths are compared.
    pub(crate) is_shadow: bool,
}

impl Sampled {
    /// The target, where the unit has `enabled`.
    pub(crate) fn shape_on(&self, enabled: Option<TextureShape>) -> TextureShape {
        self.shape.or(enabled).unwrap_or(TextureShape::D2)
    }
}

impl Loaded {
    /// The program of an assembly language.
    pub(crate) fn assembly(&self) -> Option<&Arc<ArbProgram>> {
        match self {
            Loaded::Assembly(program) => Some(program),
            Loaded::Shading(..) => None,
        }
    }

    /// The files of its text, where it may have several.
    pub(crate) fn source_map(&self) -> Option<&Arc<SourceMap>> {
        match self {
            Loaded::Assembly(_) => None,
            Loaded::Shading(program, _) => program.source_map(),
        }
    }

    /// Whether it is of NVIDIA's own languages.
    pub(crate) fn is_native(&self) -> bool {
        self.assembly().is_some_and(|p| p.language().is_native())
    }

    /// The resources that GetProgramiv reports; a program of a shading language uses none.
    pub(crate) fn counts(&self) -> Counts {
        self.assembly().map_or(Counts::default(), |p| p.counts)
    }

    /// The textures that it samples.
    pub(crate) fn sampled(&self) -> impl Iterator<Item = Sampled> + '_ {
        (0..MAX_SAMPLERS).filter_map(|number| match self {
            Loaded::Assembly(program) => Some(Sampled {
                number,
                unit: number,
                shape: Some(program.textures[number]?),
                is_shadow: program.shadow_units >> number & 1 != 0,
            }),
            Loaded::Shading(program, units) => {
                let sampler = program.samplers()[number]?;
                Some(Sampled {
                    number,
                    unit: units[number].into(),
                    shape: sampler.ty.shape,
                    is_shadow: sampler.ty.is_shadow,
                })
            }
        })
    }

    /// Texture coordinate sets that a fragment program reads, by bit.
    pub(crate) fn coords_read(&self) -> u8 {
        match self {
            Loaded::Assembly(program) => program.coords_read,
            Loaded::Shading(program, _) => program.usage().coords_read,
        }
    }

    /// Whether a fragment program has a colour for each draw buffer.
    pub(crate) fn has_several_colors(&self) -> bool {
        match self {
            Loaded::Assembly(program) => program.draw_buffers,
            Loaded::Shading(program, _) => program.usage().has_several_colors(),
        }
    }

    /// Whether enabled user clip planes act on the vertices of a vertex program.
    pub(crate) fn clips(&self) -> bool {
        match self {
            Loaded::Assembly(program) => program.clips(),
            Loaded::Shading(program, _) => program.usage().clips(),
        }
    }

    /// Whether primitives are not clipped to the near and far planes, because fragments are by their computed depths.
    pub(crate) fn replaces_depth(&self) -> bool {
        self.assembly().is_some_and(|p| p.replaces_depth())
    }

    /// The code of a vertex program with these user clip planes in use.
    pub(crate) fn code_with_clip_planes(&self, planes: u8) -> Arc<BoundProgram> {
        match self {
            Loaded::Assembly(program) => program.code_with_clip_planes(planes),
            Loaded::Shading(program, _) => program.code(),
        }
    }

    /// The code of a fragment program for primitives or pixel rectangles, and where it finds their pixels.
    pub(crate) fn code_for_pixels(
        &self,
        source: PixelSource,
        clamps: bool,
    ) -> (Arc<BoundProgram>, PixelPlace) {
        match self {
            Loaded::Assembly(program) => program.code_for_pixels(source, clamps),
            Loaded::Shading(program, _) => program.code_for_pixels(source),
        }
    }
}

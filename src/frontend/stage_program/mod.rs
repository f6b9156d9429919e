//! A program of a stage whose parameters applications find by name: what every language that looks like C gives GL.
//!
//! A language's front end makes IR whose slots are those of the stage ([`crate::ir::interface`]), and says where its uniforms
//! are. Their values live in the vectors that `Binding::Named` counts. A sampler is a number that `Sample` names; the API
//! says which image unit stands for it, so that another unit needs no other code.
//!
//! | file | what is in it |
//! |---|---|
//! | `uniform` | Uniforms and samplers: their names, types and places. |
//! | `usage` | What a program reads and writes, found in its IR. |
//! | `pixels` | The variants for pixel rectangles. |

mod pixels;
mod uniform;
mod usage;

pub use uniform::{Layout, NumberKind, SamplerType, Uniform, UniformType};
pub use usage::Usage;

use super::bound_program::BoundProgram;
use super::common_stage::{PixelPlace, PixelSource};
use super::source_map::SourceMap;
use parking_lot::Mutex;
use std::sync::Arc;

/// The most samplers of a program.
pub const MAX_SAMPLERS: usize = 16;

/// What a program processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProgramStage {
    /// It runs once per vertex.
    Vertex,
    /// It runs once per fragment.
    Fragment,
}

/// How a program uses the sampler of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampler {
    /// The shape of its texture; `None` takes that which fixed function would sample on the unit, or else a 2D texture.
    pub ty: SamplerType,
    /// The image unit that it has at first.
    pub unit: u8,
}

/// What a front end knows of a program.
#[derive(Debug, Clone)]
pub struct StageParts {
    pub stage: ProgramStage,
    /// The code for primitives.
    pub code: BoundProgram,
    /// The uniforms that applications may set, in the order of the text.
    pub uniforms: Vec<Uniform>,
    /// The initial values of the vectors that `Binding::Named` counts.
    pub initial: Vec<[f32; 4]>,
    /// The samplers by the numbers that `Sample` names; `None` for a number that none has.
    pub samplers: [Option<Sampler>; MAX_SAMPLERS],
    /// The files of the text, to which the code's spans refer; `None` for spans of one text.
    pub map: Option<Arc<SourceMap>>,
}

/// A program of a stage.
#[derive(Debug)]
pub struct StageProgram {
    parts: StageParts,
    usage: Usage,
    code: Arc<BoundProgram>,
    /// The variants for pixel rectangles that were drawn.
    variants: Mutex<Vec<(PixelSource, Arc<BoundProgram>)>>,
}

impl StageProgram {
    /// A program of these parts.
    pub fn new(parts: StageParts) -> StageProgram {
        StageProgram {
            usage: Usage::of(&parts.code.program, parts.stage),
            code: Arc::new(parts.code.clone()),
            parts,
            variants: Mutex::default(),
        }
    }

    /// The stage that it runs at.
    pub fn stage(&self) -> ProgramStage {
        self.parts.stage
    }

    /// The uniforms that applications may set.
    pub fn uniforms(&self) -> &[Uniform] {
        &self.parts.uniforms
    }

    /// The initial values of its vectors of uniforms.
    pub fn initial(&self) -> &[[f32; 4]] {
        &self.parts.initial
    }

    /// Its samplers, by number.
    pub fn samplers(&self) -> &[Option<Sampler>; MAX_SAMPLERS] {
        &self.parts.samplers
    }

    /// The files of its text, where it may have several.
    pub fn source_map(&self) -> Option<&Arc<SourceMap>> {
        self.parts.map.as_ref()
    }

    /// What it reads and writes.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// The code for primitives.
    pub fn code(&self) -> Arc<BoundProgram> {
        self.code.clone()
    }

    /// The code of a fragment program for primitives or for pixel rectangles, and where that finds the pixels.
    pub fn code_for_pixels(&self, source: PixelSource) -> (Arc<BoundProgram>, PixelPlace) {
        let place = self.pixel_place();
        if source == PixelSource::None || self.parts.stage == ProgramStage::Vertex {
            return (self.code(), place);
        }
        let mut variants = self.variants.lock();
        if let Some((_, code)) = variants.iter().find(|(known, _)| *known == source) {
            return (code.clone(), place);
        }
        let code = Arc::new(pixels::variant(&self.code, source, place));
        variants.push((source, code.clone()));
        (code, place)
    }

    /// A sampler number and a set of texture coordinates that the program does not use; the last ones if it uses all.
    fn pixel_place(&self) -> PixelPlace {
        let unit = self.parts.samplers.iter().rposition(Option::is_none);
        let mut sets = (0..8).rev();
        let set = sets.find(|set| self.usage.coords_read >> set & 1 == 0);
        PixelPlace {
            unit: unit.unwrap_or(MAX_SAMPLERS - 1) as u32,
            coord: set.unwrap_or(7),
        }
    }
}

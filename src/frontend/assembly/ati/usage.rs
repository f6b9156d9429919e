//! The resources that a shader uses: for draws, for statistics.

use super::shader::*;
use crate::frontend::common_stage::PixelPlace;
use crate::ir::Span;

/// The place of the pixels of pixel rectangles: no register samples this image unit.
const PIXEL_UNIT: u32 = 15;

/// How much of the machine a shader uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// One or two.
    pub passes: u32,
    /// Instruction pairs of each pass, complete or not.
    pub pairs: [u32; PASSES],
    /// PassTexCoord and SampleMap of each pass.
    pub routings: [u32; PASSES],
    /// SampleMap alone, in all.
    pub samples: u32,
    /// Constants that some operation reads.
    pub constants: u32,
}

impl Shader {
    /// Each routing with the register that it sets up, in order of passes and registers.
    pub fn routings(&self) -> impl Iterator<Item = (usize, &Routing)> {
        self.passes.iter().flat_map(|pass| {
            let registers = pass.routing.iter().enumerate();
            registers.filter_map(|(register, routing)| Some((register, routing.as_ref()?)))
        })
    }

    /// Each operation, in order of execution; the halves of a pair colour first.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        let pairs = self.passes.iter().flat_map(|pass| &pass.pairs);
        pairs.flat_map(|pair| pair.color.iter().chain(&pair.alpha))
    }

    /// Texture coordinate sets that the shader names, by bit; all of them are interpolated (QUIRKS 2.40).
    pub fn coords_read(&self) -> u8 {
        self.routings().fold(0, |sets, (_, routing)| {
            sets | match routing.source {
                Coordinates::Set(n) => 1 << n,
                Coordinates::Register(_) => 0,
            }
        })
    }

    /// Texture units that SampleMap samples, by bit.
    pub fn units_sampled(&self) -> u8 {
        let samples = self.routings().filter(|(_, routing)| routing.sample);
        samples.fold(0, |units, (register, _)| units | 1 << register)
    }

    /// Constants that operations read, by bit.
    pub fn constants_read(&self) -> u8 {
        let arguments = self.operations().flat_map(|o| &o.arguments);
        arguments.fold(0, |constants, argument| {
            constants
                | match argument.source {
                    Source::Constant(n) => 1 << n,
                    _ => 0,
                }
        })
    }

    /// The place where the code for pixel rectangles and bitmaps samples their pixels. The image unit is one that no
    /// register samples; the coordinate set is the last that the shader does not read. A shader that reads all of them
    /// loses the last.
    pub fn pixel_place(&self) -> PixelPlace {
        let read = self.coords_read();
        let free = (0..COORDINATES as u32).rfind(|set| read >> set & 1 == 0);
        PixelPlace {
            unit: PIXEL_UNIT,
            coord: free.unwrap_or(COORDINATES as u32 - 1),
        }
    }

    /// How much of the machine it uses.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            passes: self.passes.len() as u32,
            samples: self.routings().filter(|(_, r)| r.sample).count() as u32,
            constants: self.constants_read().count_ones(),
            ..Counts::default()
        };
        for (n, pass) in self.passes.iter().enumerate() {
            counts.pairs[n] = pass.pairs.len() as u32;
            counts.routings[n] = pass.routing.iter().flatten().count() as u32;
        }
        counts
    }

    /// The same shader without places in a text, as if recorded.
    pub fn without_spans(&self) -> Shader {
        let mut shader = self.clone();
        for pass in &mut shader.passes {
            for routing in pass.routing.iter_mut().flatten() {
                routing.span = Span::NONE;
            }
            for pair in &mut pass.pairs {
                for operation in pair.color.iter_mut().chain(&mut pair.alpha) {
                    operation.span = Span::NONE;
                }
            }
        }
        shader
    }
}

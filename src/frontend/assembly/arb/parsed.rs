//! A program as parsed: what lowering and counting read.

use super::instruction_name::{Clamp, Precision};
use super::opcode::Opcode;
use super::option::Extension;
use crate::frontend::assembly::operand::{
    Condition, Destination, Operand, Relative, Size, Source, Target,
};
use crate::frontend::binding::Binding;
use crate::frontend::fixed_function::fragment::{FogMode, PixelPlace, TextureTarget};
use crate::ir::Span;
use crate::ir::interface::{fragment_input, fragment_output};
use smallvec::SmallVec;

/// One instruction.
#[derive(Debug, Clone)]
pub(super) struct Instruction {
    pub(super) opcode: Opcode,
    pub(super) clamp: Option<Clamp>,
    pub(super) precision: Option<Precision>,
    /// The `C` suffix: written components set this condition code.
    pub(super) updates: Option<u8>,
    pub(super) destination: Option<Destination>,
    pub(super) sources: SmallVec<[Operand; 3]>,
    pub(super) texture: Option<(u32, TextureTarget)>,
    /// BRA and CAL: number in [`Parsed::labels`].
    pub(super) label: Option<usize>,
    /// Of a block: the instruction at which it goes on when it does not with the next. ELSE and ENDIF, LOOP and ENDLOOP
    /// point behind each other; BRK behind the end.
    pub(super) target: Option<usize>,
    /// Where it stands.
    pub(super) nest: Nest,
    /// BRA, CAL, RET, BRK, IF, KIL: holds where any of the four components passes; `None` always.
    pub(super) condition: Option<Condition>,
    pub(super) span: Span,
}

/// How many blocks are open around an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Nest {
    /// IF blocks.
    pub(super) ifs: u32,
    /// LOOP and REP blocks.
    pub(super) loops: u32,
    /// Of these, those around and with the innermost LOOP; 0 outside of all LOOPs.
    pub(super) index: u32,
}

/// `fragment.facing`, behind the inputs that the stage hands on.
pub(super) const FACING: u32 = fragment_input::COUNT;

/// A branch label.
#[derive(Debug, Clone)]
pub(super) struct Label {
    pub(super) name: String,
    /// The instruction that follows it: an index, up to the number of instructions.
    pub(super) at: usize,
}

/// A parameter array.
#[derive(Debug, Clone, Copy)]
pub(super) struct Array {
    pub(super) base: u32,
    pub(super) len: u32,
    pub(super) relative: bool,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Variable {
    Temp(u32),
    Address(u32),
    Attribute(u32),
    RelativeAttribute(Relative),
    Output(u32, Size),
    RelativeOutput(Relative),
    Clip(u32),
    Param(u32),
    Array(usize),
}

/// A declaration, for warnings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declared {
    /// The name in the text.
    pub(super) span: Span,
    pub(super) variable: Variable,
    /// Something names it.
    pub(super) used: bool,
}

/// A program as parsed.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) fragment: bool,
    pub(super) position_invariant: bool,
    pub(super) shadow: bool,
    pub(super) draw_buffers: bool,
    pub(super) fog: Option<FogMode>,
    /// The option that hints at a precision; it changes nothing here.
    pub(super) precision: Option<&'static str>,
    /// The NVIDIA option.
    pub(super) extension: Extension,
    pub(super) declared: Vec<Declared>,
    pub(super) labels: Vec<Label>,
    pub(super) instructions: Vec<Instruction>,
    /// The uniform array.
    pub(super) bindings: Vec<Binding>,
    pub(super) arrays: Vec<Array>,
    pub(super) n_temps: u32,
    /// The sizes of the temporaries.
    pub(super) temp_sizes: Vec<Size>,
    /// The size of the OUTPUT variables through which each result is written.
    pub(super) output_sizes: Vec<(u32, Size)>,
    pub(super) n_addresses: u32,
    /// Input vec4s bound, by bit.
    pub(super) attributes: u32,
    /// Arrays of inputs that are addressed: their first vec4s.
    pub(super) indexed: Vec<u32>,
    pub(super) textures: [Option<TextureTarget>; 16],
    pub(super) shadow_units: u16,
}

impl Parsed {
    /// Where execution begins: behind the label `main`, else at the first instruction (TRAPS 1.16).
    pub(super) fn start(&self) -> usize {
        let main = self.labels.iter().find(|l| l.name == "main");
        main.map_or(0, |l| l.at)
    }

    /// Texture coordinate sets read by a fragment program, by bit.
    pub(super) fn coords_read(&self) -> u8 {
        let any = |i: &Instruction| {
            let mut sources = i.sources.iter();
            sources.any(|s| matches!(s.source, Source::RelativeInput(_)))
        };
        if self.fragment && self.instructions.iter().any(any) {
            u8::MAX
        } else if self.fragment {
            (self.attributes >> fragment_input::TEX_COORD_0) as u8
        } else {
            0
        }
    }

    /// Where pixel rectangles put their pixels: the last image unit and coordinate set that the program leaves free; a
    /// program that reads all of them loses the last.
    pub(super) fn pixel_place(&self) -> PixelPlace {
        let unit = self.textures.iter().rposition(Option::is_none);
        let free_set = (0..8).rev().find(|set| self.coords_read() >> set & 1 == 0);
        PixelPlace {
            unit: unit.unwrap_or(self.textures.len() - 1) as u32,
            coord: free_set.unwrap_or(7),
        }
    }

    /// Some instruction names the z of result.depth (TRAPS 0.36).
    pub(super) fn writes_depth(&self) -> bool {
        let depth = Target::Output(fragment_output::DEPTH);
        self.fragment
            && self.instructions.iter().any(|i| {
                i.destination
                    .is_some_and(|d| d.target == depth && d.mask & 4 != 0)
            })
    }
}

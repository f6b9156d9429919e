//! A program as parsed, for lowering and counting.

use super::opcode::Opcode;
use crate::format::TextureShape;
use crate::frontend::assembly::arb::extension::Extension;
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::operand::{
    Condition, Destination, Operand, Relative, Size, Source, Target,
};
use crate::frontend::binding::Binding;
use crate::frontend::common_stage::{FogMode, PixelPlace};
use crate::ir::Span;
use crate::ir::interface::{fragment_input, fragment_output};
use smallvec::SmallVec;

/// The clamp of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clamp {
    /// `_SAT`: to 0 … 1.
    Unsigned,
    /// `_SSAT`: to −1 … 1.
    Signed,
}

/// The precision that an instruction asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// `R`: 32-bit floats.
    Single,
    /// `H`: 16-bit floats.
    Half,
    /// `X`: fixed point with 10 fraction bits in −2 … 2.
    Fixed,
}

/// An instruction with its operands resolved to registers and rows of uniforms.
#[derive(Debug, Clone)]
pub(crate) struct Instruction {
    pub(crate) opcode: Opcode,
    pub(crate) clamp: Option<Clamp>,
    pub(crate) precision: Option<Precision>,
    /// The `C` suffix: written components set this condition code.
    pub(crate) updates: Option<u8>,
    pub(crate) destination: Option<Destination>,
    pub(crate) sources: SmallVec<[Operand; 3]>,
    pub(crate) texture: Option<(u32, TextureShape)>,
    /// BRA and CAL: the index in [`Parsed::labels`].
    pub(crate) label: Option<usize>,
    /// In a block: the instruction to jump to. ELSE and ENDIF, LOOP and ENDLOOP point past each other; BRK points past
    /// the end.
    pub(crate) target: Option<usize>,
    /// The open blocks around it.
    pub(crate) nest: Nest,
    /// BRA, CAL, RET, BRK, IF, KIL: passes if any of the four components passes; `None`: always.
    pub(crate) condition: Option<Condition>,
    pub(crate) span: Span,
}

/// The number of open blocks around an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Nest {
    /// IF blocks.
    pub(crate) ifs: u32,
    /// LOOP and REP blocks.
    pub(crate) loops: u32,
    /// The loops around and with the innermost LOOP; 0 outside of all LOOPs.
    pub(crate) index: u32,
}

/// `fragment.facing`, after the inputs that these languages have.
pub(crate) const FACING: u32 = fragment_input::GENERIC_0;

/// The temporary that holds the first program parameter that a state program writes.
pub(crate) const STATE_PARAMETERS: u32 = 12;

/// A name that branches and calls go to. It may be used before it stands in the text.
#[derive(Debug, Clone)]
pub(crate) struct Label {
    pub(crate) name: String,
    /// The instruction that follows it: an index, up to the number of instructions.
    pub(crate) at: usize,
}

/// Parameters that can be indexed: rows of bindings one after the other.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Array {
    pub(crate) base: u32,
    pub(crate) len: u32,
    pub(crate) relative: bool,
}

/// The meaning of a name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Variable {
    Temp(u32),
    Address(u32),
    Attribute(u32),
    RelativeAttribute(Relative),
    Output(u32, Size),
    RelativeOutput(Relative),
    Clip(u32),
    Param(u32),
    Array(usize),
    /// A constant or parameter of `!!FP1.0`.
    Named(Named),
}

/// A named constant or parameter.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Named {
    /// DEFINE: a scalar.
    Scalar(f32),
    /// DEFINE: a vector.
    Vector([f32; 4]),
    /// DECLARE: its number in `Parsed::named`.
    Parameter(u32),
}

/// A declaration, for warnings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Declared {
    /// The name in the text.
    pub(crate) span: Span,
    pub(crate) variable: Variable,
    /// Whether it is used.
    pub(crate) used: bool,
}

/// A text whose names are resolved: the instructions, and all that it declares.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) language: Language,
    pub(crate) fragment: bool,
    pub(crate) position_invariant: bool,
    pub(crate) shadow: bool,
    pub(crate) draw_buffers: bool,
    /// Whether `fragment.position` counts y from the top (ARB_fragment_coord_conventions).
    pub(crate) origin_upper_left: bool,
    /// Whether pixel centres are whole numbers in `fragment.position` (ARB_fragment_coord_conventions).
    pub(crate) pixel_center_integer: bool,
    pub(crate) fog: Option<FogMode>,
    /// The option that hints at a precision; it changes nothing here.
    pub(crate) precision: Option<&'static str>,
    /// The NVIDIA option.
    pub(crate) extension: Extension,
    /// The parameters that a native fragment program declares, with their initial values.
    pub(crate) named: Vec<(String, [f32; 4])>,
    pub(crate) declared: Vec<Declared>,
    pub(crate) labels: Vec<Label>,
    pub(crate) instructions: Vec<Instruction>,
    /// The uniform array.
    pub(crate) bindings: Vec<Binding>,
    pub(crate) arrays: Vec<Array>,
    pub(crate) n_temps: u32,
    /// The sizes of the temporaries.
    pub(crate) temp_sizes: Vec<Size>,
    /// The size of the OUTPUT variables through which each result is written.
    pub(crate) output_sizes: Vec<(u32, Size)>,
    pub(crate) n_addresses: u32,
    /// Input vec4s bound, by bit.
    pub(crate) attributes: u32,
    /// For a state program: the program parameters that it writes. They are temporaries from [`STATE_PARAMETERS`] on,
    /// and begin with the parameters' values.
    pub(crate) state_parameters: Vec<u32>,
    /// Arrays of inputs that are addressed: their first vec4s.
    pub(crate) indexed: Vec<u32>,
    pub(crate) textures: [Option<TextureShape>; 16],
    pub(crate) shadow_units: u16,
}

impl Parsed {
    /// The first instruction: that after the label `main`, else the first of the text (QUIRKS 1.16).
    pub(crate) fn start(&self) -> usize {
        let main = self.labels.iter().find(|l| l.name == "main");
        main.map_or(0, |l| l.at)
    }

    /// Texture coordinate sets read by a fragment program, by bit.
    pub(crate) fn coords_read(&self) -> u8 {
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

    /// The place of the pixels of pixel rectangles: the last free image unit and coordinate set. A program that reads
    /// all of them loses the last.
    pub(crate) fn pixel_place(&self) -> PixelPlace {
        let unit = self.textures.iter().rposition(Option::is_none);
        let free_set = (0..8).rev().find(|set| self.coords_read() >> set & 1 == 0);
        PixelPlace {
            unit: unit.unwrap_or(self.textures.len() - 1) as u32,
            coord: free_set.unwrap_or(7),
        }
    }

    /// Whether a fragment program may discard fragments.
    pub(super) fn discards(&self) -> bool {
        let limits_depth = self.language == Language::Fp10 && self.writes_depth();
        limits_depth || self.instructions.iter().any(|i| i.opcode == Opcode::Kil)
    }

    /// Whether an instruction names the z of result.depth (QUIRKS 0.36).
    pub(crate) fn writes_depth(&self) -> bool {
        let depth = Target::Output(fragment_output::DEPTH);
        self.fragment
            && self.instructions.iter().any(|i| {
                i.destination
                    .is_some_and(|d| d.target == depth && d.mask & 4 != 0)
            })
    }
}

//! A program as parsed: what lowering and counting read.

use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::operand::{Condition, Destination, Operand, Target};
use crate::frontend::binding::Binding;
use crate::frontend::fixed_function::fragment::{FogMode, PixelPlace, TextureTarget};
use crate::ir::Span;
use crate::ir::interface::{fragment_input, fragment_output};
use smallvec::SmallVec;

/// One instruction.
#[derive(Debug, Clone)]
pub(super) struct Instruction {
    pub(super) opcode: Opcode,
    pub(super) saturate: bool,
    /// The `C` suffix: written components set the condition code.
    pub(super) updates_condition: bool,
    pub(super) destination: Option<Destination>,
    pub(super) sources: SmallVec<[Operand; 3]>,
    pub(super) texture: Option<(u32, TextureTarget)>,
    /// BRA and CAL: number in [`Parsed::labels`].
    pub(super) label: Option<usize>,
    /// BRA, CAL and RET: taken where any of the four components passes; `None` always.
    pub(super) branch_condition: Option<Condition>,
    pub(super) span: Span,
}

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
    Output(u32),
    Clip(u32),
    Param(u32),
    Array(usize),
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
    /// OPTION NV_vertex_program2.
    pub(super) nv2: bool,
    pub(super) labels: Vec<Label>,
    pub(super) instructions: Vec<Instruction>,
    /// The uniform array.
    pub(super) bindings: Vec<Binding>,
    pub(super) arrays: Vec<Array>,
    pub(super) n_temps: u32,
    pub(super) n_addresses: u32,
    /// Input vec4s bound, by bit.
    pub(super) attributes: u32,
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
        if self.fragment {
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

//! ARB_vertex_program and ARB_fragment_program: text → [`ArbProgram`].
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 5 | `print` | A parsed program becomes canonical text. |
//! | 4 | `lower` | A parsed program becomes IR. |
//! | 3 | `check` | Counts, limits and warnings of a parsed program. |
//! | 2 | `parse` | Text becomes statements: grammar, bindings, options. |
//! | 1 | `parsed` | A program as parsed: what lowering and counting read. |
//! | 1 | `opcode_table` | The table of instructions. |
//! | 0 | `opcode` | Operations and what their rows say. |
//! | 0 | `scalar_set` | A set of register scalars. |

mod check;
mod lower;
mod opcode;
mod opcode_table;
pub(super) mod parse;
pub(super) mod parsed;
pub(in crate::frontend) mod print;
mod scalar_set;
#[cfg(test)]
mod tests;

use super::{Language, Stage};
use crate::format::TextureShape;
use crate::frontend::BoundProgram;
pub use crate::frontend::assembly::arb::check::flow_counts::FlowCounts;
use crate::frontend::assembly::arb::lower::lowering::Variant;
pub(crate) use crate::frontend::assembly::arb::parse::instruction_name::has_instruction;
pub(crate) use crate::frontend::assembly::arb::parse::option::Extension;
use crate::frontend::assembly::operand::Target;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::frontend::fixed_function::fragment::{PixelPlace, PixelSource};
use crate::ir::Span;
pub(super) use opcode::{FP10, VP10, VP11, VP20};
use parking_lot::Mutex;
use std::sync::Arc;

/// The longest text that is parsed.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
/// A text with more instructions than this many times the limit is not read to its end.
const READ_PER_LIMIT: u32 = 4;
/// MAX_PROGRAM_EXEC_INSTRUCTIONS_NV: a vertex that has executed so many stops there.
pub const MAX_EXEC_INSTRUCTIONS: u32 = 65536;
/// MAX_PROGRAM_CALL_DEPTH_NV: a call at this depth ends the program.
pub const MAX_CALL_DEPTH: u32 = 4;
/// MAX_PROGRAM_IF_DEPTH_NV: an IF inside of so many ends the program.
pub const MAX_IF_DEPTH: u32 = 48;
/// MAX_PROGRAM_LOOP_DEPTH_NV: a LOOP or REP inside of so many ends the program.
pub const MAX_LOOP_DEPTH: u32 = 4;
/// MAX_PROGRAM_LOOP_COUNT_NV: no block of LOOP or REP runs more often.
pub const MAX_LOOP_COUNT: u32 = 255;

/// Load limits of a target (ARB_vertex_program table X.9, ARB_fragment_program table X.13).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Instructions in all.
    pub instructions: u32,
    /// ALU instructions (fragment programs).
    pub alu: u32,
    /// Texture instructions (fragment programs).
    pub tex: u32,
    /// Texture indirections (fragment programs).
    pub indirections: u32,
    /// Temporaries.
    pub temporaries: u32,
    /// Parameters.
    pub parameters: u32,
    /// Attributes.
    pub attributes: u32,
    /// Address registers (vertex programs).
    pub addresses: u32,
    /// `program.env` vectors.
    pub env: u32,
    /// `program.local` vectors.
    pub local: u32,
    /// Lights.
    pub lights: u32,
    /// User clip planes.
    pub clip_planes: u32,
    /// Fixed-function texture units.
    pub texture_units: u32,
    /// Texture coordinate sets.
    pub texture_coords: u32,
    /// Texture image units.
    pub image_units: u32,
    /// Program matrices.
    pub matrices: u32,
    /// Vertex units: modelview matrices, weights and matrix indices.
    pub vertex_units: u32,
    /// Matrices of the palette.
    pub palette_matrices: u32,
    /// Generic vertex attributes.
    pub generic_attributes: u32,
    /// Draw buffers.
    pub draw_buffers: u32,
}

impl Limits {
    /// What this driver reports for vertex programs. A program of piglit's binds 1,021 local parameters (big-param).
    pub const VERTEX: Limits = Limits {
        instructions: 1024,
        alu: 0,
        tex: 0,
        indirections: 0,
        temporaries: 64,
        parameters: 1024,
        attributes: 16,
        addresses: 4,
        env: 256,
        local: 1024,
        lights: 8,
        clip_planes: 6,
        texture_units: 8,
        texture_coords: 8,
        image_units: 16,
        matrices: 8,
        vertex_units: 4,
        palette_matrices: 32,
        generic_attributes: 16,
        draw_buffers: 1,
    };
    /// What this driver reports for fragment programs.
    pub const FRAGMENT: Limits = Limits {
        instructions: 4096,
        alu: 4096,
        tex: 4096,
        indirections: 4096,
        parameters: 256,
        attributes: 10,
        addresses: 0,
        local: 256,
        draw_buffers: 4,
        ..Limits::VERTEX
    };
}

/// What a program uses (GetProgramiv).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub instructions: u32,
    pub alu: u32,
    pub tex: u32,
    pub indirections: u32,
    pub temporaries: u32,
    pub parameters: u32,
    pub attributes: u32,
    pub addresses: u32,
}

/// A loaded program.
#[derive(Debug)]
pub struct ArbProgram {
    /// What it uses.
    pub counts: Counts,
    /// The target sampled on each texture image unit.
    pub textures: [Option<TextureShape>; 16],
    /// Image units sampled through a SHADOW target, by bit.
    pub shadow_units: u16,
    /// Texture coordinate sets that a fragment program reads, by bit.
    pub coords_read: u8,
    /// OPTION ARB_position_invariant.
    pub position_invariant: bool,
    /// A fragment program writes depth.
    pub writes_depth: bool,
    /// A fragment program has a colour for each draw buffer (ARB_draw_buffers).
    pub draw_buffers: bool,
    /// A fragment program may discard.
    pub kills: bool,
    parsed: parsed::Parsed,
    /// The text, for dumps that quote it.
    source: Option<Arc<[u8]>>,
    variants: Mutex<Vec<(Variant, Arc<BoundProgram>)>>,
}

impl ArbProgram {
    /// Its language.
    pub fn language(&self) -> Language {
        self.parsed.language
    }

    /// The program parameters that a state program writes, in the order of its outputs: `c[n]` of the code's output
    /// vec4 `i` is `n = state_parameters()[i]`.
    pub fn state_parameters(&self) -> &[u32] {
        &self.parsed.state_parameters
    }

    /// Whether a vertex program names this output vec4 as a destination.
    pub fn writes(&self, output: u32) -> bool {
        let names = |i: &parsed::Instruction| match i.destination.map(|d| d.target) {
            Some(Target::Output(n)) => n == output,
            Some(Target::RelativeOutput(r)) => (r.base..r.base + r.len).contains(&output),
            _ => false,
        };
        self.parsed.instructions.iter().any(names)
    }

    /// The code for primitives, without user clip planes.
    pub fn code(&self) -> Arc<BoundProgram> {
        if self.parsed.fragment {
            self.variant(Variant::Pixels(PixelSource::None, true))
        } else {
            self.variant(Variant::ClipPlanes(0))
        }
    }

    /// The code of a fragment program for fragments of primitives, of pixel rectangles or of bitmaps (TRAPS 0.53), whose
    /// colours are clamped or not, and where it looks for pixels. A vertex program gives its code for primitives.
    pub fn code_for_pixels(
        &self,
        source: PixelSource,
        clamps: bool,
    ) -> (Arc<BoundProgram>, PixelPlace) {
        let code = if self.parsed.fragment {
            self.variant(Variant::Pixels(source, clamps || self.parsed.fog.is_none()))
        } else {
            self.code()
        };
        (code, self.parsed.pixel_place())
    }

    /// Enabled user clip planes act on its vertices: by the position, or by `result.clip[n]`.
    pub fn clips(&self) -> bool {
        let by_position = self.position_invariant && !self.language().is_native();
        by_position || self.parsed.extension.has_conditions()
    }

    /// The code of a position-invariant vertex program with these user clip planes in use (by bit); any other
    /// program ignores them (TRAPS 0.30), native ones too (NV_vertex_program2 2.11). Variants are kept.
    pub fn code_with_clip_planes(&self, planes: u8) -> Arc<BoundProgram> {
        if !self.position_invariant || self.language().is_native() {
            return self.code();
        }
        self.variant(Variant::ClipPlanes(planes & 0x3f))
    }

    /// The program as canonical text: what loads as the same program, whoever wrote it and however (texts of nearly
    /// [`MAX_TEXT_BYTES`] may be longer in this form). Names, comments and unread OUTPUT and ALIAS statements are lost.
    pub fn text(&self) -> String {
        print::program::text(&self.parsed)
    }

    /// The parameters that it declares (`!!FP1.0`), with their initial values: `Binding::Named` counts them.
    pub fn named(&self) -> &[(String, [f32; 4])] {
        &self.parsed.named
    }

    /// A native fragment program that computes depths: primitives are not clipped to the near and far planes
    /// (NV_fragment_program 2.11).
    pub fn replaces_depth(&self) -> bool {
        self.language() == Language::Fp10 && self.writes_depth
    }

    /// What is odd about the program, whose text this is.
    pub fn warnings(&self, text: &[u8]) -> Vec<Warning> {
        check::warnings::warnings(&self.parsed, text)
    }

    /// Labels and branches; `None` without the options that have them.
    pub fn flow_counts(&self) -> Option<FlowCounts> {
        let has_flow = self.parsed.extension.has_flow();
        has_flow.then(|| FlowCounts::of(&self.parsed))
    }

    fn variant(&self, variant: Variant) -> Arc<BoundProgram> {
        let mut variants = self.variants.lock();
        if let Some((_, code)) = variants.iter().find(|(v, _)| *v == variant) {
            return code.clone();
        }
        let code = lower::lowering::lower(&self.parsed, variant).with_text(&self.source);
        let code = Arc::new(code);
        variants.push((variant, code.clone()));
        code
    }
}

/// Loads a vertex program of any language.
pub fn load_vertex(text: &[u8], limits: &Limits) -> Result<ArbProgram, ProgramError> {
    load(text, limits, Stage::Vertex)
}

/// Loads a fragment program of any language.
pub fn load_fragment(text: &[u8], limits: &Limits) -> Result<ArbProgram, ProgramError> {
    load(text, limits, Stage::Fragment)
}

/// Loads a vertex state program (`!!VSP1.0`).
pub fn load_state(text: &[u8], limits: &Limits) -> Result<ArbProgram, ProgramError> {
    load(text, limits, Stage::VertexState)
}

/// The errors of a program that does not load: the one that refuses it, then others that are surely none of its
/// consequences. In long texts those that stand late are left out.
pub fn errors(text: &[u8], limits: &Limits, stage: Stage) -> Vec<ProgramError> {
    match check_length(text) {
        Err(error) => vec![error],
        Ok(()) => parse::recover::errors(text, limits, stage),
    }
}

fn check_length(text: &[u8]) -> Result<(), ProgramError> {
    if text.len() <= MAX_TEXT_BYTES {
        return Ok(());
    }
    Err(ProgramError {
        kind: ErrorKind::TextTooLong {
            limit: MAX_TEXT_BYTES,
        },
        span: Span::new(MAX_TEXT_BYTES, MAX_TEXT_BYTES + 1),
    })
}

fn load(text: &[u8], limits: &Limits, stage: Stage) -> Result<ArbProgram, ProgramError> {
    check_length(text)?;
    let parsed = parse::parser::parse(text, limits, stage)?;
    let counts = check::count::count(&parsed, &parsed.language.limits(limits)).map_err(|kind| {
        ProgramError {
            kind,
            span: Span::new(text.len(), text.len()),
        }
    })?;
    let program = ArbProgram {
        counts,
        textures: parsed.textures,
        shadow_units: parsed.shadow_units,
        coords_read: parsed.coords_read(),
        position_invariant: parsed.position_invariant,
        writes_depth: parsed.writes_depth(),
        draw_buffers: parsed.draw_buffers,
        kills: parsed.discards(),
        parsed,
        source: crate::debug::words().muda.then(|| text.into()),
        variants: Mutex::default(),
    };
    program.code();
    Ok(program)
}

//! A loaded program, and its loading: a text becomes an [`ArbProgram`].

use super::check::flow_counts::FlowCounts;
use super::language::{Language, Stage};
use super::limits::{Counts, Limits, MAX_TEXT_BYTES};
use super::lower::lowering::Variant;
use super::parsed::{Instruction, Parsed};
use super::{check, lower, parse, print};
use crate::cache::Lru;
use crate::format::TextureShape;
use crate::frontend::assembly::operand::Target;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::{PixelPlace, PixelSource};
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::ir::Span;
use parking_lot::Mutex;
use std::sync::Arc;

/// The most variants of its code that a program caches. Draws ask for one or two; only an application that goes through
/// the sets of user clip planes asks for more.
const MAX_VARIANTS: u32 = 16;

/// A program whose text has been accepted. It is lowered at its first use with each set of options.
#[derive(Debug)]
pub struct ArbProgram {
    /// The resources that it uses.
    pub counts: Counts,
    /// The target sampled on each texture image unit.
    pub textures: [Option<TextureShape>; 16],
    /// Image units sampled through a SHADOW target, by bit.
    pub shadow_units: u16,
    /// Texture coordinate sets that a fragment program reads, by bit.
    pub coords_read: u8,
    /// OPTION ARB_position_invariant.
    pub position_invariant: bool,
    /// Whether a fragment program writes depth.
    pub writes_depth: bool,
    /// Whether a fragment program has a colour for each draw buffer (ARB_draw_buffers).
    pub draw_buffers: bool,
    /// Whether a fragment program may discard.
    pub kills: bool,
    pub(super) parsed: Parsed,
    /// The text, for dumps that quote it.
    source: Option<Arc<[u8]>>,
    variants: Mutex<Lru<Variant, Arc<BoundProgram>>>,
}

impl ArbProgram {
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
        let names = |i: &Instruction| match i.destination.map(|d| d.target) {
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

    /// The code of a fragment program for fragments of primitives, of pixel rectangles or of bitmaps (QUIRKS 0.53). The
    /// variant depends on the clamping of colours and on the place of pixels. A vertex program returns its code for
    /// primitives.
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

    /// Whether enabled user clip planes act on its vertices: by the position, or by `result.clip[n]`.
    pub fn clips(&self) -> bool {
        let by_position = self.position_invariant && !self.language().is_native();
        by_position || self.parsed.extension.has_conditions()
    }

    /// The code of a position-invariant vertex program with these user clip planes in use (by bit). Any other program
    /// ignores them (QUIRKS 0.30), native ones too (NV_vertex_program2 2.11). Variants are cached.
    pub fn code_with_clip_planes(&self, planes: u8) -> Arc<BoundProgram> {
        if !self.position_invariant || self.language().is_native() {
            return self.code();
        }
        self.variant(Variant::ClipPlanes(planes & 0x3f))
    }

    /// The program as canonical text, which loads as the same program (texts of nearly [`MAX_TEXT_BYTES`] may be longer
    /// in this form). Names, comments and unread OUTPUT and ALIAS statements are lost.
    pub fn text(&self) -> String {
        print::program::text(&self.parsed)
    }

    /// The parameters that it declares (`!!FP1.0`), with their initial values: `Binding::Named` counts them.
    pub fn named(&self) -> &[(String, [f32; 4])] {
        &self.parsed.named
    }

    /// Whether a native fragment program computes depths: primitives are not clipped to the near and far planes then
    /// (NV_fragment_program 2.11).
    pub fn replaces_depth(&self) -> bool {
        self.language() == Language::Fp10 && self.writes_depth
    }

    /// The warnings about the program with this text.
    pub fn warnings(&self, text: &[u8]) -> Vec<Warning> {
        check::warnings::warnings(&self.parsed, text)
    }

    /// Labels and branches; `None` without the options that have them.
    pub fn flow_counts(&self) -> Option<FlowCounts> {
        let has_flow = self.parsed.extension.has_flow();
        has_flow.then(|| FlowCounts::of(&self.parsed))
    }

    /// The code of a variant. It is made outside of the lock: two contexts may both make it, and the first result is kept.
    fn variant(&self, variant: Variant) -> Arc<BoundProgram> {
        if let Some(code) = self.variants.lock().get(&variant) {
            return code.clone();
        }
        let code = lower::lowering::lower(&self.parsed, variant);
        let code = Arc::new(code.with_text(&self.source));
        let mut variants = self.variants.lock();
        variants.get_or_insert_with(variant, |_| code).clone()
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

/// The errors of a program that does not load. The first is the one that refuses it. Others follow that are certainly
/// independent of it. In long texts late ones are left out.
pub fn errors(text: &[u8], limits: &Limits, stage: Stage) -> Vec<ProgramError> {
    match check_length(text) {
        Err(error) => vec![error],
        Ok(()) => check::recover::errors(text, limits, stage),
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
        variants: Mutex::new(Lru::new(MAX_VARIANTS)),
    };
    program.code();
    Ok(program)
}

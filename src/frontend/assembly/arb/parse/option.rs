//! OPTION statements (ARB_vertex_program 2.14.4.5, ARB_fragment_program 3.11.4.5, ARB_fragment_coord_conventions).

use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::extension::Extension;
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parsed::{Parsed, Variable};
use crate::frontend::common_stage::FogMode;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// Options of fragment programs of which only one may be given.
const PRECISION_HINTS: [&str; 2] = ["ARB_precision_hint_fastest", "ARB_precision_hint_nicest"];

/// Options of ARB_fragment_coord_conventions.
const ORIGIN_UPPER_LEFT: &str = "ARB_fragment_coord_origin_upper_left";
const PIXEL_CENTER_INTEGER: &str = "ARB_fragment_coord_pixel_center_integer";

pub(crate) fn coord_conventions(p: &Parsed) -> [Option<&'static str>; 2] {
    [
        p.origin_upper_left.then_some(ORIGIN_UPPER_LEFT),
        p.pixel_center_integer.then_some(PIXEL_CENTER_INTEGER),
    ]
}

impl<'a> Parser<'a> {
    /// Parses what follows `OPTION`.
    pub(crate) fn option(&mut self) -> Result {
        let name = self.word("an option's name")?;
        let fog = match name {
            "ARB_fog_linear" => Some(FogMode::Linear),
            "ARB_fog_exp" => Some(FogMode::Exp),
            "ARB_fog_exp2" => Some(FogMode::Exp2),
            _ => None,
        };
        let hint = PRECISION_HINTS.into_iter().find(|hint| *hint == name);
        let extensions = Extension::of_stage(self.p.fragment).into_iter();
        let extension = { extensions }.find(|e| e.name() == Some(name));
        match (name, self.p.fragment) {
            ("ARB_position_invariant", false) => self.p.position_invariant = true,
            // Vertex programs have it, too (NV_vertex_program3, dependencies).
            ("ARB_fragment_program_shadow", _) => self.p.shadow = true,
            ("ARB_draw_buffers" | "ATI_draw_buffers", true) if self.limits.draw_buffers > 1 => {
                self.p.draw_buffers = true;
            }
            _ if self.coord_convention(name) => {}
            _ if extension.is_some() => {
                self.p.extension = self.p.extension.max(extension.unwrap_or_default());
                if self.p.extension == Extension::Fragment2 {
                    // The loop index (NV_fragment_program2 3.11.3.Y).
                    self.names.insert("A0", (Variable::Address(0), usize::MAX));
                }
            }
            (_, true) if hint.is_some() => {
                if self.p.precision.is_some() && self.p.precision != hint {
                    return self.error(ErrorKind::OptionConflict(
                        "only one precision hint may be given",
                    ));
                }
                self.p.precision = hint;
            }
            (_, true) if fog.is_some() => {
                if self.p.fog.is_some() && self.p.fog != fog {
                    return self.error(ErrorKind::OptionConflict("only one fog mode may be given"));
                }
                self.p.fog = fog;
            }
            _ => return self.error(ErrorKind::UnknownOption(name.to_string())),
        }
        Ok(())
    }

    /// Takes an option of ARB_fragment_coord_conventions; false for other options. Several may be given, and repeated.
    pub(crate) fn coord_convention(&mut self, name: &str) -> bool {
        let convention = match name {
            ORIGIN_UPPER_LEFT => &mut self.p.origin_upper_left,
            PIXEL_CENTER_INTEGER => &mut self.p.pixel_center_integer,
            _ => return false,
        };
        *convention |= self.p.fragment;
        self.p.fragment
    }

    /// The languages of the instructions that the program may use.
    pub(crate) fn dialects(&self) -> u16 {
        self.p.language.dialects(self.p.extension)
    }

    /// An error at `span` unless the program has an NVIDIA option of its stage: the larger one, or any.
    pub(crate) fn need(&self, what: &'static str, larger: bool, span: Span) -> Result {
        let extension = Extension::of_stage(self.p.fragment)[usize::from(larger)];
        if self.p.extension >= extension {
            return Ok(());
        }
        let kind = if self.p.language.is_native() {
            ErrorKind::NeedsLanguage(what, Language::Vp20.header())
        } else {
            ErrorKind::NeedsOption(what, extension.name().unwrap_or_default())
        };
        Err(ProgramError { kind, span })
    }

    /// What each of the NVIDIA options adds.
    pub(crate) fn need_extension(&self, what: &'static str, span: Span) -> Result {
        self.need(what, false, span)
    }

    /// What NV_vertex_program2 and NV_fragment_program2 add.
    pub(crate) fn need_flow(&self, what: &'static str, span: Span) -> Result {
        self.need(what, self.p.fragment, span)
    }

    /// What NV_vertex_program3 and NV_fragment_program2 add.
    pub(crate) fn need_larger(&self, what: &'static str, span: Span) -> Result {
        self.need(what, true, span)
    }
}

//! OPTION statements (ARB_vertex_program 2.14.4.5, ARB_fragment_program 3.11.4.5, ARB_fragment_coord_conventions).

use super::parser::{Parser, Result};
use crate::frontend::assembly::Language;
use crate::frontend::assembly::arb::opcode::{FP, FP2, NVFP, VP, VP2, VP3};
use crate::frontend::assembly::arb::parsed::{Parsed, Variable};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::fixed_function::fragment::FogMode;
use crate::ir::Span;

/// Options of fragment programs of which only one may be given.
const PRECISION_HINTS: [&str; 2] = ["ARB_precision_hint_fastest", "ARB_precision_hint_nicest"];

/// Options of ARB_fragment_coord_conventions.
const ORIGIN_UPPER_LEFT: &str = "ARB_fragment_coord_origin_upper_left";
const PIXEL_CENTER_INTEGER: &str = "ARB_fragment_coord_pixel_center_integer";

/// The options of ARB_fragment_coord_conventions that a program has.
pub(crate) fn coord_conventions(p: &Parsed) -> [Option<&'static str>; 2] {
    [
        p.origin_upper_left.then_some(ORIGIN_UPPER_LEFT),
        p.pixel_center_integer.then_some(PIXEL_CENTER_INTEGER),
    ]
}

/// The NVIDIA option of a program; a later one of its stage contains the earlier ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Extension {
    #[default]
    None,
    /// NV_vertex_program2_option
    Vertex2,
    /// NV_vertex_program3
    Vertex3,
    /// NV_fragment_program_option
    Fragment,
    /// NV_fragment_program2
    Fragment2,
}

impl Extension {
    /// The options of vertex or of fragment programs, the smaller first.
    pub(crate) fn of_stage(fragment: bool) -> [Extension; 2] {
        match fragment {
            false => [Extension::Vertex2, Extension::Vertex3],
            true => [Extension::Fragment, Extension::Fragment2],
        }
    }

    /// The option's name.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Extension::None => None,
            Extension::Vertex2 => Some("NV_vertex_program2"),
            Extension::Vertex3 => Some("NV_vertex_program3"),
            Extension::Fragment => Some("NV_fragment_program"),
            Extension::Fragment2 => Some("NV_fragment_program2"),
        }
    }

    /// Conditions, absolute values, `CC`.
    pub(crate) fn has_conditions(self) -> bool {
        self != Extension::None
    }

    /// Labels, calls.
    pub(crate) fn has_flow(self) -> bool {
        !matches!(self, Extension::None | Extension::Fragment)
    }

    /// The languages whose instructions a program with it may use.
    pub(crate) fn dialects(self, fragment: bool) -> u16 {
        let base = if fragment { FP } else { VP };
        base | match self {
            Extension::None => 0,
            Extension::Vertex2 => VP2,
            Extension::Vertex3 => VP2 | VP3,
            Extension::Fragment => NVFP,
            Extension::Fragment2 => NVFP | FP2,
        }
    }
}

impl<'a> Parser<'a> {
    /// Behind `OPTION`.
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
            // Of vertex programs, too (NV_vertex_program3, dependencies).
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

    /// Takes an option of ARB_fragment_coord_conventions; false for what is none. They may be given together, and again.
    pub(crate) fn coord_convention(&mut self, name: &str) -> bool {
        let convention = match name {
            ORIGIN_UPPER_LEFT => &mut self.p.origin_upper_left,
            PIXEL_CENTER_INTEGER => &mut self.p.pixel_center_integer,
            _ => return false,
        };
        *convention |= self.p.fragment;
        self.p.fragment
    }

    /// The languages whose instructions the program may use.
    pub(crate) fn dialects(&self) -> u16 {
        self.p.language.dialects(self.p.extension)
    }

    /// An error at `span` unless the program has an NVIDIA option of its stage: the larger one, or any.
    pub(crate) fn need(&self, what: &'static str, larger: bool, span: Span) -> Result {
        let extension = Extension::of_stage(self.p.fragment)[usize::from(larger)];
        if self.p.extension >= extension {
            return Ok(());
        }
        let kind = match self.p.language.is_native() {
            true => ErrorKind::NeedsLanguage(what, Language::Vp20.header()),
            false => ErrorKind::NeedsOption(what, extension.name().unwrap_or_default()),
        };
        Err(ProgramError { kind, span })
    }

    /// What each of the NVIDIA options brings.
    pub(crate) fn need_extension(&self, what: &'static str, span: Span) -> Result {
        self.need(what, false, span)
    }

    /// What NV_vertex_program2 and NV_fragment_program2 bring.
    pub(crate) fn need_flow(&self, what: &'static str, span: Span) -> Result {
        self.need(what, self.p.fragment, span)
    }

    /// What NV_vertex_program3 and NV_fragment_program2 bring.
    pub(crate) fn need_larger(&self, what: &'static str, span: Span) -> Result {
        self.need(what, true, span)
    }
}

//! The NVIDIA options of ARB programs.

use super::opcode::{FP, FP2, NVFP, VP, VP2, VP3};

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
        if fragment {
            [Extension::Fragment, Extension::Fragment2]
        } else {
            [Extension::Vertex2, Extension::Vertex3]
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

    /// The languages of the instructions that a program with it may use.
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

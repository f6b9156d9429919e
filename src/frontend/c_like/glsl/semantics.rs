//! What the stages connect: the slots of built-in variables, of attributes and of varyings. Those that a text declares have the
//! names `ATTRIBUTEn` and `VARYINGn`, which linking gives them.

use super::state;
use crate::frontend::binding::Binding;
use crate::frontend::c_like::entry::semantics::{Input, Output, Semantics, Stage};
use crate::frontend::c_like::types::Semantic;
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};

/// The semantic of attributes that a text declares, before their number.
pub(super) const ATTRIBUTE: &str = "ATTRIBUTE";
/// The same of varyings.
pub(super) const VARYING: &str = "VARYING";

/// GLSL's connections of a program.
pub(super) struct Connections {
    /// The generic varying that is the place in a point sprite.
    pub(super) point_coord: u32,
}

/// The letters of a name and the number after them.
fn parts(name: &str) -> Option<(&str, u32)> {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name[letters.len()..].parse().ok()?;
    Some((letters, number))
}

impl Semantics for Connections {
    fn input(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Input> {
        let (word, number) = parts(&semantic.name)?;
        let n = number + row;
        let slot = match (stage, word) {
            (Stage::Vertex, "VERTEX") => attribute::POSITION,
            (Stage::Vertex, "NORMAL") => attribute::NORMAL,
            (Stage::Vertex, "COLOR") if n == 0 => attribute::COLOR,
            (Stage::Vertex, "COLOR") => attribute::SECONDARY_COLOR,
            (Stage::Vertex, "MULTITEX") => attribute::TEX_COORD_0 + n,
            (Stage::Vertex, "FOG") => attribute::FOG_COORD,
            // Generic attribute 0 is the vertex (OpenGL 2.1 section 2.7).
            (Stage::Vertex, ATTRIBUTE) if n == 0 => attribute::POSITION,
            (Stage::Vertex, ATTRIBUTE) if n < 16 => attribute::GENERIC_0 + n,
            (Stage::Fragment, "COLOR") if n == 0 => fragment_input::COLOR,
            (Stage::Fragment, "COLOR") => fragment_input::SECONDARY_COLOR,
            (Stage::Fragment, "TEXCOORD") if n < 8 => fragment_input::TEX_COORD_0 + n,
            (Stage::Fragment, "FOGCOORD") => fragment_input::FOG_COORD,
            (Stage::Fragment, "POINTCOORD") => fragment_input::GENERIC_0 + self.point_coord,
            (Stage::Fragment, VARYING) if n < varying::GENERICS => fragment_input::GENERIC_0 + n,
            (Stage::Fragment, "FACING") => return Some(Input::Facing(1.0, 0.0)),
            (Stage::Fragment, "FRAGCOORD") => {
                return Some(Input::WindowPosition {
                    from_top: false,
                    is_integer: false,
                });
            }
            _ => return None,
        };
        Some(Input::Slot(4 * slot))
    }

    fn output(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Output> {
        let (word, number) = parts(&semantic.name)?;
        let n = number + row;
        let slot = match (stage, word) {
            (Stage::Vertex, "POSITION") => varying::POSITION,
            (Stage::Vertex, "PSIZE") => varying::POINT_SIZE,
            (Stage::Vertex, "FRONTCOLOR") if n == 0 => varying::FRONT_COLOR,
            (Stage::Vertex, "FRONTCOLOR") => varying::FRONT_SECONDARY,
            (Stage::Vertex, "BACKCOLOR") if n == 0 => varying::BACK_COLOR,
            (Stage::Vertex, "BACKCOLOR") => varying::BACK_SECONDARY,
            (Stage::Vertex, "TEXCOORD") if n < 8 => varying::TEX_COORD_0 + n,
            (Stage::Vertex, "FOGCOORD") => varying::FOG_COORD,
            (Stage::Vertex, "CLIPVERTEX") => return Some(Output::ClipVertex),
            (Stage::Vertex, "UNREAD") => return Some(Output::Nowhere),
            (Stage::Vertex, VARYING) if n < varying::GENERICS => varying::GENERIC_0 + n,
            (Stage::Fragment, "FRAGCOLOR" | "FRAGDATA") if n < 4 => fragment_output::COLOR_0 + n,
            (Stage::Fragment, "FRAGDEPTH") => return Some(Output::Depth(0)),
            _ => return None,
        };
        Some(Output::Slot(4 * slot))
    }

    /// Linking gives all inputs their places.
    fn free_input(&self, _stage: Stage, _n: u32) -> Option<Input> {
        None
    }

    fn free_output(&self, _stage: Stage, _n: u32) -> Option<Output> {
        None
    }

    fn state(&self, name: &str, row: u32) -> Option<Binding> {
        state::row(name, row)
    }

    fn state_component(&self, name: &str) -> u32 {
        state::component(name)
    }

    fn image_unit(&self, _semantic: &Semantic) -> Option<u32> {
        None
    }
}

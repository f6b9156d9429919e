//! A profile's semantics for lowering.

use super::find::{Bound, Unbound, Way, find};
use super::row::Place;
use super::{modifier, uniform};
use crate::frontend::binding::Binding as Value;
use crate::frontend::c_like::cg::profile::{Profile, Registers};
use crate::frontend::c_like::cg::state::state_name;
use crate::frontend::c_like::entry::semantics::{Input, Output, Semantics, Stage};
use crate::frontend::c_like::types::Semantic;
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};

/// A profile's semantics, as lowering asks for them.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    pub profile: &'static Profile,
    /// WPOS counts y from the window's upper edge (Direct3D's profiles, option `origin_upper_left`).
    pub from_top: bool,
    /// WPOS is 0 in the corner's fragment, not ½ (option `pixel_center_integer`).
    pub is_integer: bool,
    /// What a row of a state of the API is, by the name of the state.
    pub state: fn(&str, u32) -> Option<Value>,
}

impl Binding {
    /// The slot of the interface that a bound semantic is, if it is one.
    pub(super) fn slot(bound: Bound) -> Option<u32> {
        let i = bound.index;
        match bound.place {
            Place::Registers(first, n) => (i < n).then(|| 4 * (first + i)),
            Place::Scalars(first, n) => (i < n).then(|| first + i),
            Place::Attributes(first) => {
                let n = first + i;
                // NV_vertex_program's attributes 6 and 7 have no conventional meaning.
                let is_generic = matches!(n, 6 | 7);
                let number = if is_generic {
                    attribute::GENERIC_0 + n
                } else {
                    n
                };
                (n < 16).then_some(4 * number)
            }
            _ => None,
        }
    }

    /// The first register that varyings without a semantic take, and how many there are.
    fn free(&self, stage: Stage, way: Way) -> (u32, u32) {
        use Registers as R;
        match (stage, way) {
            (Stage::Vertex, Way::In) => match self.profile.registers {
                R::D3d2Vertex | R::D3d3Vertex => (attribute::TEX_COORD_0, 8),
                R::NvVertex1 | R::NvVertex2 => (0, 6),
                _ => (attribute::GENERIC_0, 16),
            },
            (Stage::Vertex, Way::Out) => (varying::TEX_COORD_0, self.n_texture_coordinates()),
            (Stage::Fragment, Way::In) => {
                (fragment_input::TEX_COORD_0, self.n_texture_coordinates())
            }
            (Stage::Fragment, Way::Out) => match self.profile.registers {
                R::NvFragment1 | R::NvFragment2 | R::D3d1Fragment => (fragment_output::COLOR_0, 1),
                _ => (fragment_output::COLOR_0, 4),
            },
        }
    }

    /// Texture coordinates, with the generic varyings that follow them in profiles without a limit.
    fn n_texture_coordinates(&self) -> u32 {
        use Registers as R;
        match self.profile.registers {
            R::NvFragment1 | R::D3d1Fragment => 4,
            R::Gp4Vertex
            | R::Gp4Fragment
            | R::GlslVertex
            | R::GlslFragment
            | R::HlslVertex
            | R::HlslFragment => 24,
            R::D3d3Vertex | R::D3d3Fragment | R::Generic => 24,
            _ => 8,
        }
    }
}

impl Semantics for Binding {
    fn input(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Input> {
        // Inputs of fragments are interpolated in perspective, at the pixel's centre.
        let (_, modifiers) = modifier::split(&semantic.name);
        if stage == Stage::Fragment && modifiers.is_without_perspective {
            return None;
        }
        let bound = match find(self.profile, stage, Way::In, &semantic.name, row) {
            Ok(bound) => bound,
            // The window's place stands for the clip coordinates, which fragments do not have.
            Err(Unbound::Unreadable) => Bound {
                place: Place::Window,
                index: 0,
                is_narrow: false,
            },
            Err(_) => return None,
        };
        match bound.place {
            Place::Window => Some(Input::WindowPosition {
                from_top: self.from_top,
                is_integer: self.is_integer,
            }),
            Place::Facing => Some(Input::Facing(1.0, -1.0)),
            _ => Binding::slot(bound).map(Input::Slot),
        }
    }

    fn output(&self, stage: Stage, semantic: &Semantic, row: u32) -> Option<Output> {
        let bound = match find(self.profile, stage, Way::Out, &semantic.name, row) {
            Ok(bound) => bound,
            Err(Unbound::Unreadable) => return Some(Output::Nowhere),
            Err(_) => return None,
        };
        match bound.place {
            // A vector's third component is the depth.
            Place::Depth => Some(Output::Depth(2)),
            _ => Some(Binding::slot(bound).map_or(Output::Nowhere, Output::Slot)),
        }
    }

    fn free_input(&self, stage: Stage, n: u32) -> Option<Input> {
        let (first, count) = self.free(stage, Way::In);
        (n < count).then(|| Input::Slot(4 * (first + n)))
    }

    fn free_output(&self, stage: Stage, n: u32) -> Option<Output> {
        let (first, count) = self.free(stage, Way::Out);
        (n < count).then(|| Output::Slot(4 * (first + n)))
    }

    /// Programs with integers take the bits, and texts in GLSL and HLSL convert; all others compare.
    fn is_true_above_zero(&self) -> bool {
        use Registers as R;
        !matches!(
            self.profile.registers,
            R::Gp4Vertex
                | R::Gp4Fragment
                | R::GlslVertex
                | R::GlslFragment
                | R::HlslVertex
                | R::HlslFragment
                | R::Generic
        )
    }

    /// Members of `glstate` have names of their own. Names of semantics have no case.
    fn state(&self, name: &str, row: u32) -> Option<Value> {
        match state_name(name, row) {
            Some((name, row)) => (self.state)(&name, row),
            None => (self.state)(&name.to_ascii_lowercase(), row),
        }
    }

    fn image_unit(&self, semantic: &Semantic) -> Option<u32> {
        match uniform::find(self.profile, &semantic.name) {
            Ok(uniform::Register::ImageUnit(n)) => Some(n),
            _ => None,
        }
    }
}

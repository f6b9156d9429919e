//! Where colours are clamped to [0, 1] (ARB_color_buffer_float 2.14.6, 3.6.4, 4.3.2).
//!
//! Commands of GL 1.5 clamp some state when it is set: fog, environment, blend and clear colours, alpha reference. Here it
//! is kept as given. It is clamped where it is used or queried, while fragment colours are clamped.
#![forbid(unsafe_code)]

use crate::gl::attribute::component::clamp_unit;
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::context::shared_enums::ClampMode;
use crate::gl::fragment::state::FragmentState;
use crate::gl::lighting::state::LightingState;
use crate::gl::{Call, GlError, Result};

/// Clamps a component to [0, 1]; NaN becomes 0.
pub(crate) fn clamp(value: f32) -> f32 {
    clamp_unit(f64::from(value)) as f32
}

/// The clamps that ENABLE_BIT saves: of vertex, fragment and read colours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SavedClamps([ClampMode; 3]);

impl SavedClamps {
    pub(crate) fn save(fragment: &FragmentState, lighting: &LightingState) -> SavedClamps {
        let color = &fragment.color;
        SavedClamps([
            lighting.clamp_vertex,
            color.clamp_fragment,
            color.clamp_read,
        ])
    }

    pub(crate) fn restore(self, fragment: &mut FragmentState, lighting: &mut LightingState) {
        let SavedClamps([vertex, of_fragments, read]) = self;
        lighting.clamp_vertex = vertex;
        fragment.color.clamp_fragment = of_fragments;
        fragment.color.clamp_read = read;
    }
}

/// glClampColor. Gives INVALID_ENUM for another target or value.
pub fn clamp_color(call: &mut Call<'_>, target: u32, clamp: u32) -> Result {
    let clamp = ClampMode::checked(clamp, "colours are clamped with TRUE, FALSE or FIXED_ONLY")?;
    match target {
        CLAMP_VERTEX_COLOR => call.cx.lighting.clamp_vertex = clamp,
        CLAMP_FRAGMENT_COLOR => call.cx.fragment.color.clamp_fragment = clamp,
        CLAMP_READ_COLOR => call.cx.fragment.color.clamp_read = clamp,
        _ => return Err(GlError::invalid_enum("no colours that can be clamped")),
    }
    Ok(())
}

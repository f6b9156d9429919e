//! The capabilities of lights, fog, colour material and the colour sum.
#![forbid(unsafe_code)]

use super::material::track_color;
use crate::gl::context::capability::{Capability, capability, capability_run};
use crate::gl::context::enums::*;
use crate::gl::context::limits::MAX_LIGHTS;
use crate::ir::interface::attribute;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability_run! { LIGHT0, MAX_LIGHTS, |cx, i| cx.lighting.lights[i].enabled },
    capability!(LIGHTING, lighting.group.enabled),
    capability!(FOG, lighting.fog.enabled),
    capability!(COLOR_SUM, lighting.color_sum),
    Capability {
        set: |cx, _, on| {
            cx.lighting.color_material = on;
            let color = cx.immediate.current[attribute::COLOR as usize];
            track_color(&mut cx.lighting, color);
            Ok(())
        },
        ..capability!(COLOR_MATERIAL, lighting.color_material)
    },
];

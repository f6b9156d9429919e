//! The capabilities of maps of one and two dimensions, and of NV_evaluators.
#![forbid(unsafe_code)]

use super::map::ATTRIBUTE_MAP;
use crate::gl::context::capability::{Capability, capability, capability_run};
use crate::gl::context::enums::*;

pub(crate) const CAPABILITIES: &[Capability] = &[
    capability_run! { MAP1_COLOR_4, ATTRIBUTE_MAP, |cx, i| cx.evaluators.maps1[i].enabled },
    capability_run! { MAP2_COLOR_4, ATTRIBUTE_MAP, |cx, i| cx.evaluators.maps2[i].enabled },
    capability_run! { MAP1_VERTEX_ATTRIB0_4_NV, 16, |cx, i| cx.evaluators.maps1[ATTRIBUTE_MAP + i].enabled },
    capability_run! { MAP2_VERTEX_ATTRIB0_4_NV, 16, |cx, i| cx.evaluators.maps2[ATTRIBUTE_MAP + i].enabled },
    capability!(AUTO_NORMAL, evaluators.auto_normal),
    capability_run! { EVAL_VERTEX_ATTRIB0_NV, 16, |cx, i| cx.evaluators.general.enabled[i] },
    capability!(
        EVAL_FRACTIONAL_TESSELLATION_NV,
        evaluators.general.fractional
    ),
];

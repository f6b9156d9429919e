//! Which pixels of a target a command reaches.
#![forbid(unsafe_code)]

use super::rect::PixelRect;
use crate::raster::call::draw_call::{ClearCall, RenderTarget};
use std::sync::Arc;

/// Whether two targets have the same planes and sizes.
pub(crate) fn is_same_target(a: &Arc<RenderTarget>, b: &Arc<RenderTarget>) -> bool {
    let same_depth = match (&a.depth_stencil, &b.depth_stencil) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (None, None) => true,
        _ => false,
    };
    let same_color = a.color.len() == b.color.len()
        && a.color
            .iter()
            .zip(&b.color)
            .all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1));
    Arc::ptr_eq(a, b) || (same_depth && same_color && (a.width, a.height) == (b.width, b.height))
}

/// Returns the pixels that every plane of a target has, within the guard band.
pub(crate) fn target_rect(target: &RenderTarget) -> PixelRect {
    let (width, height) = target
        .planes()
        .fold((target.width, target.height), |(w, h), plane| {
            (w.min(plane.width()), h.min(plane.height()))
        });
    let limit = crate::raster::geometry::limits::GUARD_BAND as u32;
    PixelRect {
        x0: 0,
        y0: 0,
        x1: width.min(limit) as i32,
        y1: height.min(limit) as i32,
    }
}

/// Returns the pixels of the rectangle `target` that a clear reaches.
pub(crate) fn clear_rect(clear: &ClearCall, target: PixelRect) -> PixelRect {
    clear.scissor.map_or(target, |scissor| {
        target.intersect(PixelRect::from_size(scissor))
    })
}

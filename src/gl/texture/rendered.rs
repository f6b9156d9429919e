//! Textures that framebuffer objects render to: their texels follow when they are used next. What is drawn is a
//! [`crate::device::texture::plane`].

use super::object::TextureHandle;
use crate::device::texture::plane::ImagePlane;
use crate::gl::{Context, Result};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Makes the texels of a texture those that were rendered to it. To be called before they are read or written.
pub(crate) fn settle(cx: &mut Context, handle: &TextureHandle) -> Result {
    if !handle.object.lock().texture.has_newer_planes() {
        return Ok(());
    }
    cx.finish();
    cx.draws.forget_textures();
    Ok(handle.object.lock().texture.settle()?)
}

/// Notes planes that the draws recorded now write to.
pub(crate) fn note_drawn(cx: &mut Context, planes: &[Arc<ImagePlane>]) {
    let drawn = &mut cx.framebuffer.quietly().drawn;
    for plane in planes {
        let flag = &cx.shared.renders_to_textures;
        flag.store(true, Ordering::Relaxed);
        plane.mark_newer();
        if !drawn.iter().any(|known| Arc::ptr_eq(known, plane)) {
            drawn.push(plane.clone());
        }
    }
}

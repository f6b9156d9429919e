//! The render target that draws and clears write to, of a surface or of a framebuffer object (GL 1.5 section 4.2.1,
//! ARB_framebuffer_object 4.4.6).
#![forbid(unsafe_code)]

use super::object::Framebuffer;
use super::target::ObjectTarget;
use crate::device::texture::plane::ImagePlane;
use crate::gl::Context;
use crate::gl::ShareGroup;
use crate::gl::context::surfaces::Surfaces;
use crate::gl::framebuffer::color_buffer::{ColorBuffer, SurfaceBuffer};
use crate::gl::framebuffer::state::FramebufferState;
use crate::raster::{ColorPlanes, RenderTarget};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Whether a buffer name means the front buffer, and whether it means the back buffer. A context for double-buffered
/// surfaces on a single-buffered one draws to what is there.
fn front_and_back(buffer: ColorBuffer, has_back: bool) -> (bool, bool) {
    use SurfaceBuffer::{Back, BackLeft, Front, FrontLeft};
    let front = !matches!(buffer, ColorBuffer::Surface(Back | BackLeft)) || !has_back;
    let back = has_back && !matches!(buffer, ColorBuffer::Surface(Front | FrontLeft));
    (front, back)
}

/// Whether draws go to the front buffer of the surface.
pub(crate) fn draws_to_front(framebuffer: &FramebufferState, surfaces: &Surfaces) -> bool {
    let surface = surfaces.draw.as_ref();
    let has_back = surface.is_some_and(|surface| surface.config().double_buffer);
    let buffers = framebuffer.current_draw_buffers(surfaces);
    let mut used = buffers.used();
    framebuffer.draw.is_none() && used.any(|(_, name)| front_and_back(name, has_back).0)
}

/// Where draws and clears of this context go now: the planes that DRAW_BUFFERi name (none for NONE) and the
/// depth-stencil plane. `None` without a draw surface, and for a framebuffer object that is not complete. While the planes
/// stay the same, it is the same `Arc`.
pub fn render_target(cx: &mut Context) -> Option<Arc<RenderTarget>> {
    if let Some(own) = cx.framebuffer.draw.clone() {
        cx.draws_to_objects = true;
        return object_target(&cx.shared, &mut cx.drawn_planes, &own);
    }
    let surface = cx.surfaces.draw.as_ref()?;
    let buffers = surface.buffers();
    let mut color = ColorPlanes::new();
    for (output, name) in cx.framebuffer.current_draw_buffers(&cx.surfaces).used() {
        let (front, back) = front_and_back(name, buffers.back.is_some());
        if front {
            surface.mark_front_drawn();
            color.push((output, buffers.front.clone()));
        }
        let back = buffers.back.as_ref().filter(|_| back);
        color.extend(back.map(|plane| (output, plane.clone())));
    }
    let target = RenderTarget {
        width: buffers.width,
        height: buffers.height,
        color,
        depth_stencil: buffers.depth_stencil,
    };
    let [last, earlier] = &mut cx.last_targets;
    let is_same = |kept: &Option<Arc<RenderTarget>>| {
        kept.as_ref()
            .is_some_and(|kept| has_same_planes(kept, &target))
    };
    if !is_same(last) {
        if !is_same(earlier) {
            *earlier = Some(Arc::new(target));
        }
        std::mem::swap(last, earlier);
    }
    last.clone()
}

fn has_same_planes(a: &RenderTarget, b: &RenderTarget) -> bool {
    let mut colors = a.color.iter().zip(&b.color);
    let depths = [a, b].map(|target| target.depth_stencil.as_ref().map(Arc::as_ptr));
    (a.width, a.height, a.color.len()) == (b.width, b.height, b.color.len())
        && colors.all(|(a, b)| a.0 == b.0 && Arc::ptr_eq(&a.1, &b.1))
        && depths[0] == depths[1]
}

/// Where draws to a complete framebuffer object go; `None` when it is not complete.
fn object_target(
    shared: &ShareGroup,
    drawn: &mut Vec<Arc<ImagePlane>>,
    own: &Framebuffer,
) -> Option<Arc<RenderTarget>> {
    let revision = shared.framebuffer_revision.current();
    let make = || {
        let state = own.state().clone();
        ObjectTarget::new(&state, own.facts(shared).size)
    };
    let ObjectTarget { target, planes } = own.target.get(revision, make)?;
    mark_drawn(drawn, shared, &planes);
    Some(target)
}

/// Marks the planes that the draws recorded from now on write to.
fn mark_drawn(drawn: &mut Vec<Arc<ImagePlane>>, shared: &ShareGroup, planes: &[Arc<ImagePlane>]) {
    for plane in planes {
        let flag = &shared.renders_to_textures;
        flag.store(true, Ordering::Relaxed);
        plane.mark_newer();
        if !drawn.iter().any(|known| Arc::ptr_eq(known, plane)) {
            drawn.push(plane.clone());
        }
    }
}

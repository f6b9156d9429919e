//! Commands that name a framebuffer or a renderbuffer (EXT_direct_state_access 4.4.2 and 6.1.3).
#![forbid(unsafe_code)]

use super::selection::{Selection, at_once, listed};
use crate::gl::context::enums::*;
use crate::gl::framebuffer::{attachment, draw_buffers, query, renderbuffer, status};
use crate::gl::state::get::get_integerv;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Writes commands that take a framebuffer in place of a target.
macro_rules! of_framebuffer {
    ($($name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        pub fn $name(call: &mut Call<'_>, framebuffer: u32, $($p: $ty),*) -> Result {
            at_once(call, Selection::Framebuffer(framebuffer), |call| $body(call, FRAMEBUFFER, $($p),*))
        }
    )*};
}

/// Writes commands that take a renderbuffer in place of a target.
macro_rules! of_renderbuffer {
    ($($name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        pub fn $name(call: &mut Call<'_>, renderbuffer: u32, $($p: $ty),*) -> Result {
            at_once(call, Selection::Renderbuffer(renderbuffer), |call| $body(call, RENDERBUFFER, $($p),*))
        }
    )*};
}

of_framebuffer! {
    named_framebuffer_texture1d_ext = attachment::framebuffer_texture1d [attachment: u32, textarget: u32, texture: u32, level: i32];
    named_framebuffer_texture2d_ext = attachment::framebuffer_texture2d [attachment: u32, textarget: u32, texture: u32, level: i32];
    named_framebuffer_texture3d_ext = attachment::framebuffer_texture3d [attachment: u32, textarget: u32, texture: u32, level: i32, zoffset: i32];
    named_framebuffer_renderbuffer_ext = attachment::framebuffer_renderbuffer [attachment: u32, renderbuffertarget: u32, renderbuffer: u32];
    get_named_framebuffer_attachment_parameteriv_ext = query::get_framebuffer_attachment_parameteriv [attachment: u32, pname: u32, params: ClientPtr<i32>];
}

of_renderbuffer! {
    named_renderbuffer_storage_ext = renderbuffer::renderbuffer_storage [internalformat: u32, width: i32, height: i32];
    named_renderbuffer_storage_multisample_ext = renderbuffer::renderbuffer_storage_multisample [samples: i32, internalformat: u32, width: i32, height: i32];
    get_named_renderbuffer_parameteriv_ext = renderbuffer::get_renderbuffer_parameteriv [pname: u32, params: ClientPtr<i32>];
}

/// glCheckNamedFramebufferStatusEXT. Gives INVALID_ENUM for a wrong target.
pub fn check_named_framebuffer_status_ext(
    call: &mut Call<'_>,
    framebuffer: u32,
    target: u32,
) -> Result<u32> {
    at_once(call, Selection::Framebuffer(framebuffer), |call| {
        status::check_framebuffer_status(call, target)
    })
}

/// glFramebufferDrawBufferEXT: framebuffer 0 is the surface's. The errors are those of glDrawBuffer.
pub fn framebuffer_draw_buffer_ext(call: &mut Call<'_>, framebuffer: u32, mode: u32) -> Result {
    listed(call, Selection::Framebuffer(framebuffer), |call| {
        draw_buffers::draw_buffer(call, mode)
    })
}

/// glFramebufferDrawBuffersEXT. The errors are those of glDrawBuffersARB: INVALID_OPERATION for too many buffers and for a name
/// that the framebuffer does not have.
pub fn framebuffer_draw_buffers_ext(
    call: &mut Call<'_>,
    framebuffer: u32,
    n: i32,
    bufs: ClientPtr<u32>,
) -> Result {
    listed(call, Selection::Framebuffer(framebuffer), |call| {
        draw_buffers::draw_buffers_arb(call, n, bufs)
    })
}

/// glFramebufferReadBufferEXT. The errors are those of glReadBuffer.
pub fn framebuffer_read_buffer_ext(call: &mut Call<'_>, framebuffer: u32, mode: u32) -> Result {
    listed(call, Selection::Framebuffer(framebuffer), |call| {
        draw_buffers::read_buffer(call, mode)
    })
}

/// glGetFramebufferParameterivEXT: DRAW_BUFFER, READ_BUFFER or DRAW_BUFFERi. Gives INVALID_ENUM for another name.
pub fn get_framebuffer_parameteriv_ext(
    call: &mut Call<'_>,
    framebuffer: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let is_buffer = matches!(
        pname,
        DRAW_BUFFER | READ_BUFFER | DRAW_BUFFER0..=DRAW_BUFFER15
    );
    at_once(call, Selection::Framebuffer(framebuffer), |call| {
        if !is_buffer {
            return Err(GlError::invalid_enum("parameter of a framebuffer"));
        }
        get_integerv(call, pname, params)
    })
}

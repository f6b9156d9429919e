//! Draw and read buffers: names, commands, and what attribute groups save of them (GL 1.5 section 4.2.1, ARB_draw_buffers,
//! ARB_framebuffer_object 4.2.1 and 4.3.2).
#![forbid(unsafe_code)]

use super::attached::MAX_COLOR_ATTACHMENTS;
use super::color_buffer::{ColorBuffer, DrawBuffers, SurfaceBuffer};
use super::object::Framebuffer;
use super::state::FramebufferState;
use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::context::limits::MAX_DRAW_BUFFERS;
use crate::gl::context::named::Named;
use crate::gl::context::surfaces::Surfaces;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::surface::Surface;
use std::sync::Arc;

/// DRAW_BUFFERi or READ_BUFFER of the framebuffer that was bound when PushAttrib saved it.
#[derive(Debug, Clone)]
pub(crate) enum SavedBuffer<T> {
    /// Of the surface's framebuffer.
    Surface(Option<T>),
    /// Saved of this object, to which it is restored, whatever is bound then.
    Object(Arc<Framebuffer>, T),
}

impl FramebufferState {
    /// DRAW_BUFFERi as they stand.
    pub(crate) fn current_draw_buffers(&self, surfaces: &Surfaces) -> DrawBuffers {
        if let Some(own) = &self.draw {
            return own.state().draw_buffers;
        }
        let default = || DrawBuffers::one(default_buffer(surfaces.draw.as_ref()));
        self.draw_buffers.unwrap_or_else(default)
    }

    /// The read buffer in effect: that of the bound object or, without one, of the window. Before ReadBuffer was
    /// called, this is the surface's default.
    pub(crate) fn current_read_buffer(&self, surfaces: &Surfaces) -> ColorBuffer {
        if let Some(own) = &self.read {
            return own.state().read_buffer;
        }
        let default = || default_buffer(surfaces.read.as_ref());
        self.read_buffer.unwrap_or_else(default)
    }

    fn set_draw_buffers(&mut self, names: DrawBuffers) {
        match &self.draw {
            Some(own) => own.change(|state| state.draw_buffers = names),
            None => self.draw_buffers = Some(names),
        }
    }

    /// DRAW_BUFFERi for the attribute stack.
    pub(crate) fn save_draw_buffers(&self) -> SavedBuffer<DrawBuffers> {
        match &self.draw {
            Some(own) => SavedBuffer::Object(own.clone(), own.state().draw_buffers),
            None => SavedBuffer::Surface(self.draw_buffers),
        }
    }

    /// READ_BUFFER for the attribute stack.
    pub(crate) fn save_read_buffer(&self) -> SavedBuffer<ColorBuffer> {
        match &self.read {
            Some(own) => SavedBuffer::Object(own.clone(), own.state().read_buffer),
            None => SavedBuffer::Surface(self.read_buffer),
        }
    }

    /// Restores DRAW_BUFFERi of the window or the framebuffer object that it was saved of.
    pub(crate) fn restore_draw_buffers(&mut self, saved: SavedBuffer<DrawBuffers>) {
        match saved {
            SavedBuffer::Surface(names) => self.draw_buffers = names,
            SavedBuffer::Object(own, names) => own.change(|state| state.draw_buffers = names),
        }
    }

    /// Restores READ_BUFFER of the window or the framebuffer object that it was saved of.
    pub(crate) fn restore_read_buffer(&mut self, saved: SavedBuffer<ColorBuffer>) {
        match saved {
            SavedBuffer::Surface(name) => self.read_buffer = name,
            SavedBuffer::Object(own, name) => own.change(|state| state.read_buffer = name),
        }
    }
}

fn default_buffer(surface: Option<&Arc<Surface>>) -> ColorBuffer {
    ColorBuffer::Surface(match surface {
        Some(surface) if !surface.config().double_buffer => SurfaceBuffer::Front,
        _ => SurfaceBuffer::Back,
    })
}

/// Whether a buffer name is one that DrawBuffer or ReadBuffer knows (NONE aside).
fn check_buffer_name(name: u32) -> Result {
    let colors = COLOR_ATTACHMENT0..=COLOR_ATTACHMENT31;
    let known = colors.contains(&name)
        || (FRONT_LEFT..=FRONT_AND_BACK).contains(&name)
        || (AUX0..=AUX3).contains(&name);
    if known {
        Ok(())
    } else {
        Err(GlError::invalid_enum("buffer"))
    }
}

/// The buffer of a framebuffer object that DrawBuffer and ReadBuffer name. INVALID_OPERATION for a name that is one for
/// surfaces, or of an attachment beyond the last one; INVALID_ENUM for one that is none.
fn object_buffer(name: u32, is_surface_name: bool) -> Result<ColorBuffer> {
    const LAST: u32 = COLOR_ATTACHMENT0 + MAX_COLOR_ATTACHMENTS as u32;
    if let Some(attachment) = ColorBuffer::attachment_from_name(name) {
        return Ok(attachment);
    }
    match name {
        NONE => Ok(ColorBuffer::None),
        LAST..=COLOR_ATTACHMENT31 => Err(GlError::invalid_operation("no such colour attachment")),
        _ if is_surface_name => Err(GlError::invalid_operation(
            "a framebuffer object has no such buffer",
        )),
        _ => Err(GlError::invalid_enum("buffer")),
    }
}

/// The buffer of a surface with this name, or one of those named. There is no right and no auxiliary buffer.
fn surface_buffer(surface: Option<&Arc<Surface>>, name: u32) -> Option<ColorBuffer> {
    use SurfaceBuffer::*;
    let buffer = SurfaceBuffer::from_name(name)?;
    let exists = match buffer {
        Front | FrontLeft | Left | FrontAndBack => true,
        Back | BackLeft => surface.is_none_or(|surface| surface.config().double_buffer),
    };
    exists.then_some(ColorBuffer::Surface(buffer))
}

/// The buffer of the framebuffer for drawing with this name. INVALID_ENUM for a name that is no buffer, INVALID_OPERATION
/// when no such buffer exists.
fn drawn_buffer(
    framebuffer: &FramebufferState,
    surfaces: &Surfaces,
    name: u32,
) -> Result<ColorBuffer> {
    if framebuffer.draw.is_some() {
        return object_buffer(name, check_buffer_name(name).is_ok());
    }
    if name == NONE {
        return Ok(ColorBuffer::None);
    }
    check_buffer_name(name)?;
    let none = GlError::invalid_operation("no such buffer to draw to");
    surface_buffer(surfaces.draw.as_ref(), name).ok_or(none)
}

/// glDrawBuffer: colours other than 0 go nowhere. INVALID_ENUM for a name that is no buffer, INVALID_OPERATION when no
/// such buffer exists.
pub fn draw_buffer(call: &mut Call<'_>, mode: u32) -> Result {
    let buffer = drawn_buffer(&call.cx.framebuffer, &call.cx.surfaces, mode)?;
    call.cx
        .framebuffer
        .set_draw_buffers(DrawBuffers::one(buffer));
    Ok(())
}

/// The names that DrawBuffers is given. `too_many` for more than MAX_DRAW_BUFFERS, INVALID_VALUE for a negative number.
fn names(
    call: &Call<'_>,
    n: i32,
    bufs: ClientPtr<u32>,
    too_many: fn(&'static str) -> GlError,
) -> Result<Vec<u32>> {
    const COUNT: &str = "the number of draw buffers";
    let count = usize::try_from(n).map_err(|_| GlError::invalid_value(COUNT))?;
    if count > MAX_DRAW_BUFFERS {
        return Err(too_many(COUNT));
    }
    let names = call.mem.read_vec(bufs, count);
    names.map_err(unreadable("null pointer to draw buffers"))
}

/// glDrawBuffers: one buffer for each fragment colour. INVALID_VALUE for more than MAX_DRAW_BUFFERS or a negative number,
/// INVALID_ENUM for a name that is no buffer; INVALID_OPERATION for one that means several, for one that does not exist,
/// and for the same one twice.
pub fn draw_buffers(call: &mut Call<'_>, n: i32, bufs: ClientPtr<u32>) -> Result {
    let names = names(call, n, bufs, GlError::invalid_value)?;
    call.run(move |call| set_each(&mut call.cx.framebuffer, &call.cx.surfaces, &names))
}

/// glDrawBuffersARB, glDrawBuffersATI: the same with INVALID_OPERATION for more than MAX_DRAW_BUFFERS, and for whatever is
/// wrong with a name (ARB_draw_buffers and ATI_draw_buffers, "Errors"). ATI_draw_buffers has no error for the same buffer
/// twice, and nothing to say of what is in it then.
pub fn draw_buffers_arb(call: &mut Call<'_>, n: i32, bufs: ClientPtr<u32>) -> Result {
    let names = names(call, n, bufs, GlError::invalid_operation)?;
    call.run(move |call| {
        let set = set_each(&mut call.cx.framebuffer, &call.cx.surfaces, &names);
        set.map_err(|error| GlError::invalid_operation(error.reason))
    })
}

pub fn draw_buffers_ati(call: &mut Call<'_>, n: i32, bufs: ClientPtr<u32>) -> Result {
    draw_buffers_arb(call, n, bufs)
}

fn set_each(framebuffer: &mut FramebufferState, surfaces: &Surfaces, names: &[u32]) -> Result {
    let mut all = DrawBuffers::one(ColorBuffer::None);
    for (i, name) in names.iter().enumerate() {
        if matches!(*name, FRONT | BACK | LEFT | RIGHT | FRONT_AND_BACK) {
            return Err(GlError::invalid_operation("one buffer for each colour"));
        }
        let buffer = drawn_buffer(framebuffer, surfaces, *name)?;
        if *name != NONE && names[..i].contains(name) {
            return Err(GlError::invalid_operation("the same buffer twice"));
        }
        all.0[i] = buffer;
    }
    framebuffer.set_draw_buffers(all);
    Ok(())
}

/// glReadBuffer. INVALID_ENUM for a name that is no buffer, INVALID_OPERATION when no such buffer exists.
pub fn read_buffer(call: &mut Call<'_>, mode: u32) -> Result {
    if let Some(own) = &call.cx.framebuffer.read {
        let is_surface_name = mode != FRONT_AND_BACK && check_buffer_name(mode).is_ok();
        let buffer = object_buffer(mode, is_surface_name)?;
        own.change(|state| state.read_buffer = buffer);
        return Ok(());
    }
    let buffer = if mode == NONE {
        ColorBuffer::None
    } else {
        check_buffer_name(mode)?;
        if mode == FRONT_AND_BACK {
            return Err(GlError::invalid_enum("one buffer is read"));
        }
        let none = GlError::invalid_operation("no such buffer to read");
        surface_buffer(call.cx.surfaces.read.as_ref(), mode).ok_or(none)?
    };
    call.cx.framebuffer.read_buffer = Some(buffer);
    Ok(())
}

//! glXUseXFont: X fonts as display lists of bitmaps (GLX 1.4 section 3.3.12).

use super::display::{BAD_FONT, GlxDisplay};
use super::tokens::opcode;
use crate::boundary::guard;
use crate::native;
use std::ffi::{c_int, c_ulong, c_void};
use trilobite::platform::x11::Glyph;

// The lists are made by these GL commands, which are called as an application would call them.
unsafe extern "C" {
    fn glNewList(list: u32, mode: u32);
    fn glEndList();
    fn glBitmap(
        width: i32,
        height: i32,
        xorig: f32,
        yorig: f32,
        xmove: f32,
        ymove: f32,
        bitmap: *const u8,
    );
    fn glPushClientAttrib(mask: u32);
    fn glPopClientAttrib();
    fn glPixelStorei(pname: u32, param: i32);
}

const GL_COMPILE: u32 = 0x1300;
const GL_CLIENT_PIXEL_STORE_BIT: u32 = 1;
/// UNPACK_SWAP_BYTES, LSB_FIRST, ROW_LENGTH, SKIP_ROWS, SKIP_PIXELS are 0x0CF0 to 0x0CF4, ALIGNMENT is 0x0CF5.
const GL_UNPACK_SWAP_BYTES: u32 = 0x0CF0;
const GL_UNPACK_ALIGNMENT: u32 = 0x0CF5;
/// The most lists of a call: no font has more characters.
const MAX_COUNT: c_int = 65536;

/// glXUseXFont makes lists `list`..`list`+`count` that draw the characters `first`..`first`+`count`.
///
/// # Safety
/// `list` is null or a list of pairs of integers that ends in None. It is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXUseXFont(font: c_ulong, first: c_int, count: c_int, list: c_int) {
    let glyphs = guard("glXUseXFont", None, || {
        let binding = native::companion::<super::Binding>()?;
        // SAFETY: the display was open when the context was made current; a closed one has released it.
        let display = unsafe { GlxDisplay::of(binding.display as *mut c_void) }?;
        let in_range = (0..=MAX_COUNT).contains(&count) && first >= 0;
        let count = if in_range { count as u32 } else { 0 };
        let found =
            display
                .connection
                .glyphs(binding.context.screen, font, first.max(0) as u32, count);
        if found.is_none() {
            display.raise(BAD_FONT, font, opcode::USE_X_FONT);
        }
        found
    });
    if let Some(glyphs) = glyphs {
        // SAFETY: the doors of this library; the bitmaps live until the lists hold a copy.
        unsafe { compile_lists(&glyphs, list as u32) };
    }
}

/// # Safety
/// A context is current.
unsafe fn compile_lists(glyphs: &[Glyph], base: u32) {
    // SAFETY: GL commands with memory that covers what they read.
    unsafe {
        // Glyphs are rows of bytes without padding, whatever the application has set for its own images.
        glPushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
        for pname in GL_UNPACK_SWAP_BYTES..GL_UNPACK_ALIGNMENT {
            glPixelStorei(pname, 0);
        }
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        for (i, g) in glyphs.iter().enumerate() {
            glNewList(base.wrapping_add(i as u32), GL_COMPILE);
            // A glyph without pixels still moves the raster position.
            let bits = if g.bits.is_empty() {
                std::ptr::null()
            } else {
                g.bits.as_ptr()
            };
            let size = if g.bits.is_empty() {
                (0, 0)
            } else {
                (g.width as i32, g.height as i32)
            };
            glBitmap(
                size.0,
                size.1,
                -g.left_bearing as f32,
                g.descent as f32,
                g.advance as f32,
                0.0,
                bits,
            );
            glEndList();
        }
        glPopClientAttrib();
    }
}

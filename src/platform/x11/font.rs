//! Reads glyphs of X fonts as bitmaps (glXUseXFont, GLX 1.4 section 3.3.12).

use super::connection::Connection;
use super::xlib::{Char2b, CharStruct, FontStruct, Xid, Xlib};
use std::ffi::{c_int, c_uint};

/// A glyph in the form that glBitmap takes with an unpack alignment of 1. The bottom row comes first, and the left pixel is in
/// the top bit.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Glyph {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The left edge, relative to the origin: xorig is −left_bearing.
    pub left_bearing: i32,
    /// The number of pixels below the baseline: yorig.
    pub descent: i32,
    /// The distance to the next glyph's origin.
    pub advance: i32,
    /// The rows. Each has ⌈width ÷ 8⌉ bytes.
    pub bits: Vec<u8>,
}

/// The greatest width and height. A font with larger glyphs is broken.
const MAX_GLYPH: i32 = 4096;

impl Connection {
    /// Returns the glyphs `first..first + count` of a font on a screen. Codes that the font lacks have empty glyphs. Returns `None`
    /// if there is no such font.
    pub fn glyphs(&self, screen: i32, font: Xid, first: u32, count: u32) -> Option<Vec<Glyph>> {
        let root = self.root_window(screen)?;
        // SAFETY: the display is open (guarded).
        let info = self.guarded(|x| unsafe { (x.query_font)(self.display, font) })?;
        if info.is_null() {
            return None;
        }
        let mut glyphs = Vec::new();
        for code in 0..count {
            // SAFETY: XQueryFont returned this description.
            let extent = unsafe { extent(&*info, first.wrapping_add(code)) };
            let glyph = extent.and_then(|e| self.glyph(root, font, first.wrapping_add(code), e));
            glyphs.push(glyph.unwrap_or_default());
        }
        // SAFETY: it frees what XQueryFont returned.
        self.open()
            .map(|x| unsafe { (x.free_font_info)(std::ptr::null_mut(), info, 1) });
        Some(glyphs)
    }

    /// Draws a glyph to a pixmap of its size, and reads it.
    fn glyph(&self, root: Xid, font: Xid, code: u32, e: CharStruct) -> Option<Glyph> {
        let (left, descent) = (i32::from(e.left_bearing), i32::from(e.descent));
        let width = i32::from(e.right_bearing) - left;
        let height = i32::from(e.ascent) + descent;
        let mut glyph = Glyph {
            left_bearing: left,
            descent,
            advance: i32::from(e.width),
            ..Glyph::default()
        };
        if !(1..=MAX_GLYPH).contains(&width) || !(1..=MAX_GLYPH).contains(&height) {
            return Some(glyph);
        }
        (glyph.width, glyph.height) = (width as u32, height as u32);
        let origin = (-left, i32::from(e.ascent));
        // SAFETY: the display is open (guarded).
        glyph.bits = self.guarded(|x| unsafe {
            self.draw_glyph(x, root, font, code, origin, (glyph.width, glyph.height))
        })??;
        Some(glyph)
    }

    /// Draws a glyph at `origin` of a new pixmap, and returns its bits.
    ///
    /// # Safety
    /// The display is open.
    unsafe fn draw_glyph(
        &self,
        x: &Xlib,
        root: Xid,
        font: Xid,
        code: u32,
        origin: (c_int, c_int),
        size: (c_uint, c_uint),
    ) -> Option<Vec<u8>> {
        const Z_PIXMAP: c_int = 2;
        let (width, height) = size;
        // SAFETY: the display is open. The pixmap and the GC are freed here, and the image as XDestroyImage frees it.
        unsafe {
            // Draws the glyph in ones on zeros, and reads the pixmap back.
            let pixmap = (x.create_pixmap)(self.display, root, width, height, 1);
            let gc = (x.create_gc)(self.display, pixmap, 0, std::ptr::null_mut());
            (x.set_foreground)(self.display, gc, 0);
            (x.fill_rectangle)(self.display, pixmap, gc, 0, 0, width, height);
            (x.set_foreground)(self.display, gc, 1);
            (x.set_font)(self.display, gc, font);
            let text = Char2b {
                byte1: (code >> 8) as u8,
                byte2: code as u8,
            };
            (x.draw_string16)(self.display, pixmap, gc, origin.0, origin.1, &text, 1);
            let image = (x.get_image)(self.display, pixmap, 0, 0, width, height, 1, Z_PIXMAP);
            (x.free_gc)(self.display, gc);
            (x.free_pixmap)(self.display, pixmap);
            if image.is_null() {
                return None;
            }
            // Turns the rows upside down, with the left pixel in the top bit of a byte.
            let row_bytes = width.div_ceil(8) as usize;
            let mut bits = vec![0u8; row_bytes * height as usize];
            for y in 0..height as usize {
                let line = (*image)
                    .data
                    .cast::<u8>()
                    .add(y * (*image).bytes_per_line as usize);
                for column in 0..width as usize {
                    let byte = *line.add(column / 8);
                    let lsb_first = (*image).bitmap_bit_order == 0;
                    let set = if lsb_first {
                        byte >> (column % 8) & 1
                    } else {
                        byte >> (7 - column % 8) & 1
                    };
                    bits[(height as usize - 1 - y) * row_bytes + column / 8] |=
                        set << (7 - column % 8);
                }
            }
            (x.free)((*image).data.cast());
            (x.free)(image.cast());
            Some(bits)
        }
    }
}

/// Returns the extent of a character (Xlib, "Font metrics"), or `None` if the font lacks it.
///
/// # Safety
/// `font` came from XQueryFont.
unsafe fn extent(font: &FontStruct, code: u32) -> Option<CharStruct> {
    let (byte1, byte2) = if font.min_byte1 == 0 && font.max_byte1 == 0 {
        (0, code)
    } else {
        (code >> 8, code & 255)
    };
    let columns = font.min_char_or_byte2..=font.max_char_or_byte2;
    if !columns.contains(&byte2) || !(font.min_byte1..=font.max_byte1).contains(&byte1) {
        return None;
    }
    if font.per_char.is_null() {
        return Some(font.min_bounds);
    }
    let n_columns = (font.max_char_or_byte2 - font.min_char_or_byte2 + 1) as usize;
    let index =
        (byte1 - font.min_byte1) as usize * n_columns + (byte2 - font.min_char_or_byte2) as usize;
    // SAFETY: per_char has rows × columns entries.
    Some(unsafe { *font.per_char.add(index) })
}

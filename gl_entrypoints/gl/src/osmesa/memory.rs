//! The application's memory as a presenter: OSMesa's pixel formats, row order and row length.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use trilobite::platform::PixelStorage;
use trilobite::surface::{Presenter, Region};

pub(super) const GL_UNSIGNED_BYTE: u32 = 0x1401;
pub(super) const GL_UNSIGNED_SHORT: u32 = 0x1403;
pub(super) const GL_FLOAT: u32 = 0x1406;
pub(super) const GL_UNSIGNED_SHORT_5_6_5: u32 = 0x8363;
pub(super) const OSMESA_RGBA: i32 = 0x1908;
pub(super) const OSMESA_RGB: i32 = 0x1907;
pub(super) const OSMESA_BGRA: i32 = 1;
pub(super) const OSMESA_ARGB: i32 = 2;
pub(super) const OSMESA_BGR: i32 = 4;
pub(super) const OSMESA_RGB_565: i32 = 5;

/// The state of OSMesaPixelStore.
#[derive(Debug, Default)]
pub(super) struct PixelStore {
    pub(super) row_length: AtomicI32,
    pub(super) y_down: AtomicBool,
}

/// The application's memory.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) address: usize,
    pub(super) layout: PixelLayout,
    pub(super) height: u32,
    pub(super) store: Arc<PixelStore>,
}

/// The layout of a pixel in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelLayout {
    /// The component order: OSMESA_RGBA and so on.
    pub(super) format: i32,
    /// The type: GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT, GL_FLOAT, or GL_UNSIGNED_SHORT_5_6_5 for OSMESA_RGB_565.
    pub(super) kind: u32,
}

/// The number of components of a pixel in an OSMesa format. For OSMESA_RGB_565 it is the number of bytes.
pub(super) fn components(format: i32) -> usize {
    match format {
        OSMESA_RGB | OSMESA_BGR => 3,
        OSMESA_RGB_565 => 2,
        _ => 4,
    }
}

impl PixelLayout {
    /// Whether the format exists with this type.
    pub(super) fn is_known(self) -> bool {
        match self.format {
            OSMESA_RGB_565 => self.kind == GL_UNSIGNED_SHORT_5_6_5,
            _ => matches!(self.kind, GL_UNSIGNED_BYTE | GL_UNSIGNED_SHORT | GL_FLOAT),
        }
    }

    fn component_bytes(self) -> usize {
        match self.kind {
            GL_UNSIGNED_SHORT => 2,
            GL_FLOAT => 4,
            _ => 1,
        }
    }

    pub(super) fn bytes(self) -> usize {
        components(self.format) * self.component_bytes()
    }

    /// Writes one of our pixels in this layout. Pictures have 8 bits per component, whatever the type.
    pub(super) fn write(self, pixel: u32, out: &mut [u8]) {
        let (mut small, n) = ([0; 4], components(self.format));
        pack(pixel, self.format, &mut small[..n]);
        for (byte, out) in small
            .iter()
            .zip(out.chunks_exact_mut(self.component_bytes()))
        {
            match self.kind {
                GL_UNSIGNED_SHORT => out.copy_from_slice(&(u16::from(*byte) * 257).to_ne_bytes()),
                GL_FLOAT => out.copy_from_slice(&(f32::from(*byte) / 255.0).to_ne_bytes()),
                _ => out[0] = *byte,
            }
        }
    }

    /// The reverse of [`PixelLayout::write`].
    pub(super) fn read(self, bytes: &[u8]) -> u32 {
        let (mut small, n) = ([0; 4], components(self.format));
        for (byte, part) in small
            .iter_mut()
            .zip(bytes.chunks_exact(self.component_bytes()))
        {
            *byte = match *part {
                [low, high] => (u32::from(u16::from_ne_bytes([low, high])) * 255 / 65535) as u8,
                [a, b, c, d] => (f32::from_ne_bytes([a, b, c, d]) * 255.0).round() as u8,
                _ => part[0],
            };
        }
        unpack(&small[..n], self.format)
    }
}

/// Writes one of our pixels (A, R, G, B from the top bits) as a format's bytes.
pub(super) fn pack(pixel: u32, format: i32, out: &mut [u8]) {
    let [b, g, r, a] = pixel.to_le_bytes();
    match format {
        OSMESA_RGBA => out.copy_from_slice(&[r, g, b, a]),
        OSMESA_BGRA => out.copy_from_slice(&[b, g, r, a]),
        OSMESA_ARGB => out.copy_from_slice(&[a, r, g, b]),
        OSMESA_RGB => out.copy_from_slice(&[r, g, b]),
        OSMESA_BGR => out.copy_from_slice(&[b, g, r]),
        _ => {
            let (r, g, b) = (u16::from(r >> 3), u16::from(g >> 2), u16::from(b >> 3));
            out.copy_from_slice(&(r << 11 | g << 5 | b).to_ne_bytes());
        }
    }
}

/// The reverse of [`pack`]; alpha 1 where the format has none.
pub(super) fn unpack(bytes: &[u8], format: i32) -> u32 {
    let [b, g, r, a] = match (format, bytes) {
        (OSMESA_RGBA, &[r, g, b, a])
        | (OSMESA_BGRA, &[b, g, r, a])
        | (OSMESA_ARGB, &[a, r, g, b]) => [b, g, r, a],
        (OSMESA_RGB, &[r, g, b]) | (OSMESA_BGR, &[b, g, r]) => [b, g, r, 255],
        (_, &[low, high, ..]) => {
            let v = u32::from(u16::from_ne_bytes([low, high]));
            let wide = |v: u32, max: u32| (v * 255 / max) as u8;
            [
                wide(v & 31, 31),
                wide(v >> 5 & 63, 63),
                wide(v >> 11, 31),
                255,
            ]
        }
        _ => [0; 4],
    };
    u32::from_le_bytes([b, g, r, a])
}

impl Memory {
    /// The address of row `y`, counted from the bottom of the picture.
    fn row(&self, y: u32, width: u32) -> *mut u8 {
        let row_length = self.store.row_length.load(Ordering::Relaxed);
        let pixels = if row_length > 0 {
            row_length as usize
        } else {
            width as usize
        };
        let line = if self.store.y_down.load(Ordering::Relaxed) {
            self.height - 1 - y
        } else {
            y
        };
        (self.address + line as usize * pixels * self.layout.bytes()) as *mut u8
    }
}

impl Presenter for Memory {
    fn size(&self) -> Option<(u32, u32)> {
        None
    }

    fn present(&self, pixels: &PixelStorage, region: Region) -> Option<(u32, u32)> {
        let bytes = self.layout.bytes();
        let mut packed = vec![0u8; region.width as usize * bytes];
        let end = (region.y + region.height).min(self.height);
        let (at, size) = (
            [region.x, region.y],
            [region.width, end.saturating_sub(region.y)],
        );
        pixels.read_rows(at, size, 0, |y, row| {
            for (pixel, out) in row.iter().zip(packed.chunks_exact_mut(bytes)) {
                self.layout.write(*pixel, out);
            }
            // SAFETY: OSMesaMakeCurrent's memory has `height` rows of this length until another is made current.
            unsafe {
                let to = self.row(y, pixels.width()).add(region.x as usize * bytes);
                std::ptr::copy_nonoverlapping(packed.as_ptr(), to, packed.len());
            }
        });
        self.size()
    }

    fn fetch(&self, pixels: &PixelStorage) -> bool {
        let bytes = self.layout.bytes();
        let mut packed = vec![0u8; pixels.width() as usize * bytes];
        pixels.write_rows([0, 0], [pixels.width(), pixels.height()], 0, |y, row| {
            // SAFETY: as in `present`. A raw copy makes no reference to the application's memory.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    self.row(y, pixels.width()),
                    packed.as_mut_ptr(),
                    packed.len(),
                )
            };
            for (pixel, bytes) in row.iter_mut().zip(packed.chunks_exact(bytes)) {
                *pixel = self.layout.read(bytes);
            }
        });
        true
    }
}

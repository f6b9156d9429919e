//! The accumulation buffer of a surface: four signed floats for each pixel (GL 1.5 section 4.2.4).
#![forbid(unsafe_code)]

use super::Region;
use crate::platform::reserve::from_system;
use parking_lot::Mutex;

/// The bits per component that configurations report. Drivers of the time had 16, and the `f32` stored here holds more.
pub(super) const ACCUMULATION_BITS: i32 = 16;

/// An accumulation buffer. It takes no memory before its first use. Its contents are zero until they are written.
#[derive(Debug)]
pub struct Accumulation {
    width: u32,
    height: u32,
    /// The rows, bottom row first. It is empty before the first use.
    pub(super) pixels: Mutex<Vec<[f32; 4]>>,
}

impl Accumulation {
    /// Makes a buffer of this size in pixels, without memory yet.
    pub fn new(width: u32, height: u32) -> Accumulation {
        Accumulation {
            width,
            height,
            pixels: Mutex::default(),
        }
    }

    /// Calls `update` with each row of a region, from the bottom: the number of the row, and its pixels. Pixels outside the buffer
    /// are left out. Returns `None` when the memory cannot be allocated.
    pub fn update_rows(
        &self,
        region: Region,
        mut update: impl FnMut(u32, &mut [[f32; 4]]),
    ) -> Option<()> {
        let Some(region) = region.clipped(self.width, self.height) else {
            return Some(());
        };
        let pixels = &mut *self.pixels.lock();
        if pixels.is_empty() {
            let n = (self.width as usize).checked_mul(self.height as usize)?;
            from_system(|| pixels.try_reserve_exact(n)).ok()?;
            pixels.resize(n, [0.0; 4]);
        }
        for y in region.y..region.y + region.height {
            let start = y as usize * self.width as usize + region.x as usize;
            update(y, &mut pixels[start..][..region.width as usize]);
        }
        Some(())
    }
}

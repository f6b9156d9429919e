//! Images of Xlib: the memory of an XImage, which the server shares if possible.

use super::connection::Connection;
use super::rows::{ImageRows, from_visual};
use super::segment::Segment;
use super::shown_tiles::ShownTiles;
use super::xlib::{ShmSegment, VisualInfo, XImage, shm, xlib};
use crate::platform::handover::WayTrial;
use crate::platform::reserve::from_system;
use std::ffi::{c_int, c_uint};
use std::sync::atomic::Ordering;

/// ZPixmap: the pixels of an image lie one after the other.
pub(super) const Z_PIXMAP: c_int = 2;
const LSB_FIRST: c_int = 0;

/// An XImage and its memory.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) image: *mut XImage,
    memory: Memory,
    /// Width in pixels.
    pub(super) width: u32,
    /// Height in pixels.
    pub(super) height: u32,
    /// Which way whole pictures go to it.
    pub(super) trial: WayTrial,
    shown: ShownTiles,
}

/// The memory of an image's pixels.
#[derive(Debug)]
enum Memory {
    /// A segment that the server shares, and Xlib's structure of it.
    Shared {
        _segment: Segment,
        shared: Box<ShmSegment>,
    },
    /// Memory of ours, which goes to the server through the socket.
    Private { _pixels: Vec<u32> },
}

impl Image {
    /// Makes an image of a visual and depth, in memory that the server shares if possible. Returns `None` if memory is short.
    pub(super) fn new(
        c: &Connection,
        visual: &VisualInfo,
        depth: u32,
        size: (u32, u32),
    ) -> Option<Image> {
        if c.has_shm.load(Ordering::Relaxed) {
            if let Some(image) = Image::shared(c, visual, depth, size) {
                return Some(image);
            }
            // The server is remote, or there are no segments left. From now on, images go through the socket.
            c.has_shm.store(false, Ordering::Relaxed);
        }
        Image::private(c, visual, depth, size)
    }

    /// Whether the server reads the image's memory itself.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self.memory, Memory::Shared { .. })
    }

    /// Makes an image in a shared segment.
    fn shared(
        c: &Connection,
        visual: &VisualInfo,
        depth: u32,
        (width, height): (u32, u32),
    ) -> Option<Image> {
        let (s, x) = (shm()?, c.open()?);
        let mut shared = Box::new(ShmSegment {
            segment: 0,
            shm_id: -1,
            address: std::ptr::null_mut(),
            read_only: 0,
        });
        // SAFETY: the display is open, and the segment outlives the image. The memory is mapped before it is used. It is marked for
        // removal as soon as both sides have mapped it.
        unsafe {
            let null = std::ptr::null_mut();
            let image = (s.create_image)(
                c.display,
                visual.visual,
                depth,
                Z_PIXMAP,
                null,
                &mut *shared,
                width,
                height,
            );
            if image.is_null() {
                return None;
            }
            // Makes a segment of the image's size, and maps it on both sides.
            let segment = Segment::new((*image).bytes_per_line as usize * height as usize);
            let attach = |mut segment: Segment| {
                (shared.shm_id, shared.address) = (segment.id(), segment.address().cast());
                (*image).data = shared.address;
                let attached = c.guarded(|_| (s.attach)(c.display, &mut *shared));
                segment.mark_attached();
                attached.is_some_and(|ok| ok != 0).then_some(segment)
            };
            let Some(segment) = segment.and_then(attach) else {
                (x.free)(image.cast());
                return None;
            };
            Some(Image {
                image,
                memory: Memory::Shared {
                    _segment: segment,
                    shared,
                },
                width,
                height,
                trial: WayTrial::default(),
                shown: ShownTiles::default(),
            })
        }
    }

    /// Makes an image in memory of ours.
    fn private(
        c: &Connection,
        visual: &VisualInfo,
        depth: u32,
        (width, height): (u32, u32),
    ) -> Option<Image> {
        // Allocates 4 bytes per pixel, which is the largest pixel.
        let x = c.open()?;
        let mut memory = Vec::new();
        let n_pixels = (width as usize).checked_mul(height as usize)?;
        from_system(|| memory.try_reserve_exact(n_pixels)).ok()?;
        memory.resize(n_pixels, 0u32);
        // SAFETY: the display is open. `memory` has 4 bytes per pixel, and the image is not used if its rows have more.
        let image = unsafe {
            let data = memory.as_mut_ptr().cast();
            (x.create_image)(
                c.display,
                visual.visual,
                depth,
                Z_PIXMAP,
                0,
                data,
                width,
                height,
                32,
                0,
            )
        };
        if image.is_null() {
            return None;
        }
        // SAFETY: Xlib made the image. It is freed if its rows are longer than those of the memory.
        unsafe {
            (*image).byte_order = if cfg!(target_endian = "little") {
                LSB_FIRST
            } else {
                1
            };
            let rows_fit = (*image).bytes_per_line as usize <= width as usize * 4;
            if !rows_fit {
                (x.free)(image.cast());
                return None;
            }
        }
        Some(Image {
            image,
            memory: Memory::Private { _pixels: memory },
            width,
            height,
            trial: WayTrial::default(),
            shown: ShownTiles::default(),
        })
    }

    /// The rows of its memory.
    pub(super) fn rows(&mut self) -> ImageRows<'_> {
        // SAFETY: Xlib made the image, and its memory has these rows as long as the image lives.
        unsafe {
            let image = &*self.image;
            ImageRows {
                data: image.data.cast(),
                stride: image.bytes_per_line as usize,
                bits: image.bits_per_pixel as u32,
                size: [self.width, self.height],
                shown: &mut self.shown,
            }
        }
    }

    /// Frees the server's mapping, the memory and Xlib's header.
    pub(super) fn free(self, c: &Connection) {
        // SAFETY: the server's mapping is freed first, while the display is open, then our mapping and Xlib's header.
        unsafe {
            if let Memory::Shared {
                _segment,
                mut shared,
            } = self.memory
            {
                // libXext has forgotten a display that is closing. A request would make it known again, and the entry would
                // stay for the next display at this address. The server unmaps the segment by itself then.
                let is_open = c.is_alive() && !c.closing.load(Ordering::Acquire);
                if let Some(s) = shm().filter(|_| is_open) {
                    c.guarded(|_| (s.detach)(c.display, &mut *shared));
                }
            }
            if let Some(x) = xlib() {
                (x.free)(self.image.cast());
            }
        }
    }
}

/// Reads row `y`, counted from the top.
///
/// # Safety
/// `image` is a ZPixmap image of Xlib with more than `y` rows of at least `out.len()` pixels.
pub(super) unsafe fn read_row(image: *mut XImage, y: u32, out: &mut [u32], visual: &VisualInfo) {
    // SAFETY: the caller guarantees that the row lies in the image.
    unsafe {
        let line = (*image)
            .data
            .cast::<u8>()
            .add(y as usize * (*image).bytes_per_line as usize);
        for (i, pixel) in out.iter_mut().enumerate() {
            let raw = match (*image).bits_per_pixel {
                32 => line.add(i * 4).cast::<u32>().read_unaligned(),
                16 => u32::from(line.add(i * 2).cast::<u16>().read_unaligned()),
                _ => 0,
            };
            *pixel = from_visual(raw, visual);
        }
    }
}

// Sizes in pixels are passed to Xlib as c_uint.
const _: () = assert!(size_of::<c_uint>() == 4);

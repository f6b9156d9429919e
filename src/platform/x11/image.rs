//! Images of Xlib: the memory of an XImage, which the server shares if possible, and the pixels in it.

use super::connection::Connection;
use super::xlib::{ShmSegment, VisualInfo, XImage, shm, xlib};
use crate::platform::past_caches::copy_past_caches;
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
}

/// The memory of an image's pixels.
#[derive(Debug)]
enum Memory {
    /// A segment that the server shares.
    Shared(Box<ShmSegment>),
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
        matches!(self.memory, Memory::Shared(_))
    }

    /// Makes an image in a shared segment.
    fn shared(
        c: &Connection,
        visual: &VisualInfo,
        depth: u32,
        (width, height): (u32, u32),
    ) -> Option<Image> {
        let (s, x) = (shm()?, c.open()?);
        let mut segment = Box::new(ShmSegment {
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
                &mut *segment,
                width,
                height,
            );
            if image.is_null() {
                return None;
            }
            // Makes a segment of the image's size, and maps it on both sides.
            let bytes = (*image).bytes_per_line as usize * height as usize;
            segment.shm_id = libc::shmget(libc::IPC_PRIVATE, bytes, libc::IPC_CREAT | 0o600);
            let address = match segment.shm_id {
                -1 => -1isize as *mut libc::c_void,
                id => libc::shmat(id, std::ptr::null(), 0),
            };
            let mapped = address as isize != -1;
            if mapped {
                segment.address = address.cast();
                (*image).data = address.cast();
            }
            let attached = mapped
                && c.guarded(|_| (s.attach)(c.display, &mut *segment))
                    .is_some_and(|ok| ok != 0);
            if segment.shm_id != -1 {
                libc::shmctl(segment.shm_id, libc::IPC_RMID, std::ptr::null_mut());
            }
            // Undoes everything if one side could not map it.
            if !attached {
                if mapped {
                    libc::shmdt(address);
                }
                (x.free)(image.cast());
                return None;
            }
            Some(Image {
                image,
                memory: Memory::Shared(segment),
                width,
                height,
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
        memory
            .try_reserve_exact((width as usize).checked_mul(height as usize)?)
            .ok()?;
        memory.resize(width as usize * height as usize, 0u32);
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
        })
    }

    /// The address of the pixels from (x, y) on, if the image has the format of planes and all rows are aligned to 16 bytes.
    /// `y` counts from the top.
    pub(super) fn plain_rows(
        &self,
        x: u32,
        visual: &VisualInfo,
    ) -> Option<impl Fn(u32) -> *mut u32> {
        // SAFETY: Xlib made the image, and its memory is alive.
        let (data, stride, bits) = unsafe {
            let image = &*self.image;
            (
                image.data,
                image.bytes_per_line as usize,
                image.bits_per_pixel,
            )
        };
        let first = data.cast::<u8>().wrapping_add(4 * x as usize);
        let is_plain = bits == 32
            && is_rgb888(visual)
            && (first as usize).is_multiple_of(16)
            && stride.is_multiple_of(16);
        is_plain.then_some(move |y: u32| first.wrapping_add(y as usize * stride).cast())
    }

    /// Writes a row of pixels from (x, y) on, where y counts from the top. They are converted to the visual's format.
    pub(super) fn write_row(&mut self, x: u32, y: u32, row: &[u32], visual: &VisualInfo) {
        assert!(
            x as usize + row.len() <= self.width as usize && y < self.height,
            "row inside the image"
        );
        // SAFETY: the memory has width × height pixels with this stride, and the row lies inside by the assertion.
        unsafe {
            let line = (*self.image)
                .data
                .cast::<u8>()
                .add(y as usize * (*self.image).bytes_per_line as usize);
            match (*self.image).bits_per_pixel {
                32 if is_rgb888(visual) => {
                    copy_past_caches(row, line.add(x as usize * 4).cast());
                }
                32 => row.iter().enumerate().for_each(|(i, p)| {
                    line.add((x as usize + i) * 4)
                        .cast::<u32>()
                        .write_unaligned(to_visual(*p, visual));
                }),
                16 => row.iter().enumerate().for_each(|(i, p)| {
                    line.add((x as usize + i) * 2)
                        .cast::<u16>()
                        .write_unaligned(to_visual(*p, visual) as u16);
                }),
                // No configuration has a visual of another pixel size.
                _ => {}
            }
        }
    }

    /// Frees the server's mapping, the memory and Xlib's header.
    pub(super) fn free(self, c: &Connection) {
        // SAFETY: the server's mapping is freed first, while the display is open, then our mapping and Xlib's header.
        unsafe {
            if let Memory::Shared(mut segment) = self.memory {
                // libXext has forgotten a display that is closing. A request would make it known again, and the entry would
                // stay for the next display at this address. The server unmaps the segment by itself then.
                let is_open = c.is_alive() && !c.closing.load(Ordering::Acquire);
                if let Some(s) = shm().filter(|_| is_open) {
                    c.guarded(|_| (s.detach)(c.display, &mut *segment));
                }
                libc::shmdt(segment.address.cast());
            }
            if let Some(x) = xlib() {
                (x.free)(self.image.cast());
            }
        }
    }
}

/// Whether the visual's pixels have our format.
fn is_rgb888(v: &VisualInfo) -> bool {
    (v.red_mask, v.green_mask, v.blue_mask) == (0xff0000, 0xff00, 0xff)
}

/// Converts a pixel to the visual's format: the top bits of each component go where the visual has it.
pub(super) fn to_visual(pixel: u32, v: &VisualInfo) -> u32 {
    let place = |component: u32, mask: u64| {
        let (shift, bits) = (mask.trailing_zeros().min(63), mask.count_ones().min(8));
        (u64::from(component) >> (8 - bits) << shift) & mask
    };
    let rgb = place(pixel >> 16 & 255, v.red_mask)
        | place(pixel >> 8 & 255, v.green_mask)
        | place(pixel & 255, v.blue_mask);
    rgb as u32
}

/// Converts a pixel from the visual's format. Alpha is 1 for visuals without alpha.
pub(super) fn from_visual(pixel: u32, v: &VisualInfo) -> u32 {
    let take = |mask: u64| {
        let (shift, bits) = (mask.trailing_zeros().min(63), mask.count_ones().clamp(1, 8));
        let top = (1u64 << bits) - 1;
        ((((u64::from(pixel) & mask) >> shift) & top) * 255 / top) as u32
    };
    let alpha = if v.depth == 32 {
        pixel & 0xff00_0000
    } else {
        0xff00_0000
    };
    alpha | take(v.red_mask) << 16 | take(v.green_mask) << 8 | take(v.blue_mask)
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

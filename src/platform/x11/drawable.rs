//! A window or pixmap of the application, to which pictures are put and from which they are taken.

use super::xlib::{Gc, ShmSegment, XImage, Xlib, shm, xlib};
use super::{Connection, VisualInfo, Xid};
use crate::platform::PixelStorage;
use crate::platform::past_caches::{copy_past_caches, finish_copies};
use parking_lot::Mutex;
use std::ffi::{c_int, c_uint};
use std::sync::Arc;
use std::sync::atomic::Ordering;

const Z_PIXMAP: c_int = 2;
const LSB_FIRST: c_int = 0;

/// Size and depth of a drawable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bits per pixel that count.
    pub depth: u32,
}

impl Connection {
    /// Asks the server for a drawable's size; `None` when it is gone.
    pub fn geometry(&self, drawable: Xid) -> Option<Geometry> {
        self.guarded_query(|x| self.ask_geometry(x, drawable))
            .flatten()
    }

    /// The same among other requests, which the server has carried out then. To be guarded.
    fn ask_geometry(&self, x: &Xlib, drawable: Xid) -> Option<Geometry> {
        let (mut root, mut x_pos, mut y_pos) = (0, 0, 0);
        let (mut width, mut height, mut border, mut depth) = (0, 0, 0, 0);
        // SAFETY: the display is open (guarded); eight places for answers.
        let found = unsafe {
            (x.get_geometry)(
                self.display,
                drawable,
                &mut root,
                &mut x_pos,
                &mut y_pos,
                &mut width,
                &mut height,
                &mut border,
                &mut depth,
            )
        };
        (found != 0).then_some(Geometry {
            width,
            height,
            depth,
        })
    }
}

/// A window or pixmap with what it takes to put pictures into it. Its drawable may vanish at any time.
#[derive(Debug)]
pub struct XDrawable {
    connection: Arc<Connection>,
    xid: Xid,
    visual: VisualInfo,
    depth: u32,
    opaque: bool,
    staging: Mutex<Staging>,
}

#[derive(Debug)]
struct Staging {
    gc: Gc,
    image: Option<Image>,
    gone: bool,
}

// SAFETY: Xlib's objects are reached under the lock.
unsafe impl Send for Staging {}

/// An XImage and its memory.
#[derive(Debug)]
struct Image {
    image: *mut XImage,
    memory: Memory,
    width: u32,
    height: u32,
}

#[derive(Debug)]
enum Memory {
    Shared(Box<ShmSegment>),
    Private { _pixels: Vec<u32> },
}

impl XDrawable {
    /// `opaque`: pixels of a 32-bit visual get alpha 1, so that a compositor does not see through them.
    pub fn new(
        connection: Arc<Connection>,
        xid: Xid,
        visual: VisualInfo,
        depth: u32,
        opaque: bool,
    ) -> XDrawable {
        let staging = Staging {
            gc: std::ptr::null_mut(),
            image: None,
            gone: false,
        };
        XDrawable {
            connection,
            xid,
            visual,
            depth,
            opaque,
            staging: Mutex::new(staging),
        }
    }

    /// Its number.
    pub fn xid(&self) -> Xid {
        self.xid
    }

    /// Its size now; `None` when it is gone.
    pub fn size(&self) -> Option<(u32, u32)> {
        if self.staging.lock().gone {
            return None;
        }
        self.connection
            .geometry(self.xid)
            .map(|g| (g.width, g.height))
    }

    /// Puts a rectangle of `pixels` (origin bottom left, as in GL) to the same place of a drawable of the same
    /// height. The drawable's size then; `None` when it or the connection is gone, and nothing else is harmed.
    pub fn put(
        &self,
        pixels: &PixelStorage,
        x: u32,
        y: u32,
        width: u32,
        height: u32,
    ) -> Option<(u32, u32)> {
        let width = width.min(pixels.width().saturating_sub(x));
        let height = height.min(pixels.height().saturating_sub(y));
        let staging = &mut *self.staging.lock();
        if staging.gone {
            return None;
        }
        let geometry = match width == 0 || height == 0 {
            true => self.connection.geometry(self.xid),
            false => self.put_locked(staging, pixels, (x, y, width, height)),
        };
        staging.gone = geometry.is_none();
        geometry.map(|g| (g.width, g.height))
    }

    fn put_locked(
        &self,
        staging: &mut Staging,
        pixels: &PixelStorage,
        rect: (u32, u32, u32, u32),
    ) -> Option<Geometry> {
        let c = &*self.connection;
        if staging.gc.is_null() {
            // SAFETY: the display is open (guarded); no GC values.
            staging.gc = c.guarded(|x| unsafe {
                (x.create_gc)(c.display, self.xid, 0, std::ptr::null_mut())
            })?;
        }
        let fits = |i: &Image| (i.width, i.height) == (pixels.width(), pixels.height());
        if !staging.image.as_ref().is_some_and(fits) {
            if let Some(old) = staging.image.take() {
                old.free(c);
            }
            staging.image = self.new_image(pixels.width(), pixels.height());
        }
        // Memory is short: the picture is lost, the drawable is not.
        let Some(image) = &mut staging.image else {
            return c.geometry(self.xid);
        };
        let (x, y, width, height) = rect;
        let top = pixels.height() - y - height;
        self.fill(image, pixels, rect, top);
        let (gc, xid) = (staging.gc, self.xid);
        let (left, top_i) = (x as c_int, top as c_int);
        let shared = matches!(image.memory, Memory::Shared(_));
        let put = |xlib: &'static Xlib| {
            // SAFETY: display open (guarded), image and its memory alive; the question behind it waits until the server has
            // read it.
            unsafe {
                match shm().filter(|_| shared) {
                    Some(s) => (s.put_image)(
                        c.display,
                        xid,
                        gc,
                        image.image,
                        left,
                        top_i,
                        left,
                        top_i,
                        width,
                        height,
                        0,
                    ),
                    None => (xlib.put_image)(
                        c.display,
                        xid,
                        gc,
                        image.image,
                        left,
                        top_i,
                        left,
                        top_i,
                        width,
                        height,
                    ),
                };
            }
            c.ask_geometry(xlib, xid)
        };
        c.guarded_query(put).flatten()
    }

    /// Copies a rectangle into the image, upside down and in the visual's format.
    fn fill(&self, image: &mut Image, pixels: &PixelStorage, rect: (u32, u32, u32, u32), top: u32) {
        let (x, y, width, height) = rect;
        let mut opaque = Vec::new();
        pixels.resolve_rows([x, y], [width, height], |line, row| {
            let to = top + (y + height - 1 - line);
            if !self.opaque {
                return image.write_row(x, to, row, &self.visual);
            }
            opaque.clear();
            opaque.extend(row.iter().map(|pixel| pixel | 0xff00_0000));
            image.write_row(x, to, &opaque, &self.visual);
        });
        finish_copies();
    }

    /// Reads the whole drawable into `pixels` (glXWaitX on a pixmap); false when it cannot be had.
    pub fn get(&self, pixels: &PixelStorage) -> bool {
        let c = &*self.connection;
        let (width, height) = (pixels.width(), pixels.height());
        let get = |x: &Xlib| {
            // SAFETY: the display is open (guarded).
            unsafe { (x.get_image)(c.display, self.xid, 0, 0, width, height, !0, Z_PIXMAP) }
        };
        let Some(x) = xlib() else { return false };
        let Some(image) = c.guarded(get).filter(|i| !i.is_null()) else {
            return false;
        };
        for sample in 0..pixels.samples() {
            pixels.write_rows([0, 0], [width, height], sample, |y, row| {
                // SAFETY: Xlib made the image with this size.
                unsafe { read_row(image, height - 1 - y, row, &self.visual) };
            });
        }
        // SAFETY: both blocks came from Xlib's allocator; this is what XDestroyImage does.
        unsafe {
            (x.free)((*image).data.cast());
            (x.free)(image.cast());
        }
        true
    }

    fn new_image(&self, width: u32, height: u32) -> Option<Image> {
        if self.connection.has_shm.load(Ordering::Relaxed) {
            if let Some(image) = self.shared_image(width, height) {
                return Some(image);
            }
            // A remote server, or no segments left: from now on through the socket.
            self.connection.has_shm.store(false, Ordering::Relaxed);
        }
        self.private_image(width, height)
    }

    fn shared_image(&self, width: u32, height: u32) -> Option<Image> {
        let (s, x, c) = (shm()?, self.connection.open()?, &*self.connection);
        let mut segment = Box::new(ShmSegment {
            segment: 0,
            shm_id: -1,
            address: std::ptr::null_mut(),
            read_only: 0,
        });
        // SAFETY: the display is open; the segment outlives the image; the memory is mapped before it is used and
        // marked for removal as soon as both sides hold it.
        unsafe {
            let (visual, depth) = (self.visual.visual, self.depth);
            let null = std::ptr::null_mut();
            let image = (s.create_image)(
                c.display,
                visual,
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

    fn private_image(&self, width: u32, height: u32) -> Option<Image> {
        let (x, c) = (self.connection.open()?, &*self.connection);
        let mut memory = Vec::new();
        memory
            .try_reserve_exact((width as usize).checked_mul(height as usize)?)
            .ok()?;
        memory.resize(width as usize * height as usize, 0u32);
        // SAFETY: the display is open; rows of the image are at most 4 bytes a pixel, so `memory` holds it.
        let image = unsafe {
            let data = memory.as_mut_ptr().cast();
            (x.create_image)(
                c.display,
                self.visual.visual,
                self.depth,
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
        // SAFETY: Xlib made it; its size is checked against the memory, and the byte order is ours.
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
}

impl Image {
    /// Writes a row of our pixels at (x, y) from the top.
    fn write_row(&mut self, x: u32, y: u32, row: &[u32], visual: &VisualInfo) {
        assert!(
            x as usize + row.len() <= self.width as usize && y < self.height,
            "row inside the image"
        );
        // SAFETY: Xlib sized the memory for width × height at these strides; the row lies inside.
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
                // The configuration table lists no visual of another pixel size.
                _ => {}
            }
        }
    }

    fn free(self, c: &Connection) {
        // SAFETY: the server's side goes first while the display is open; then our mapping and Xlib's header.
        unsafe {
            if let Memory::Shared(mut segment) = self.memory {
                // A closing display has been forgotten by libXext, which would now learn it anew and keep that for the next
                // Display at the same address; the server lets go of the segment by itself.
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

impl Drop for XDrawable {
    fn drop(&mut self) {
        let staging = self.staging.get_mut();
        if let Some(image) = staging.image.take() {
            image.free(&self.connection);
        }
        if let Some(x) = self.connection.open().filter(|_| !staging.gc.is_null()) {
            // SAFETY: the display is open and the GC is ours.
            unsafe { (x.free_gc)(self.connection.display, staging.gc) };
        }
    }
}

/// Pixels of the visual are ours as they stand.
fn is_rgb888(v: &VisualInfo) -> bool {
    (v.red_mask, v.green_mask, v.blue_mask) == (0xff0000, 0xff00, 0xff)
}

/// Places the top bits of each component where the visual wants them.
fn to_visual(pixel: u32, v: &VisualInfo) -> u32 {
    let place = |component: u32, mask: u64| {
        let (shift, bits) = (mask.trailing_zeros().min(63), mask.count_ones().min(8));
        (u64::from(component) >> (8 - bits) << shift) & mask
    };
    let rgb = place(pixel >> 16 & 255, v.red_mask)
        | place(pixel >> 8 & 255, v.green_mask)
        | place(pixel & 255, v.blue_mask);
    rgb as u32
}

/// The reverse of [`to_visual`]; alpha 1 for visuals without alpha.
fn from_visual(pixel: u32, v: &VisualInfo) -> u32 {
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

/// Reads row `y` from the top.
///
/// # Safety
/// `image` is a ZPixmap image of Xlib with more than `y` rows of at least `out.len()` pixels.
unsafe fn read_row(image: *mut XImage, y: u32, out: &mut [u32], visual: &VisualInfo) {
    // SAFETY: as the caller says.
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

/// Bytes that a c_uint size takes must not wrap in Xlib.
const _: () = assert!(size_of::<c_uint>() == 4);

#[cfg(test)]
mod tests {
    use super::*;

    fn visual(masks: [u64; 3], depth: i32) -> VisualInfo {
        VisualInfo {
            visual: std::ptr::null_mut(),
            visual_id: 1,
            screen: 0,
            depth,
            class: 4,
            red_mask: masks[0],
            green_mask: masks[1],
            blue_mask: masks[2],
            colormap_size: 0,
            bits_per_rgb: 8,
        }
    }

    #[test]
    fn sixteen_bit_visuals_take_the_top_bits() {
        let rgb565 = visual([0xf800, 0x07e0, 0x001f], 16);
        assert_eq!(to_visual(0xffff_0000, &rgb565), 0xf800);
        assert_eq!(to_visual(0xff00_ff08, &rgb565), 0x07e1);
        assert_eq!(from_visual(0xf800, &rgb565), 0xffff_0000);
    }

    #[test]
    fn swapped_components_are_placed() {
        let bgr = visual([0xff, 0xff00, 0xff0000], 24);
        assert_eq!(to_visual(0xff11_2233, &bgr), 0x33_2211);
        assert_eq!(from_visual(0x33_2211, &bgr), 0xff11_2233);
    }
}

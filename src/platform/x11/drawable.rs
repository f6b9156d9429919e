//! Writes pictures to windows and pixmaps of the application, and reads them.

use super::connection::Connection;
use super::frame_window::FrameWindow;
use super::image::{Image, Z_PIXMAP, read_row};
use super::rows::Rect;
use super::xlib::{Gc, VisualInfo, Xid, Xlib, shm, xlib};
use crate::platform::PixelStorage;
use parking_lot::Mutex;
use std::ffi::c_int;
use std::sync::Arc;
use std::time::Instant;

/// The size and depth of a drawable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Geometry {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Bits per pixel that are used.
    pub depth: u32,
}

impl Connection {
    /// Asks the server for a drawable's size. Returns `None` if it does not exist any more.
    pub fn geometry(&self, drawable: Xid) -> Option<Geometry> {
        self.guarded_query(|x| self.ask_geometry(x, drawable))
            .flatten()
    }

    /// Does the same without a guard. When it returns, the server has executed all earlier requests, too.
    fn ask_geometry(&self, x: &Xlib, drawable: Xid) -> Option<Geometry> {
        let (mut root, mut x_pos, mut y_pos) = (0, 0, 0);
        let (mut width, mut height, mut border, mut depth) = (0, 0, 0, 0);
        // SAFETY: the display is open (guarded), and there are eight variables for the answers.
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

/// A window or pixmap, with the resources for writing pictures to it. It may vanish at any time.
#[derive(Debug)]
pub struct XDrawable {
    connection: Arc<Connection>,
    xid: Xid,
    visual: VisualInfo,
    depth: u32,
    /// Whether pixels are written with alpha 1.
    opaque: bool,
    staging: Mutex<Staging>,
}

/// The resources for writing pictures. They are made when the first picture is written.
#[derive(Debug)]
struct Staging {
    gc: Gc,
    image: Option<Image>,
    /// The drawable does not exist any more.
    gone: bool,
}

// SAFETY: Xlib's objects are used under the lock only.
unsafe impl Send for Staging {}

impl XDrawable {
    /// `opaque`: pixels of a 32-bit visual are written with alpha 1, so that a compositor does not make them transparent.
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

    /// The drawable's XID.
    pub fn xid(&self) -> Xid {
        self.xid
    }

    /// Shows frames of the window in a thread of the driver, where that is possible.
    pub fn frame_window(&self) -> Option<FrameWindow> {
        FrameWindow::new(
            &self.connection,
            self.xid,
            self.visual,
            self.depth,
            self.opaque,
        )
    }

    /// Asks for the present size. Returns `None` if the drawable does not exist any more.
    pub fn size(&self) -> Option<(u32, u32)> {
        if self.staging.lock().gone {
            return None;
        }
        self.connection
            .geometry(self.xid)
            .map(|g| (g.width, g.height))
    }

    /// Writes a rectangle of `pixels` to the same place of the drawable, which must have the same height. y counts from the
    /// bottom, as in GL.
    ///
    /// Returns the drawable's size, or `None` if it or the connection does not exist any more.
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
        let geometry = if width == 0 || height == 0 {
            self.connection.geometry(self.xid)
        } else {
            self.put_locked(staging, pixels, (x, y, width, height))
        };
        staging.gone = geometry.is_none();
        geometry.map(|g| (g.width, g.height))
    }

    /// Makes the graphics context, and an image of this size. `None` when the drawable is gone.
    fn prepare(&self, staging: &mut Staging, size: (u32, u32)) -> Option<()> {
        let c = &*self.connection;
        if staging.gc.is_null() {
            // SAFETY: the display is open (guarded), and no values are given.
            staging.gc = c.guarded(|x| unsafe {
                (x.create_gc)(c.display, self.xid, 0, std::ptr::null_mut())
            })?;
        }
        let fits = |i: &Image| (i.width, i.height) == size;
        if !staging.image.as_ref().is_some_and(fits) {
            if let Some(old) = staging.image.take() {
                old.free(c);
            }
            staging.image = Image::new(c, &self.visual, self.depth, size);
        }
        Some(())
    }

    /// Does the same for a rectangle that is not empty.
    fn put_locked(
        &self,
        staging: &mut Staging,
        pixels: &PixelStorage,
        rect: (u32, u32, u32, u32),
    ) -> Option<Geometry> {
        let c = &*self.connection;
        self.prepare(staging, (pixels.width(), pixels.height()))?;
        // If memory is short, the picture is lost, but not the drawable.
        let Some(image) = &mut staging.image else {
            return c.geometry(self.xid);
        };
        // Copies the rectangle to the image, and puts the image into the drawable.
        let (x, y, width, height) = rect;
        let top = pixels.height() - y - height;
        let is_whole = (x, y, width, height) == (0, 0, image.width, image.height);
        let started = (is_whole && image.trial.is_open()).then(Instant::now);
        let part = Rect {
            at: [x, y],
            size: [width, height],
        };
        let way = image.trial.way();
        image
            .rows()
            .fill(way, pixels, part, &self.visual, self.opaque);
        let (gc, xid) = (staging.gc, self.xid);
        let (left, top_i) = (x as c_int, top as c_int);
        let shared = image.is_shared();
        let put = |xlib: &'static Xlib| {
            // SAFETY: the display is open (guarded), and the image and its memory are alive. The query after it waits until
            // the server has read the memory.
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
        let geometry = c.guarded_query(put).flatten();
        if let Some(started) = started {
            image.trial.took(started.elapsed());
        }
        geometry
    }

    /// Reads the whole drawable into `pixels` (glXWaitX on a pixmap). Returns whether this was possible.
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
        // SAFETY: Xlib allocated both blocks, and XDestroyImage frees them in this way.
        unsafe {
            (x.free)((*image).data.cast());
            (x.free)(image.cast());
        }
        true
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

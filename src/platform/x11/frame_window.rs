//! Shows frames of a window in a thread of the driver, through a connection of the driver's own.
//!
//! The application's connection belongs to its threads: Xlib calls the process's error handlers, and its locks are there only
//! after XInitThreads. So frames have a connection that is not Xlib's. Errors of its requests come back as values.
//!
//! The server carries out requests of two connections in any order. The caller has asked the application's connection something
//! before, so what the application has requested is done. [`FrameWindow::show`] waits until the picture is in the window.

use super::connection::Connection;
use super::rows::{ImageRows, Rect};
use super::segment::Segment;
use super::shown_tiles::ShownTiles;
use super::xlib::{VisualInfo, Xid};
use crate::platform::PixelStorage;
use crate::platform::handover::WayTrial;
use crate::platform::per_process::n_forks;
use crate::platform::workers::start_thread;
use parking_lot::Mutex;
use std::ffi::CStr;
use std::os::fd::AsRawFd;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::shm::{self, ConnectionExt as _};
use x11rb::protocol::xproto::{ConnectionExt as _, CreateGCAux, ImageFormat};
use x11rb::protocol::{ErrorKind, Event};
use x11rb::rust_connection::RustConnection;

/// How long the server may take to show a frame. It takes longer when the application has grabbed it, and then waits for us.
const PATIENCE: Duration = Duration::from_secs(1);

/// The driver's own connection to a server, which it uses for one frame at a time.
#[derive(Debug)]
pub(super) struct FrameConnection {
    connection: Mutex<RustConnection>,
    /// The server answers in time.
    works: AtomicBool,
    /// The process that opened it. A child of a fork must not use it.
    process: u32,
}

impl FrameConnection {
    /// Connects to the server with this name. Returns `None` where it cannot in time, or where the server shares no memory.
    ///
    /// A thread of its own asks: the server lets it wait as long as the application has grabbed it.
    pub(super) fn new(display: &CStr) -> Option<FrameConnection> {
        let name = display.to_str().ok()?.to_owned();
        let (send, answer) = channel();
        let ask = move || {
            let _ = send.send(connect(&name));
        };
        if !start_thread("trilobite-display", ask) {
            return None;
        }
        let connection = answer.recv_timeout(PATIENCE).ok()??;
        Some(FrameConnection {
            connection: Mutex::new(connection),
            works: AtomicBool::new(true),
            process: n_forks(),
        })
    }

    fn works(&self) -> bool {
        self.works.load(Ordering::Relaxed) && self.process == n_forks()
    }
}

fn connect(name: &str) -> Option<RustConnection> {
    let (connection, _) = RustConnection::connect(Some(name)).ok()?;
    connection
        .extension_information(shm::X11_EXTENSION_NAME)
        .ok()??;
    connection.shm_query_version().ok()?.reply().ok()?;
    // A server on another machine may have the extension, but cannot map our memory.
    let probe = Segment::new(1)?;
    let segment = connection.generate_id().ok()?;
    let asked = connection.shm_attach(segment, probe.id() as u32, false);
    asked.ok()?.check().ok()?;
    connection.shm_detach(segment).ok()?.check().ok()?;
    Some(connection)
}

/// A window of the application, seen through [`FrameConnection`].
#[derive(Debug)]
pub struct FrameWindow {
    connection: Arc<FrameConnection>,
    window: u32,
    visual: VisualInfo,
    depth: u8,
    /// Pixels are written with alpha 1.
    opaque: bool,
    image: Mutex<Option<FrameImage>>,
    is_gone: AtomicBool,
}

/// What became of a frame.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Shown,
    WindowGone,
    Failed(&'static str),
}

/// The memory of a window's frames, which the server shares.
#[derive(Debug)]
struct FrameImage {
    segment: Segment,
    /// The server's names of the segment and of a graphics context.
    names: [u32; 2],
    /// The number of the request that made the first of them, until the server has answered.
    first: Option<u64>,
    stride: usize,
    bits: u32,
    size: [u32; 2],
    trial: WayTrial,
    shown: ShownTiles,
}

impl FrameWindow {
    pub(super) fn new(
        connection: &Connection,
        window: Xid,
        visual: VisualInfo,
        depth: u32,
        opaque: bool,
    ) -> Option<FrameWindow> {
        Some(FrameWindow {
            connection: connection.for_frames()?,
            window: u32::try_from(window).ok()?,
            visual,
            depth: u8::try_from(depth).ok()?,
            opaque,
            image: Mutex::new(None),
            is_gone: AtomicBool::new(false),
        })
    }

    /// Whether the server answers. Otherwise frames must go through the application's connection.
    pub fn works(&self) -> bool {
        self.connection.works()
    }

    /// Puts a picture into the window. It is there when this returns. Returns whether it could; a window that is gone takes all.
    pub fn show(&self, pixels: &PixelStorage) -> bool {
        if self.is_gone.load(Ordering::Relaxed) {
            return true;
        }
        if !self.works() {
            return false;
        }
        match self.put(pixels) {
            Outcome::Shown => true,
            Outcome::WindowGone => {
                self.is_gone.store(true, Ordering::Relaxed);
                true
            }
            Outcome::Failed(why) => {
                log::warn!("the X server {why}; frames go through the application's connection");
                self.connection.works.store(false, Ordering::Relaxed);
                false
            }
        }
    }

    fn put(&self, pixels: &PixelStorage) -> Outcome {
        let connection = self.connection.connection.lock();
        let mut image = self.image.lock();
        let size = [pixels.width(), pixels.height()];
        if image.as_ref().is_some_and(|image| image.size != size) {
            let old = image.take();
            old.into_iter().for_each(|old| old.free(&connection));
        }
        if image.is_none() {
            *image = FrameImage::new(&connection, self.window, self.depth, size);
        }
        let Some(image) = &mut *image else {
            return Outcome::Failed("gets no memory to share");
        };
        let started = Instant::now();
        let rect = Rect { at: [0, 0], size };
        let way = image.trial.way();
        image
            .rows()
            .fill(way, pixels, rect, &self.visual, self.opaque);
        let Some(number) = self.ask(&connection, image) else {
            return Outcome::Failed("has closed the connection");
        };
        let first = image.first.take().unwrap_or(number);
        let outcome = wait_until_read(&connection, image, first, started + PATIENCE);
        if outcome == Outcome::Shown && image.trial.is_open() {
            image.trial.took(started.elapsed());
        }
        outcome
    }

    /// Asks the server to copy the image to the window. Returns the number of the request.
    fn ask(&self, connection: &RustConnection, image: &FrameImage) -> Option<u64> {
        let [segment, gc] = image.names;
        let [width, height] = image.size.map(|n| n as u16);
        let format = u8::from(ImageFormat::Z_PIXMAP);
        let asked = connection.shm_put_image(
            self.window,
            gc,
            width,
            height,
            0,
            0,
            width,
            height,
            0,
            0,
            self.depth,
            format,
            true,
            segment,
            0,
        );
        let number = asked.ok()?.sequence_number();
        connection.flush().ok()?;
        Some(number)
    }
}

/// Waits until the server has read the image, or has refused a request from `first` on.
fn wait_until_read(
    connection: &RustConnection,
    image: &mut FrameImage,
    first: u64,
    end: Instant,
) -> Outcome {
    loop {
        match connection.poll_for_event_with_sequence() {
            Ok(Some((Event::ShmCompletion(done), _))) if done.shmseg == image.names[0] => {
                image.segment.mark_attached();
                return Outcome::Shown;
            }
            Ok(Some((Event::Error(error), of))) if of >= first => {
                return match error.error_kind {
                    ErrorKind::Drawable | ErrorKind::Window => Outcome::WindowGone,
                    _ => Outcome::Failed("refuses shared memory"),
                };
            }
            Ok(Some(_)) => {}
            Ok(None) if wait_for(connection, end) => {}
            Ok(None) => return Outcome::Failed("does not answer"),
            Err(_) => return Outcome::Failed("has closed the connection"),
        }
    }
}

/// Waits until the server has sent something. Returns `false` when the time is over.
fn wait_for(connection: &RustConnection, end: Instant) -> bool {
    let left = end.saturating_duration_since(Instant::now());
    let mut server = libc::pollfd {
        fd: connection.stream().as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    let milliseconds = left.as_millis().try_into().unwrap_or(i32::MAX);
    // SAFETY: there is one entry.
    let n = unsafe { libc::poll(&mut server, 1, milliseconds) };
    n > 0
        || left > Duration::ZERO
            && std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted
}

impl FrameImage {
    fn new(
        connection: &RustConnection,
        window: u32,
        depth: u8,
        size: [u32; 2],
    ) -> Option<FrameImage> {
        let formats = &connection.setup().pixmap_formats;
        let format = formats.iter().find(|format| format.depth == depth)?;
        let (bits, pad) = (
            u32::from(format.bits_per_pixel),
            u32::from(format.scanline_pad),
        );
        let stride = (size[0] * bits).next_multiple_of(pad.max(8)) as usize / 8;
        let segment = Segment::new(stride * size[1] as usize)?;
        // Nobody waits here: errors come back as events. A window that is gone has the first one.
        let (name, gc) = (
            connection.generate_id().ok()?,
            connection.generate_id().ok()?,
        );
        let first = connection.create_gc(gc, window, &CreateGCAux::new());
        let first = first.ok()?.sequence_number();
        drop(
            connection
                .shm_attach(name, segment.id() as u32, false)
                .ok()?,
        );
        Some(FrameImage {
            names: [name, gc],
            first: Some(first),
            segment,
            stride,
            bits,
            size,
            trial: WayTrial::default(),
            shown: ShownTiles::default(),
        })
    }

    fn rows(&mut self) -> ImageRows<'_> {
        ImageRows {
            data: self.segment.address(),
            stride: self.stride,
            bits: self.bits,
            size: self.size,
            shown: &mut self.shown,
        }
    }

    fn free(self, connection: &RustConnection) {
        // A window that is gone has taken nothing with it. Errors are no harm.
        let [segment, gc] = self.names;
        let _ = connection
            .shm_detach(segment)
            .map(|asked| asked.ignore_error());
        let _ = connection.free_gc(gc).map(|asked| asked.ignore_error());
    }
}

impl Drop for FrameWindow {
    fn drop(&mut self) {
        if let Some(image) = self
            .image
            .get_mut()
            .take()
            .filter(|_| self.connection.works())
        {
            let connection = self.connection.connection.lock();
            // The requests go out with those of the next frame. Here, the application's thread might get a signal for them.
            image.free(&connection);
        }
    }
}

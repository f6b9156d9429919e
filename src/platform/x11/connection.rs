//! The application's connections to X servers, and the errors of our own requests.

use super::frame_window::FrameConnection;
use super::xlib::{
    Display, ErrorEvent, ErrorHandler, ExtensionCodes, VisualInfo, Xid, Xlib, shm, xlib,
};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{CStr, c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

/// A connection to an X server. After XCloseDisplay, each method returns what a server without screens would give.
#[derive(Debug)]
pub struct Connection {
    pub(super) display: *mut Display,
    pub(super) alive: AtomicBool,
    /// XCloseDisplay is in progress. Other extensions have forgotten the display, so they must not be used any more.
    pub(super) closing: AtomicBool,
    /// Whether images can be in memory that the server shares.
    pub(super) has_shm: AtomicBool,
    /// The driver's own connection to the same server. It is opened when the first frame is to be shown.
    frames: OnceLock<Option<Arc<FrameConnection>>>,
    /// Is called with the display's address when the application closes it.
    on_close: Mutex<Option<fn(usize)>>,
}

// SAFETY: Xlib locks a display for each call. Before libX11 1.8 it did so only after XInitThreads, which an application has
// called if it uses a display from several threads.
unsafe impl Send for Connection {}
// SAFETY: as above.
unsafe impl Sync for Connection {}

/// The open connections, by the display's address.
static CONNECTIONS: LazyLock<Mutex<HashMap<usize, Arc<Connection>>>> =
    LazyLock::new(Default::default);

/// Error codes of the core X protocol.
pub mod error_code {
    /// An integer is out of range.
    pub const BAD_VALUE: u8 = 2;
    /// There is no such window.
    pub const BAD_WINDOW: u8 = 3;
    /// There is no such pixmap.
    pub const BAD_PIXMAP: u8 = 4;
    /// Parameters do not fit each other.
    pub const BAD_MATCH: u8 = 8;
    /// There is no such font.
    pub const BAD_FONT: u8 = 7;
    /// Memory is short.
    pub const BAD_ALLOC: u8 = 11;
}

impl Connection {
    /// Returns the connection of a display. It is the same one until the display is closed. Returns `None` for a null pointer,
    /// or without libX11.
    ///
    /// # Safety
    /// `display` is null, or XOpenDisplay returned it and it has not been closed.
    pub unsafe fn of(display: *mut Display) -> Option<Arc<Connection>> {
        let x = xlib()?;
        if display.is_null() {
            return None;
        }
        let mut all = CONNECTIONS.lock();
        if let Some(connection) = all.get(&(display as usize)) {
            return Some(connection.clone());
        }
        // As an extension, the driver is called when the display is closed.
        // SAFETY: the display is open. The hook is a function of this library, which is never unloaded.
        unsafe {
            let codes = (x.add_extension)(display);
            if codes.is_null() {
                return None;
            }
            (x.set_close_hook)(display, (*codes).extension, Some(display_closes));
        }
        // SAFETY: the display is open.
        let has_shm = shm().is_some_and(|shm| unsafe { (shm.query)(display) } != 0);
        let connection = Arc::new(Connection {
            display,
            alive: AtomicBool::new(true),
            closing: AtomicBool::new(false),
            has_shm: AtomicBool::new(has_shm),
            frames: OnceLock::new(),
            on_close: Mutex::new(None),
        });
        all.insert(display as usize, connection.clone());
        Some(connection)
    }

    /// Opens a connection of our own to the server that DISPLAY names, if there is one. It is never closed.
    pub fn open_default() -> Option<Arc<Connection>> {
        let x = xlib()?;
        // SAFETY: a null name means DISPLAY.
        let display = unsafe { (x.open_display)(std::ptr::null()) };
        // SAFETY: it is null, or has just been opened.
        unsafe { Connection::of(display) }
    }

    /// Calls `hook` with the display's address when the application closes it.
    pub fn on_close(&self, hook: fn(usize)) {
        *self.on_close.lock() = Some(hook);
    }

    /// The display's address.
    pub fn display(&self) -> *mut Display {
        self.display
    }

    /// Whether the display is still open.
    pub fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Acquire)
    }

    /// Returns Xlib, if the display is open.
    pub(super) fn open(&self) -> Option<&'static Xlib> {
        if self.is_alive() { xlib() } else { None }
    }

    /// The driver's own connection to the same server, where it can have one.
    pub(super) fn for_frames(&self) -> Option<Arc<FrameConnection>> {
        let open = || {
            let x = self.open()?;
            // SAFETY: the display is open, and has its name as long as it is.
            let name = unsafe { CStr::from_ptr((x.display_string)(self.display)) };
            FrameConnection::new(name).map(Arc::new)
        };
        self.frames.get_or_init(open).clone()
    }

    /// The number of screens. It is 0 if the display is closed.
    pub fn n_screens(&self) -> i32 {
        // SAFETY: the display is open.
        self.open()
            .map_or(0, |x| unsafe { (x.screen_count)(self.display) })
    }

    /// The screen that DISPLAY names.
    pub fn default_screen(&self) -> i32 {
        // SAFETY: the display is open.
        self.open()
            .map_or(0, |x| unsafe { (x.default_screen)(self.display) })
    }

    /// The root window of a screen.
    pub fn root_window(&self, screen: i32) -> Option<Xid> {
        let x = self
            .open()
            .filter(|_| (0..self.n_screens()).contains(&screen))?;
        // SAFETY: the display is open and has this screen.
        Some(unsafe { (x.root_window)(self.display, screen) })
    }

    /// Returns the visuals of a screen, the default visual first.
    pub fn visuals(&self, screen: i32) -> Vec<VisualInfo> {
        const VISUAL_SCREEN_MASK: std::ffi::c_long = 2;
        let Some(x) = self
            .open()
            .filter(|_| (0..self.n_screens()).contains(&screen))
        else {
            return Vec::new();
        };
        // SAFETY: a VisualInfo of zeros is a valid template. Xlib returns an array of `n`, which is copied and freed.
        unsafe {
            let mut template: VisualInfo = std::mem::zeroed();
            template.screen = screen;
            let mut n: c_int = 0;
            let list = (x.get_visual_info)(self.display, VISUAL_SCREEN_MASK, &mut template, &mut n);
            if list.is_null() {
                return Vec::new();
            }
            let mut visuals = std::slice::from_raw_parts(list, n.max(0) as usize).to_vec();
            (x.free)(list.cast());
            let default = (x.visual_id)((x.default_visual)(self.display, screen));
            visuals.sort_by_key(|v| v.visual_id != default);
            visuals
        }
    }

    /// Returns the first event and the first error of an extension, if the server has it.
    pub fn extension_bases(&self, name: &std::ffi::CStr) -> Option<(i32, i32)> {
        let x = self.open()?;
        let (mut opcode, mut event, mut error) = (0, 0, 0);
        // SAFETY: the display is open, and there are three variables for the answers.
        let found = unsafe {
            (x.query_extension)(
                self.display,
                name.as_ptr(),
                &mut opcode,
                &mut event,
                &mut error,
            )
        };
        (found != 0).then_some((event, error))
    }

    /// Waits until the server has executed every request (glXWaitX).
    pub fn sync(&self) {
        if let Some(x) = self.open() {
            // SAFETY: the display is open.
            unsafe { (x.sync)(self.display, 0) };
        }
    }

    /// Reports an error of a GLX command to the application as the server would: through its X error handler. If it has none,
    /// Xlib's default handler prints the error and exits.
    pub fn raise(&self, error_code: u8, resource: Xid, major: u8, minor: u8) {
        let Some(x) = self.open() else { return };
        let mut event = ErrorEvent {
            kind: 0,
            display: self.display,
            resource,
            // SAFETY: the display is open.
            serial: unsafe { (x.next_request)(self.display) },
            error_code,
            request_code: major,
            minor_code: minor,
        };
        let handler = {
            let _one_at_a_time = HANDLER.lock();
            // SAFETY: setting the default handler for a moment is the only way to read the present one.
            unsafe {
                let handler = (x.set_error_handler)(None);
                (x.set_error_handler)(handler);
                handler
            }
        };
        if let Some(handler) = handler {
            // SAFETY: this is the application's handler, called as Xlib would, on the thread that made the request.
            unsafe { handler(self.display, &mut event) };
        }
    }

    /// Makes requests and waits for the server. Returns `None` instead of the result if a request failed.
    pub(super) fn guarded<R>(&self, requests: impl FnOnce(&'static Xlib) -> R) -> Option<R> {
        self.guarded_until(true, requests)
    }

    /// Does the same for requests whose last one waits for a reply itself. This saves a round trip.
    pub(super) fn guarded_query<R>(&self, requests: impl FnOnce(&'static Xlib) -> R) -> Option<R> {
        self.guarded_until(false, requests)
    }

    /// Makes requests while our error handler is installed. If `sync`, waits for the server at the end.
    fn guarded_until<R>(&self, sync: bool, requests: impl FnOnce(&'static Xlib) -> R) -> Option<R> {
        let x = self.open()?;
        // Errors of this display from the next request on are ours.
        let _one_at_a_time = HANDLER.lock();
        GUARDED_DISPLAY.store(self.display, Ordering::Relaxed);
        // SAFETY: the display is open.
        FIRST_SERIAL.store(unsafe { (x.next_request)(self.display) }, Ordering::Relaxed);
        CAUGHT.store(0, Ordering::Relaxed);
        // SAFETY: the handler stays valid. That of the application is restored below.
        let previous = unsafe { (x.set_error_handler)(Some(catch_error)) };
        *PREVIOUS.lock() = previous;
        let result = requests(x);
        // SAFETY: the display is open, and the handler is the application's own.
        unsafe {
            if sync {
                (x.sync)(self.display, 0);
            }
            (x.set_error_handler)(previous);
        }
        GUARDED_DISPLAY.store(std::ptr::null_mut(), Ordering::Relaxed);
        (CAUGHT.load(Ordering::Relaxed) == 0).then_some(result)
    }
}

/// Is held as long as our error handler is installed.
static HANDLER: Mutex<()> = Mutex::new(());
/// The display whose errors are ours.
static GUARDED_DISPLAY: AtomicPtr<Display> = AtomicPtr::new(std::ptr::null_mut());
/// The serial number of our first request.
static FIRST_SERIAL: AtomicU64 = AtomicU64::new(0);
/// The code of an error of ours; 0 if there was none.
static CAUGHT: AtomicU8 = AtomicU8::new(0);
/// The application's error handler.
static PREVIOUS: Mutex<ErrorHandler> = Mutex::new(None);

/// Records errors of our own requests, and passes all others on.
unsafe extern "C" fn catch_error(display: *mut Display, event: *mut ErrorEvent) -> c_int {
    // SAFETY: Xlib passes a valid event.
    let (serial, code) = unsafe { ((*event).serial, (*event).error_code) };
    if display == GUARDED_DISPLAY.load(Ordering::Relaxed)
        && serial >= FIRST_SERIAL.load(Ordering::Relaxed)
    {
        CAUGHT.store(code, Ordering::Relaxed);
        return 0;
    }
    let previous = *PREVIOUS.lock();
    // SAFETY: this is the application's handler, called as Xlib would have called it.
    previous.map_or(0, |handler| unsafe { handler(display, event) })
}

/// Xlib calls this when the application closes a display. It frees what belongs to the connection.
unsafe extern "C" fn display_closes(display: *mut Display, _codes: *mut ExtensionCodes) -> c_int {
    let closed = CONNECTIONS.lock().remove(&(display as usize));
    if let Some(connection) = closed {
        connection.closing.store(true, Ordering::Release);
        let hook = connection.on_close.lock().take();
        if let Some(hook) = hook {
            // A panic must not unwind through Xlib. Resources that the hook could not free are lost.
            let _ = std::panic::catch_unwind(|| hook(display as usize));
        }
        connection.alive.store(false, Ordering::Release);
    }
    0
}

/// Copies values to memory of libc, which the application may pass to XFree. Returns null if memory is short.
pub fn malloc_copy<T: Copy>(values: &[T]) -> *mut T {
    // SAFETY: malloc returns enough memory, or null. At least one byte is asked for, so an empty list is not null.
    unsafe {
        let block: *mut T = libc::malloc(size_of_val(values).max(1))
            .cast::<c_void>()
            .cast();
        if !block.is_null() {
            std::ptr::copy_nonoverlapping(values.as_ptr(), block, values.len());
        }
        block
    }
}

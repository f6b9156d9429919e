//! The functions of libX11 and libXext that the driver calls, and their C types. The libraries are opened at run time.

use libloading::Library;
use std::ffi::{c_char, c_int, c_long, c_uint, c_ulong, c_void};
use std::sync::OnceLock;

/// Xlib's connection to a server. It is opaque.
#[repr(C)]
pub struct Display {
    _opaque: [u8; 0],
}

/// The number of a window, pixmap or font.
pub type Xid = c_ulong;

/// `XVisualInfo` (Xutil.h).
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct VisualInfo {
    /// Xlib's own visual structure.
    pub visual: *mut c_void,
    /// The visual's number.
    pub visual_id: c_ulong,
    /// The number of the screen.
    pub screen: c_int,
    /// The number of bits of a pixel that are used.
    pub depth: c_int,
    /// The class: 4 is TrueColor, 5 is DirectColor.
    pub class: c_int,
    /// The bits of red.
    pub red_mask: c_ulong,
    /// The bits of green.
    pub green_mask: c_ulong,
    /// The bits of blue.
    pub blue_mask: c_ulong,
    /// The number of entries of a colour map.
    pub colormap_size: c_int,
    /// The number of bits of each component.
    pub bits_per_rgb: c_int,
}

// SAFETY: it has plain numbers, and an address that only Xlib dereferences.
unsafe impl Send for VisualInfo {}
// SAFETY: as above.
unsafe impl Sync for VisualInfo {}

/// `XExtCodes` (Xlib.h).
#[repr(C)]
pub(super) struct ExtensionCodes {
    pub(super) extension: c_int,
    pub(super) major_opcode: c_int,
    pub(super) first_event: c_int,
    pub(super) first_error: c_int,
}

/// `XErrorEvent` (Xlib.h).
#[repr(C)]
#[derive(Debug)]
pub(super) struct ErrorEvent {
    pub(super) kind: c_int,
    pub(super) display: *mut Display,
    pub(super) resource: Xid,
    pub(super) serial: c_ulong,
    pub(super) error_code: u8,
    pub(super) request_code: u8,
    pub(super) minor_code: u8,
}

/// The first fields of `XImage` (Xlib.h). Only Xlib makes images.
#[repr(C)]
pub(super) struct XImage {
    pub(super) width: c_int,
    pub(super) height: c_int,
    pub(super) x_offset: c_int,
    pub(super) format: c_int,
    pub(super) data: *mut c_char,
    pub(super) byte_order: c_int,
    pub(super) bitmap_unit: c_int,
    pub(super) bitmap_bit_order: c_int,
    pub(super) bitmap_pad: c_int,
    pub(super) depth: c_int,
    pub(super) bytes_per_line: c_int,
    pub(super) bits_per_pixel: c_int,
}

/// `XShmSegmentInfo` (XShm.h).
#[repr(C)]
#[derive(Debug)]
pub(super) struct ShmSegment {
    pub(super) segment: c_ulong,
    pub(super) shm_id: c_int,
    pub(super) address: *mut c_char,
    pub(super) read_only: c_int,
}

/// `XCharStruct` (Xlib.h): the extent of one glyph.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct CharStruct {
    /// The distance from the origin to the left edge.
    pub left_bearing: i16,
    /// The distance from the origin to the right edge.
    pub right_bearing: i16,
    /// The distance to the next origin.
    pub width: i16,
    /// The distance from the baseline to the top edge.
    pub ascent: i16,
    /// The distance from the baseline to the bottom edge.
    pub descent: i16,
    /// Flags that only Xlib uses.
    pub attributes: u16,
}

/// `XFontStruct` (Xlib.h).
#[repr(C)]
pub(super) struct FontStruct {
    pub(super) ext_data: *mut c_void,
    pub(super) font: Xid,
    pub(super) direction: c_uint,
    pub(super) min_char_or_byte2: c_uint,
    pub(super) max_char_or_byte2: c_uint,
    pub(super) min_byte1: c_uint,
    pub(super) max_byte1: c_uint,
    pub(super) all_chars_exist: c_int,
    pub(super) default_char: c_uint,
    pub(super) n_properties: c_int,
    pub(super) properties: *mut c_void,
    pub(super) min_bounds: CharStruct,
    pub(super) max_bounds: CharStruct,
    pub(super) per_char: *mut CharStruct,
    pub(super) ascent: c_int,
    pub(super) descent: c_int,
}

/// `XChar2b` (Xlib.h).
#[repr(C)]
pub(super) struct Char2b {
    pub(super) byte1: u8,
    pub(super) byte2: u8,
}

pub(super) type ErrorHandler = Option<unsafe extern "C" fn(*mut Display, *mut ErrorEvent) -> c_int>;
pub(super) type CloseHook =
    Option<unsafe extern "C" fn(*mut Display, *mut ExtensionCodes) -> c_int>;
pub(super) type Gc = *mut c_void;

macro_rules! functions {
    ($table:ident: $($field:ident = $symbol:literal fn($($arg:ty),*) $(-> $ret:ty)?;)*) => {
        /// The addresses of functions in a library that is never closed.
        pub(super) struct $table { $(pub(super) $field: unsafe extern "C" fn($($arg),*) $(-> $ret)?,)* }

        impl $table {
            fn load(library: &Library) -> Option<$table> {
                // SAFETY: the types are those of the library's public headers.
                unsafe { Some($table { $($field: *library.get($symbol).ok()?,)* }) }
            }
        }
    };
}

functions! { Xlib:
    open_display = "XOpenDisplay" fn(*const c_char) -> *mut Display;
    free = "XFree" fn(*mut c_void) -> c_int;
    sync = "XSync" fn(*mut Display, c_int) -> c_int;
    next_request = "XNextRequest" fn(*mut Display) -> c_ulong;
    set_error_handler = "XSetErrorHandler" fn(ErrorHandler) -> ErrorHandler;
    add_extension = "XAddExtension" fn(*mut Display) -> *mut ExtensionCodes;
    set_close_hook = "XESetCloseDisplay" fn(*mut Display, c_int, CloseHook) -> CloseHook;
    query_extension = "XQueryExtension" fn(*mut Display, *const c_char, *mut c_int, *mut c_int, *mut c_int) -> c_int;
    display_string = "XDisplayString" fn(*mut Display) -> *mut c_char;
    screen_count = "XScreenCount" fn(*mut Display) -> c_int;
    default_screen = "XDefaultScreen" fn(*mut Display) -> c_int;
    default_visual = "XDefaultVisual" fn(*mut Display, c_int) -> *mut c_void;
    visual_id = "XVisualIDFromVisual" fn(*mut c_void) -> c_ulong;
    root_window = "XRootWindow" fn(*mut Display, c_int) -> Xid;
    get_visual_info = "XGetVisualInfo" fn(*mut Display, c_long, *mut VisualInfo, *mut c_int) -> *mut VisualInfo;
    get_geometry = "XGetGeometry"
        fn(*mut Display, Xid, *mut Xid, *mut c_int, *mut c_int, *mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint) -> c_int;
    create_gc = "XCreateGC" fn(*mut Display, Xid, c_ulong, *mut c_void) -> Gc;
    free_gc = "XFreeGC" fn(*mut Display, Gc) -> c_int;
    create_image = "XCreateImage"
        fn(*mut Display, *mut c_void, c_uint, c_int, c_int, *mut c_char, c_uint, c_uint, c_int, c_int) -> *mut XImage;
    put_image = "XPutImage"
        fn(*mut Display, Xid, Gc, *mut XImage, c_int, c_int, c_int, c_int, c_uint, c_uint) -> c_int;
    get_image = "XGetImage" fn(*mut Display, Xid, c_int, c_int, c_uint, c_uint, c_ulong, c_int) -> *mut XImage;
    create_pixmap = "XCreatePixmap" fn(*mut Display, Xid, c_uint, c_uint, c_uint) -> Xid;
    free_pixmap = "XFreePixmap" fn(*mut Display, Xid) -> c_int;
    query_font = "XQueryFont" fn(*mut Display, Xid) -> *mut FontStruct;
    free_font_info = "XFreeFontInfo" fn(*mut *mut c_char, *mut FontStruct, c_int) -> c_int;
    set_font = "XSetFont" fn(*mut Display, Gc, Xid) -> c_int;
    set_foreground = "XSetForeground" fn(*mut Display, Gc, c_ulong) -> c_int;
    fill_rectangle = "XFillRectangle" fn(*mut Display, Xid, Gc, c_int, c_int, c_uint, c_uint) -> c_int;
    draw_string16 = "XDrawString16" fn(*mut Display, Xid, Gc, c_int, c_int, *const Char2b, c_int) -> c_int;
}

functions! { Shm:
    query = "XShmQueryExtension" fn(*mut Display) -> c_int;
    create_image = "XShmCreateImage"
        fn(*mut Display, *mut c_void, c_uint, c_int, *mut c_char, *mut ShmSegment, c_uint, c_uint) -> *mut XImage;
    attach = "XShmAttach" fn(*mut Display, *mut ShmSegment) -> c_int;
    detach = "XShmDetach" fn(*mut Display, *mut ShmSegment) -> c_int;
    put_image = "XShmPutImage"
        fn(*mut Display, Xid, Gc, *mut XImage, c_int, c_int, c_int, c_int, c_uint, c_uint, c_int) -> c_int;
}

/// Returns libX11, if there is one. It is opened at the first call and never closed.
pub(super) fn xlib() -> Option<&'static Xlib> {
    static XLIB: OnceLock<Option<Xlib>> = OnceLock::new();
    XLIB.get_or_init(|| Xlib::load(open("libX11.so.6")?))
        .as_ref()
}

/// Returns libXext, if there is one. It is opened at the first call and never closed.
pub(super) fn shm() -> Option<&'static Shm> {
    static SHM: OnceLock<Option<Shm>> = OnceLock::new();
    SHM.get_or_init(|| Shm::load(open("libXext.so.6")?))
        .as_ref()
}

fn open(soname: &str) -> Option<&'static Library> {
    // SAFETY: the constructors of these libraries have no preconditions.
    let library = unsafe { Library::new(soname) }.ok()?;
    Some(Box::leak(Box::new(library)))
}

//! A real client: glutin opens the driver through GLX or EGL, draws a triangle into an X window, and checks a pixel.
//!
//! `glutin_client glx|egl`, with DISPLAY set. Prints the renderer; exit status 1 when a pixel is wrong.

use glutin::config::{ConfigTemplateBuilder, GlConfig};
use glutin::context::{
    ContextApi, ContextAttributesBuilder, NotCurrentGlContext, PossiblyCurrentGlContext, Version,
};
use glutin::display::{Display, DisplayApiPreference, GlDisplay};
use glutin::surface::{GlSurface, SurfaceAttributesBuilder, WindowSurface};
use raw_window_handle::{RawDisplayHandle, RawWindowHandle, XlibDisplayHandle, XlibWindowHandle};
use std::ffi::{CStr, CString, c_char};
use std::num::NonZeroU32;
use std::ptr::NonNull;

const SIZE: u32 = 96;

macro_rules! gl {
    ($display:expr, $name:literal, ($($arg:expr),*) : fn($($ty:ty),*) $(-> $ret:ty)?) => {{
        let address = $display.get_proc_address(&CString::new($name).expect("no NUL"));
        assert!(!address.is_null(), "{} has no address", $name);
        // SAFETY: the address is that command's, and this is its C type.
        unsafe { std::mem::transmute::<*const std::ffi::c_void, extern "C" fn($($ty),*) $(-> $ret)?>(address)($($arg),*) }
    }};
}

/// A mapped window on the default screen: display, screen number, window.
fn open_window() -> (RawDisplayHandle, RawWindowHandle) {
    let xlib = x11_dl::xlib::Xlib::open().expect("libX11");
    // SAFETY: plain Xlib calls with the display they just opened; both stay open until the process ends.
    unsafe {
        let display = (xlib.XOpenDisplay)(std::ptr::null());
        let display_ptr = NonNull::new(display.cast()).expect("DISPLAY names a server");
        let screen = (xlib.XDefaultScreen)(display);
        let parent = (xlib.XRootWindow)(display, screen);
        let window = (xlib.XCreateSimpleWindow)(display, parent, 0, 0, SIZE, SIZE, 0, 0, 0);
        (xlib.XMapWindow)(display, window);
        (xlib.XSync)(display, 0);
        let handle = XlibDisplayHandle::new(Some(display_ptr), screen);
        (
            RawDisplayHandle::Xlib(handle),
            RawWindowHandle::Xlib(XlibWindowHandle::new(window)),
        )
    }
}

fn main() {
    let (display_handle, window) = open_window();
    let preference = match std::env::args().nth(1).as_deref() {
        Some("glx") => DisplayApiPreference::Glx(Box::new(|_hook| ())),
        Some("egl") => DisplayApiPreference::Egl,
        _ => {
            eprintln!("usage: glutin_client glx|egl");
            std::process::exit(2);
        }
    };
    // SAFETY: the handles are valid until the process ends.
    let display = unsafe { Display::new(display_handle, preference) }.expect("a display");
    // Make everything by glutin alone: configuration, context, window surface.
    let template = ConfigTemplateBuilder::new()
        .with_depth_size(24)
        .compatible_with_native_window(window)
        .build();
    // SAFETY: the template's window is valid.
    let mut configs = unsafe { display.find_configs(template) }.expect("configurations");
    let config = configs.next().expect("a configuration with depth");
    assert!(config.depth_size() >= 16);
    let attributes = ContextAttributesBuilder::new()
        .with_context_api(ContextApi::OpenGl(Some(Version::new(1, 5))))
        .build(Some(window));
    // SAFETY: the window is valid.
    let context = unsafe { display.create_context(&config, &attributes) }.expect("a context");
    let size = NonZeroU32::new(SIZE).expect("not zero");
    let surface = SurfaceAttributesBuilder::<WindowSurface>::new().build(window, size, size);
    // SAFETY: the window is valid.
    let surface =
        unsafe { display.create_window_surface(&config, &surface) }.expect("a window surface");
    let context = context.make_current(&surface).expect("a current context");

    // Draw a triangle on blue, and read a pixel of each.
    let renderer = gl!(display, "glGetString", (0x1F01): fn(u32) -> *const c_char);
    // SAFETY: glGetString gives a NUL-terminated string that lives as long as the library.
    println!("{}", unsafe { CStr::from_ptr(renderer) }.to_string_lossy());
    gl!(display, "glClearColor", (0.0, 0.0, 1.0, 1.0): fn(f32, f32, f32, f32));
    gl!(display, "glClear", (0x4000): fn(u32));
    gl!(display, "glBegin", (4): fn(u32));
    gl!(display, "glColor3f", (1.0, 0.5, 0.0): fn(f32, f32, f32));
    for (x, y) in [(-0.9, -0.9), (0.9, -0.9), (0.0, 0.9)] {
        gl!(display, "glVertex2f", (x, y): fn(f32, f32));
    }
    gl!(display, "glEnd", (): fn());
    let mut pixels = [[0u8; 4]; 2];
    for (pixel, (x, y)) in pixels.iter_mut().zip([(48, 40), (2, 90)]) {
        let read = pixel.as_mut_ptr();
        gl!(display, "glReadPixels", (x, y, 1, 1, 0x1908, 0x1401, read): fn(i32, i32, i32, i32, u32, u32, *mut u8));
    }
    surface.swap_buffers(&context).expect("a swap");
    assert!(context.is_current());
    assert_eq!(gl!(display, "glGetError", (): fn() -> u32), 0);
    if pixels != [[255, 128, 0, 255], [0, 0, 255, 255]] {
        eprintln!("wrong pixels: {pixels:?}");
        std::process::exit(1);
    }
}

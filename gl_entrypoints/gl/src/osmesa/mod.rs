//! OSMesa: pictures into the application's memory, without any window system.
//!
//! | file | what it holds |
//! |---|---|
//! | this one | contexts, OSMesaMakeCurrent, the pixel store, queries |
//! | `memory` | the application's memory as a presenter: pixel formats, row order, row length |
//! | [`buffers`] | OSMesaGetColorBuffer and OSMesaGetDepthBuffer |
//!
//! The drawable is a surface of ours, as it is for a window. The application's memory is the surface's *presenter*.
//! glFlush, glFinish and every other command that shows a front buffer copy the picture there. Format, row order and
//! row length are those of OSMesaPixelStore at that moment.
//!
//! OSMesaMakeCurrent reads the memory as the surface's first contents, since programs draw over earlier pictures. The
//! memory must stay until another one is made current, because any flush may write to it.
//!
//! Colours are rounded when they are stored (0.25 → 64), as everywhere.
//!
//! A context's handle is its address, which is compared with `CONTEXTS` and never dereferenced. What is current, the
//! `Binding`, is the thread's companion of the current context, as for GLX and EGL.
#![allow(non_snake_case)]

pub mod buffers;
mod memory;

#[cfg(test)]
mod tests;

use crate::boundary::guard;
use crate::current::ContextCell;
use crate::forks::new_group;
use crate::native;
use memory::{
    GL_UNSIGNED_BYTE, GL_UNSIGNED_SHORT_5_6_5, Memory, OSMESA_ARGB, OSMESA_BGR, OSMESA_BGRA,
    OSMESA_RGB, OSMESA_RGB_565, OSMESA_RGBA, PixelLayout, PixelStore, components,
};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use trilobite::gl::{Context, ShareGroup};
use trilobite::surface::{Config, MAX_SIZE, Surface};

const OSMESA_ROW_LENGTH: i32 = 0x10;
const OSMESA_Y_UP: i32 = 0x11;

/// A context with its format and its pixel store.
struct OsMesaContext {
    cell: Arc<ContextCell>,
    shared: Arc<ShareGroup>,
    format: i32,
    depth_stencil: bool,
    accumulation: bool,
    store: Arc<PixelStore>,
    target: Mutex<Option<Target>>,
}

/// The surface and memory of the last OSMesaMakeCurrent.
#[derive(Debug, Clone)]
struct Target {
    surface: Arc<Surface>,
    buffer: usize,
    /// The type of a component: GL_UNSIGNED_BYTE and so on.
    kind: u32,
    width: u32,
    height: u32,
    /// The depth values that OSMesaGetDepthBuffer answers. Their memory lives as long as this target.
    depth: Arc<Mutex<Vec<u32>>>,
}

static CONTEXTS: LazyLock<Mutex<HashMap<usize, Arc<OsMesaContext>>>> =
    LazyLock::new(Default::default);

/// What OSMesaMakeCurrent has made current in this thread.
struct Binding {
    context: Arc<OsMesaContext>,
}

fn context(handle: *const c_void) -> Option<Arc<OsMesaContext>> {
    CONTEXTS.lock().get(&(handle as usize)).cloned()
}

fn create(
    format: i32,
    [depth_stencil, accumulation]: [bool; 2],
    share: *const c_void,
) -> *mut c_void {
    let known = [
        OSMESA_RGBA,
        OSMESA_BGRA,
        OSMESA_ARGB,
        OSMESA_RGB,
        OSMESA_BGR,
        OSMESA_RGB_565,
    ];
    let share_with = context(share);
    if !known.contains(&format) || (!share.is_null() && share_with.is_none()) {
        return std::ptr::null_mut();
    }
    // A context without a partner starts a share group of its own.
    let shared = share_with.map_or_else(new_group, |s| s.shared.clone());
    let cell = ContextCell::new(Context::new(shared.clone()));
    let (store, target) = (Arc::default(), Mutex::default());
    let made = Arc::new(OsMesaContext {
        cell,
        shared,
        format,
        depth_stencil,
        accumulation,
        store,
        target,
    });
    let handle = Arc::as_ptr(&made).cast_mut().cast::<c_void>();
    CONTEXTS.lock().insert(handle as usize, made);
    handle
}

/// OSMesaCreateContext makes a context with 24 depth and 8 stencil bits. It refuses colour index.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaCreateContext(format: u32, sharelist: *mut c_void) -> *mut c_void {
    guard("OSMesaCreateContext", std::ptr::null_mut(), || {
        create(format as i32, [true, false], sharelist)
    })
}

/// OSMesaCreateContextExt: depth and stencil come together, 24 and 8 bits. If any accumulation bits are asked for, the
/// buffer has 16 or more per component.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaCreateContextExt(
    format: u32,
    depth_bits: i32,
    stencil_bits: i32,
    accum_bits: i32,
    sharelist: *mut c_void,
) -> *mut c_void {
    let depth_stencil = depth_bits > 0 || stencil_bits > 0;
    guard("OSMesaCreateContextExt", std::ptr::null_mut(), || {
        let buffers = [depth_stencil, accum_bits > 0];
        create(format as i32, buffers, sharelist)
    })
}

/// OSMesaCreateContextAttribs answers null for an unknown attribute, a core profile, and a version that we lack.
///
/// # Safety
/// `attrib_list` is null or a list of pairs that ends in 0. It is read during the call. Handles are compared with ours
/// and never dereferenced.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaCreateContextAttribs(
    attrib_list: *const c_int,
    sharelist: *mut c_void,
) -> *mut c_void {
    guard("OSMesaCreateContextAttribs", std::ptr::null_mut(), || {
        let (mut format, mut bits, mut accum_bits, mut version) = (OSMESA_RGBA, 0, 0, (1, 0));
        // SAFETY: the application's list.
        for (token, value) in unsafe { native::attribute_pairs(attrib_list, 0) } {
            match token {
                0x22 => format = value,
                0x30 | 0x31 if value >= 0 => bits |= value,
                0x32 if value >= 0 => accum_bits = value,
                0x33 if value == 0x35 => {}
                0x36 => version.0 = value,
                0x37 => version.1 = value,
                _ => return std::ptr::null_mut(),
            }
        }
        if !native::gl_version_is_supported(version.0, version.1) {
            return std::ptr::null_mut();
        }
        create(format, [bits > 0, accum_bits > 0], sharelist)
    })
}

/// OSMesaDestroyContext makes the handle stale and releases the context, if it is current in this thread. A context
/// that is current in another thread lives until it is released.
///
/// # Safety
/// No pointer is followed: handles are only compared with ours.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaDestroyContext(ctx: *mut c_void) {
    guard("OSMesaDestroyContext", (), || {
        let removed = CONTEXTS.lock().remove(&(ctx as usize));
        let current = native::companion::<Binding>();
        let was_current =
            removed.is_some_and(|r| current.is_some_and(|b| Arc::ptr_eq(&b.context, &r)));
        if was_current {
            let _ = native::unbind();
        }
    });
}

/// OSMesaMakeCurrent answers false for a stale context, null memory, a wrong size or type. A null context with a null
/// buffer releases the current context.
///
/// # Safety
/// `buffer` holds `height` rows of the context's format, as long as the pixel store says. It is read during the call.
/// Any flush may write to it, until another buffer is made current with the context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaMakeCurrent(
    ctx: *mut c_void,
    buffer: *mut c_void,
    kind: u32,
    width: i32,
    height: i32,
) -> u8 {
    guard("OSMesaMakeCurrent", 0, || {
        if ctx.is_null() {
            if !buffer.is_null() {
                return 0;
            }
            return u8::from(native::companion::<Binding>().is_none() || native::unbind().is_ok());
        }
        // All arguments are checked before anything changes.
        let Some(context) = context(ctx) else {
            return 0;
        };
        let layout = PixelLayout {
            format: context.format,
            kind,
        };
        let sizes = 1..=MAX_SIZE as i32;
        if buffer.is_null()
            || !layout.is_known()
            || !sizes.contains(&width)
            || !sizes.contains(&height)
        {
            return 0;
        }
        let memory = (buffer as usize, kind);
        let Some(target) = target(&context, memory, width as u32, height as u32) else {
            return 0;
        };
        // One surface is drawn to and read from.
        let surface = target.surface.clone();
        let binding = Arc::new(Binding {
            context: context.clone(),
        });
        match native::bind(&context.cell, Some(surface.clone()), Some(surface), binding) {
            Ok(()) => {
                *context.target.lock() = Some(target);
                1
            }
            Err(_) => 0,
        }
    })
}

/// The surface for this memory. If nothing has changed, it is the same surface as before. Else it is a new one, with
/// the memory's contents.
fn target(
    context: &OsMesaContext,
    (buffer, kind): (usize, u32),
    width: u32,
    height: u32,
) -> Option<Target> {
    let before = context.target.lock().clone();
    if let Some(same) =
        before.filter(|t| (t.buffer, t.kind, t.width, t.height) == (buffer, kind, width, height))
    {
        return Some(same);
    }
    // A new surface, whose presenter writes to the application's memory.
    let alpha = components(context.format) == 4;
    let config = Config {
        alpha,
        depth_stencil: context.depth_stencil,
        accumulation: context.accumulation,
        double_buffer: false,
        multisampled: false,
    };
    let memory = Memory {
        address: buffer,
        layout: PixelLayout {
            format: context.format,
            kind,
        },
        height,
        store: context.store.clone(),
    };
    let surface = Arc::new(Surface::with_presenter(
        config,
        width,
        height,
        Box::new(memory),
    )?);
    surface.fetch();
    Some(Target {
        surface,
        buffer,
        kind,
        width,
        height,
        depth: Arc::default(),
    })
}

/// OSMesaGetCurrentContext answers null when none is current, or one of GLX or EGL.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetCurrentContext() -> *mut c_void {
    guard("OSMesaGetCurrentContext", std::ptr::null_mut(), || {
        native::companion::<Binding>().map_or(std::ptr::null_mut(), |b| {
            Arc::as_ptr(&b.context).cast_mut().cast()
        })
    })
}

/// OSMesaPixelStore sets OSMESA_ROW_LENGTH or OSMESA_Y_UP of the current context, from the next copy on.
///
/// # Safety
/// With a row length, the rows of the current memory are that long: later flushes write to them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaPixelStore(pname: i32, value: i32) {
    guard("OSMesaPixelStore", (), || {
        let Some(b) = native::companion::<Binding>() else {
            return;
        };
        match pname {
            OSMESA_ROW_LENGTH if value >= 0 => {
                b.context.store.row_length.store(value, Ordering::Relaxed)
            }
            OSMESA_Y_UP => b.context.store.y_down.store(value == 0, Ordering::Relaxed),
            _ => log::debug!("OSMesaPixelStore: {pname:#x} {value}"),
        }
    });
}

/// OSMesaGetIntegerv answers the current context's size, format, type and pixel store.
///
/// # Safety
/// `value` is null or writable during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetIntegerv(pname: i32, value: *mut i32) {
    guard("OSMesaGetIntegerv", (), || {
        let Some(b) = native::companion::<Binding>().filter(|_| !value.is_null()) else {
            return;
        };
        let (context, target) = (&b.context, b.context.target.lock().clone());
        let answer = match pname {
            0x20 => target.map_or(0, |t| t.width as i32),
            0x21 => target.map_or(0, |t| t.height as i32),
            0x22 => context.format,
            0x23 if context.format == OSMESA_RGB_565 => GL_UNSIGNED_SHORT_5_6_5 as i32,
            0x23 => target.map_or(GL_UNSIGNED_BYTE, |t| t.kind) as i32,
            0x24 | 0x25 => MAX_SIZE as i32,
            OSMESA_ROW_LENGTH => context.store.row_length.load(Ordering::Relaxed),
            OSMESA_Y_UP => i32::from(!context.store.y_down.load(Ordering::Relaxed)),
            _ => return,
        };
        // SAFETY: as the caller says.
        unsafe { value.write_unaligned(answer) };
    });
}

/// OSMesaGetProcAddress answers null for a command without a body.
///
/// # Safety
/// `func_name` is null or a C string, which is read during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetProcAddress(func_name: *const c_char) -> *const c_void {
    if func_name.is_null() {
        return std::ptr::null();
    }
    // SAFETY: as the caller says.
    crate::proc_address::lookup(unsafe { std::ffi::CStr::from_ptr(func_name) })
}

/// OSMesaColorClamp does nothing, since colours are always clamped (GL 1.5 section 2.13.6).
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaColorClamp(_enable: u8) {}

/// OSMesaPostprocess does nothing, since there are no filters.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaPostprocess(
    _osmesa: *mut c_void,
    _filter: *const c_char,
    _enable_value: c_uint,
) {
}

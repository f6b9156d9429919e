//! OSMesa: pictures into the application's memory, without any window system.
//!
//! The storage is ours, as for a window; the application's memory is its *presenter*: glFlush, glFinish and everything
//! that shows a front buffer copies the picture there, in the format, row order and row length of OSMesaPixelStore at
//! that moment. OSMesaMakeCurrent takes what the memory holds as the first contents, since programs draw over
//! pictures of before. Colours are rounded when they are stored (0.25 → 64), as everywhere.
#![allow(non_snake_case)]

pub mod buffers;
mod memory;

use crate::boundary::guard;
use crate::current::ContextCell;
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

/// What OSMesaMakeCurrent was last given.
#[derive(Debug, Clone)]
struct Target {
    surface: Arc<Surface>,
    buffer: usize,
    /// The type of a component.
    kind: u32,
    width: u32,
    height: u32,
    /// Depth values for OSMesaGetDepthBuffer, in memory that stays.
    depth: Arc<Mutex<Vec<u32>>>,
}

static CONTEXTS: LazyLock<Mutex<HashMap<usize, Arc<OsMesaContext>>>> =
    LazyLock::new(Default::default);

/// What is current in a thread through OSMesa.
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
    let shared = share_with.map_or_else(Default::default, |s| s.shared.clone());
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

/// OSMesaCreateContext: 24 depth and 8 stencil bits. Colour index is refused.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaCreateContext(format: u32, sharelist: *mut c_void) -> *mut c_void {
    guard("OSMesaCreateContext", std::ptr::null_mut(), || {
        create(format as i32, [true, false], sharelist)
    })
}

/// OSMesaCreateContextExt: depth and stencil come together, 24 and 8 bits. Any accumulation bits give a
/// buffer of 16 and more per component.
///
/// # Safety
/// None is needed.
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

/// OSMesaCreateContextAttribs: null for an attribute that there is not, a core profile, a version that we lack.
///
/// # Safety
/// `attrib_list` is null or a list of pairs that ends in 0.
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

/// OSMesaDestroyContext: a context that is current lives until it is released.
///
/// # Safety
/// None is needed.
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

/// OSMesaMakeCurrent: false for a stale context, null memory, a wrong size or type. A null context, or a null buffer
/// with it, releases the current one.
///
/// # Safety
/// `buffer` holds `height` rows of the context's format until another is made current.
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

/// The surface for this memory: the one of before when nothing has changed, else a new one with the memory's contents.
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

/// OSMesaGetCurrentContext.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetCurrentContext() -> *mut c_void {
    guard("OSMesaGetCurrentContext", std::ptr::null_mut(), || {
        native::companion::<Binding>().map_or(std::ptr::null_mut(), |b| {
            Arc::as_ptr(&b.context).cast_mut().cast()
        })
    })
}

/// OSMesaPixelStore: OSMESA_ROW_LENGTH, OSMESA_Y_UP of the current context; from the next copy on.
///
/// # Safety
/// With a row length, the current memory has rows that long.
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

/// OSMesaGetIntegerv: the current context's size, format, type, pixel store.
///
/// # Safety
/// `value` is null or writable.
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

/// OSMesaGetProcAddress: null for what has no body.
///
/// # Safety
/// `func_name` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetProcAddress(func_name: *const c_char) -> *const c_void {
    if func_name.is_null() {
        return std::ptr::null();
    }
    // SAFETY: as the caller says.
    crate::proc_address::lookup(unsafe { std::ffi::CStr::from_ptr(func_name) })
}

/// OSMesaColorClamp: colours are always clamped (GL 1.5 section 2.13.6).
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaColorClamp(_enable: u8) {}

/// OSMesaPostprocess: there are no filters.
///
/// # Safety
/// None is needed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaPostprocess(
    _osmesa: *mut c_void,
    _filter: *const c_char,
    _enable_value: c_uint,
) {
}

//! OSMesa: pictures into the application's memory, without any window system.
//!
//! The storage is ours, as for a window; the application's memory is its *presenter*: glFlush, glFinish and everything
//! that shows a front buffer copies the picture there, in the format, row order and row length of OSMesaPixelStore at
//! that moment. OSMesaMakeCurrent takes what the memory holds as the first contents, since programs draw over
//! pictures of before. Colours are rounded when they are stored (0.25 → 64), as everywhere.
#![allow(non_snake_case)]

use crate::boundary::guard;
use crate::current::ContextCell;
use crate::native;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, LazyLock};
use trilobite::gl::{Context, ShareGroup};
use trilobite::platform::PixelStorage;
use trilobite::surface::{Config, MAX_SIZE, Presenter, Region, Surface};

const GL_UNSIGNED_BYTE: u32 = 0x1401;
const GL_UNSIGNED_SHORT_5_6_5: u32 = 0x8363;
const OSMESA_RGBA: i32 = 0x1908;
const OSMESA_RGB: i32 = 0x1907;
const OSMESA_BGRA: i32 = 1;
const OSMESA_ARGB: i32 = 2;
const OSMESA_BGR: i32 = 4;
const OSMESA_RGB_565: i32 = 5;
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
    width: u32,
    height: u32,
    /// Depth values for OSMesaGetDepthBuffer, in memory that stays.
    depth: Arc<Mutex<Vec<u32>>>,
}

#[derive(Debug, Default)]
struct PixelStore {
    row_length: AtomicI32,
    y_down: AtomicBool,
}

/// The application's memory.
#[derive(Debug)]
struct Memory {
    address: usize,
    format: i32,
    height: u32,
    store: Arc<PixelStore>,
}

static CONTEXTS: LazyLock<Mutex<HashMap<usize, Arc<OsMesaContext>>>> =
    LazyLock::new(Default::default);

/// What is current in a thread through OSMesa.
struct Binding {
    context: Arc<OsMesaContext>,
}

fn bytes_per_pixel(format: i32) -> usize {
    match format {
        OSMESA_RGB | OSMESA_BGR => 3,
        OSMESA_RGB_565 => 2,
        _ => 4,
    }
}

/// One of our pixels (A, R, G, B from the top) in a format's bytes.
fn pack(pixel: u32, format: i32, out: &mut [u8]) {
    let [b, g, r, a] = pixel.to_le_bytes();
    match format {
        OSMESA_RGBA => out.copy_from_slice(&[r, g, b, a]),
        OSMESA_BGRA => out.copy_from_slice(&[b, g, r, a]),
        OSMESA_ARGB => out.copy_from_slice(&[a, r, g, b]),
        OSMESA_RGB => out.copy_from_slice(&[r, g, b]),
        OSMESA_BGR => out.copy_from_slice(&[b, g, r]),
        _ => {
            let (r, g, b) = (u16::from(r >> 3), u16::from(g >> 2), u16::from(b >> 3));
            out.copy_from_slice(&(r << 11 | g << 5 | b).to_ne_bytes());
        }
    }
}

/// The reverse of [`pack`]; alpha 1 where the format has none.
fn unpack(bytes: &[u8], format: i32) -> u32 {
    let [b, g, r, a] = match (format, bytes) {
        (OSMESA_RGBA, &[r, g, b, a])
        | (OSMESA_BGRA, &[b, g, r, a])
        | (OSMESA_ARGB, &[a, r, g, b]) => [b, g, r, a],
        (OSMESA_RGB, &[r, g, b]) | (OSMESA_BGR, &[b, g, r]) => [b, g, r, 255],
        (_, &[low, high, ..]) => {
            let v = u32::from(u16::from_ne_bytes([low, high]));
            let wide = |v: u32, max: u32| (v * 255 / max) as u8;
            [
                wide(v & 31, 31),
                wide(v >> 5 & 63, 63),
                wide(v >> 11, 31),
                255,
            ]
        }
        _ => [0; 4],
    };
    u32::from_le_bytes([b, g, r, a])
}

impl Memory {
    /// Address of row `y` from the bottom.
    fn row(&self, y: u32, width: u32) -> *mut u8 {
        let row_length = self.store.row_length.load(Ordering::Relaxed);
        let pixels = if row_length > 0 {
            row_length as usize
        } else {
            width as usize
        };
        let line = if self.store.y_down.load(Ordering::Relaxed) {
            self.height - 1 - y
        } else {
            y
        };
        (self.address + line as usize * pixels * bytes_per_pixel(self.format)) as *mut u8
    }
}

impl Presenter for Memory {
    fn size(&self) -> Option<(u32, u32)> {
        None
    }

    fn present(&self, pixels: &PixelStorage, region: Region) -> bool {
        let bytes = bytes_per_pixel(self.format);
        let mut row = vec![0u32; region.width as usize];
        let mut packed = vec![0u8; region.width as usize * bytes];
        for y in region.y..(region.y + region.height).min(self.height) {
            pixels.read_row(region.x, y, &mut row);
            for (pixel, out) in row.iter().zip(packed.chunks_exact_mut(bytes)) {
                pack(*pixel, self.format, out);
            }
            // SAFETY: the application gave memory of height rows of this length until another is made current.
            unsafe {
                let to = self.row(y, pixels.width()).add(region.x as usize * bytes);
                std::ptr::copy_nonoverlapping(packed.as_ptr(), to, packed.len());
            }
        }
        true
    }

    fn fetch(&self, pixels: &PixelStorage) -> bool {
        let bytes = bytes_per_pixel(self.format);
        let mut packed = vec![0u8; pixels.width() as usize * bytes];
        for y in 0..pixels.height() {
            // SAFETY: as in `present`; raw copy.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    self.row(y, pixels.width()),
                    packed.as_mut_ptr(),
                    packed.len(),
                )
            };
            let row: Vec<u32> = packed
                .chunks_exact(bytes)
                .map(|p| unpack(p, self.format))
                .collect();
            pixels.write_row(0, y, &row);
        }
        true
    }
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
        let wanted = if context.format == OSMESA_RGB_565 {
            GL_UNSIGNED_SHORT_5_6_5
        } else {
            GL_UNSIGNED_BYTE
        };
        let sizes = 1..=MAX_SIZE as i32;
        if buffer.is_null() || kind != wanted || !sizes.contains(&width) || !sizes.contains(&height)
        {
            return 0;
        }
        let Some(target) = target(&context, buffer as usize, width as u32, height as u32) else {
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
fn target(context: &OsMesaContext, buffer: usize, width: u32, height: u32) -> Option<Target> {
    let before = context.target.lock().clone();
    if let Some(same) = before.filter(|t| (t.buffer, t.width, t.height) == (buffer, width, height))
    {
        return Some(same);
    }
    let alpha = bytes_per_pixel(context.format) == 4;
    let config = Config {
        alpha,
        depth_stencil: context.depth_stencil,
        accumulation: context.accumulation,
        double_buffer: false,
        multisampled: false,
    };
    let memory = Memory {
        address: buffer,
        format: context.format,
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
            0x23 => GL_UNSIGNED_BYTE as i32,
            0x24 | 0x25 => MAX_SIZE as i32,
            OSMESA_ROW_LENGTH => context.store.row_length.load(Ordering::Relaxed),
            OSMESA_Y_UP => i32::from(!context.store.y_down.load(Ordering::Relaxed)),
            _ => return,
        };
        // SAFETY: as the caller says.
        unsafe { value.write_unaligned(answer) };
    });
}

/// OSMesaGetColorBuffer: the memory that OSMesaMakeCurrent was given, brought up to date.
///
/// # Safety
/// The places for the answers are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetColorBuffer(
    c: *mut c_void,
    width: *mut i32,
    height: *mut i32,
    format: *mut i32,
    buffer: *mut *mut c_void,
) -> u8 {
    guard("OSMesaGetColorBuffer", 0, || {
        let found = context(c).and_then(|c| c.target.lock().clone().map(|t| (c.format, t)));
        let _ = native::flush_current();
        let (answers, address) = match &found {
            Some((f, t)) => ([t.width as i32, t.height as i32, *f], t.buffer),
            None => ([0; 3], 0),
        };
        // SAFETY: as the caller says; null places are passed over.
        unsafe { write_buffer([width, height, format], answers, buffer, address) };
        u8::from(found.is_some())
    })
}

/// OSMesaGetDepthBuffer: a copy of the depth values, 32 bits each (24 bits that count, at the top), bottom row first.
/// It stays until the context gets other memory.
///
/// # Safety
/// The places for the answers are writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn OSMesaGetDepthBuffer(
    c: *mut c_void,
    width: *mut i32,
    height: *mut i32,
    bytes_per_value: *mut i32,
    buffer: *mut *mut c_void,
) -> u8 {
    guard("OSMesaGetDepthBuffer", 0, || {
        let target = context(c).and_then(|c| c.target.lock().clone());
        native::finish_current();
        let depth = target
            .as_ref()
            .and_then(|t| t.surface.buffers().depth_stencil.map(|plane| (t, plane)));
        let (answers, address) = match &depth {
            Some((t, plane)) => {
                let mut values = t.depth.lock();
                values.resize(t.width as usize * t.height as usize, 0);
                for (y, row) in values.chunks_exact_mut(t.width as usize).enumerate() {
                    plane.read_row(0, y as u32, row);
                    // The eight low bits repeat the top ones, so that the greatest depth is all ones.
                    row.iter_mut()
                        .for_each(|v| *v = *v & 0xffff_ff00 | *v >> 24);
                }
                (
                    [t.width as i32, t.height as i32, 4],
                    values.as_ptr() as usize,
                )
            }
            None => ([0; 3], 0),
        };
        // SAFETY: as the caller says; null places are passed over.
        unsafe { write_buffer([width, height, bytes_per_value], answers, buffer, address) };
        u8::from(depth.is_some())
    })
}

/// # Safety
/// The places are null or writable.
unsafe fn write_buffer(
    places: [*mut i32; 3],
    answers: [i32; 3],
    buffer: *mut *mut c_void,
    address: usize,
) {
    for (place, answer) in places
        .into_iter()
        .zip(answers)
        .filter(|(p, _)| !p.is_null())
    {
        // SAFETY: as the caller says.
        unsafe { place.write_unaligned(answer) };
    }
    if !buffer.is_null() {
        // SAFETY: as the caller says.
        unsafe { buffer.write_unaligned(address as *mut c_void) };
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_pack_their_bytes_in_order() {
        let pixel = 0x4011_2233; // A R G B
        let packed = |format| {
            let mut out = vec![0; bytes_per_pixel(format)];
            pack(pixel, format, &mut out);
            out
        };
        assert_eq!(packed(OSMESA_RGBA), [0x11, 0x22, 0x33, 0x40]);
        assert_eq!(packed(OSMESA_BGRA), [0x33, 0x22, 0x11, 0x40]);
        assert_eq!(packed(OSMESA_ARGB), [0x40, 0x11, 0x22, 0x33]);
        assert_eq!(packed(OSMESA_RGB), [0x11, 0x22, 0x33]);
        assert_eq!(packed(OSMESA_BGR), [0x33, 0x22, 0x11]);
        assert_eq!(packed(OSMESA_RGB_565), (0x1106u16).to_ne_bytes());
        assert_eq!(unpack(&packed(OSMESA_ARGB), OSMESA_ARGB), pixel);
        assert_eq!(unpack(&packed(OSMESA_BGR), OSMESA_BGR), pixel | 0xff00_0000);
    }

    #[test]
    fn the_picture_reaches_the_memory_upside_down_when_y_is_down() {
        let mut memory = vec![0u8; 4 * 3 * 2];
        let store: Arc<PixelStore> = Arc::default();
        store.row_length.store(3, Ordering::Relaxed);
        let presenter = Memory {
            address: memory.as_mut_ptr() as usize,
            format: OSMESA_RGBA,
            height: 2,
            store: store.clone(),
        };
        let pixels = PixelStorage::new(2, 2).unwrap();
        pixels.write_row(0, 0, &[0xff00_0001, 0xff00_0002]);
        let all = Region {
            x: 0,
            y: 0,
            width: 2,
            height: 2,
        };
        assert!(presenter.present(&pixels, all));
        assert_eq!(memory[..8], [0, 0, 1, 255, 0, 0, 2, 255]);
        memory.fill(9);
        store.y_down.store(true, Ordering::Relaxed);
        assert!(presenter.present(&pixels, all));
        assert_eq!(
            (&memory[..4], &memory[8..16]),
            (&[0u8; 4][..], &[9, 9, 9, 9, 0, 0, 1, 255][..])
        );
    }
}

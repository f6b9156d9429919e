//! The buffers that OSMesa hands out: the colour buffer's memory, and a copy of the depth values.

use super::context;
use crate::boundary::guard;
use crate::native;
use std::ffi::c_void;

/// OSMesaGetColorBuffer answers the memory of OSMesaMakeCurrent, after a flush.
///
/// # Safety
/// The pointers for the answers are each null or writable during the call. The memory of OSMesaMakeCurrent is written.
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

/// OSMesaGetDepthBuffer answers a copy of the depth values, bottom row first. Each has 32 bits, with the 24 significant
/// bits at the top. The copy stays until the context gets other memory.
///
/// # Safety
/// The pointers for the answers are each null or writable during the call.
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
                    // The low eight bits repeat the top eight, so that the greatest depth has all bits set.
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
/// The places are each null or writable during the call.
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

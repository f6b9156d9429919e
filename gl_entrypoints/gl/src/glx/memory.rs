//! glXAllocateMemoryNV and glXFreeMemoryNV (NV_vertex_array_range): memory for vertex arrays and pixels.
//!
//! The memory is ordinary memory, whatever the hints say. No context is needed.

use crate::boundary::guard;
use parking_lot::Mutex;
use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

/// Alignment of every block: a cache line. Vertex array ranges never asked for more.
const ALIGN: usize = 64;

/// The blocks that are allocated, by address. Freeing anything else does nothing.
static BLOCKS: Mutex<BTreeMap<usize, Layout>> = Mutex::new(BTreeMap::new());

/// glXAllocateMemoryNV answers null when memory is short, and for a size that is not positive.
///
/// # Safety
/// No pointer is read or written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXAllocateMemoryNV(
    size: c_int,
    _readfreq: f32,
    _writefreq: f32,
    _priority: f32,
) -> *mut c_void {
    guard("glXAllocateMemoryNV", std::ptr::null_mut(), || {
        let size = usize::try_from(size).unwrap_or(0);
        let layout = Layout::from_size_align(size, ALIGN).ok();
        let Some(layout) = layout.filter(|layout| layout.size() > 0) else {
            return std::ptr::null_mut();
        };
        // SAFETY: the layout's size is not zero.
        let block = unsafe { alloc(layout) };
        if !block.is_null() {
            BLOCKS.lock().insert(block as usize, layout);
        }
        block.cast()
    })
}

/// glXFreeMemoryNV frees a block. It ignores a pointer that is no block of glXAllocateMemoryNV, or is free already.
///
/// # Safety
/// The pointer is compared with our blocks. A block that is found is freed: nothing may read or write it from now on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn glXFreeMemoryNV(pointer: *mut c_void) {
    guard("glXFreeMemoryNV", (), || {
        let layout = BLOCKS.lock().remove(&(pointer as usize));
        if let Some(layout) = layout {
            // SAFETY: allocated with this layout, and taken out of the table, so freed once.
            unsafe { dealloc(pointer.cast(), layout) };
        }
    });
}

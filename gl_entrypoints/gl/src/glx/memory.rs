//! glXAllocateMemoryNV and glXFreeMemoryNV (NV_vertex_array_range): memory for vertex arrays and pixels. Ours is ordinary
//! memory, whatever the hints say. No context is needed.

use crate::boundary::guard;
use parking_lot::Mutex;
use std::alloc::{Layout, alloc, dealloc};
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

/// Alignment of every block: that of a cache line, and more than what vertex array ranges ever asked for.
const ALIGN: usize = 64;

/// What was allocated and not yet freed, by address: to free anything else does nothing.
static BLOCKS: Mutex<BTreeMap<usize, Layout>> = Mutex::new(BTreeMap::new());

/// glXAllocateMemoryNV: null when the memory cannot be had, and for a size that is not positive.
///
/// # Safety
/// As GLX requires of its caller.
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

/// glXFreeMemoryNV: ignores what glXAllocateMemoryNV did not give, and what is free already.
///
/// # Safety
/// As GLX requires of its caller: nobody uses the block any more.
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

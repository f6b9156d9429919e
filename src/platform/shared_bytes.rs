//! Memory that the application and the driver share for more than one call: mapped buffers.
//!
//! The application has the address, and reads and writes at any time. So no Rust reference to the bytes ever exists. They are
//! copied in and out through raw pointers.

use crate::platform::reserve::from_system;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// The alignment of each block, which suffices for all vector instructions.
const ALIGN: usize = 64;

/// A block of memory whose address may be given to the application.
#[derive(Debug)]
pub struct SharedBytes {
    base: NonNull<u8>,
    len: usize,
    layout: Layout,
}

// SAFETY: only the owner of the block copies in and out. The application may do anything through the address, since no
// reference of ours depends on the bytes.
unsafe impl Send for SharedBytes {}
// SAFETY: as above. Shared access uses raw pointers only.
unsafe impl Sync for SharedBytes {}

impl SharedBytes {
    /// Makes a block of `len` zero bytes, or returns `None` if memory is short. Its address is not 0, even if it is empty.
    pub fn new(len: usize) -> Option<SharedBytes> {
        let layout = Layout::from_size_align(len.max(1), ALIGN).ok()?;
        // SAFETY: the layout's size is not zero.
        let base = NonNull::new(from_system(|| unsafe { alloc_zeroed(layout) }))?;
        Some(SharedBytes { base, len, layout })
    }

    /// Makes a block with these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<SharedBytes> {
        let block = SharedBytes::new(bytes.len())?;
        // SAFETY: the block is `bytes.len()` bytes long, and nobody else knows it yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), block.base.as_ptr(), bytes.len()) };
        Some(block)
    }

    /// The address for the application. It is a multiple of 64.
    pub fn address(&self) -> usize {
        self.base.as_ptr() as usize
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Copies bytes into the block from byte `start` on. Bytes beyond its end are dropped.
    pub fn write(&self, start: usize, bytes: &[u8]) {
        let n = bytes.len().min(self.len.saturating_sub(start));
        if n > 0 {
            // SAFETY: `start + n` is at most the block's length, and `bytes` has `n` bytes. They are not the block's, to which no
            // reference exists.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.base.as_ptr().add(start), n)
            };
        }
    }

    /// Copies the bytes out, or returns `None` if memory is short.
    pub fn to_vec(&self) -> Option<Vec<u8>> {
        let mut out: Vec<u8> = Vec::new();
        from_system(|| out.try_reserve_exact(self.len)).ok()?;
        // SAFETY: `out` has room for `len` bytes, the block has as many initialized ones, and they do not overlap.
        unsafe {
            std::ptr::copy_nonoverlapping(self.base.as_ptr(), out.as_mut_ptr(), self.len);
            out.set_len(self.len);
        }
        Some(out)
    }
}

impl Drop for SharedBytes {
    fn drop(&mut self) {
        // SAFETY: `new` allocated it with this layout, and it is freed once.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

/// Returns `len` zero bytes, or `None` if memory is short. The system need not provide pages before they are written.
pub fn zeroed_bytes(len: usize) -> Option<Vec<u8>> {
    let layout = Layout::array::<u8>(len).ok()?;
    if len == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the layout's size is not zero.
    let base = NonNull::new(from_system(|| unsafe { alloc_zeroed(layout) }))?;
    // SAFETY: the global allocator allocated it with the layout of `len` bytes, and all are initialized.
    Some(unsafe { Vec::from_raw_parts(base.as_ptr(), len, len) })
}

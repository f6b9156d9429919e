//! Memory that the application and the driver share over several calls: mapped buffers.
//!
//! The application holds the address, and reads and writes without our knowledge. So no Rust reference to the bytes
//! ever exists: they are copied in and out through raw pointers.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;

/// Alignment of every block, enough for any vector instruction.
const ALIGN: usize = 64;

/// A heap block with an address that may be given to the application.
#[derive(Debug)]
pub struct SharedBytes {
    base: NonNull<u8>,
    len: usize,
    layout: Layout,
}

// SAFETY: the block is owned, and only its owner copies in and out. The application may do anything through the address
// that it was given: no reference of ours depends on it.
unsafe impl Send for SharedBytes {}
// SAFETY: as above; shared access reads raw bytes only.
unsafe impl Sync for SharedBytes {}

impl SharedBytes {
    /// A block of `len` zero bytes; `None` when the memory cannot be had. Never at address 0, even when empty.
    pub fn new(len: usize) -> Option<SharedBytes> {
        let layout = Layout::from_size_align(len.max(1), ALIGN).ok()?;
        // SAFETY: the layout's size is not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(SharedBytes { base, len, layout })
    }

    /// A block with these bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<SharedBytes> {
        let block = SharedBytes::new(bytes.len())?;
        // SAFETY: the block is `bytes.len()` long and ours alone until its address is given away.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), block.base.as_ptr(), bytes.len()) };
        Some(block)
    }

    /// The address for the application, a multiple of 64.
    pub fn address(&self) -> usize {
        self.base.as_ptr() as usize
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Copies bytes in from `start` on, as many as there is room for.
    pub fn write(&self, start: usize, bytes: &[u8]) {
        let n = bytes.len().min(self.len.saturating_sub(start));
        if n > 0 {
            // SAFETY: `start + n` is at most the block's length, and `bytes` has `n` bytes, which are not the block's: no
            // reference to those ever exists.
            unsafe {
                std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.base.as_ptr().add(start), n)
            };
        }
    }

    /// Copies the bytes out; `None` when the memory cannot be had.
    pub fn to_vec(&self) -> Option<Vec<u8>> {
        let mut out: Vec<u8> = Vec::new();
        out.try_reserve_exact(self.len).ok()?;
        // SAFETY: `out` has room for `len` bytes, the block holds as many initialised ones, and they do not overlap.
        unsafe {
            std::ptr::copy_nonoverlapping(self.base.as_ptr(), out.as_mut_ptr(), self.len);
            out.set_len(self.len);
        }
        Some(out)
    }
}

impl Drop for SharedBytes {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout in `new`, freed once.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

/// `len` zero bytes, which the system need not provide before they are written; `None` when the memory cannot be had.
pub fn zeroed_bytes(len: usize) -> Option<Vec<u8>> {
    let layout = Layout::array::<u8>(len).ok()?;
    if len == 0 {
        return Some(Vec::new());
    }
    // SAFETY: the layout's size is not zero.
    let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
    // SAFETY: allocated by the global allocator with the layout of `len` bytes, all of them initialised.
    Some(unsafe { Vec::from_raw_parts(base.as_ptr(), len, len) })
}

#[cfg(test)]
mod tests {
    use super::{SharedBytes, zeroed_bytes};

    #[test]
    fn writes_behind_the_address_come_back() {
        let block = SharedBytes::from_bytes(&[1, 2, 3]).unwrap();
        assert_eq!(block.address() % 64, 0);
        // SAFETY: the block is three bytes long and lives.
        unsafe { *((block.address() + 1) as *mut u8) = 9 };
        assert_eq!(block.to_vec().unwrap(), [1, 9, 3]);
        block.write(2, &[7, 8]);
        block.write(3, &[8]);
        assert_eq!(block.to_vec().unwrap(), [1, 9, 7]);
        assert!(SharedBytes::new(usize::MAX).is_none());
        assert!(SharedBytes::new(0).unwrap().is_empty());
    }

    #[test]
    fn zeroed_bytes_grow_and_fail_as_vectors_do() {
        let mut bytes = zeroed_bytes(3).unwrap();
        bytes.push(1);
        assert_eq!(bytes, [0, 0, 0, 1]);
        assert!(zeroed_bytes(usize::MAX).is_none() && zeroed_bytes(0).unwrap().is_empty());
    }
}

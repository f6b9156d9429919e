//! The application's memory: addresses are opaque, and only a token can read and write there.

use crate::platform::reserve::from_system;
use std::marker::PhantomData;

/// An address of the application. The state machine stores and returns it, but cannot dereference it. If a buffer is bound, it
/// is an offset into that.
#[repr(transparent)]
pub struct ClientPtr<T>(usize, PhantomData<*const T>);

impl<T> Clone for ClientPtr<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for ClientPtr<T> {}
impl<T> PartialEq for ClientPtr<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}
impl<T> Eq for ClientPtr<T> {}
impl<T> Default for ClientPtr<T> {
    fn default() -> Self {
        ClientPtr::NULL
    }
}
impl<T> std::fmt::Debug for ClientPtr<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ClientPtr({:#x})", self.0)
    }
}
// SAFETY: an address is a number. Reading through it needs a token.
unsafe impl<T> Send for ClientPtr<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for ClientPtr<T> {}

/// Why values of the application could not be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    /// [`ClientMemory::bytes`] refuses the address.
    Pointer,
    /// The copy has no room.
    Memory,
}

impl<T> ClientPtr<T> {
    /// The null pointer.
    pub const NULL: ClientPtr<T> = ClientPtr(0, PhantomData);

    /// Makes a pointer of an address.
    pub fn from_address(address: usize) -> ClientPtr<T> {
        ClientPtr(address, PhantomData)
    }

    /// The address, or the offset into the bound buffer.
    pub fn address(self) -> usize {
        self.0
    }

    /// Whether this is the null pointer.
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    /// Returns the same address as a pointer to another type.
    pub fn cast<U>(self) -> ClientPtr<U> {
        ClientPtr(self.0, PhantomData)
    }

    /// Returns the pointer `n` bytes further. The address may wrap.
    pub fn byte_add(self, n: usize) -> ClientPtr<T> {
        ClientPtr(self.0.wrapping_add(n), PhantomData)
    }
}

/// The address of a callback of the application. Only doors call it.
pub type ClientFn = ClientPtr<fn()>;

/// A token: the right to access the memory that one GL call may access. A door makes it for the duration of the call.
#[derive(Debug, Clone, Copy)]
pub struct ClientMemory<'call>(PhantomData<&'call mut ()>);

impl<'call> ClientMemory<'call> {
    /// Makes the token for one call.
    ///
    /// # Safety
    /// The specification lets a call read and write certain extents through its pointers, and through pointers that it has
    /// stored (client arrays). As long as the token lives, these extents are readable or writable memory.
    pub unsafe fn new() -> ClientMemory<'call> {
        ClientMemory(PhantomData)
    }

    /// Returns `len` bytes that the call may read.
    ///
    /// Returns `None` for an extent that wraps, and for a pointer into the first page. That is a null pointer, or an offset
    /// without a buffer.
    pub fn bytes(&self, ptr: ClientPtr<u8>, len: usize) -> Option<&'call [u8]> {
        if len == 0 {
            return Some(&[]);
        }
        if !is_plausible(ptr.address(), len) {
            return None;
        }
        // SAFETY: it is not null and does not wrap. The application guaranteed the extent when the door made the token.
        Some(unsafe { std::slice::from_raw_parts(ptr.address() as *const u8, len) })
    }

    /// Returns `len` bytes that the call may write, or `None` as [`ClientMemory::bytes`] does.
    pub fn bytes_mut(&mut self, ptr: ClientPtr<u8>, len: usize) -> Option<&mut [u8]> {
        if len == 0 {
            return Some(&mut []);
        }
        if !is_plausible(ptr.address(), len) {
            return None;
        }
        // SAFETY: as in `bytes`. `&mut self` prevents a second reference of ours.
        Some(unsafe { std::slice::from_raw_parts_mut(ptr.address() as *mut u8, len) })
    }

    /// Reads `N` values of a plain type at any alignment, or returns `None` as [`ClientMemory::bytes`] does.
    pub fn read<T: bytemuck::Pod, const N: usize>(&self, ptr: ClientPtr<T>) -> Option<[T; N]> {
        let bytes = self.bytes(ptr.cast(), N * size_of::<T>())?;
        let mut out = [T::zeroed(); N];
        bytemuck::cast_slice_mut::<T, u8>(&mut out).copy_from_slice(bytes);
        Some(out)
    }

    /// Reads `n` values of a plain type at any alignment. Says why it cannot.
    pub fn read_vec<T: bytemuck::Pod>(
        &self,
        ptr: ClientPtr<T>,
        n: usize,
    ) -> Result<Vec<T>, Unreadable> {
        let len = n.checked_mul(size_of::<T>());
        let bytes = len.and_then(|len| self.bytes(ptr.cast(), len));
        let bytes = bytes.ok_or(Unreadable::Pointer)?;
        let mut out = Vec::new();
        from_system(|| out.try_reserve_exact(n)).map_err(|_| Unreadable::Memory)?;
        out.resize(n, T::zeroed());
        bytemuck::cast_slice_mut::<T, u8>(&mut out).copy_from_slice(bytes);
        Ok(out)
    }

    /// Writes values of a plain type at any alignment. For a null pointer it does nothing.
    pub fn write<T: bytemuck::Pod>(&mut self, ptr: ClientPtr<T>, values: &[T]) {
        if let Some(out) = self.bytes_mut(ptr.cast(), size_of_val(values)) {
            out.copy_from_slice(bytemuck::cast_slice(values));
        }
    }

    /// Returns the bytes of a NUL-terminated string without the NUL, at most `limit` of them.
    pub fn c_string(&self, ptr: ClientPtr<u8>, limit: usize) -> Option<&'call [u8]> {
        if !is_plausible(ptr.address(), 1) {
            return None;
        }
        // SAFETY: the application guaranteed a NUL-terminated string, and strnlen stops at its NUL.
        let len = unsafe { libc::strnlen(ptr.address() as *const libc::c_char, limit) };
        self.bytes(ptr, len)
    }
}

#[cfg(test)]
impl ClientMemory<'static> {
    /// Makes a token for module tests. They pass only pointers to memory of their own, which outlives the call.
    pub(crate) fn for_tests() -> ClientMemory<'static> {
        // SAFETY: the tests take the application's part, and guarantee the same.
        unsafe { ClientMemory::new() }
    }
}

#[cfg(test)]
impl<T> ClientPtr<T> {
    /// Returns the address of a test's slice, to be read.
    pub(crate) fn of<U>(slice: &[U]) -> ClientPtr<T> {
        ClientPtr::from_address(slice.as_ptr() as usize)
    }

    /// Returns the address of a test's slice, to be written.
    pub(crate) fn of_mut<U>(slice: &mut [U]) -> ClientPtr<T> {
        ClientPtr::from_address(slice.as_mut_ptr() as usize)
    }
}

/// Whether an extent can be memory: it does not begin in the first page, which systems never map, and does not wrap.
fn is_plausible(address: usize, len: usize) -> bool {
    address >= 4096 && len <= isize::MAX as usize && address.checked_add(len).is_some()
}

//! The application's memory for the state machine: addresses that only a token can read.

use std::marker::PhantomData;

/// An address in the application, typed but opaque: state may hold it and return it, and never dereferences it. With a
/// buffer bound it is an offset.
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
// SAFETY: an address is a number; reading through it needs a token.
unsafe impl<T> Send for ClientPtr<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for ClientPtr<T> {}

impl<T> ClientPtr<T> {
    /// The null pointer.
    pub const NULL: ClientPtr<T> = ClientPtr(0, PhantomData);

    /// The pointer with this address.
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

    /// The same address, pointing to another type.
    pub fn cast<U>(self) -> ClientPtr<U> {
        ClientPtr(self.0, PhantomData)
    }

    /// `n` bytes further, wrapping.
    pub fn byte_add(self, n: usize) -> ClientPtr<T> {
        ClientPtr(self.0.wrapping_add(n), PhantomData)
    }
}

/// A callback of the application (its address); called by the doors only.
pub type ClientFn = ClientPtr<fn()>;

/// The right to read and write the memory that the application lets one GL call access. A door makes it for the
/// duration of a call.
#[derive(Debug, Clone, Copy)]
pub struct ClientMemory<'call>(PhantomData<&'call mut ()>);

impl<'call> ClientMemory<'call> {
    /// A token for one call.
    ///
    /// # Safety
    /// For as long as the token lives, every extent that the specification lets this call read or write through its
    /// pointers, or through pointers it retains (client arrays), is readable or writable memory.
    pub unsafe fn new() -> ClientMemory<'call> {
        ClientMemory(PhantomData)
    }

    /// `len` bytes that the call may read. `None` for a null pointer (or one into the first page: an offset without its
    /// buffer) and for an extent that wraps.
    pub fn bytes(&self, ptr: ClientPtr<u8>, len: usize) -> Option<&'call [u8]> {
        if len == 0 {
            return Some(&[]);
        }
        if !is_plausible(ptr.address(), len) {
            return None;
        }
        // SAFETY: not null, no wrap; the application guaranteed the extent when the door made the token.
        Some(unsafe { std::slice::from_raw_parts(ptr.address() as *const u8, len) })
    }

    /// `len` bytes that the call may write. `None` as for [`ClientMemory::bytes`].
    pub fn bytes_mut(&mut self, ptr: ClientPtr<u8>, len: usize) -> Option<&mut [u8]> {
        if len == 0 {
            return Some(&mut []);
        }
        if !is_plausible(ptr.address(), len) {
            return None;
        }
        // SAFETY: as in `bytes`; `&mut self` keeps two of ours apart.
        Some(unsafe { std::slice::from_raw_parts_mut(ptr.address() as *mut u8, len) })
    }

    /// `N` values of a plain type, unaligned. `None` for a null pointer.
    pub fn read<T: bytemuck::Pod, const N: usize>(&self, ptr: ClientPtr<T>) -> Option<[T; N]> {
        let bytes = self.bytes(ptr.cast(), N * size_of::<T>())?;
        let mut out = [T::zeroed(); N];
        bytemuck::cast_slice_mut::<T, u8>(&mut out).copy_from_slice(bytes);
        Some(out)
    }

    /// `n` values of a plain type, unaligned. `None` for a null pointer or an extent that wraps.
    pub fn read_vec<T: bytemuck::Pod>(&self, ptr: ClientPtr<T>, n: usize) -> Option<Vec<T>> {
        let bytes = self.bytes(ptr.cast(), n.checked_mul(size_of::<T>())?)?;
        let mut out = Vec::new();
        out.try_reserve_exact(n).ok()?;
        out.resize(n, T::zeroed());
        bytemuck::cast_slice_mut::<T, u8>(&mut out).copy_from_slice(bytes);
        Some(out)
    }

    /// Writes values of a plain type, unaligned; nothing for a null pointer.
    pub fn write<T: bytemuck::Pod>(&mut self, ptr: ClientPtr<T>, values: &[T]) {
        if let Some(out) = self.bytes_mut(ptr.cast(), size_of_val(values)) {
            out.copy_from_slice(bytemuck::cast_slice(values));
        }
    }

    /// The bytes of a NUL-terminated string, without the NUL; at most `limit` of them.
    pub fn c_string(&self, ptr: ClientPtr<u8>, limit: usize) -> Option<&'call [u8]> {
        if !is_plausible(ptr.address(), 1) {
            return None;
        }
        // SAFETY: the application guaranteed a NUL-terminated string; strnlen stops at its NUL.
        let len = unsafe { libc::strnlen(ptr.address() as *const libc::c_char, limit) };
        self.bytes(ptr, len)
    }
}

#[cfg(test)]
impl ClientMemory<'static> {
    /// A token for module tests, which pass only pointers to memory of their own that outlives the call.
    pub(crate) fn for_tests() -> ClientMemory<'static> {
        // SAFETY: the tests are the application and guarantee as above.
        unsafe { ClientMemory::new() }
    }
}

#[cfg(test)]
impl<T> ClientPtr<T> {
    /// The address of a slice of a test.
    pub(crate) fn of<U>(slice: &[U]) -> ClientPtr<T> {
        ClientPtr::from_address(slice.as_ptr() as usize)
    }

    /// The address of a slice of a test, to be written.
    pub(crate) fn of_mut<U>(slice: &mut [U]) -> ClientPtr<T> {
        ClientPtr::from_address(slice.as_mut_ptr() as usize)
    }
}

/// Whether an extent can be the application's: not in the first page, which systems keep unmapped, and without a wrap.
fn is_plausible(address: usize, len: usize) -> bool {
    address >= 4096 && len <= isize::MAX as usize && address.checked_add(len).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_are_checked() {
        // SAFETY: the only memory reached is `own`, below.
        let mut mem = unsafe { ClientMemory::new() };
        let own = [1u8, 2, 3, 0];
        let ptr = ClientPtr::<u8>::from_address(own.as_ptr() as usize);
        assert_eq!(mem.bytes(ptr, 3), Some(&own[..3]));
        assert_eq!(mem.c_string(ptr, 100), Some(&own[..3]));
        assert_eq!(mem.c_string(ptr, 2), Some(&own[..2]));
        assert_eq!(mem.read::<u8, 4>(ptr), Some(own));
        let nowhere = [0, 17, 4095].map(ClientPtr::<u8>::from_address);
        assert!(
            nowhere
                .iter()
                .all(|p| mem.bytes(*p, 1).is_none() && mem.bytes_mut(*p, 1).is_none())
        );
        assert_eq!(mem.bytes(ClientPtr::NULL, 0), Some(&[][..]));
        assert!(mem.bytes(ClientPtr::from_address(usize::MAX), 2).is_none());
        assert!(mem.bytes(ptr, usize::MAX).is_none());
        assert!(mem.read_vec::<u32>(ptr.cast(), usize::MAX).is_none());
    }
}

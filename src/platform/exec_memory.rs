//! Memory that holds machine code. It is written, then sealed.

use memmap2::{Mmap, MmapMut};
use std::io;

/// Sealed machine code. It is never writable and executable at the same time.
#[derive(Debug)]
pub struct ExecMemory(Mmap);

impl ExecMemory {
    /// Copies `image` to new memory and makes that executable. This fails if the system refuses (SELinux, seccomp), or if
    /// `TRILOBITE_EXEC_MEMORY=deny` simulates such a system.
    pub fn new(image: &[u8]) -> io::Result<ExecMemory> {
        if crate::config::get().deny_exec_memory {
            return Err(io::Error::from(io::ErrorKind::PermissionDenied));
        }
        let mut memory = MmapMut::map_anon(image.len().max(1))?;
        memory[..image.len()].copy_from_slice(image);
        Ok(ExecMemory(memory.make_exec()?))
    }

    /// Returns the address of the image's first byte.
    pub fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr()
    }
}

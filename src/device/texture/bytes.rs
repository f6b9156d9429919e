//! The bytes of texels and blocks: versions behind an `Arc`, which recorded draws hold.

use crate::device::OutOfMemory;
use crate::platform::reserve::from_system;
use std::sync::Arc;

/// The error when texels cannot be allocated.
pub const NO_MEMORY: OutOfMemory = OutOfMemory("texels");

/// Returns `n` zero bytes. Fails with [`OutOfMemory`] when they cannot be allocated.
pub fn zeroes(n: usize) -> Result<Vec<u8>, OutOfMemory> {
    let mut bytes = Vec::new();
    from_system(|| bytes.try_reserve_exact(n)).map_err(|_| NO_MEMORY)?;
    bytes.resize(n, 0);
    Ok(bytes)
}

/// Borrows texels for writing. They are copied first when a recorded draw still holds them. Fails with [`OutOfMemory`] when
/// the copy cannot be allocated.
pub fn unshare(texels: &mut Arc<Vec<u8>>) -> Result<&mut Vec<u8>, OutOfMemory> {
    if Arc::get_mut(texels).is_none() {
        let mut copy = Vec::new();
        from_system(|| copy.try_reserve_exact(texels.len())).map_err(|_| NO_MEMORY)?;
        copy.extend_from_slice(texels);
        *texels = Arc::new(copy);
    }
    Ok(Arc::get_mut(texels).expect("a fresh Arc has one owner"))
}

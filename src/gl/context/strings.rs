//! Strings in the application's memory.

use crate::gl::{GlError, Result};
use crate::platform::{ClientMemory, ClientPtr};

/// Reads a string of the application: `length` characters, or up to its NUL for a negative length. Gives INVALID_VALUE for
/// a null pointer, and for a string of `limit` characters or more.
pub(crate) fn read_string<'m>(
    mem: &ClientMemory<'m>,
    string: ClientPtr<u8>,
    length: i32,
    limit: usize,
) -> Result<&'m [u8]> {
    let bytes = match usize::try_from(length) {
        Ok(length) if length >= limit => None,
        Ok(length) => Some(mem.bytes(string, length)),
        Err(_) => Some(mem.c_string(string, limit)),
    };
    let bytes = bytes.filter(|found| found.is_none_or(|bytes| bytes.len() < limit));
    bytes
        .ok_or(GlError::invalid_value("the string is too long"))?
        .ok_or(GlError::invalid_value("null pointer to a string"))
}

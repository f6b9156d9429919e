//! A number and its name.

use std::ffi::CStr;

/// A row of a table of names.
pub(super) type Row = (i32, &'static CStr);

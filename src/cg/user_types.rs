//! The structures of texts as types: numbers beyond those of the interface.

use super::c_string;
use super::names::types::FIRST_USER_TYPE;
use std::ffi::{CStr, CString};

/// All structures of all texts, by name.
#[derive(Debug, Default)]
pub(super) struct UserTypes {
    names: Vec<CString>,
}

impl UserTypes {
    /// The number of a structure. One name has one number.
    pub(super) fn number_of(&mut self, name: &str) -> i32 {
        let name = c_string(name);
        let place = self.names.iter().position(|known| *known == name);
        let place = place.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        FIRST_USER_TYPE + place as i32
    }

    /// The name of a structure.
    pub(super) fn name_of(&self, value: i32) -> Option<&CStr> {
        let place = usize::try_from(value.checked_sub(FIRST_USER_TYPE)?).ok()?;
        self.names.get(place).map(CString::as_c_str)
    }
}

/// Whether a number is that of a structure.
pub(super) fn is_user_type(value: i32) -> bool {
    value >= FIRST_USER_TYPE
}

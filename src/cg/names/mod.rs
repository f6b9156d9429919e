//! The numbers of the interface and their names. Each enumeration is one table.
//!
//! | file | what is in it |
//! |---|---|
//! | `enums` | `CGenum`, domains, classes of parameters, behaviours |
//! | `types` | `CGtype` |
//! | `resources` | `CGresource` |
//! | `profiles` | `CGprofile` |
//! | `errors` | `CGerror` |
//! | `row` | a row of these tables |

pub mod enums;
mod errors;
pub mod profiles;
mod resources;
mod row;
pub mod types;

pub use errors::CgError;
pub use resources::base as base_resource;
use row::Row;

use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::LazyLock;

/// The resource that is none.
pub const UNDEFINED: i32 = 3256;
/// The registers of constants.
pub const CONSTANTS: i32 = 2178;
/// `CG_TEXUNIT0`
pub const FIRST_UNIT: i32 = 2048;
/// `CG_GLSL_UNIFORM`
pub const GLSL_UNIFORM: i32 = 3300;
/// `CG_GLSL_ATTRIB`
pub const GLSL_ATTRIB: i32 = 3301;

/// Names that are made once, by number.
type Names = LazyLock<HashMap<i32, CString>>;

fn find(table: &[Row], value: i32) -> Option<&'static CStr> {
    table.iter().find(|row| row.0 == value).map(|row| row.1)
}

fn value(table: &[Row], name: &str) -> Option<i32> {
    let row = table.iter().find(|row| row.1.to_bytes() == name.as_bytes());
    row.map(|row| row.0)
}

pub fn enum_string(value: i32) -> Option<&'static CStr> {
    static NAMES: Names = LazyLock::new(|| {
        let all = enums::ENUMS.iter();
        let named = all.map(|(value, name)| (*value, CString::new(format!("CG_{name}"))));
        named
            .filter_map(|(value, name)| Some((value, name.ok()?)))
            .collect()
    });
    NAMES.get(&value).map(CString::as_c_str)
}

pub fn enum_value(name: &str) -> i32 {
    let name = name.strip_prefix("CG_");
    let row = enums::ENUMS.iter().find(|row| Some(row.1) == name);
    row.map_or(enums::UNKNOWN, |row| row.0)
}

pub fn resource_string(value: i32) -> &'static CStr {
    static NAMES: Names = LazyLock::new(|| {
        let all = 2000..4700;
        all.filter_map(|value| Some((value, resources::name(value)?)))
            .collect()
    });
    NAMES.get(&value).map_or(c"", CString::as_c_str)
}

pub fn resource_value(name: &str) -> i32 {
    resources::value(name).unwrap_or(UNDEFINED)
}

/// The resource that a program's text names: `POSITION` is the first of its family.
pub fn resource_of_text(name: &str) -> i32 {
    let first = || resources::value(&format!("{name}0"));
    resources::value(name).or_else(first).unwrap_or(UNDEFINED)
}

pub fn profile_string(value: i32) -> Option<&'static CStr> {
    match value {
        profiles::UNKNOWN => Some(c"unknown"),
        _ => profiles::profile(value).map(|p| p.name),
    }
}

pub fn error_string(value: i32) -> &'static CStr {
    find(errors::ERRORS, value).unwrap_or(c"CG ERROR : Unknown error.")
}

pub fn domain_string(value: i32) -> &'static CStr {
    find(enums::DOMAINS, value).unwrap_or(c"unknown")
}

pub fn domain_value(name: &str) -> i32 {
    value(enums::DOMAINS, name).unwrap_or(0)
}

pub fn class_string(value: i32) -> &'static CStr {
    find(enums::CLASSES, value).unwrap_or(c"unknown")
}

pub fn class_value(name: &str) -> i32 {
    value(enums::CLASSES, name).unwrap_or(0)
}

/// The name of a behaviour. Those between named ones have none.
pub fn behavior_string(value: i32) -> Option<&'static CStr> {
    find(enums::BEHAVIORS, value)
}

/// The newest behaviour.
pub const CURRENT_BEHAVIOR: i32 = 3000;

pub fn behavior_value(name: &str) -> i32 {
    match name {
        "current" => CURRENT_BEHAVIOR,
        _ => value(enums::BEHAVIORS, name).unwrap_or(0),
    }
}

//! Numbers and their names; profiles; types.

use crate::door::{self, Bool, doors};
use std::ffi::{c_char, c_int};
use trilobite::cg::names::profiles::{self, UNKNOWN, profile};
use trilobite::cg::names::types::{UNKNOWN_TYPE, class, type_info, type_named};
use trilobite::cg::names::{self, enums};
use trilobite::cg::program::query;
use trilobite::cg::{CgError, Handle, Result, Text, World};

/// The number of a name. A null pointer is an error where `refuses` says so.
///
/// # Safety
/// `text` is null or a C string.
unsafe fn number(
    name: &'static str,
    otherwise: c_int,
    (text, refuses): (*const c_char, bool),
    of: impl FnOnce(&str) -> c_int,
) -> c_int {
    // SAFETY: the caller's promise is passed on.
    let text = unsafe { door::text(text) };
    door::call(name, otherwise, Handle::NULL, |_| match text {
        Some(text) => Ok(of(&text)),
        None if refuses => Err(CgError::INVALID_PARAMETER),
        None => Ok(otherwise),
    })
}

/// Doors from names to numbers: what is answered without one, whether a null pointer is an error.
macro_rules! numbers {
    ($(fn $name:ident, $otherwise:expr, $refuses:literal, $of:expr;)*) => {
        $(
            /// The number of a name.
            ///
            /// # Safety
            /// `string` is null or a C string.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $name(string: *const c_char) -> c_int {
                // SAFETY: the caller's promise is passed on.
                unsafe { number(stringify!($name), $otherwise, (string, $refuses), $of) }
            }
        )*
    };
}

numbers! {
    fn cgGetEnum, enums::UNKNOWN, false, names::enum_value;
    fn cgGetType, UNKNOWN_TYPE, false, |name| type_named(name).unwrap_or(UNKNOWN_TYPE);
    fn cgGetResource, names::UNDEFINED, false, names::resource_value;
    fn cgGetProfile, UNKNOWN, true, |name| profiles::profile_named(name).unwrap_or(UNKNOWN);
    fn cgGetDomain, 0, true, names::domain_value;
    fn cgGetBehavior, 0, true, names::behavior_value;
    fn cgGetParameterClassEnum, 0, true, names::class_value;
}

/// Doors of numbers alone. They are not about an object.
macro_rules! plain {
    ($(fn $name:ident($($argument:ident),*) -> $result:ty = $otherwise:expr => $body:expr;)*) => {
        $(
            #[allow(missing_docs)]
            #[unsafe(no_mangle)]
            pub extern "C-unwind" fn $name($($argument: c_int),*) -> $result {
                door::call(stringify!($name), $otherwise, Handle::NULL, |world| {
                    let _ = &world;
                    ($body)(world $(, $argument)*)
                })
            }
        )*
    };
}

/// A text that the library always has.
fn known(text: Option<&'static std::ffi::CStr>) -> Result<Text> {
    Ok(text.into())
}

plain! {
    fn cgGetEnumString(value) -> Text = Text::NULL => |_: &mut World, v| known(names::enum_string(v));
    fn cgGetTypeString(value) -> Text = Text::NULL => |w: &mut World, v| Ok(query::type_string(w, v));
    fn cgGetResourceString(value) -> Text = Text::NULL => |_: &mut World, v| known(Some(names::resource_string(v)));
    fn cgGetProfileString(value) -> Text = Text::NULL => |_: &mut World, v| known(names::profile_string(v));
    fn cgGetErrorString(value) -> Text = Text::NULL => |_: &mut World, v| known(Some(names::error_string(v)));
    fn cgGetDomainString(value) -> Text = Text::NULL => |_: &mut World, v| known(Some(names::domain_string(v)));
    fn cgGetBehaviorString(value) -> Text = Text::NULL => |_: &mut World, v| known(names::behavior_string(v));
    fn cgGetParameterClassString(value) -> Text = Text::NULL => |_: &mut World, v| known(Some(names::class_string(v)));
    fn cgGetString(what) -> Text = Text::NULL => |_: &mut World, what| match what {
        enums::VERSION => known(Some(c"3.1.0013")),
        enums::BUILD_INFO => known(Some(c"Trilobite")),
        _ => Err(CgError::INVALID_ENUMERANT),
    };
    fn cgGetNumSupportedProfiles() -> c_int = 0 => |_: &mut World| Ok(profiles::supported().count() as c_int);
    fn cgGetSupportedProfile(index) -> c_int = UNKNOWN => |_: &mut World, index: c_int| {
        let at = usize::try_from(index).ok();
        let found = at.and_then(|i| profiles::supported().nth(i));
        found.map(|p| p.value).ok_or(CgError::INVALID_PARAMETER)
    };
    fn cgIsProfileSupported(value) -> Bool = 0 => |_: &mut World, v| Ok(profile(v).is_some_and(|p| p.is_supported()).into());
    fn cgGetProfileProperty(value, property) -> Bool = 0 => |_: &mut World, v, property| {
        let supported = profile(v).filter(|p| p.is_supported());
        let known = supported.ok_or(CgError::INVALID_PARAMETER)?;
        known.has(property).map(Into::into).ok_or(CgError::INVALID_ENUMERANT)
    };
    fn cgGetProfileDomain(value) -> c_int = 0 => |_: &mut World, v| Ok(profile(v).map_or(0, |p| p.domain));
    fn cgGetProfileSibling(value, domain) -> c_int = UNKNOWN => |_: &mut World, v, domain| {
        Ok(profile(v).and_then(|p| p.sibling(domain)).unwrap_or(UNKNOWN))
    };
    fn cgGetProgramBufferMaxSize(value) -> c_int = 0 => |_: &mut World, v| Ok(profile(v).map_or(0, |p| p.buffers().0));
    fn cgGetProgramBufferMaxIndex(value) -> c_int = 0 => |_: &mut World, v| Ok(profile(v).map_or(0, |p| p.buffers().1));
    fn cgGetTypeBase(value) -> c_int = 0 => |_: &mut World, v| Ok(type_info(v).map_or(v, |i| i.base));
    fn cgGetTypeClass(value) -> c_int = 0 => |w: &mut World, v| {
        let is_user = || !matches!(query::type_string(w, v), text if text.0 == c"".as_ptr()) && v > 8192;
        Ok(type_info(v).map_or(if is_user() { class::STRUCT } else { 0 }, |i| i.class))
    };
    fn cgGetNumParentTypes(value) -> c_int = 0 => |_: &mut World, _| Ok(0);
    fn cgGetParentType(value, index) -> c_int = 0 => |_: &mut World, _, _| Ok(0);
    fn cgIsParentType(parent, child) -> Bool = 0 => |_: &mut World, _, _| Ok(0);
    fn cgIsInterfaceType(value) -> Bool = 0 => |_: &mut World, _| Ok(0);
}

/// The rows and columns of a type, and whether it is a matrix.
///
/// # Safety
/// The pointers are null or places for numbers.
unsafe fn sizes(name: &'static str, value: c_int, to: [*mut c_int; 2], is_matrix: bool) -> Bool {
    let (rows, columns, found) = door::guarded(name, (0, 0, 0), || {
        let Some(info) = type_info(value) else {
            return (0, 0, 0);
        };
        let found = Bool::from(info.class == class::MATRIX);
        let has_rows = found != 0 || !is_matrix;
        (if has_rows { info.rows } else { 0 }, info.columns, found)
    });
    // SAFETY: the caller's promise is passed on.
    unsafe {
        door::give(to[0], rows);
        door::give(to[1], columns);
    }
    if is_matrix { 0 } else { found }
}

/// The rows and columns of a type; true of matrices.
///
/// # Safety
/// The pointers are null or places for numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetTypeSizes(
    value: c_int,
    rows: *mut c_int,
    columns: *mut c_int,
) -> Bool {
    // SAFETY: the caller's promise is passed on.
    unsafe { sizes("cgGetTypeSizes", value, [rows, columns], false) }
}

/// The rows and columns of a matrix.
///
/// # Safety
/// The pointers are null or places for numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetMatrixSize(
    value: c_int,
    rows: *mut c_int,
    columns: *mut c_int,
) -> Bool {
    // SAFETY: the caller's promise is passed on.
    unsafe { sizes("cgGetMatrixSize", value, [rows, columns], true) }
}

doors! {
    fn cgGetNumUserTypes(handle: Handle) -> c_int = 0 => |w: &mut World, h| query::n_user_types(w, h);
    fn cgGetUserType(handle: Handle, index: c_int) -> c_int = 0 => |w: &mut World, h, i| query::user_type(w, h, i);
}

/// The structure of a name.
///
/// # Safety
/// `name` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetNamedUserType(handle: Handle, name: *const c_char) -> c_int {
    // SAFETY: the caller's promise is passed on.
    let name = unsafe { door::text(name) };
    door::call("cgGetNamedUserType", UNKNOWN_TYPE, handle, |world| {
        query::named_user_type(world, handle, name.as_deref())
    })
}

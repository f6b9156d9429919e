//! Enums with API names. A command converts the name that it receives, state holds the enum, and a query converts back. One
//! table for each enum serves both directions.
//!
//! ```ignore
//! gl_enum! {
//!     /// SHADE_MODEL
//!     pub enum ShadeModel {
//!         Flat = FLAT,
//!         Smooth = SMOOTH,
//!     }
//! }
//! ```
//!
//! [`gl_names`] gives names to a type of a lower layer.
#![forbid(unsafe_code)]

use crate::gl::{GlError, Result};

/// A type whose values have GL names.
pub trait Named: Copy {
    /// The value with this name.
    fn from_name(name: u32) -> Option<Self>;

    fn name(self) -> u32;

    /// The value whose name a command received as a float.
    fn from_float(value: f32) -> Option<Self> {
        let name = value as u32;
        if name as f32 == value {
            Self::from_name(name)
        } else {
            None
        }
    }

    /// The value with this name. A name without a value gives INVALID_ENUM with this reason.
    fn checked(name: u32, reason: &'static str) -> Result<Self> {
        Self::from_name(name).ok_or(GlError::invalid_enum(reason))
    }
}

/// Declares an enum together with the names of its values.
macro_rules! gl_enum {
    ($(#[$meta:meta])* pub enum $ty:ident {
        $($(#[$about:meta])* $variant:ident = $name:ident,)+
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $ty {
            $(#[doc = concat!("`", stringify!($name), "`")] $(#[$about])* $variant,)+
        }
        $crate::gl::context::named::gl_names!($ty { $($variant = $name,)+ });
    };
}

/// Declares the names of a type's values. A value is a variant, or a pattern in parentheses that is an expression too.
macro_rules! gl_names {
    ($ty:ty { $($variant:ident = $name:ident,)+ }) => {
        impl $crate::gl::context::named::Named for $ty {
            fn from_name(name: u32) -> Option<Self> {
                match name {
                    $($crate::gl::context::enums::$name => Some(Self::$variant),)+
                    _ => None,
                }
            }

            fn name(self) -> u32 {
                match self {
                    $(Self::$variant => $crate::gl::context::enums::$name,)+
                }
            }
        }
    };
    ($ty:ty { $($value:tt = $name:ident,)+ }) => {
        impl $crate::gl::context::named::Named for $ty {
            fn from_name(name: u32) -> Option<Self> {
                match name {
                    $($crate::gl::context::enums::$name => Some($value),)+
                    _ => None,
                }
            }

            fn name(self) -> u32 {
                match self {
                    $($value => $crate::gl::context::enums::$name,)+
                }
            }
        }
    };
}

pub(crate) use {gl_enum, gl_names};

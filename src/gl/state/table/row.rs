//! One row of the state table: a variable's name, its type, and the function that gives its values.
#![forbid(unsafe_code)]

use crate::device::geometry::matrix::Mat4;
use crate::gl::Context;
use crate::gl::context::named::Named;
use smallvec::SmallVec;

/// The values of a state variable. An f64 holds every GL 1.5 type exactly.
pub type Values = SmallVec<[f64; 16]>;

/// The type of a state variable, which decides how it is converted (section 6.1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// TRUE or FALSE.
    Boolean,
    /// Integers, names, enums, masks.
    Integer,
    /// Floats; rounded for GetIntegerv.
    Float,
    /// Colours, normals and depths: for GetIntegerv the range [-1, 1] is mapped to all of i32.
    Normalized,
}

/// One state variable.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub name: u32,
    /// Which conversions the Get commands make.
    pub kind: Kind,
    /// Its values now.
    pub get: fn(&Context) -> Values,
}

/// What can be a value of the table.
pub(super) trait Number: Copy {
    fn number(self) -> f64;
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl Number for $t {
            fn number(self) -> f64 {
                f64::from(self)
            }
        }
        impl IntoValues for $t {
            fn into_values(self) -> Values {
                SmallVec::from_slice(&[f64::from(self)])
            }
        }
    )*};
}

numbers!(bool u16 i32 u32 f32 f64);

/// What the functions of the rows return.
pub(super) trait IntoValues {
    fn into_values(self) -> Values;
}

impl IntoValues for usize {
    fn into_values(self) -> Values {
        SmallVec::from_slice(&[self as f64])
    }
}

/// Nanoseconds since a process began: an f64 holds those of 104 days.
impl IntoValues for u64 {
    fn into_values(self) -> Values {
        SmallVec::from_slice(&[self as f64])
    }
}

impl<T: Named> Number for T {
    fn number(self) -> f64 {
        f64::from(self.name())
    }
}

impl<T: Named> IntoValues for T {
    fn into_values(self) -> Values {
        SmallVec::from_slice(&[self.number()])
    }
}

impl<T: Number, const N: usize> IntoValues for [T; N] {
    fn into_values(self) -> Values {
        self.into_iter().map(Number::number).collect()
    }
}

impl IntoValues for Mat4 {
    fn into_values(self) -> Values {
        self.as_flattened().iter().copied().map(f64::from).collect()
    }
}

/// Rows of a table: name, kind, and the function that gives the value.
macro_rules! rows {
    ($($name:ident $kind:ident $get:expr;)*) => {
        &[$(Row { name: crate::gl::context::enums::$name, kind: Kind::$kind, get: |cx| {
            let get: fn(&crate::gl::Context) -> _ = $get;
            get(cx).into_values()
        } }),*]
    };
}
pub(super) use rows;

//! Commands that exist once for each type and size, as tables: `glVertex3s` and `glVertex3sv` are one row.

/// Writes the bodies of a family of commands.
///
/// ```text
/// sized! { set emit_vertex(), copied emit_vertex;      the setter of the scalar forms, and that of the vector forms
///     [inline] i16 as Plain::plain {                   attribute, type of the arguments, conversion of one
///         vertex3s vertex3sv [x y z]                   scalar form, vector form, components; `_` where there is none
///     }
/// }
/// ```
///
/// A setter takes the call, the arguments in the brackets after its name (each an u32: a unit, an index), and four
/// components. Those that the command lacks are taken from (0, 0, 0, 1). The registry's scanner finds the names in the table.
macro_rules! sized {
    (
        set $set:ident $keys:tt, copied $copied:ident;
        $($attribute:tt $ty:ty as $convert:path { $($scalar:tt $vector:tt $components:tt)* })*
    ) => {$($(
        sized!(@scalar $scalar $attribute $set $keys $ty, $convert, $components);
        sized!(@vector $vector $attribute $copied $keys $ty, $convert, $components);
    )*)*};
    (@scalar _ $($unused:tt)*) => {};
    (@vector _ $($unused:tt)*) => {};
    (@scalar $name:ident $attribute:tt $set:ident ($($key:ident)?) $ty:ty, $convert:path, [$($component:ident)+]) => {
        #$attribute
        pub fn $name(call: &mut Call<'_>, $($key: u32,)? $($component: $ty),+) -> Result {
            $set(call, $($key,)? $crate::gl::attribute::component::widen([$($convert($component)),+]))
        }
    };
    (@vector $name:ident $attribute:tt $set:ident ($($key:ident)?) $ty:ty, $convert:path, [$($component:ident)+]) => {
        #$attribute
        pub fn $name(call: &mut Call<'_>, $($key: u32,)? v: ClientPtr<$ty>) -> Result {
            let [$($component),+] = call.params(v)?;
            $set(call, $($key,)? $crate::gl::attribute::component::widen([$($convert($component)),+]))
        }
    };
}

pub(crate) use sized;

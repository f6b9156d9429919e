//! What libCgGL.so forwards to: the functions of include/Cg/cgGL.h, under their names after `trilobite_`.
//!
//! They are here, beside those of libCg.so, because they work on the same objects: however a program loads both libraries, the
//! process has one world of objects, which is that of libCg.so.
//!
//! | file | what it holds |
//! |---|---|
//! | [`programs`] | profiles, options, programs |
//! | [`values`] | values of parameters |
//! | [`others`] | attributes, textures, buffers, versions of GLSL |
//! | [`process`] | the GL of the process, as the runtime sees it |
//! | `table`, `find` | its functions |

mod find;
pub mod others;
pub mod process;
pub mod programs;
mod table;
pub mod values;

pub use process::Process;

/// Doors without pointers of the caller's, above GL. The first argument is the object that an error is about, or null.
macro_rules! gl_doors {
    ($(
        fn $name:ident($($argument:ident: $ty:ty),*) $(-> $result:ty = $otherwise:expr)?, about $about:expr => $body:expr;
    )*) => {
        $(
            /// The function of this name in include/Cg/cgGL.h.
            #[allow(non_snake_case)]
            #[unsafe(no_mangle)]
            pub extern "C-unwind" fn $name($($argument: $ty),*) $(-> $result)? {
                #[allow(unused_variables)]
                let otherwise = ();
                $(let otherwise: $result = $otherwise;)?
                $crate::door::call(stringify!($name), otherwise, $about, |world| ($body)(world, &$crate::gl::Process $(, $argument)*))
            }
        )*
    };
}
pub(crate) use gl_doors;

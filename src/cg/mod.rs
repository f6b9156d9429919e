//! NVIDIA's Cg runtime: the objects of the interface that include/Cg/cg.h declares. `gl_entrypoints/cg` has its C doors.
//!
//! All objects live in one [`World`], behind one lock. A handle is a number: kind, generation and place of an object. It is never
//! an address, so a stale or foreign one is found out and is the error of its kind.
//!
//! Errors are the process's, as the reference has them. A function returns [`Result`]; the door records the error and calls the
//! application's functions after the lock is released, so that they may call the library again. Texts that C receives live as
//! long as the object that has them. A text is compiled without the lock, because its includes may ask the application.
//!
//! Effects, techniques, passes, states and annotations will be further kinds of objects in [`world`].
//!
//! | room | what is in it |
//! |---|---|
//! | `gl` | Above OpenGL: what libCgGL.so does. |
//! | `program` | Programs: making, compiling, combining, texts. |
//! | `parameter` | Parameters: the tree, queries, values, connections. |
//! | `context` | Contexts: modes, includes, listings. |
//! | `buffer` | Buffers. |
//! | `world` | All objects, and what belongs to the process. |
//! | `object` | What the objects are made of. |
//! | `user_types` | The structures of texts as types. |
//! | `handle` | Handles and the places of objects. |
//! | `names` | The numbers of the interface and their names. |
//! | `arguments` | The compiler's arguments. |
#![forbid(unsafe_code)]

pub mod arguments;
pub mod buffer;
pub mod context;
pub mod gl;
pub mod handle;
pub mod names;
pub mod object;
pub mod parameter;
pub mod program;
mod user_types;
pub mod world;

pub use handle::{Handle, Id};
pub use names::CgError;
pub use object::Callback;
pub use world::{World, with_world};

/// What a function of the interface answers, or its error.
pub type Result<T> = std::result::Result<T, CgError>;

/// A text for C. It lives as long as the object that has it.
#[derive(Debug, Clone, Copy)]
#[repr(transparent)]
pub struct Text(pub *const std::ffi::c_char);

impl Text {
    pub const NULL: Text = Text(std::ptr::null());

    pub fn of(text: &std::ffi::CStr) -> Text {
        Text(text.as_ptr())
    }
}

impl From<Option<&std::ffi::CStr>> for Text {
    fn from(text: Option<&std::ffi::CStr>) -> Text {
        text.map_or(Text::NULL, Text::of)
    }
}

/// A C string of a text; it ends before the first NUL in it.
fn c_string(text: &str) -> std::ffi::CString {
    let text = text.split('\0').next().unwrap_or_default();
    std::ffi::CString::new(text).unwrap_or_default()
}

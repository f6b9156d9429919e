//! The GL state machine: one room per chapter of the specification.
//!
//! A command is a public function whose first parameter is `call: &mut Call<'_>` and whose name is the command's in
//! snake case (`glTexCoord2fv` → `tex_coord2fv`). The doors are generated from the registry: the generator looks for
//! these functions in this folder's source, and calls them with the registry's types (pointers as
//! [`crate::platform::ClientPtr`]), so a body with another signature does not compile. A name that is no command is a
//! build error. Aliases of the registry (`glActiveTextureARB`) go to the same body.
//!
//! A command validates everything first and changes nothing on error. The doors have already refused commands that
//! are not allowed between Begin and End, and have recorded pointer-free commands into an open display list; a
//! command that takes a pointer copies what it needs and goes through [`Call::run`].
#![forbid(unsafe_code)]

pub mod ati_shader;
pub mod attribute;
pub mod buffer;
pub mod combiner;
pub mod context;
pub mod debug;
pub mod draw;
pub mod evaluator;
pub mod ext_shader;
pub mod feedback;
pub mod fragment;
pub mod framebuffer;
pub mod geometry;
pub mod imaging;
pub mod immediate;
pub mod lighting;
pub mod list;
pub mod pixel;
pub mod pixel_rectangle;
pub mod primitive;
pub mod program;
pub mod query;
pub mod state;
pub mod texel;
pub mod texture;
pub mod transform;
pub mod vertex_array;

pub use context::call::{Call, color_from_i32};
pub use context::chapters::Context;
pub use context::error::{GlError, Result};
pub use context::share::ShareGroup;

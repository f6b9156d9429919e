//! What an API draws with, whichever API it is: geometry, buffers, textures, targets, and what draws keep between changes.
//!
//! Nothing here has a name, an error or a rule of an API. An API converts its names to the enums of this module in the
//! command that takes them, and converts errors back. A function fails with [`OutOfMemory`], or with a type of its own that
//! says what is wrong. `gl` uses this module, and so can another API.
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 3 | `draw` | The one way to a draw: caches of programs, states and uniform arrays, and the forms of vertices. |
//! | 2 | `buffer` | Buffers: versions of bytes, mapping, converted indices. |
//! | 2 | `target` | Targets: planes that are read, copies between them. |
//! | 2 | `texture` | Textures: stored formats, levels, mipmaps, palettes, planes that draws write. |
//! | 2 | `vertex` | Vertices on their way to a draw: streams, elements of arrays. |
//! | 2 | `geometry` | Geometry without state: matrices, angles, meshes, curved patches. |
//! | 1 | `state` | State that counts its changes, and values that are kept until it changes. |
//! | 1 | `error` | The error of a failed allocation. |
#![warn(missing_docs)]
#![forbid(unsafe_code)]

pub mod buffer;
pub mod draw;
pub mod error;
pub mod geometry;
pub mod state;
pub mod target;
pub mod texture;
pub mod vertex;

pub use error::OutOfMemory;
pub use state::Share;

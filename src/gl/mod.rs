//! The GL state machine: one room per chapter of the specification.
//!
//! # The life of a command
//!
//! 1. The application calls a door (`gl_entrypoints`). It finds the current context and refuses commands that are not allowed
//!    between Begin and End. While a display list is open, it records commands without pointers.
//! 2. The door calls the command: a public function of this folder whose first parameter is `call: &mut Call<'_>`, and whose
//!    name is the command's in snake case (`glTexCoord2fv` → `tex_coord2fv`).
//! 3. The command validates its arguments, then changes state or draws. A draw becomes one immutable `raster::DrawState`
//!    with its vertices, in `draw`.
//! 4. The door records the error that the command returned, and calls the application's debug callback.
//!
//! The doors are generated from the registry, with the registry's types (pointers as [`crate::platform::ClientPtr`]). A body
//! with another signature does not compile, and a name that is no command is a build error. Aliases of the registry
//! (`glActiveTextureARB`) go to the same body.
//!
//! # Rules
//!
//! - A command validates everything first. When it returns an error, it has changed nothing.
//! - A command that takes a pointer copies what it needs before it is recorded, and goes through [`Call::run`]. A list holds
//!   closures, and vertices in a form of their own (`list`).
//! - A context owns its chapters' states, the fields of [`Context`]. The share group owns what contexts share, [`ShareGroup`]:
//!   textures, buffers, programs, framebuffers, lists. Both hold objects by `Arc`, so that one deleted elsewhere lives on where
//!   it is bound.
//! - `impl Context` stands in `context` only: it creates, binds and finishes. Other rooms have functions that take the states
//!   that they read. Reading a field of `Context` is an arrow to the room that defines the field's type.
//! - A function takes the whole `Context` for one of four reasons. It draws. It finishes or flushes what is recorded, which
//!   may concern every state. It composes the states of many chapters, as `draw` and `state` do. Or it is one of a table of
//!   functions with one type, as capabilities are. Functions of `framebuffer` that ask for the bound framebuffer compose:
//!   the object, the surface and the share group.
//! - Where a room below needs a state and a room above changes it, the state has a room of its own: `current` for `immediate`,
//!   `matrix` for `transform`, `texture_object` for `texture`.
//! - Each room lists its capabilities in `capabilities.rs`; glEnable, glIsEnabled, glGet and ENABLE_BIT read these rows.
//!
//! The rooms, from the top floor to the ground. A room uses rooms below it only (`scripts/rooms`).
//!
//! | floor | room | what is in it |
//! |---|---|---|
//! | 14 | `direct` | Commands that name what they act on (EXT_direct_state_access). |
//! | 13 | `state` | Queries, enables, attribute groups, hints, strings and labels: tables over the state of every other room. |
//! | 12 | `evaluator` | Evaluators of GL and of NVIDIA (GL 1.5 section 5.1, NV_evaluators). |
//! | 11 | `list` | Display lists: compilation, and vertices as they are kept (GL 1.5 section 5.4). |
//! | 11 | `vertex_array` | Vertex arrays: state, pointers, and draws from them (GL 1.5 section 2.8). |
//! | 10 | `immediate` | The commands of vertices between Begin and End, and of current values (GL 1.5 sections 2.6 and 2.7). |
//! | 10 | `pixel_rectangle` | Pixel rectangles that are drawn and read, and the raster position (GL 1.5 sections 2.13, 3.6, 3.7 and 4.3). |
//! | 9 | `draw` | State becomes an immutable draw: keys, programs, values, render state. |
//! | 9 | `transform` | The commands of matrices, viewports, clip planes, vertex blending (GL 1.5 section 2.11). |
//! | 8 | `texture` | The commands of textures; environment, coordinate generation, units (GL 1.5 section 3.8). |
//! | 7 | `imaging` | The imaging subset: convolution, colour matrix, histogram, minmax (GL 1.5 section 3.6). |
//! | 6 | `framebuffer` | Framebuffers of windows and of the application, renderbuffers, accumulation (GL 1.5 chapter 4, EXT_framebuffer_object). |
//! | 5 | `primitive` | Points, lines, polygons, multisampling and PN triangles (GL 1.5 chapter 3, ATI_pn_triangles). |
//! | 4 | `ext_shader` | EXT_vertex_shader: shader objects, their commands and symbols. |
//! | 4 | `fragment` | Fragment operations and colour clamping (GL 1.5 section 4.1). |
//! | 4 | `shader_object` | Shaders in GLSL and the programs that they are linked to (GL 2.1 section 2.15, ARB_shader_objects). |
//! | 4 | `pixel` | Pixels in client memory: layouts, transfer, rows (GL 1.5 section 3.6). |
//! | 3 | `program` | Program objects of the assembly languages: loading, parameters, queries, execution. |
//! | 3 | `feedback` | Feedback and selection (GL 1.5 sections 5.2 and 5.3). |
//! | 3 | `buffer` | Buffer objects: names, storage, mapping (GL 1.5 section 2.9). |
//! | 3 | `combiner` | Register combiners (NV_register_combiners). |
//! | 3 | `lighting` | Lights, materials and fog (GL 1.5 sections 2.14 and 3.10). |
//! | 3 | `query` | Occlusion queries and fences (GL 1.5 section 4.1.7, NV_fence). |
//! | 2 | `ati_shader` | ATI_fragment_shader: shader objects, their commands and code. |
//! | 2 | `current` | Current values, the raster position and the open primitive as state (GL 1.5 sections 2.6, 2.7 and 2.13). |
//! | 2 | `matrix` | Matrices, viewport, clip planes and vertex blending as state (GL 1.5 section 2.11). |
//! | 2 | `debug` | Debug output: messages, filters, groups (ARB_debug_output, KHR_debug). |
//! | 2 | `texture_object` | What a texture is before any command: object, parameters, targets, internal formats (GL 1.5 section 3.8). |
//! | 2 | `attribute` | Which attribute a command or an array means, and how integers become floats. |
//! | 1 | `context` | The context, what its commands return, limits, names, and what contexts share. |
#![forbid(unsafe_code)]

pub mod ati_shader;
pub mod attribute;
pub mod buffer;
pub mod combiner;
pub mod context;
pub mod current;
pub mod debug;
pub mod direct;
pub mod draw;
pub mod evaluator;
pub mod ext_shader;
pub mod feedback;
pub mod fragment;
pub mod framebuffer;
pub mod imaging;
pub mod immediate;
pub mod lighting;
pub mod list;
pub mod matrix;
pub mod pixel;
pub mod pixel_rectangle;
pub mod primitive;
pub mod program;
pub mod query;
pub mod shader_object;
pub mod state;
pub mod texture;
pub mod texture_object;
pub mod transform;
pub mod vertex_array;

pub use context::call::{Call, INSIDE_BEGIN, color_from_i32};
pub use context::chapters::Context;
pub use context::error::{GlError, Result};
pub use context::share::ShareGroup;

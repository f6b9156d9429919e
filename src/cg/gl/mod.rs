//! NVIDIA's Cg runtime for OpenGL: what include/Cg/cgGL.h declares, above the GL of any vendor.
//!
//! The objects are those of [`crate::cg`]. What GL has of them is in [`state::State`], by their handles. A room sees GL as the trait
//! [`api::Gl`], whose functions the doors find in the process.
//!
//! ```text
//! cgGLLoadProgram ── Trilobite's GL? ──yes── the source, compiled by the driver
//!                          └── no ── the text of the profile: ARB, NV, or GLSL
//! cgSetParameter… ─→ State::pending ─→ work(): after each call of the interface, GL receives what has changed
//! ```
//! A value of a loaded program goes to GL at once, bound or not, unless the context defers it. So both libraries set parameters by
//! one way. Programs that die are deleted from GL by the same [`work()`].
//!
//! | room | what is in it |
//! |---|---|
//! | `state` | What GL has of the objects. |
//! | `work` | What GL receives after a call. |
//! | `dead` | What GL has of objects that are no more. |
//! | `programs` | Loading, binding, enabling. |
//! | `profiles` | Which profiles GL can run, and their options. |
//! | `values` | Arrays of values, and matrices that GL has. |
//! | `attributes` | Varyings: values and arrays. |
//! | `textures` | Samplers. |
//! | `buffers` | Buffers as GL's objects. |
//! | `versions` | The versions of GLSL. |
//! | `machine` | A program as GL has it: its values. |
//! | `features` | What GL advertises. |
//! | `api`, `numbers` | The GL below. |

pub mod api;
pub mod attributes;
pub mod buffers;
mod dead;
mod features;
mod machine;
pub mod numbers;
pub mod profiles;
pub mod programs;
mod state;
pub mod textures;
pub mod values;
pub mod versions;
mod work;

pub use dead::forget_dead;
pub use state::State;
pub use work::work;

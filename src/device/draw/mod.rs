//! The one way to a draw, whichever API gives the vertices.
//!
//! `states` finds the immutable state of a draw again while nothing that it depends on has changed. `programs` does the
//! same for programs that are built from keys. `uniforms` fills their uniform arrays with an API's values. `submit` hands
//! vertices to the renderer in the cheapest form that it takes.

pub mod programs;
pub mod states;
pub mod submit;
pub mod uniforms;

//! The commands of NV_vertex_program and NV_fragment_program, over the same objects as ARB's.
//!
//! - [`commands`]: names, binding, texts and their queries. Here a name becomes an object when it is loaded.
//! - [`parameters`]: the environment of vertex programs by NV's names. [`parameters::parameter`] is what programs read,
//!   which may be the row of a matrix that a parameter tracks.
//! - [`named`]: the parameters that native fragment programs declare, by their names.
//!
//! glTrackMatrixNV is in `gl::transform`, and glExecuteProgramNV in `gl::draw`, because they use state of higher rooms.

pub mod commands;
pub mod named;
pub mod parameters;

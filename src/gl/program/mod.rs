//! Program objects of the assembly languages (ARB_vertex_program, ARB_fragment_program, NV_vertex_program,
//! NV_fragment_program, ATI_text_fragment_shader).
//!
//! Commands: those that name, load, bind and query programs, and that set parameters. glExecuteProgramNV is in `draw`, because it
//! runs a program with the values of the state. The room uses `ati_shader`, whose machine a text of ATI drives too, and
//! `transform`, whose matrices parameters may track.

pub(crate) mod capabilities;
pub mod commands;
mod limits;
mod load;
pub mod nv;
pub mod nv_named;
pub mod nv_parameters;
pub mod object;
pub mod parameters;
pub mod query;
pub(crate) mod text_ati;
pub mod tracked;

#[cfg(test)]
pub(crate) mod tests;

//! The state table that glGet* reads: names, types, and the functions that give the values (GL 1.5 tables 6.5 to 6.37).
//!
//! A [`Row`] has a [`Kind`], by which the value is converted to what the command returns (section 6.1.2). `rows!` writes the rows.
//! Each file has the tables of one part of the state. A name stands in one table only. Capabilities are no rows: glGet asks
//! `gl::state::enable` for them.
#![forbid(unsafe_code)]

mod arrays;
mod fragments;
mod implementation;
mod pixels;
mod programs;
mod row;
mod special;
mod vertices;

pub use row::{Kind, Row, Values};

/// The variables of all tables.
pub const TABLES: &[&[Row]] = &[
    vertices::TRANSFORMATION,
    vertices::LIGHTING,
    fragments::RASTERIZATION,
    fragments::TEXTURING,
    fragments::FRAGMENTS,
    fragments::FRAMEBUFFER,
    pixels::PIXELS,
    special::HINTS_AND_STACKS,
    implementation::IMPLEMENTATION,
    vertices::CURRENT,
    special::LISTS_AND_EVALUATORS,
    programs::PROGRAMS,
    programs::VERTEX_SHADERS,
    arrays::ARRAYS,
    arrays::ARRAY_BUFFERS,
    special::DEBUG,
    pixels::IMAGING,
];

/// The row of a name.
pub fn find(name: u32) -> Option<&'static Row> {
    TABLES
        .iter()
        .copied()
        .flatten()
        .find(|row| row.name == name)
}

//! Primitives become records: edges, planes, bounds.
#![forbid(unsafe_code)]

pub(crate) mod batch;
pub(crate) mod line_and_triangle;
pub(crate) mod merged_draws;
pub(crate) mod mesh;
pub(crate) mod mesh_planes;
pub(crate) mod mesh_setup;
pub(crate) mod mesh_sink;
pub(crate) mod planes;
pub(crate) mod point;
pub(crate) mod record;
pub(crate) mod tile_place;

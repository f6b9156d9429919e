//! Values and constants that several rooms share.
#![forbid(unsafe_code)]

pub(crate) mod depth;
pub(crate) mod edge_rule;
pub(crate) mod gradient;
pub(crate) mod limits;
pub(crate) mod line;
pub(crate) mod list;
pub(crate) mod pixel_centre;
pub(crate) mod plane;
pub(crate) mod rect;
pub(crate) mod samples;
pub(crate) mod shape;
pub(crate) mod size;
pub(crate) mod slots;
pub(crate) mod subpixel;
pub(crate) mod target;
pub(crate) mod tile;
pub(crate) mod vertex_header;
pub(crate) mod window_vertex;

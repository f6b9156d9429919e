//! The ground floor: values and constants that several rooms share.
//!
//! | about | files |
//! |---|---|
//! | the window | [`subpixel`] (fixed point), [`pixel_centre`], [`limits`] (the guard band), [`rect`], [`tile`] (the grid) |
//! | pixels | [`samples`] (their positions), [`depth`] (24 bits), [`target`] (which pixels a command reaches) |
//! | vertices | [`window_vertex`], [`vertex_header`] (the floats before the varyings) |
//! | primitives | [`shape`], [`line`](mod@line) (the diamond-exit rule), [`size`], [`edge_rule`] (the top-left rule), [`gradient`] |
//! | kernels | [`plane`] (numbers of interpolation planes), [`slots`] (which input slots are colours) |
//! | memory | [`list`] (a `Vec` with spare items) |
//!
//! Invariants: all functions are pure, and none knows of draws in flight, pages or threads.
//! Coverage and gradients both start from positions rounded to subpixels, so a triangle that covers a pixel has finite planes.
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

#[cfg(test)]
mod tests;

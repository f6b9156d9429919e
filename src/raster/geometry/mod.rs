//! The ground floor: values and constants that several rooms share.
//!
//! - The window: [`subpixel`] (fixed point), [`pixel_centre`], [`limits`] (the guard band), [`rect`], [`tile`] (the grid),
//!   [`samples`] (their places in a pixel), [`depth`] (24 bits), [`target`] (which pixels a command reaches).
//! - Primitives: [`window_vertex`], [`vertex_header`] (floats before the varyings), [`shape`], [`line`](mod@line) (the
//!   diamond-exit rule), [`size`] (of points and lines), [`edge_rule`] (which edges own centres), [`gradient`].
//! - Kernels: [`plane`] (numbers of interpolation planes), [`slots`] (what input slots stand for).
//! - Memory: [`list`] (a `Vec` with spare capacity).
//!
//! Invariants: all of them are pure functions of their arguments, and none knows of draws in flight, pages or threads.
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

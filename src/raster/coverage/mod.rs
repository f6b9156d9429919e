//! Which fragments a primitive covers in a tile of 64×64 pixels: exactly, as masks of 4×4 blocks.
//!
//! - [`tile`]: the coverage of primitives, one after the other; it chooses among the methods below.
//! - [`edges`]: edge functions in integers; [`masks`]: rectangles and stipples.
//! - [`narrow_rows`]: sixteen triangles at a time, row by row, for [`small_triangle`] (2×2 blocks) and [`medium_triangle`]
//!   (four columns of blocks).
//! - [`samples`]: the same for the samples of multisampled targets; [`mod@line`]: aliased lines, four columns at a time;
//!   [`area`]: the areas of antialiased shapes.
//! - [`coarse_depth`]: the greatest depth of each block; blocks of larger triangles beyond it are left out.
//! - [`compact`]: groups written before it is known whether they count.
//!
//! Invariants: all methods give the masks of the edge functions. A centre on an edge that two triangles share belongs
//! to one of them. Depths are known as bounds: these may keep hidden blocks, and never drop visible ones.
#![forbid(unsafe_code)]

pub(crate) mod area;
pub(crate) mod coarse_depth;
pub(crate) mod compact;
mod convex_area;
mod disc;
pub(crate) mod edges;
mod fractions;
mod line;
pub(crate) mod masks;
pub(crate) mod medium_triangle;
pub(crate) mod narrow_rows;
pub(crate) mod samples;
mod sixteen;
pub(crate) mod small_triangle;
pub(crate) mod tile;

#[cfg(test)]
pub(crate) mod tests;

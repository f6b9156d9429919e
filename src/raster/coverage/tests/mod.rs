#![forbid(unsafe_code)]

mod area;
mod coarse_depth;
mod compact;
mod line;
mod masks;
pub(crate) mod narrow_rows;
mod samples;
mod sixteen;
pub(crate) mod tile;

use crate::raster::coverage::edges::Edge;
use crate::simd::LANE_OFFSET;

/// The lanes of the group with its corner at (x, y) that are inside all edges, one by one.
fn lanes_inside(edges: &[Edge], x: i32, y: i32) -> u16 {
    let is_in = |(dx, dy): (u8, u8)| {
        let [px, py] = [x + i32::from(dx), y + i32::from(dy)];
        edges.iter().all(|edge| edge.at(px, py) >= 0)
    };
    LANE_OFFSET
        .iter()
        .enumerate()
        .fold(0, |mask, (lane, offset)| {
            mask | u16::from(is_in(*offset)) << lane
        })
}

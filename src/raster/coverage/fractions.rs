//! What an antialiased shape tells of a group of 4×4 pixels.
#![forbid(unsafe_code)]

use super::area::Side;
use crate::simd::{LANE_OFFSET, LANES, LanesF32, Vectors};

/// The pixels along the sides of a group.
pub(super) const GROUP_SIZE: f32 = 4.0;

/// A shape that gives the covered fractions of a group's pixels.
pub(super) trait Fractions {
    /// Where the group with this corner lies in the window.
    fn place(&self, corner: [i32; 2]) -> Side;

    /// The covered fractions of the pixels whose corners are in the lanes, for a group between. They are from 0 to 1.
    fn fractions<V: Vectors>(&self, x: V::F, y: V::F) -> V::F;
}

/// The corners of a group's pixels relative to that of the group: along x, and along y.
pub(super) const LANE_CORNERS: [LanesF32; 2] = {
    let mut corners = [[0.0; LANES]; 2];
    let mut lane = 0;
    while lane < LANES {
        let (dx, dy) = LANE_OFFSET[lane];
        (corners[0][lane], corners[1][lane]) = (dx as f32, dy as f32);
        lane += 1;
    }
    corners
};

//! Which of the edges through a centre own it.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::Origin;

/// The top-left rule: a centre on an edge belongs to the primitive if the edge is a left one, or a level one above.
///
/// Rows of pixels grow upwards or downwards by the target's origin, so level edges are above by the sign of their x.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EdgeRule {
    /// Where rows grow downwards: all bits.
    pub(crate) downwards: i32,
}

impl EdgeRule {
    /// That of an origin.
    pub(crate) fn of(origin: Origin) -> EdgeRule {
        EdgeRule {
            downwards: -i32::from(origin == Origin::UpperLeft),
        }
    }

    /// Whether an edge along (dx, dy) of a counterclockwise triangle owns its centres, y counted as rows are.
    #[inline(always)]
    pub(crate) fn owns_centres(self, dx: i64, dy: i64) -> bool {
        // All bits set negate; an edge without length never owns.
        let sign = i64::from(self.downwards);
        dy < 0 || dy == 0 && (dx ^ sign) - sign < 0
    }
}

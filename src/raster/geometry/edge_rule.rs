//! Which edges own the pixel centres and samples that lie exactly on them.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::Origin;

/// The top-left rule: a triangle owns the centres on its left edges and on a horizontal edge at its top.
///
/// Rows grow upwards or downwards, depending on the target's origin. So the sign of dx says whether a horizontal edge is at
/// the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EdgeRule {
    /// All bits are set where rows grow downwards, else none.
    pub(crate) downwards: i32,
}

impl EdgeRule {
    /// Returns the rule for targets with this origin.
    pub(crate) fn of(origin: Origin) -> EdgeRule {
        EdgeRule {
            downwards: -i32::from(origin == Origin::UpperLeft),
        }
    }

    /// Whether an edge along (dx, dy) of a triangle owns the centres on it. The triangle is counterclockwise where y grows with
    /// the row numbers.
    #[inline(always)]
    pub(crate) fn owns_centres(self, dx: i64, dy: i64) -> bool {
        // (x ^ −1) + 1 is −x. An edge without length owns nothing.
        let sign = i64::from(self.downwards);
        dy < 0 || dy == 0 && (dx ^ sign) - sign < 0
    }
}

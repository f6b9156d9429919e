//! Rectangles of pixels.
#![forbid(unsafe_code)]

use super::tile::TILE;

/// A rectangle of pixels. x0 and y0 are inside, x1 and y1 are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PixelRect {
    pub(crate) x0: i32,
    pub(crate) y0: i32,
    pub(crate) x1: i32,
    pub(crate) y1: i32,
}

impl PixelRect {
    /// Makes the rectangle of x, y, width, height. It is empty if a size is not positive.
    pub(crate) fn from_size([x, y, width, height]: [i32; 4]) -> PixelRect {
        PixelRect {
            x0: x,
            y0: y,
            x1: x.saturating_add(width.max(0)),
            y1: y.saturating_add(height.max(0)),
        }
    }

    /// Makes the rectangle of the tile whose corner is (x, y).
    pub(crate) fn tile(x: i32, y: i32) -> PixelRect {
        PixelRect::from_size([x, y, TILE, TILE])
    }

    #[inline]
    pub(crate) fn intersect(self, other: PixelRect) -> PixelRect {
        PixelRect {
            x0: self.x0.max(other.x0),
            y0: self.y0.max(other.y0),
            x1: self.x1.min(other.x1),
            y1: self.y1.min(other.y1),
        }
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }
}

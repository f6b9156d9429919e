//! Tracks an upper bound of the depths in each block of 4×4 pixels while a tile is drawn. Blocks of a large triangle
//! beyond their bound are dropped, sixteen blocks at a time.
//!
//! The bounds are not the depths themselves. Clears and triangles that cover whole blocks lower them. Draws that can
//! raise depths make all bounds unknown. Depths from earlier passes are unknown, too.
#![forbid(unsafe_code)]

use crate::raster::fragment::depth_use::DepthUse;
use crate::raster::geometry::depth::{DEPTH_MAX, depth_to_fixed24};
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::tile::GROUPS;
use crate::simd::{LANES, LanesF32, Vectors};

/// The bounds of a tile, row of blocks by row; infinite where unknown.
#[derive(Debug)]
pub(crate) struct BlockDepths {
    pub(super) greatest: [LanesF32; GROUPS],
    is_unknown: bool,
}

impl Default for BlockDepths {
    fn default() -> BlockDepths {
        BlockDepths {
            greatest: [[f32::INFINITY; LANES]; GROUPS],
            is_unknown: true,
        }
    }
}

/// Half a step of 24-bit depths to either side, and the rounding error of that.
const QUANTUM: f32 = 2.0 / 16_777_216.0;

impl BlockDepths {
    /// Resets all bounds, for another tile, or where depths may have become greater.
    #[inline(always)]
    pub(crate) fn forget(&mut self) {
        if !self.is_unknown {
            *self = BlockDepths::default();
        }
    }

    /// How the next draw's fragments relate to the bounds; `None` if they do not. Bounds that the draw may break are
    /// reset.
    pub(crate) fn use_of(&mut self, depth_use: DepthUse, covers_whole: bool) -> Option<DepthUse> {
        if depth_use.raises {
            self.forget();
        }
        let is_of_use = depth_use.hides && (depth_use.lowers || !self.is_unknown);
        (is_of_use && covers_whole).then_some(depth_use)
    }

    /// Applies a clear of the pixels `rect` of the tile, to this depth if it clears depths.
    pub(crate) fn clear_to(&mut self, depth: Option<f32>, rect: PixelRect) {
        let Some(depth) = depth else { return };
        let depth = depth_to_fixed24(depth) as f32 / DEPTH_MAX as f32;
        let is_whole = rect == PixelRect::tile(0, 0);
        for bound in self.greatest.as_flattened_mut() {
            *bound = if is_whole { depth } else { bound.max(depth) };
        }
        self.is_unknown &= !is_whole;
    }

    /// The blocks of a row, by bit, in which a triangle with this plane of depths is hidden. The blocks `whole`, which
    /// it covers wholly, get its depth as their bound.
    #[inline(always)]
    pub(crate) fn row<V: Vectors>(
        &mut self,
        row: i32,
        [a, b, c, offset]: [f32; 4],
        depth_use: DepthUse,
        whole: u16,
    ) -> u16 {
        let y = 4.0 * row as f32;
        let (low, high) = (b.min(0.0) + a.min(0.0), b.max(0.0) + a.max(0.0));
        let c = c + offset;
        let middle = c + b * y;
        // The error of these sums, and of the kernel's; steep triangles hide little.
        let error = (c.abs() + 64.0 * (a.abs() + b.abs())) * (8.0 * f32::EPSILON) + QUANTUM;
        let across = V::splat(a) * V::load(&LEFT_SIDES);
        let bounds = &mut self.greatest[row as usize % GROUPS];
        let old = V::load(bounds);
        // NaN hides nothing and bounds nothing: min and max then return the second operand.
        let least = V::min(V::splat(1.0), V::splat(middle + 4.0 * low) + across);
        let hidden = V::lt(old, least - V::splat(error));
        if depth_use.lowers && whole != 0 {
            let greatest = V::splat(middle + 4.0 * high) + across;
            let greatest = V::max(V::splat(0.0), greatest) + V::splat(error);
            let bits = V::load_i(BITS);
            let is_whole = V::eq_i(bits & V::splat_i(i32::from(whole)), bits);
            V::write(V::select(is_whole, V::min(greatest, old), old), bounds);
            self.is_unknown = false;
        }
        V::mask_bits(hidden)
    }
}

/// The pixels where blocks begin.
const LEFT_SIDES: LanesF32 = {
    let mut sides = [0.0; LANES];
    let mut i = 0;
    while i < LANES {
        sides[i] = 4.0 * i as f32;
        i += 1;
    }
    sides
};

/// The bit of each lane.
const BITS: [u32; LANES] = {
    let mut bits = [0; LANES];
    let mut i = 0;
    while i < LANES {
        bits[i] = 1 << i;
        i += 1;
    }
    bits
};

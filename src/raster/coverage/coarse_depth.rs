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
    greatest: [LanesF32; GROUPS],
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
        [a, b, c, _]: [f32; 4],
        depth_use: DepthUse,
        whole: u16,
    ) -> u16 {
        let y = 4.0 * row as f32;
        let (low, high) = (b.min(0.0) + a.min(0.0), b.max(0.0) + a.max(0.0));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::Random;
    use crate::simd::{InstructionSet, PerWidth, run_on};

    struct Rows<'a> {
        depths: &'a mut BlockDepths,
        plane: [f32; 4],
        depth_use: DepthUse,
        whole: u16,
        hidden: [u16; GROUPS],
    }

    impl PerWidth for &mut Rows<'_> {
        #[inline(always)]
        fn run<V: Vectors>(self) {
            for row in 0..GROUPS {
                let (plane, depth_use) = (self.plane, self.depth_use);
                self.hidden[row] = self
                    .depths
                    .row::<V>(row as i32, plane, depth_use, self.whole);
            }
        }
    }

    /// The depth that the kernels compute for a pixel.
    fn depth([a, b, c, _]: [f32; 4], x: usize, y: usize) -> u32 {
        let [x, y] = [x, y].map(|at| at as f32 + 0.5);
        depth_to_fixed24(x.mul_add(a, y.mul_add(b, c)))
    }

    /// Random planes are drawn over random columns of blocks. Each pixel of a hidden block fails, and some are hidden.
    #[test]
    fn what_is_hidden_fails_everywhere() {
        InstructionSet::ALL.into_iter().for_each(hidden_blocks_fail);
    }

    fn hidden_blocks_fail(set: InstructionSet) {
        let mut numbers = Random::new(7);
        let mut random = |n: u32| numbers.below(n);
        let mut n_hidden = 0;
        for _ in 0..300 {
            let mut depths = BlockDepths::default();
            let mut stored = vec![[DEPTH_MAX; 64]; 64];
            let clear = [1.0, 0.7][random(2) as usize];
            depths.clear_to(Some(clear), PixelRect::tile(0, 0));
            stored.as_flattened_mut().fill(depth_to_fixed24(clear));
            for _ in 0..8 {
                let scale = [0.0, 1e-6, 1e-3, 0.1][random(4) as usize];
                let [a, b] = [0; 2].map(|_| (random(4096) as f32 / 4096.0 - 0.5) * scale);
                let plane = [a, b, random(4096) as f32 / 3000.0 - 0.1, 0.0];
                let is_equal = random(2) == 0;
                let mut rows = Rows {
                    depths: &mut depths,
                    plane,
                    depth_use: DepthUse {
                        hides: true,
                        lowers: random(2) == 0,
                        raises: false,
                    },
                    whole: random(1 << 16) as u16,
                    hidden: [0; GROUPS],
                };
                run_on(set, &mut rows);
                let (hidden, whole, writes) = (rows.hidden, rows.whole, rows.depth_use.lowers);
                for (y, line) in stored.iter_mut().enumerate() {
                    for (x, old) in line.iter_mut().enumerate() {
                        let (bit, new) = (x / 4, depth(plane, x, y));
                        let passes = if is_equal { new <= *old } else { new < *old };
                        let is_hidden = hidden[y / 4] >> bit & 1 != 0;
                        n_hidden += usize::from(is_hidden);
                        assert!(!(is_hidden && passes), "{plane:?} at {x}, {y}: {new} {old}");
                        if passes && writes && whole >> bit & 1 != 0 {
                            *old = new;
                        }
                    }
                }
            }
        }
        assert!(n_hidden > 1_000_000, "{n_hidden}");
    }

    /// NaN neither hides nor is hidden.
    #[test]
    fn not_a_number_is_no_bound() {
        let near = [0.0, 0.0, 0.5, 0.0];
        let planes = [[f32::NAN, 0.0, 0.9, 0.0], [0.0, 0.0, f32::NAN, 0.0], near];
        let depth_use = DepthUse {
            hides: true,
            lowers: true,
            raises: false,
        };
        for set in InstructionSet::ALL {
            let mut depths = BlockDepths::default();
            for plane in planes {
                let mut rows = Rows {
                    depths: &mut depths,
                    plane,
                    depth_use,
                    whole: !0,
                    hidden: [0; GROUPS],
                };
                run_on(set, &mut rows);
                assert_eq!(rows.hidden, [0; GROUPS], "{set:?}");
            }
        }
    }

    #[test]
    fn parts_of_tiles_keep_the_greater_bound() {
        let mut depths = BlockDepths::default();
        depths.clear_to(Some(0.5), PixelRect::tile(0, 0));
        depths.clear_to(
            Some(0.25),
            PixelRect {
                x1: 32,
                ..PixelRect::tile(0, 0)
            },
        );
        assert!(
            depths
                .greatest
                .as_flattened()
                .iter()
                .all(|d| (*d - 0.5).abs() < 1e-6)
        );
        depths.clear_to(None, PixelRect::tile(0, 0));
        depths.clear_to(
            Some(0.75),
            PixelRect {
                x1: 32,
                ..PixelRect::tile(0, 0)
            },
        );
        assert!(
            depths
                .greatest
                .as_flattened()
                .iter()
                .all(|d| (*d - 0.75).abs() < 1e-6)
        );
    }
}

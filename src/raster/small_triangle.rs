//! Triangles whose pixels in a tile lie in a square of four blocks: most of a fine mesh. Their masks are computed sixteen
//! triangles at a time, one in a lane, row of pixels by row.
//!
//! ```text
//!   block 2 | block 3      the square lies in one tile; its column and row are at most 14, so that all
//!   --------+--------      four blocks are the tile's
//!   block 0 | block 1
//! ```
//!
//! In a row, an edge leaves the pixels up to or from the place where it crosses the row of centres. With e = ⌊E / 256⌋ at the
//! square's left column ([`super::edges`]), which changes by −dy from pixel to pixel, e ≥ x · dy holds for the integers x up to
//! ⌊(e + ½) / dy⌋, or from there on where dy is negative. In f32 that quotient is off by less than 2⁻¹⁹ where it is below 9,
//! and no integer is nearer to it than 1 / (2 · 2¹⁴): the integer part is exact.
#![forbid(unsafe_code)]

use super::edges::not_negative;
use super::setup::SUBPIXELS;
use crate::kernel::layout::Group;
use crate::simd::{LANES, Vectors};

/// The longest side of the box around such a triangle, in subpixels: edge functions near it fit 31 bits.
const SMALL: i32 = 1 << 14;
/// The last column and row of blocks where a square of four begins.
const LAST_SQUARE: i32 = 14;
/// Pixels along a side of the square.
const SIDE: i32 = 8;

/// Sixteen triangles in a tile.
#[derive(Default)]
pub(super) struct SmallTriangles {
    /// By bit: those that are small.
    pub(super) which: u16,
    /// The masks of blocks 0 and 2; those of 1 and 3 in the high halves.
    masks: [[u32; LANES]; 2],
    /// The four blocks of each triangle as the words of a [`Group`].
    blocks: [[[f32; 4]; 4]; LANES],
}

impl SmallTriangles {
    /// By corners in subpixels, counterclockwise, and the pixels of the tile that they may cover (x0, y0, x1, y1); with the
    /// places of their planes.
    #[inline(always)]
    pub(super) fn new<V: Vectors>(
        x: [V::I; 3],
        y: [V::I; 3],
        [x0, y0, x1, y1]: [V::I; 4],
        planes: V::I,
    ) -> SmallTriangles {
        let (column, row) = (square::<V>(x0), square::<V>(y0));
        let corner = [start::<V>(x0, column), start::<V>(y0, row)];
        let side = V::splat_i(SIDE);
        let [right, above] = [x1 - corner[0], y1 - corner[1]];
        // Negative where something is wrong.
        let mut wrong = (side - right) | (side - above);
        let (longest, zero) = (V::splat_i(SMALL), V::splat_i(0));
        let [dx, dy] = [along::<V>(x), along::<V>(y)];
        for i in 0..3 {
            let (x, y) = (dx[i], dy[i]);
            wrong = wrong | (longest - x) | (longest + x) | (longest - y) | (longest + y);
        }
        let mut sides = [
            Side::<V>::new([x[0], y[0]], [dx[0], dy[0]], corner),
            Side::<V>::new([x[1], y[1]], [dx[1], dy[1]], corner),
            Side::<V>::new([x[2], y[2]], [dx[2], dy[2]], corner),
        ];
        let left = x0 - corner[0];
        let columns = [V::to_f(left), V::to_f(right)];
        let rows = [
            four_rows::<V>(&mut sides, columns),
            four_rows::<V>(&mut sides, columns),
        ];
        let (low, high) = (V::max_i(y0 - corner[1], zero), V::max_i(above, zero));
        SmallTriangles {
            which: not_negative::<V>(wrong),
            masks: [
                V::store_i(in_blocks::<V>(rows[0] & rows_between::<V>(0, low, high))),
                V::store_i(in_blocks::<V>(rows[1] & rows_between::<V>(4, low, high))),
            ],
            blocks: blocks::<V>(column, row, planes),
        }
    }

    /// The four blocks of the triangle in lane `l`.
    #[inline(always)]
    pub(super) fn blocks(&self, l: usize) -> &[Group; 4] {
        bytemuck::cast_ref(&self.blocks[l])
    }

    /// Their masks.
    #[inline(always)]
    pub(super) fn masks(&self, l: usize) -> [u16; 4] {
        let [low, high] = [self.masks[0][l], self.masks[1][l]];
        [
            low as u16,
            (low >> 16) as u16,
            high as u16,
            (high >> 16) as u16,
        ]
    }
}

/// The blocks of squares, and where the planes of their triangles start, as words of [`Group`]s.
#[inline(always)]
fn blocks<V: Vectors>(column: V::I, row: V::I, planes: V::I) -> [[[f32; 4]; 4]; LANES] {
    let mut blocks = [[[0.0; 4]; 4]; LANES];
    let rows = blocks.as_flattened_mut();
    for i in 0..4 {
        let (x, y) = (column + V::splat_i(i & 1), row + V::splat_i(i >> 1));
        let words = [
            V::to_f(V::shl(x, 2)),
            V::to_f(V::shl(y, 2)),
            V::from_bits(V::shl(x + V::shl(y, 4), 6)),
            V::from_bits(planes),
        ];
        V::write_rows(words, &mut rows[i as usize..], 4);
    }
    blocks
}

/// From each corner to the next.
#[inline(always)]
fn along<V: Vectors>([a, b, c]: [V::I; 3]) -> [V::I; 3] {
    [b - a, c - b, a - c]
}

/// The column or row of the square of blocks for pixels from `pixel` on, counted in the tile.
#[inline(always)]
fn square<V: Vectors>(pixel: V::I) -> V::I {
    let in_tile = V::shr(pixel & V::splat_i(63), 2);
    V::min_u(in_tile, V::splat_i(LAST_SQUARE))
}

/// The window coordinate where a square begins.
#[inline(always)]
fn start<V: Vectors>(pixel: V::I, square: V::I) -> V::I {
    (pixel & V::splat_i(-64)) + V::shl(square, 2)
}

/// An edge of sixteen triangles on its way up the rows.
#[derive(Clone, Copy)]
struct Side<V: Vectors> {
    /// e + ½ at the left pixel of the row, and its step to the next row.
    e: V::F,
    up: V::F,
    /// 1 / dy.
    inverse: V::F,
    /// The pixels behind the crossing are inside, not those before it.
    is_left: V::M,
}

impl<V: Vectors> Side<V> {
    /// From a corner along (dx, dy), for the square whose lower left pixel is `square`.
    #[inline(always)]
    fn new([x, y]: [V::I; 2], [dx, dy]: [V::I; 2], square: [V::I; 2]) -> Side<V> {
        let half = V::splat_i(SUBPIXELS / 2);
        let (cx, cy) = (V::shl(square[0], 8) + half, V::shl(square[1], 8) + half);
        // Too much for 32 bits only where a side is long.
        let e = dx * (cy - y) - dy * (cx - x);
        // Negative for left and top edges.
        let belongs = V::shl(dy, 15) + dx;
        let e = e + V::shr(belongs, 31) - V::splat_i(1);
        let height = V::to_f(dy);
        Side {
            e: V::to_f(V::sar(e, 8)) + V::splat(0.5),
            up: V::to_f(dx),
            // Infinite for level edges, which have all pixels of a row on one side.
            inverse: V::splat(1.0) / height,
            is_left: V::lt(height, V::splat(0.0)),
        }
    }

    /// Cuts the columns from `low` up to before `high` of a row, and goes on to the next row.
    #[inline(always)]
    fn cut(&mut self, low: V::F, high: V::F) -> (V::F, V::F) {
        let crossing = self.e * self.inverse + V::splat(1.0);
        self.e = self.e + self.up;
        let end = V::splat(SIDE as f32);
        (
            V::max(low, V::select(self.is_left, crossing, V::splat(0.0))),
            V::min(high, V::select(self.is_left, end, crossing)),
        )
    }
}

/// The pixels of the next four rows that are inside all edges and between two columns: eight bits for each row, upwards.
#[inline(always)]
fn four_rows<V: Vectors>(sides: &mut [Side<V>; 3], columns: [V::F; 2]) -> V::I {
    let first = next_row::<V>(sides, columns);
    let second = next_row::<V>(sides, columns);
    let third = next_row::<V>(sides, columns);
    let fourth = next_row::<V>(sides, columns);
    first | V::shl(second, 8) | V::shl(third, 16) | V::shl(fourth, 24)
}

/// Those of the next row.
#[inline(always)]
fn next_row<V: Vectors>([a, b, c]: &mut [Side<V>; 3], [mut low, mut high]: [V::F; 2]) -> V::I {
    (low, high) = a.cut(low, high);
    (low, high) = b.cut(low, high);
    (low, high) = c.cut(low, high);
    // Far away is i32::MIN, which shifts all bits out.
    let (low, high) = (V::to_i(low), V::to_i(V::max(high, V::splat(0.0))));
    let one = V::splat_i(1);
    V::shl_each(V::splat_i(-1), low) & (V::shl_each(one, high) - one)
}

/// Of the four rows from `first` on those from `low` up to before `high`, neither of them negative.
#[inline(always)]
fn rows_between<V: Vectors>(first: i32, low: V::I, high: V::I) -> V::I {
    let zero = V::splat_i(0);
    let low = V::max_i(low - V::splat_i(first), zero);
    let high = V::max_i(high - V::splat_i(first), zero);
    let from_low = V::shl_each(V::splat_i(-1), V::shl(low, 3));
    let from_high = V::shl_each(V::splat_i(1), V::shl(high, 3)) - V::splat_i(1);
    from_low & from_high
}

/// The masks of a left and a right block, by lanes, of four rows of eight bits.
#[inline(always)]
fn in_blocks<V: Vectors>(rows: V::I) -> V::I {
    // Pairs of pixels of two rows: a0 a1 a2 a3 b0 b1 b2 b3 → a0 b0 a1 b1 a2 b2 a3 b3; then the bytes of both halves.
    let x = exchanged::<V>(rows, 0x00f0_00f0, 4);
    let x = exchanged::<V>(x, 0x0c0c_0c0c, 2);
    exchanged::<V>(x, 0x0000_ff00, 8)
}

/// With the bits `low` and those `n` above exchanged.
#[inline(always)]
fn exchanged<V: Vectors>(x: V::I, low: u32, n: u32) -> V::I {
    let (low, high) = (low as i32, (low << n) as i32);
    (x & V::splat_i(!(low | high)))
        | V::shl(x & V::splat_i(low), n)
        | (V::shr(x, n) & V::splat_i(low))
}

#[cfg(test)]
mod tests {
    use super::super::edges::{Edge, group_mask};
    use super::super::masks::rect_mask;
    use super::super::setup::{PixelRect, centre_range};
    use super::*;
    use crate::simd::{InstructionSet, PerWidth, run_on};

    /// Corners and bounds of sixteen triangles.
    #[derive(Default)]
    struct Batch {
        x: [[u32; LANES]; 3],
        y: [[u32; LANES]; 3],
        bounds: [[u32; LANES]; 4],
        small: SmallTriangles,
    }

    impl PerWidth for &mut Batch {
        #[inline(always)]
        fn run<V: Vectors>(self) {
            // Vectors stand in no closure that std calls.
            let three = |c: &[[u32; LANES]; 3]| [V::load_i(c[0]), V::load_i(c[1]), V::load_i(c[2])];
            let [x0, y0, x1, y1] = self.bounds;
            let bounds = [V::load_i(x0), V::load_i(y0), V::load_i(x1), V::load_i(y1)];
            let planes = V::splat_i(5);
            self.small = SmallTriangles::new::<V>(three(&self.x), three(&self.y), bounds, planes);
        }
    }

    impl Batch {
        /// Random triangles, counterclockwise, of sizes up to `size` subpixels, with the pixels that they may cover in
        /// `clip` and the tile.
        fn random(mut random: impl FnMut(i32) -> i32, size: i32, clip: PixelRect) -> Batch {
            let mut batch = Batch::default();
            for l in 0..LANES {
                let start = [random(128 * 256), random(128 * 256)];
                // Some on centres and corners of pixels, with level and upright edges.
                let step = [1, 128][random(2) as usize];
                let corners: [[i32; 2]; 3] =
                    std::array::from_fn(|_| start.map(|c| (c + random(size)) / step * step));
                let [a, b, c] = corners;
                let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
                let corners = if area < 0 { [a, c, b] } else { [a, b, c] };
                for (k, [cx, cy]) in corners.into_iter().enumerate() {
                    (batch.x[k][l], batch.y[k][l]) = (cx as u32, cy as u32);
                }
                let span = |c: usize| {
                    let c = corners.map(|corner| corner[c]);
                    centre_range(*c.iter().min().unwrap(), *c.iter().max().unwrap())
                };
                let ((x0, x1), (y0, y1)) = (span(0), span(1));
                let tile = PixelRect::tile(64 * random(2), 64 * random(2));
                let all = PixelRect { x0, y0, x1, y1 }.intersect(clip).intersect(tile);
                for (bound, c) in batch
                    .bounds
                    .iter_mut()
                    .zip([all.x0, all.y0, all.x1, all.y1])
                {
                    bound[l] = c as u32;
                }
            }
            batch
        }

        /// Compares a triangle's masks with what its edges and bounds say; gives the number of its pixels.
        fn check(&self, l: usize) -> u32 {
            let [x0, y0, x1, y1] = self.bounds.map(|bound| bound[l] as i32);
            let rect = PixelRect { x0, y0, x1, y1 };
            let corner = |k: usize| [self.x[k][l] as i32, self.y[k][l] as i32];
            let edges: [Edge; 3] =
                std::array::from_fn(|i| Edge::new(corner(i), corner((i + 1) % 3), 0, 0));
            let blocks = self.small.blocks(l);
            let mut n_pixels = 0;
            for (i, mask) in self.small.masks(l).into_iter().enumerate() {
                let [column, row] = blocks[0].place();
                let place = [column + i as u8 % 2, row + i as u8 / 2];
                let expected = Group {
                    planes: 5,
                    ..Group::at(place[0], place[1])
                };
                assert_eq!(blocks[i], expected);
                let [gx, gy] = place.map(|c| 4 * i32::from(c));
                let (gx, gy) = ((x0 & -64) + gx, (y0 & -64) + gy);
                let expected = group_mask(&edges, gx, gy) & rect_mask(gx, gy, rect);
                assert_eq!(mask, expected, "{rect:?} {edges:?}");
                n_pixels += mask.count_ones();
            }
            n_pixels
        }
    }

    /// Triangles cover what their edges and the scissor leave, whatever instructions compute it.
    #[test]
    fn small_triangles_cover_what_their_edges_say() {
        let mut state = 7u32;
        let mut random = |n: i32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) as i32 % n
        };
        let clip = PixelRect::from_size([2, 1, 120, 125]);
        let (mut n_small, mut n_pixels, mut n_cut) = (0, 0, 0);
        for round in 0..400 {
            let size = 256 * [2, 5, 9, 60][round % 4];
            let mut batch = Batch::random(&mut random, size, clip);
            let set = [
                InstructionSet::Portable,
                InstructionSet::Avx2,
                InstructionSet::Avx512,
            ];
            run_on(set[round % 3], &mut batch);
            for l in (0..LANES).filter(|l| batch.small.which >> l & 1 == 1) {
                let [x0, y0, x1, y1] = batch.bounds.map(|bound| bound[l] as i32);
                if x0 >= x1 || y0 >= y1 {
                    continue;
                }
                n_small += 1;
                n_cut += i32::from(x0 == clip.x0 || y0 == clip.y0);
                n_pixels += batch.check(l);
            }
        }
        let counts = (n_small, n_pixels, n_cut);
        assert!(n_small > 900 && n_pixels > 2000 && n_cut > 15, "{counts:?}");
    }
}

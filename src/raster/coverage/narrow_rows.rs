//! The pixels of sixteen triangles, one in a lane, that each lie in a narrow rectangle of blocks of a tile: rows of pixels from
//! its lowest row upwards.
//!
//! In a row, an edge keeps the pixels before or after the place where it crosses the row of centres. Let e = ⌊E / 256⌋
//! at the rectangle's left column ([`super::edges`]), which changes by −dy from pixel to pixel. Then e ≥ x · dy holds
//! for the integers x up to ⌊(e + ½) / dy⌋, or from there on if dy is negative. In f32 that quotient is off by less
//! than 2⁻¹⁸ where it is below 17. No integer is nearer to it than 1 / (2 · 2¹⁴), so that its integer part is exact.
#![forbid(unsafe_code)]

use super::edges::not_negative;
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::simd::Vectors;

/// The longest side of the box around such a triangle, in subpixels: edge functions near it fit 31 bits.
const LONGEST: i32 = 1 << 14;
/// Blocks along a side of a tile.
const BLOCKS: i32 = 16;
/// Pixels of the widest rows.
const WIDEST: f32 = 16.0;

/// Sixteen triangles, by corners in subpixels, counterclockwise, and the pixels of the tile that they may cover (x0, y0, x1,
/// y1).
pub(crate) struct Bounded<V: Vectors> {
    pub(crate) x: [V::I; 3],
    pub(crate) y: [V::I; 3],
    pub(crate) bounds: [V::I; 4],
    pub(crate) rule: EdgeRule,
}

/// The rectangles that sixteen triangles may lie in.
pub(crate) struct Narrow<V: Vectors> {
    /// By bit: the triangles that lie in their rectangle.
    pub(crate) fitting: u16,
    /// Column and row of the rectangle's first block.
    pub(crate) first_block: [V::I; 2],
    /// The window coordinates where it begins.
    corner: [V::I; 2],
}

impl<V: Vectors> Bounded<V> {
    /// Squares of 2×2 blocks, all of them in the tile.
    #[inline(always)]
    pub(crate) fn in_squares(&self) -> Narrow<V> {
        let last = V::splat_i(BLOCKS - 2);
        self.in_rectangles([last, last], [8, 8])
    }

    /// Columns of four blocks across, from any row of the tile on upwards.
    #[inline(always)]
    pub(crate) fn in_columns(&self) -> Narrow<V> {
        let last = [V::splat_i(BLOCKS - 4), V::splat_i(BLOCKS - 1)];
        self.in_rectangles(last, [16, 4 * BLOCKS])
    }

    /// Rectangles of `size` pixels, whose first block is at most `last`.
    #[inline(always)]
    fn in_rectangles(&self, last: [V::I; 2], size: [i32; 2]) -> Narrow<V> {
        let [x0, y0, x1, y1] = self.bounds;
        let first_block = [block_of::<V>(x0, last[0]), block_of::<V>(y0, last[1])];
        let [column, row] = first_block;
        let corner = [start::<V>(x0, column), start::<V>(y0, row)];
        let [width, height] = [V::splat_i(size[0]), V::splat_i(size[1])];
        // Negative if the triangle does not fit.
        let mut wrong = (width - (x1 - corner[0])) | (height - (y1 - corner[1]));
        let longest = V::splat_i(LONGEST);
        let [dx, dy] = [along::<V>(self.x), along::<V>(self.y)];
        for i in 0..3 {
            let (x, y) = (dx[i], dy[i]);
            wrong = wrong | (longest - x) | (longest + x) | (longest - y) | (longest + y);
        }
        Narrow {
            fitting: not_negative::<V>(wrong),
            first_block,
            corner,
        }
    }
}

/// The next rows of rectangles. Those of triangles outside their rectangle may be anything.
pub(crate) struct NarrowRows<V: Vectors> {
    sides: [Side<V>; 3],
    /// The columns in bounds: from the first of these up to before the second.
    columns: [V::F; 2],
    /// The rows in bounds, counted from the next one on; neither number is negative.
    rows: [V::I; 2],
}

impl<V: Vectors> NarrowRows<V> {
    #[inline(always)]
    pub(crate) fn new(triangles: &Bounded<V>, place: &Narrow<V>) -> NarrowRows<V> {
        let Bounded { x, y, bounds, rule } = triangles;
        let (corner, rule) = (place.corner, *rule);
        let ([x0, y0, x1, y1], zero) = (*bounds, V::splat_i(0));
        let [dx, dy] = [along::<V>(*x), along::<V>(*y)];
        NarrowRows {
            sides: [
                Side::<V>::new([x[0], y[0]], [dx[0], dy[0]], corner, rule),
                Side::<V>::new([x[1], y[1]], [dx[1], dy[1]], corner, rule),
                Side::<V>::new([x[2], y[2]], [dx[2], dy[2]], corner, rule),
            ],
            columns: [V::to_f(x0 - corner[0]), V::to_f(x1 - corner[0])],
            rows: [
                V::max_i(y0 - corner[1], zero),
                V::max_i(y1 - corner[1], zero),
            ],
        }
    }

    /// The triangles, by bit, with rows left in bounds.
    #[inline(always)]
    pub(crate) fn left(&self) -> u16 {
        V::mask_bits(V::lt_u(V::splat_i(0), self.rows[1]))
    }

    /// The pixels of the next four rows: eight bits of each, upwards, for the columns up to 8, and for those from there on if
    /// the rows are 16 wide.
    #[inline(always)]
    pub(crate) fn next_four<const WIDTH: u32>(&mut self) -> [V::I; 2] {
        let rows = [self.next(), self.next(), self.next(), self.next()];
        let inside = self.next_in_bounds();
        // Two rows in a word, every other one.
        let even = rows[0] | V::shl(rows[2], 16);
        let odd = rows[1] | V::shl(rows[3], 16);
        if WIDTH == 8 {
            return [(even | V::shl(odd, 8)) & inside, V::splat_i(0)];
        }
        let low = V::splat_i(0x00ff_00ff);
        let high = V::splat_i(!0x00ff_00ff);
        let left = (even & low) | V::shl(odd & low, 8);
        let right = (V::shr(even, 8) & low) | (odd & high);
        [left & inside, right & inside]
    }

    /// The pixels of the next row that are inside all edges and between the columns, from bit 0 on.
    #[inline(always)]
    fn next(&mut self) -> V::I {
        let [mut low, mut high] = self.columns;
        let [a, b, c] = &mut self.sides;
        (low, high) = a.cut(low, high);
        (low, high) = b.cut(low, high);
        (low, high) = c.cut(low, high);
        // Far away is i32::MIN, which shifts all bits out.
        let (low, high) = (V::to_i(low), V::to_i(V::max(high, V::splat(0.0))));
        let one = V::splat_i(1);
        V::shl_each(V::splat_i(-1), low) & (V::shl_each(one, high) - one)
    }

    /// The bytes of the next four rows that are in bounds.
    #[inline(always)]
    fn next_in_bounds(&mut self) -> V::I {
        let ([low, high], zero) = (self.rows, V::splat_i(0));
        let four = V::splat_i(4);
        self.rows = [V::max_i(low - four, zero), V::max_i(high - four, zero)];
        let from_low = V::shl_each(V::splat_i(-1), V::shl(low, 3));
        let from_high = V::shl_each(V::splat_i(1), V::shl(high, 3)) - V::splat_i(1);
        from_low & from_high
    }
}

/// From each corner to the next.
#[inline(always)]
fn along<V: Vectors>([a, b, c]: [V::I; 3]) -> [V::I; 3] {
    [b - a, c - b, a - c]
}

/// The column or row of the first block for pixels from `pixel` on, counted in the tile, at most `last`.
#[inline(always)]
fn block_of<V: Vectors>(pixel: V::I, last: V::I) -> V::I {
    let in_tile = V::shr(pixel & V::splat_i(63), 2);
    V::min_u(in_tile, last)
}

/// The window coordinate where a block begins.
#[inline(always)]
fn start<V: Vectors>(pixel: V::I, block: V::I) -> V::I {
    (pixel & V::splat_i(-64)) + V::shl(block, 2)
}

/// An edge of sixteen triangles on its way up the rows.
#[derive(Clone, Copy)]
struct Side<V: Vectors> {
    /// e + ½ at the left pixel of the row, and its step to the next row.
    e: V::F,
    up: V::F,
    /// 1 / dy.
    inverse: V::F,
    /// The pixels after the crossing are inside, not those before it.
    is_left: V::M,
}

impl<V: Vectors> Side<V> {
    /// The edge from a corner along (dx, dy), for the rectangle with the lower left pixel `first`.
    #[inline(always)]
    fn new([x, y]: [V::I; 2], [dx, dy]: [V::I; 2], first: [V::I; 2], rule: EdgeRule) -> Side<V> {
        let half = V::splat_i(SUBPIXELS / 2);
        let (cx, cy) = (V::shl(first[0], 8) + half, V::shl(first[1], 8) + half);
        // The product exceeds 32 bits only if a side is long.
        let e = dx * (cy - y) - dy * (cx - x);
        // Negative for left and top edges ([`EdgeRule::owns_centres`]).
        let is_downwards = V::lt_u(V::splat_i(0), V::splat_i(rule.downwards));
        let level = V::select_i(is_downwards, V::splat_i(0) - dx, dx);
        let belongs = V::shl(dy, 15) + level;
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

    /// Cuts the columns of a row to those from `low` up to before `high`, and advances to the next row.
    #[inline(always)]
    fn cut(&mut self, low: V::F, high: V::F) -> (V::F, V::F) {
        let crossing = self.e * self.inverse + V::splat(1.0);
        self.e = self.e + self.up;
        let end = V::splat(WIDEST);
        (
            V::max(low, V::select(self.is_left, crossing, V::splat(0.0))),
            V::min(high, V::select(self.is_left, end, crossing)),
        )
    }
}

/// The masks of a left and a right block, by lanes, of four rows of eight bits.
#[inline(always)]
pub(crate) fn in_blocks<V: Vectors>(rows: V::I) -> V::I {
    // Pairs of pixels of two rows: a0 a1 a2 a3 b0 b1 b2 b3 → a0 b0 a1 b1 a2 b2 a3 b3; then the bytes of both halves.
    let x = exchanged::<V>(rows, 0x00f0_00f0, 4);
    let x = exchanged::<V>(x, 0x0c0c_0c0c, 2);
    exchanged::<V>(x, 0x0000_ff00, 8)
}

/// Exchanges the bits `low` with those `n` above.
#[inline(always)]
fn exchanged<V: Vectors>(x: V::I, low: u32, n: u32) -> V::I {
    let (low, high) = (low as i32, (low << n) as i32);
    (x & V::splat_i(!(low | high)))
        | V::shl(x & V::splat_i(low), n)
        | (V::shr(x, n) & V::splat_i(low))
}

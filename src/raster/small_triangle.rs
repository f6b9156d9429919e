//! Triangles whose pixels lie in a square of four blocks: most of a fine mesh. Their edges are computed while they are set
//! up, sixteen triangles at a time, and a tile gets the four masks in one step.
//!
//! ```text
//!   block 2 | block 3      the square lies in one tile; its column and row are at most 14, so that all
//!   --------+--------      four blocks are the tile's
//!   block 0 | block 1
//! ```
#![forbid(unsafe_code)]

use super::edges::{PLACES, not_negative};
use super::masks::whole_blocks;
use super::setup::{PixelRect, SUBPIXELS};
use crate::simd::{LANES, Vectors};

/// A triangle that covers pixels of a square of four blocks only, with short edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SmallTriangle {
    /// For each edge: ⌊E / 256⌋ at the centre of the square's lower left pixel.
    origins: [i32; 3],
    /// Its steps per pixel in 16 bits each: to the right, and up in the high half.
    steps: [i32; 3],
    /// Column and row of the lower left block in its tile.
    pub(super) first: [u8; 2],
}

/// The longest side of the box around such a triangle, in subpixels: steps fit 16 bits, edge functions near it 30.
const SMALL: i32 = 1 << 14;
/// The last column and row of blocks where a square of four begins.
const LAST_SQUARE: i32 = 14;

/// The column or row of the square of blocks for pixels from `pixel` on, counted in the tile.
#[inline(always)]
pub(super) fn square_at(pixel: i32) -> i32 {
    (pixel / 4).min(LAST_SQUARE)
}

impl SmallTriangle {
    /// The triangle with counterclockwise corners in the square `first` of the tile at (x, y), unless it has a long side.
    #[inline(always)]
    pub(super) fn new(
        vx: &[i32; 3],
        vy: &[i32; 3],
        first: [u8; 2],
        [x, y]: [i32; 2],
    ) -> Option<SmallTriangle> {
        let centre =
            |tile: i32, block: u8| (tile + 4 * i32::from(block)) * SUBPIXELS + SUBPIXELS / 2;
        let (cx, cy) = (centre(x, first[0]), centre(y, first[1]));
        let mut triangle = SmallTriangle {
            first,
            ..SmallTriangle::default()
        };
        for i in 0..3 {
            let j = (i + 1) % 3;
            // Coordinates are inside the guard band.
            let (dx, dy) = (vx[j] - vx[i], vy[j] - vy[i]);
            if dx.abs().max(dy.abs()) > SMALL {
                return None;
            }
            // Too much for 32 bits only where a later side is long, and the triangle none of these.
            let to = [cx - vx[i], cy - vy[i]];
            let e = dx.wrapping_mul(to[1]).wrapping_sub(dy.wrapping_mul(to[0]));
            let is_left_or_top = dy < 0 || dy == 0 && dx < 0;
            triangle.origins[i] = (e - i32::from(!is_left_or_top)) >> 8;
            triangle.steps[i] = -dy & 0xffff | dx << 16;
        }
        Some(triangle)
    }

    /// The masks of the four blocks, row by row.
    #[inline(always)]
    pub(super) fn masks<V: Vectors>(&self) -> [u16; 4] {
        let mut outside = [V::splat_i(0); 4];
        for i in 0..3 {
            let (origin, steps) = (V::splat_i(self.origins[i]), V::splat_i(self.steps[i]));
            let corner = origin + V::dot16(steps, V::load_i(PLACES));
            let right = V::dot16(steps, V::splat_i(4));
            let above = corner + V::dot16(steps, V::splat_i(4 << 16));
            outside[0] = outside[0] | corner;
            outside[1] = outside[1] | (corner + right);
            outside[2] = outside[2] | above;
            outside[3] = outside[3] | (above + right);
        }
        let [a, b, c, d] = outside;
        [
            not_negative::<V>(a),
            not_negative::<V>(b),
            not_negative::<V>(c),
            not_negative::<V>(d),
        ]
    }
}

/// Which of sixteen triangles are small in a tile, with all the pixels of their squares inside the scissor.
#[derive(Default)]
pub(super) struct SmallTriangles {
    /// By bit.
    pub(super) which: u16,
    origins: [[u32; LANES]; 3],
    steps: [[u32; LANES]; 3],
    columns: [u32; LANES],
    rows: [u32; LANES],
}

impl SmallTriangles {
    /// By corners, counterclockwise, and bounds in the tile (x0, y0, x1, y1), of those that have any; `clip` is in pixels.
    #[inline(always)]
    pub(super) fn new<V: Vectors>(
        x: &[[i32; LANES]; 3],
        y: &[[i32; LANES]; 3],
        bounds: &[[i32; LANES]; 4],
        clip: PixelRect,
    ) -> SmallTriangles {
        let uncut = whole_blocks(clip);
        let [x0, y0] = [lanes::<V>(&bounds[0]), lanes::<V>(&bounds[1])];
        let [x1, y1] = [lanes::<V>(&bounds[2]), lanes::<V>(&bounds[3])];
        let (column, row) = (square::<V>(x0), square::<V>(y0));
        let tile = V::splat_i(-64);
        let (px, py) = (
            (x0 & tile) + V::shl(column, 2),
            (y0 & tile) + V::shl(row, 2),
        );
        let eight = V::splat_i(8);
        // Negative where something is wrong.
        let mut wrong = (px + eight - x1) | (py + eight - y1);
        wrong = wrong | (px - V::splat_i(uncut.x0)) | (py - V::splat_i(uncut.y0));
        wrong = wrong | (V::splat_i(uncut.x1) - px - eight);
        wrong = wrong | (V::splat_i(uncut.y1) - py - eight);
        let half = V::splat_i(SUBPIXELS / 2);
        let (cx, cy) = (V::shl(px, 8) + half, V::shl(py, 8) + half);
        let longest = V::splat_i(SMALL);
        let (mut origins, mut steps) = ([[0; LANES]; 3], [[0; LANES]; 3]);
        for (i, (origin, step)) in origins.iter_mut().zip(&mut steps).enumerate() {
            let j = (i + 1) % 3;
            let (vx, vy) = (lanes::<V>(&x[i]), lanes::<V>(&y[i]));
            let (dx, dy) = (lanes::<V>(&x[j]) - vx, lanes::<V>(&y[j]) - vy);
            wrong = wrong | (longest - dx) | (longest + dx) | (longest - dy) | (longest + dy);
            let e = dx * (cy - vy) - dy * (cx - vx);
            // Negative for left and top edges.
            let side = V::shl(dy, 15) + dx;
            let e = e + V::shr(side, 31) - V::splat_i(1);
            *origin = V::store_i(V::sar(e, 8));
            let right = (V::splat_i(0) - dy) & V::splat_i(0xffff);
            *step = V::store_i(right | V::shl(dx, 16));
        }
        SmallTriangles {
            which: not_negative::<V>(wrong),
            origins,
            steps,
            columns: V::store_i(column),
            rows: V::store_i(row),
        }
    }

    /// The one of a lane.
    #[inline(always)]
    pub(super) fn get(&self, l: usize) -> SmallTriangle {
        let of = |c: &[[u32; LANES]; 3]| [c[0][l] as i32, c[1][l] as i32, c[2][l] as i32];
        SmallTriangle {
            origins: of(&self.origins),
            steps: of(&self.steps),
            first: [self.columns[l] as u8, self.rows[l] as u8],
        }
    }
}

#[inline(always)]
fn lanes<V: Vectors>(numbers: &[i32; LANES]) -> V::I {
    V::load_i(bytemuck::cast(*numbers))
}

/// [`square_at`] of places in the window.
#[inline(always)]
fn square<V: Vectors>(pixels: V::I) -> V::I {
    let in_tile = V::shr(pixels & V::splat_i(63), 2);
    V::min_u(in_tile, V::splat_i(LAST_SQUARE))
}

#[cfg(test)]
mod tests {
    use super::super::edges::{Edge, group_mask};
    use super::*;
    use crate::raster::setup::centre_range;
    use crate::simd::Portable;

    /// Sixteen triangles at a time are the small ones that single triangles are, and both cover what the edges say.
    #[test]
    fn small_triangles_cover_what_their_edges_say() {
        let mut state = 7u32;
        let mut random = |n: i32| {
            state = state.wrapping_mul(1664525).wrapping_add(1013904223);
            (state >> 8) as i32 % n
        };
        let clip = PixelRect::from_size([2, 0, 120, 127]);
        let (mut n_small, mut n_pixels) = (0, 0);
        for round in 0..40 {
            let size = 256 * [2, 5, 9, 70][round % 4];
            let (mut x, mut y) = ([[0; LANES]; 3], [[0; LANES]; 3]);
            let mut bounds = [[0; LANES]; 4];
            for l in 0..LANES {
                let start = [random(128 * 256), random(128 * 256)];
                let corners: [[i32; 2]; 3] =
                    std::array::from_fn(|_| start.map(|c| c + random(size)));
                let [a, b, c] = corners;
                let area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
                let corners = if area < 0 { [a, c, b] } else { [a, b, c] };
                for (k, [cx, cy]) in corners.into_iter().enumerate() {
                    (x[k][l], y[k][l]) = (cx, cy);
                }
                let span =
                    |c: [i32; 3]| centre_range(*c.iter().min().unwrap(), *c.iter().max().unwrap());
                let (x0, x1) = span([x[0][l], x[1][l], x[2][l]]);
                let (y0, y1) = span([y[0][l], y[1][l], y[2][l]]);
                let all = PixelRect { x0, y0, x1, y1 }.intersect(clip);
                for (bound, c) in bounds.iter_mut().zip([all.x0, all.y0, all.x1, all.y1]) {
                    bound[l] = c;
                }
            }
            let small = SmallTriangles::new::<Portable>(&x, &y, &bounds, clip);
            for l in (0..LANES).filter(|l| small.which >> l & 1 == 1) {
                let [x0, y0, x1, y1] = [0, 1, 2, 3].map(|i| bounds[i][l]);
                if x0 >= x1 || y0 >= y1 {
                    continue;
                }
                let (vx, vy) = ([x[0][l], x[1][l], x[2][l]], [y[0][l], y[1][l], y[2][l]]);
                let tile = [x0 & -64, y0 & -64];
                let triangle = small.get(l);
                let first = [square_at(x0 - tile[0]) as u8, square_at(y0 - tile[1]) as u8];
                let alone = SmallTriangle::new(&vx, &vy, first, tile);
                assert_eq!(Some(triangle), alone);
                let edges: [Edge; 3] = std::array::from_fn(|i| {
                    let j = (i + 1) % 3;
                    Edge::new([vx[i], vy[i]], [vx[j], vy[j]], tile[0], tile[1])
                });
                let masks = triangle.masks::<Portable>();
                for (i, mask) in masks.into_iter().enumerate() {
                    let [gx, gy] = [i % 2, i / 2].map(|c| c as i32);
                    let [cx, cy] = first.map(i32::from);
                    let expected = group_mask(&edges, 4 * (cx + gx), 4 * (cy + gy));
                    assert_eq!(mask, expected);
                    n_pixels += mask.count_ones();
                }
                n_small += 1;
            }
        }
        assert!(n_small > 200 && n_pixels > 500, "{n_small} {n_pixels}");
    }
}

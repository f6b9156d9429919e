//! The masks of small and medium triangles are compared with edge functions.
#![forbid(unsafe_code)]

use super::lanes_inside;
use crate::kernel::layout::Group;
use crate::random_for_tests::Random;
use crate::raster::call::conventions::Origin;
use crate::raster::coverage::edges::Edge;
use crate::raster::coverage::masks::rect_mask;
use crate::raster::coverage::medium_triangle::MediumTriangles;
use crate::raster::coverage::narrow_rows::Bounded;
use crate::raster::coverage::small_triangle::SmallTriangles;
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::subpixel::centre_range;
use crate::simd::{InstructionSet, LANES, PerWidth, Vectors, run_on};

/// Corners and bounds of sixteen triangles.
#[derive(Default)]
struct Batch {
    x: [[u32; LANES]; 3],
    y: [[u32; LANES]; 3],
    bounds: [[u32; LANES]; 4],
    small: SmallTriangles,
    /// The four blocks of each triangle, as if it were small.
    blocks: [[f32; LANES]; LANES],
    medium: Option<MediumTriangles>,
    origin: Origin,
}

impl PerWidth for &mut Batch {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        // Vectors stand in no closure that std calls.
        let three = |c: &[[u32; LANES]; 3]| [V::load_i(c[0]), V::load_i(c[1]), V::load_i(c[2])];
        let [x0, y0, x1, y1] = self.bounds;
        let triangles = Bounded::<V> {
            x: three(&self.x),
            y: three(&self.y),
            bounds: [V::load_i(x0), V::load_i(y0), V::load_i(x1), V::load_i(y1)],
            rule: EdgeRule::of(self.origin),
        };
        self.small = SmallTriangles::new(&triangles, V::splat_i(5));
        for l in 0..LANES {
            self.blocks[l] = V::store(self.small.blocks::<V>(l));
        }
        self.medium = MediumTriangles::new(&triangles, !self.small.which);
    }
}

impl Batch {
    /// Random triangles, counterclockwise, of sizes up to `size` subpixels, with the pixels that they may cover in
    /// `clip` and the tile.
    fn random(mut random: impl FnMut(i32) -> i32, size: i32, clip: PixelRect) -> Batch {
        let mut batch = Batch {
            origin: [Origin::LowerLeft, Origin::UpperLeft][random(2) as usize],
            ..Batch::default()
        };
        for l in 0..LANES {
            let start = [random(128 * 256), random(128 * 256)];
            // Some on centres and corners of pixels, with level and upright edges.
            let step = [1, 128][random(2) as usize];
            let sizes = [size / [1, 4][random(2) as usize], size];
            let corners: [[i32; 2]; 3] = std::array::from_fn(|_| {
                [0, 1].map(|c| (start[c] + random(sizes[c])) / step * step)
            });
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

    fn rect(&self, l: usize) -> PixelRect {
        let [x0, y0, x1, y1] = self.bounds.map(|bound| bound[l] as i32);
        PixelRect { x0, y0, x1, y1 }
    }

    /// The pixels of a triangle in a block of its tile, as its edges and bounds say.
    fn expected(&self, l: usize, block: Group) -> u16 {
        let rect = self.rect(l);
        let corner = |k: usize| [self.x[k][l] as i32, self.y[k][l] as i32];
        let edges: [Edge; 3] = std::array::from_fn(|i| {
            Edge::new(
                corner(i),
                corner((i + 1) % 3),
                [0; 2],
                EdgeRule::of(self.origin),
            )
        });
        let [x, y] = block.place().map(|c| 4 * i32::from(c));
        let (gx, gy) = ((rect.x0 & -64) + x, (rect.y0 & -64) + y);
        lanes_inside(&edges, gx, gy) & rect_mask(gx, gy, rect)
    }

    /// Compares a small triangle's blocks and masks with what is expected; gives the number of its pixels.
    fn check_small(&self, l: usize) -> u32 {
        let blocks: [Group; 4] = bytemuck::cast(self.blocks[l]);
        let [column, row] = blocks[0].place();
        let mut n_pixels = 0;
        for (i, block) in blocks.into_iter().enumerate() {
            let mask = (self.small.masks(l) >> (16 * i)) as u16;
            let place = Group::at(column + i as u8 % 2, row + i as u8 / 2);
            assert_eq!(block, Group { planes: 5, ..place });
            assert_eq!(mask, self.expected(l, place), "{:?}", self.rect(l));
            n_pixels += mask.count_ones();
        }
        n_pixels
    }

    /// The same for a medium one: other blocks of the tile have no pixels.
    fn check_medium(&self, medium: &MediumTriangles, l: usize) -> u32 {
        let mut masks = [0; 256];
        for i in (0..MediumTriangles::BLOCKS).filter(|i| medium.touched(l) >> i & 1 == 1) {
            let (block, mask) = medium.block(l, i);
            assert_ne!(mask, 0);
            masks[block.block as usize / 64] = mask;
        }
        for (i, mask) in masks.iter().enumerate() {
            let block = Group::at(i as u8 % 16, i as u8 / 16);
            assert_eq!(*mask, self.expected(l, block), "{:?}", self.rect(l));
        }
        masks.iter().map(|mask| mask.count_ones()).sum()
    }
}

/// Triangles cover what their edges and the scissor leave, whatever instructions compute it.
#[test]
fn triangles_in_squares_cover_what_their_edges_say() {
    let mut numbers = Random::new(7);
    let mut random = |n: i32| numbers.below(n as u32) as i32;
    let clip = PixelRect::from_size([2, 1, 120, 125]);
    let (mut n_small, mut n_medium, mut n_tall, mut n_pixels, mut n_cut) = (0, 0, 0, [0, 0], 0);
    for round in 0..900 {
        let size = 256 * [2, 5, 9, 16, 60][round % 5];
        let mut batch = Batch::random(&mut random, size, clip);
        run_on(InstructionSet::ALL[round % 3], &mut batch);
        for l in (0..LANES).filter(|l| !batch.rect(*l).is_empty()) {
            let is_cut = batch.rect(l).x0 == clip.x0 || batch.rect(l).y0 == clip.y0;
            let is_small = batch.small.which >> l & 1 == 1;
            let medium = batch.medium.as_ref().filter(|m| m.which >> l & 1 == 1);
            n_cut += i32::from(is_cut && (is_small || medium.is_some()));
            if is_small {
                assert!(medium.is_none());
                n_small += 1;
                n_pixels[0] += batch.check_small(l);
            } else if let Some(medium) = medium {
                n_medium += 1;
                n_tall += i32::from(batch.rect(l).y1 - batch.rect(l).y0 > 20);
                n_pixels[1] += batch.check_medium(medium, l);
            }
        }
    }
    let counts = [n_small, n_medium, n_tall, n_cut];
    assert!(
        counts
            .iter()
            .zip([900, 600, 90, 30])
            .all(|(n, least)| *n > least),
        "{counts:?}"
    );
    assert!(n_pixels[0] > 2000 && n_pixels[1] > 10_000, "{n_pixels:?}");
}

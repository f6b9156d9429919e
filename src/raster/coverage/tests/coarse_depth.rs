//! Hidden blocks fail each depth test, and bounds are never too small.

use crate::random_for_tests::Random;
use crate::raster::coverage::coarse_depth::BlockDepths;
use crate::raster::fragment::depth_use::DepthUse;
use crate::raster::geometry::depth::{DEPTH_MAX, depth_to_fixed24};
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::tile::GROUPS;
use crate::simd::{InstructionSet, PerWidth, Vectors, run_on};

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

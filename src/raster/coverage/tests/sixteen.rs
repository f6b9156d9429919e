//! Fractions of sixteen pixels are those of each pixel.

use crate::random_for_tests::Random;
use crate::raster::coverage::area::{Outline, Side};
use crate::raster::coverage::convex_area::ConvexArea;
use crate::raster::coverage::disc::Disc;
use crate::raster::coverage::fractions::{Fractions, LANE_CORNERS};
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors, run_on};

struct Group<'a, S>(&'a S, [i32; 2], &'a mut LanesF32);

impl<S: Fractions> PerWidth for Group<'_, S> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let Group(shape, corner, out) = self;
        let [x, y] = [0, 1].map(|c| V::load(&LANE_CORNERS[c]) + V::splat(corner[c] as f32));
        *out = V::store(shape.fractions::<V>(x, y));
    }
}

/// The fractions of a group, which all instruction sets give, as if it were between; and where it is.
fn fractions(shape: &impl Fractions, corner: [i32; 2]) -> (LanesF32, Side) {
    let [first, rest @ ..] = InstructionSet::ALL.map(|set| {
        let mut out = [0.0; LANES];
        run_on(set, Group(shape, corner, &mut out));
        out
    });
    for other in rest {
        assert_eq!(first.map(f32::to_bits), other.map(f32::to_bits));
    }
    (first, shape.place(corner))
}

/// The corners of a group's pixels.
fn pixels(corner: [i32; 2]) -> impl Iterator<Item = [f32; 2]> {
    (0..LANES).map(move |lane| [0, 1].map(|c| corner[c] as f32 + LANE_CORNERS[c][lane]))
}

/// The area of a pixel's part in a disc by 2,000 slices.
fn disc_area(corner: [f32; 2], centre: [f32; 2], radius: f32) -> f64 {
    let [x, y] = [0, 1].map(|c| f64::from(corner[c]) - f64::from(centre[c]));
    let slice = |i: i32| {
        let y = y + (f64::from(i) + 0.5) / 2000.0;
        let half = (f64::from(radius).powi(2) - y * y).max(0.0).sqrt();
        (half.min(x + 1.0) - (-half).max(x)).max(0.0)
    };
    (0..2000).map(slice).sum::<f64>() / 2000.0
}

#[test]
fn discs_cover_their_area() {
    let mut random = Random::new(5);
    let mut places = [0; 3];
    for _ in 0..60 {
        let mut unit = || random.below(1 << 16) as f32 / 65536.0;
        let (centre, radius) = ([40.0 * unit(), 40.0 * unit()], 0.3 + 20.0 * unit());
        let disc = Disc::new(centre, radius);
        for corner in (0..100).map(|i| [4 * (i % 10), 4 * (i / 10)]) {
            let (lanes, place) = fractions(&disc, corner);
            places[place as usize] += 1;
            for (fraction, pixel) in lanes.iter().zip(pixels(corner)) {
                let area = disc_area(pixel, centre, radius);
                let difference = (f64::from(*fraction) - area).abs();
                assert!(
                    difference < 0.02,
                    "{fraction}, {area} at {pixel:?} of {centre:?}, {radius}"
                );
                match place {
                    Side::Outside => assert_eq!(*fraction, 0.0),
                    Side::Inside => assert!(*fraction > 1.0 - 1e-6),
                    Side::Between => {}
                }
            }
        }
    }
    assert!(places.iter().all(|n| *n > 100), "{places:?}");
}

/// A rectangle along a random line, as smooth lines are, or another convex quadrilateral.
fn quad(random: &mut Random) -> [[f32; 2]; 4] {
    let mut unit = || random.below(1 << 16) as f32 / 65536.0;
    let reach = [70.0, 70.0, 3000.0][(3.0 * unit()) as usize];
    let [a, b] = [(); 2].map(|()| {
        [
            reach * unit() - reach / 2.0 + 32.0,
            reach * unit() - reach / 2.0 + 32.0,
        ]
    });
    let b = match (8.0 * unit()) as u32 {
        0 => [b[0], a[1]],
        1 => [a[0], b[1]],
        2 => [b[0], a[1] + 0.001],
        _ => b,
    };
    let along = [b[0] - a[0], b[1] - a[1]];
    let length = along[0].hypot(along[1]).max(1e-3);
    let half = [0.5, 0.5, 0.7, 3.0, 20.0][(5.0 * unit()) as usize];
    let across = [-along[1] / length * half, along[0] / length * half];
    let corner = |p: [f32; 2], side: f32| [p[0] + side * across[0], p[1] + side * across[1]];
    [
        corner(a, -1.0),
        corner(b, -1.0),
        corner(b, 1.0),
        corner(a, 1.0),
    ]
}

#[test]
fn quadrilaterals_cover_the_area_that_cutting_gives() {
    let mut random = Random::new(6);
    let (mut places, mut greatest) = ([0; 3], 0.0f32);
    for _ in 0..400 {
        let corners = quad(&mut random);
        let tile = [64 * random.below(2) as i32, 0];
        let area = ConvexArea::new(&corners, tile);
        let outline = Outline::new(corners.iter().map(|c| c.map(f64::from)));
        for corner in (0..256).map(|i| [tile[0] + 4 * (i % 16), 4 * (i / 16)]) {
            let (lanes, place) = fractions(&area, corner);
            places[place as usize] += 1;
            for (fraction, [x, y]) in lanes.iter().zip(pixels(corner)) {
                assert!((0.0..=1.0).contains(fraction), "{fraction}");
                greatest = greatest.max((fraction - outline.part(x, y).fraction).abs());
            }
        }
    }
    assert!(greatest < 1e-3, "{greatest}");
    assert!(places.iter().all(|n| *n > 100), "{places:?}");
}

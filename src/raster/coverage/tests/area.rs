//! Areas are compared with many samples, and each fragment of a polygon belongs to one triangle.

use crate::raster::coverage::area::{Covered, Outline, Side};
use crate::raster::geometry::shape::Piece;
use crate::raster::geometry::subpixel::SUBPIXELS;

#[test]
fn fractions_are_areas() {
    let square = |x: [f64; 2], at: f32| {
        let corners = [[x[0], 0.0], [x[1], 0.0], [x[1], 4.0], [x[0], 4.0]];
        Outline::new(corners.into_iter()).part(at, at).fraction
    };
    assert_eq!(square([0.0, 4.0], 1.0), 1.0);
    assert_eq!(square([0.25, 0.75], 0.0), 0.5);
    assert_eq!(square([2.0, 4.0], 0.0), 0.0);
}

/// The area by 64 × 64 samples of the square.
fn sampled(corners: &[[f64; 2]], x: f32, y: f32) -> Covered {
    const N: usize = 64;
    let inside = |i: usize, j: usize| {
        let at = |i: usize| (i as f64 + 0.5) / N as f64;
        let p = [f64::from(x) + at(i), f64::from(y) + at(j)];
        (0..corners.len()).all(|k| {
            let (a, b) = (corners[k], corners[(k + 1) % corners.len()]);
            (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) >= 0.0
        })
    };
    let hits: Vec<[usize; 2]> = (0..N * N)
        .map(|i| [i % N, i / N])
        .filter(|[i, j]| inside(*i, *j))
        .collect();
    let mean = |c: usize| {
        let sum: f32 = hits.iter().map(|hit| hit[c] as f32 + 0.5).sum();
        sum / (hits.len().max(1) * N) as f32 - 0.5
    };
    Covered {
        fraction: hits.len() as f32 / (N * N) as f32,
        offset: [mean(0), mean(1)],
    }
}

/// Counterclockwise convex polygons in subpixels: corners of a circle at uneven angles, and some special ones.
fn polygons() -> Vec<Vec<[i32; 2]>> {
    let mut all = vec![
        // Thinner than a pixel; with three corners in a row; with two equal ones; nothing but a diagonal's length.
        vec![[100, 300], [5000, 340], [5000, 350], [100, 310]],
        vec![[0, 0], [1000, 0], [2000, 0], [2000, 1700], [0, 1700]],
        vec![[0, 0], [2000, 0], [2000, 0], [1000, 1500]],
        vec![[77, 99], [2077, 99], [2077, 2099]],
    ];
    for n in 3..9usize {
        for turn in 0..4 {
            let angle = |k: usize| {
                let uneven = [0.0, 0.2, -0.1][k % 3];
                std::f64::consts::TAU * (k as f64 + uneven) / n as f64 + f64::from(turn)
            };
            let corner = |k: usize| {
                let (sin, cos) = angle(k).sin_cos();
                [1500.0 + 1300.0 * cos, 1600.0 + 1100.0 * sin].map(|c| c as i32)
            };
            all.push((0..n).map(corner).collect());
        }
    }
    all
}

fn in_pixels(corners: &[[i32; 2]]) -> Vec<[f64; 2]> {
    let pixels = |c: &[i32; 2]| c.map(|c| f64::from(c) / f64::from(SUBPIXELS));
    corners.iter().map(pixels).collect()
}

#[test]
fn polygons_cover_what_samples_say() {
    for corners in polygons().iter().map(|corners| in_pixels(corners)) {
        let outline = Outline::new(corners.iter().copied());
        let mut sum = 0.0;
        for y in -1..24 {
            for x in -1..24 {
                let (x, y) = (x as f32, y as f32);
                let exact = outline.part(x, y);
                let samples = sampled(&corners, x, y);
                let mut differences = vec![exact.fraction - samples.fraction];
                // Of very small parts there are too few samples.
                if samples.fraction > 0.05 {
                    differences.extend([0, 1].map(|c| exact.offset[c] - samples.offset[c]));
                }
                let close = differences.iter().all(|d| d.abs() < 0.02);
                assert!(close, "{corners:?} at {x}, {y}: {exact:?} {samples:?}");
                assert!(exact.offset.iter().all(|c| c.abs() <= 0.5));
                // What is known of a square without cutting it agrees with the cut.
                let whole = outline.cut_square(f64::from(x), f64::from(y));
                assert_eq!(exact, whole, "{corners:?} at {x}, {y}");
                let [block_x, block_y] = [x, y].map(|c| (c / 4.0).floor() * 4.0);
                let block = [f64::from(block_x), f64::from(block_y)];
                let seen = Outline::seen_from(corners.iter().copied(), block, 4.0);
                assert_eq!(
                    exact,
                    seen.map_or_else(Covered::default, |seen| seen.part(x, y))
                );
                match outline.place(block_x, block_y, 4.0) {
                    Side::Outside => assert_eq!(exact, Covered::default()),
                    Side::Inside => assert_eq!(exact, Covered::at_centre(1.0)),
                    Side::Between => {}
                }
                sum += f64::from(exact.fraction);
            }
        }
        // All fragments together cover the polygon's area, wherever it lies (section 3.2, property 3).
        let cross = |k: usize| {
            let (p, q) = (corners[k], corners[(k + 1) % corners.len()]);
            p[0] * q[1] - p[1] * q[0]
        };
        let area = 0.5 * (0..corners.len()).map(cross).sum::<f64>();
        assert!((sum - area).abs() < 1e-3, "{corners:?}: {sum} {area}");
    }
}

#[test]
fn every_fragment_has_one_triangle() {
    for corners in polygons() {
        let area = |k: usize| {
            let d = |i: usize, c: usize| i64::from(corners[i][c]) - i64::from(corners[0][c]);
            d(k, 0) * d(k + 1, 1) - d(k, 1) * d(k + 1, 0)
        };
        let triangles: Vec<u16> = (1..corners.len() - 1)
            .filter(|k| area(*k) != 0)
            .map(|k| k as u16)
            .collect();
        let piece = |triangle: u16| Piece {
            at: 0,
            n: corners.len() as u16,
            triangle,
            first: triangles[0],
            last: triangles[triangles.len() - 1],
        };
        for (x, y) in (-3..25).flat_map(|x| (-3..25).map(move |y| (x, y))) {
            // The squares of several sizes around the pixel agree on its triangle.
            let owners = [[x, y, 1], [x & !3, y & !3, 4], [-3, -3, 28]].map(|[left, low, size]| {
                let owns = |t: &&u16| {
                    let share = piece(**t).share(&corners, [left, low], size);
                    share.is_some_and(|share| share.owns(x, y))
                };
                triangles.iter().filter(owns).collect::<Vec<_>>()
            });
            assert!(
                owners.iter().all(|o| o.len() == 1 && *o == owners[0]),
                "{corners:?} at {x}, {y}"
            );
        }
    }
}

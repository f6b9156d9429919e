//! Computes the covered part of a pixel's square (GL 1.5 section 3.2), and the triangle of an antialiased polygon that
//! gives a fragment its data (section 3.5.3).
#![forbid(unsafe_code)]

use crate::raster::geometry::shape::Piece;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::simd::LanesF32;
use smallvec::SmallVec;

/// The covered part of a fragment's square.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Covered {
    /// The area.
    pub(crate) fraction: f32,
    /// The offset from the square's centre to the point of the fragment's data.
    pub(crate) offset: [f32; 2],
}

impl Covered {
    /// Covered with the data of the square's centre.
    pub(crate) fn at_centre(fraction: f32) -> Covered {
        Covered {
            fraction,
            offset: [0.0; 2],
        }
    }
}

/// [`Covered`] of a group: the fractions, then the offsets along x and y. They are the fragment stage's inputs.
pub(crate) type CoveredGroup = [LanesF32; 3];

/// The part of the pixel with corner (x, y), relative to the disc's centre, that lies in the disc: 32 slices with exact
/// ends, within 0.002.
pub(crate) fn disc_fraction(x: f32, y: f32, radius: f32) -> f32 {
    const SLICES: i32 = 32;
    let mut sum = 0.0;
    for slice in 0..SLICES {
        let sy = y + (slice as f32 + 0.5) / SLICES as f32;
        let half = (radius * radius - sy * sy).max(0.0).sqrt();
        sum += (half.min(x + 1.0) - (-half).max(x)).max(0.0);
    }
    (sum / SLICES as f32).min(1.0)
}

/// A counterclockwise convex polygon in pixels, as the lines along its edges.
pub(crate) struct Outline {
    edges: SmallVec<[Line; 8]>,
}

/// The line along an edge. The polygon lies on its left.
struct Line {
    start: [f64; 2],
    along: [f64; 2],
    /// More than what rounding changes in [`Line::side`].
    slack: f64,
}

/// Where a square lies, without what rounding could decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Outside,
    Inside,
    Between,
}

impl Line {
    /// Twice the area of the triangle of the edge and a point: negative on the right.
    #[inline(always)]
    fn side(&self, p: [f64; 2]) -> f64 {
        self.along[0] * (p[1] - self.start[1]) - self.along[1] * (p[0] - self.start[0])
    }
}

/// Corners of a polygon that edges have cut out of a square.
type Corners = SmallVec<[[f64; 2]; 16]>;

impl Outline {
    /// The outline of a polygon with these corners.
    pub(crate) fn new(corners: impl ExactSizeIterator<Item = [f64; 2]> + Clone) -> Outline {
        let ends = corners.clone().cycle().skip(1);
        let line = |(start, end): ([f64; 2], [f64; 2])| {
            let along = [end[0] - start[0], end[1] - start[1]];
            let slack = 1e-6 * (along[0].abs() + along[1].abs());
            Line {
                start,
                along,
                slack,
            }
        };
        Outline {
            edges: corners.zip(ends).map(line).collect(),
        }
    }

    /// Where the square of this size with corner (x, y) lies.
    #[inline(always)]
    pub(crate) fn place(&self, x: f32, y: f32, size: f64) -> Side {
        let (x, y) = (f64::from(x), f64::from(y));
        let mut place = Side::Inside;
        for line in &self.edges {
            // The corner that lies farthest to the left of the line, and the one farthest to the right.
            let at = line.side([x, y]);
            let [up, right] = [line.along[0] * size, -line.along[1] * size];
            let most = at + up.max(0.0) + right.max(0.0);
            let least = at + up.min(0.0) + right.min(0.0);
            if most < -line.slack {
                return Side::Outside;
            }
            if least < line.slack {
                place = Side::Between;
            }
        }
        place
    }

    /// The part of the pixel with corner (x, y) inside the polygon: its exact area and its centroid. The value of a
    /// linear datum there is its mean over the part.
    pub(crate) fn part(&self, x: f32, y: f32) -> Covered {
        match self.place(x, y, 1.0) {
            Side::Outside => Covered::default(),
            Side::Inside => Covered::at_centre(1.0),
            Side::Between => self.cut_square(f64::from(x), f64::from(y)),
        }
    }

    /// Cuts the pixel's square along one edge after the other.
    fn cut_square(&self, x: f64, y: f64) -> Covered {
        let mut polygon = Corners::from_slice(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        let (mut kept, mut is_cut) = (Corners::new(), false);
        for line in &self.edges {
            let side = |p: &[f64; 2]| line.side([p[0] + x, p[1] + y]);
            if polygon.iter().all(|p| side(p) >= 0.0) {
                continue;
            }
            cut(&polygon, side, &mut kept);
            std::mem::swap(&mut polygon, &mut kept);
            if polygon.len() < 3 {
                return Covered::default();
            }
            is_cut = true;
        }
        if is_cut {
            area_and_centroid(&polygon)
        } else {
            Covered::at_centre(1.0)
        }
    }
}

/// The area of a convex polygon in the unit square, and its centroid relative to the square's centre.
fn area_and_centroid(polygon: &[[f64; 2]]) -> Covered {
    let n = polygon.len();
    // Twice the area of the triangle with the first corner, and three times its centroid relative to that corner.
    let fan = |i: usize| {
        let from_first = |p: [f64; 2]| [p[0] - polygon[0][0], p[1] - polygon[0][1]];
        let (p, q) = (from_first(polygon[i]), from_first(polygon[i + 1]));
        (p[0] * q[1] - p[1] * q[0], [p[0] + q[0], p[1] + q[1]])
    };
    let (mut doubled_area, mut moment) = (0.0, [0.0; 2]);
    for (area, centroid) in (1..n - 1).map(fan) {
        doubled_area += area;
        moment = [0, 1].map(|c| moment[c] + area * centroid[c] / 3.0);
    }
    let offset = [0, 1].map(|c| {
        // A part without area has its first corner's data.
        let from_first = if doubled_area > 1e-12 {
            moment[c] / doubled_area
        } else {
            0.0
        };
        (polygon[0][c] + from_first - 0.5).clamp(-0.5, 0.5) as f32
    });
    Covered {
        fraction: (0.5 * doubled_area).clamp(0.0, 1.0) as f32,
        offset,
    }
}

/// Puts the part of a convex polygon where `side` is not negative into `kept`.
fn cut(polygon: &[[f64; 2]], side: impl Fn(&[f64; 2]) -> f64, kept: &mut Corners) {
    kept.clear();
    let mut dp = side(&polygon[0]);
    for (i, p) in polygon.iter().enumerate() {
        let q = polygon.get(i + 1).unwrap_or(&polygon[0]);
        let dq = side(q);
        if dp >= 0.0 {
            kept.push(*p);
        }
        if (dp >= 0.0) != (dq >= 0.0) {
            let t = dp / (dp - dq);
            kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
        }
        dp = dq;
    }
}

impl Piece {
    /// Whether this triangle interpolates the fragment at pixel (x, y): the first one whose far diagonal leaves the
    /// centre on its right, so that each fragment has exactly one triangle.
    pub(crate) fn owns(&self, corners: &[[i32; 2]], x: i32, y: i32) -> bool {
        let centre = [x, y].map(|c| i64::from(c) * i64::from(SUBPIXELS) + i64::from(SUBPIXELS / 2));
        let [x0, y0] = corners[0].map(i64::from);
        let ends_before = |triangle: u16| {
            let [x1, y1] = corners[usize::from(triangle) + 1].map(i64::from);
            (x1 - x0) * (centre[1] - y0) - (y1 - y0) * (centre[0] - x0) >= 0
        };
        (self.triangle == self.last || !ends_before(self.triangle))
            && (self.first..self.triangle).all(ends_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_areas() {
        let square = |x: [f64; 2], at: f32| {
            let corners = [[x[0], 0.0], [x[1], 0.0], [x[1], 4.0], [x[0], 4.0]];
            Outline::new(corners.into_iter()).part(at, at).fraction
        };
        assert_eq!(square([0.0, 4.0], 1.0), 1.0);
        assert_eq!(square([0.25, 0.75], 0.0), 0.5);
        assert_eq!(square([2.0, 4.0], 0.0), 0.0);
        let area: f32 = (-3..3)
            .flat_map(|x| (-3..3).map(move |y| disc_fraction(x as f32, y as f32, 2.5)))
            .sum();
        assert!((area - std::f32::consts::PI * 6.25).abs() < 0.02, "{area}");
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
                let owners = triangles.iter().filter(|t| piece(**t).owns(&corners, x, y));
                assert_eq!(owners.count(), 1, "{corners:?} at {x}, {y}");
            }
        }
    }
}

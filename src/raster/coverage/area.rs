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
    /// The covered part of the pixel's square, 0 to 1.
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
    pub(super) fn cut_square(&self, x: f64, y: f64) -> Covered {
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

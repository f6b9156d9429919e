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

    /// Where the square of this size with this corner lies.
    #[inline(always)]
    fn place(&self, corner: [f64; 2], size: f64) -> Side {
        // The corner that lies farthest to the left of the line, and the one farthest to the right.
        let at = self.side(corner);
        let [up, right] = [self.along[0] * size, -self.along[1] * size];
        let most = at + up.max(0.0) + right.max(0.0);
        let least = at + up.min(0.0) + right.min(0.0);
        if most < -self.slack {
            Side::Outside
        } else if least < self.slack {
            Side::Between
        } else {
            Side::Inside
        }
    }
}

/// The lines along the edges of a polygon with these corners.
fn lines(corners: impl ExactSizeIterator<Item = [f64; 2]> + Clone) -> impl Iterator<Item = Line> {
    let ends = corners.clone().cycle().skip(1);
    corners.zip(ends).map(|(start, end)| {
        let along = [end[0] - start[0], end[1] - start[1]];
        let slack = 1e-6 * (along[0].abs() + along[1].abs());
        Line {
            start,
            along,
            slack,
        }
    })
}

/// Corners of a polygon that edges have cut out of a square.
type Corners = SmallVec<[[f64; 2]; 16]>;

impl Outline {
    /// The outline of a polygon with these corners.
    pub(crate) fn new(corners: impl ExactSizeIterator<Item = [f64; 2]> + Clone) -> Outline {
        Outline {
            edges: lines(corners).collect(),
        }
    }

    /// The outline as the square of this size with corner (x, y) sees it: without the edges that leave it whole. So its parts
    /// cost what crosses the square. `None`: the polygon has nothing of the square.
    pub(crate) fn seen_from(
        corners: impl ExactSizeIterator<Item = [f64; 2]> + Clone,
        [x, y]: [f64; 2],
        size: f64,
    ) -> Option<Outline> {
        let mut edges = SmallVec::new();
        for line in lines(corners) {
            match line.place([x, y], size) {
                Side::Outside => return None,
                Side::Inside => {}
                Side::Between => edges.push(line),
            }
        }
        Some(Outline { edges })
    }

    /// Where the square of this size with corner (x, y) lies.
    #[inline(always)]
    pub(crate) fn place(&self, x: f32, y: f32, size: f64) -> Side {
        let corner = [f64::from(x), f64::from(y)];
        let mut place = Side::Inside;
        for line in &self.edges {
            match line.place(corner, size) {
                Side::Outside => return Side::Outside,
                Side::Inside => {}
                Side::Between => place = Side::Between,
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

/// The pixels of a square for which one triangle gives the data: those in a convex region, by what its sides decide there.
pub(crate) struct Share {
    /// The centre does not lie on the right of these.
    left_of: SmallVec<[Diagonal; 4]>,
    /// The centre lies on the right of this one.
    right_of: Option<Diagonal>,
}

/// A line from corner 0 of a polygon, in subpixels.
#[derive(Debug, Clone, Copy)]
struct Diagonal {
    start: [i64; 2],
    along: [i64; 2],
}

impl Diagonal {
    /// Twice the area of the triangle with the centre of pixel (x, y): negative on the right.
    #[inline(always)]
    fn side(self, x: i32, y: i32) -> i64 {
        let [cx, cy] =
            [x, y].map(|c| i64::from(c) * i64::from(SUBPIXELS) + i64::from(SUBPIXELS / 2));
        self.along[0] * (cy - self.start[1]) - self.along[1] * (cx - self.start[0])
    }

    /// The least and the greatest side of the pixels in a square of this size.
    fn sides(self, [x, y]: [i32; 2], size: i32) -> [i64; 2] {
        let end = size - 1;
        let corners = [[x, y], [x + end, y], [x, y + end], [x + end, y + end]];
        let sides = corners.map(|[x, y]| self.side(x, y));
        sides
            .iter()
            .fold([i64::MAX, i64::MIN], |[low, high], side| {
                [low.min(*side), high.max(*side)]
            })
    }
}

impl Share {
    /// Whether the triangle gives the data of the fragment at pixel (x, y) of the square.
    #[inline(always)]
    pub(crate) fn owns(&self, x: i32, y: i32) -> bool {
        self.left_of.iter().all(|line| line.side(x, y) >= 0)
            && self.right_of.is_none_or(|line| line.side(x, y) < 0)
    }
}

impl Piece {
    /// The pixels of a square of this size that this triangle interpolates: it is the first one whose far diagonal leaves the
    /// centre on its right, so that each fragment has exactly one triangle. `None` if there are none.
    pub(crate) fn share(&self, corners: &[[i32; 2]], square: [i32; 2], size: i32) -> Option<Share> {
        let diagonal = |triangle: u16| {
            let start = corners[0].map(i64::from);
            let end = corners[usize::from(triangle) + 1].map(i64::from);
            let along = [end[0] - start[0], end[1] - start[1]];
            Diagonal { start, along }
        };
        let mut left_of = SmallVec::new();
        for line in (self.first..self.triangle).map(diagonal) {
            match line.sides(square, size) {
                [_, high] if high < 0 => return None,
                [low, _] if low >= 0 => {}
                _ => left_of.push(line),
            }
        }
        let own = diagonal(self.triangle);
        let right_of = match own.sides(square, size) {
            _ if self.triangle == self.last => None,
            [low, _] if low >= 0 => return None,
            [_, high] if high < 0 => None,
            _ => Some(own),
        };
        Some(Share { left_of, right_of })
    }
}

//! Lines (GL 1.5 section 3.4): the diamond-exit rule in exact integers, wide lines, stipple, antialiased rectangles.
#![forbid(unsafe_code)]

use super::rect::PixelRect;
use super::subpixel::SUBPIXELS;

const HALF: i64 = SUBPIXELS as i64 / 2;

/// An aliased line in subpixels. Any part of it can be walked along the major axis.
///
/// A *column* is one pixel along the major axis: a column of pixels for an x-major line, a row for a y-major one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct LineShape {
    /// The start as (major, minor). It is moved down the minor axis by half of width − 1 pixels.
    start: [i32; 2],
    /// The displacement to the end as (major, minor). The major one is not zero.
    delta: [i32; 2],
    /// The first and the last column with a fragment, in drawing order.
    first: i32,
    last: i32,
    /// Pixels of each column, along the minor axis.
    width: i32,
    y_major: bool,
    stipple: Option<Stipple>,
}

/// The line stipple, with the counter at the line's first fragment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stipple {
    pub(crate) factor: u16,
    pub(crate) pattern: u16,
    pub(crate) counter: u32,
}

impl Stipple {
    /// Whether the stipple draws the fragment `n` columns after the first one (section 3.4.2).
    fn is_on(&self, n: u32) -> bool {
        let factor = u32::from(self.factor.clamp(1, 256));
        self.pattern >> (self.counter.wrapping_add(n) / factor % 16) & 1 == 1
    }
}

impl LineShape {
    /// Makes the line from `a` to `b`, in subpixels. Returns `None` if it has no fragment.
    pub(crate) fn new(
        a: [i32; 2],
        b: [i32; 2],
        width: i32,
        stipple: Option<Stipple>,
    ) -> Option<LineShape> {
        let d = [
            i64::from(b[0]) - i64::from(a[0]),
            i64::from(b[1]) - i64::from(a[1]),
        ];
        let y_major = d[1].abs() > d[0].abs();
        let turn = |p: [i64; 2]| if y_major { [p[1], p[0]] } else { p };
        let (start, end, delta) = (turn(a.map(i64::from)), turn(b.map(i64::from)), turn(d));
        if delta[0] == 0 {
            return None;
        }
        let (first, last) = columns(start, end, y_major)?;
        let shift = i64::from(width - 1) * HALF;
        let start = [start[0], start[1] - shift];
        Some(LineShape {
            start: start.map(|c| c as i32),
            delta: delta.map(|c| c as i32),
            first,
            last,
            width,
            y_major,
            stipple,
        })
    }

    /// The number of columns. The stipple counter advances by it.
    pub(crate) fn length(&self) -> u32 {
        (self.last - self.first).unsigned_abs() + 1
    }

    /// The pixels that the line may cover.
    pub(crate) fn bounds(&self) -> PixelRect {
        let (low, high) = (self.first.min(self.last), self.first.max(self.last));
        let ends = [self.minor_at(low), self.minor_at(high)];
        let (minor0, minor1) = (ends[0].min(ends[1]), ends[0].max(ends[1]) + self.width);
        let (major0, major1) = (low, high + 1);
        if self.y_major {
            PixelRect {
                x0: minor0,
                y0: major0,
                x1: minor1,
                y1: major1,
            }
        } else {
            PixelRect {
                x0: major0,
                y0: minor0,
                x1: major1,
                y1: minor1,
            }
        }
    }

    /// Whether columns are rows of pixels.
    #[inline(always)]
    pub(crate) fn is_y_major(&self) -> bool {
        self.y_major
    }

    /// Calls `column(major, [from, end])` for each column with fragments inside `window`, which are those whose minor
    /// coordinate is in `from..end`. Majors ascend.
    #[inline(always)]
    pub(crate) fn columns_in(&self, window: PixelRect, mut column: impl FnMut(i32, [i32; 2])) {
        let (m0, m1, n0, n1) = if self.y_major {
            (window.y0, window.y1, window.x0, window.x1)
        } else {
            (window.x0, window.x1, window.y0, window.y1)
        };
        let (low, high) = (self.first.min(self.last), self.first.max(self.last));
        let mut crossing = self.crossing_at(low.max(m0));
        for major in low.max(m0)..(high + 1).min(m1) {
            let first = crossing.pixel();
            crossing.step();
            let is_on = |s: Stipple| s.is_on((major - self.first).unsigned_abs());
            let [from, end] = [first.max(n0), (first + self.width).min(n1)];
            if from < end && self.stipple.is_none_or(is_on) {
                column(major, [from, end]);
            }
        }
    }

    /// The first pixel of a column along the minor axis.
    fn minor_at(&self, major: i32) -> i32 {
        self.crossing_at(major).pixel()
    }

    /// Where the line crosses the centre line of a column.
    #[inline(always)]
    fn crossing_at(&self, major: i32) -> Crossing {
        let [d, e] = self.delta.map(i64::from);
        let [start_major, start_minor] = self.start.map(i64::from);
        let rise = e * d.signum();
        let along = i64::from(major) * i64::from(SUBPIXELS) + HALF - start_major;
        // minor = start + along × e / d, over a positive denominator.
        let numerator = start_minor * d.abs() + along * rise;
        let denominator = d.abs() * i64::from(SUBPIXELS);
        let by = rise * i64::from(SUBPIXELS);
        Crossing {
            floor: numerator.div_euclid(denominator),
            rest: numerator.rem_euclid(denominator),
            denominator,
            floor_step: by.div_euclid(denominator),
            rest_step: by.rem_euclid(denominator),
            // The rule moves the line by (−ε, −ε²). So a line through a pixel boundary passes above it if it is x-major and
            // rises, else below it.
            is_above: !self.y_major && rise > 0,
        }
    }
}

/// Where a line crosses the centre line of a column: at `floor + rest / denominator` pixels, exactly.
struct Crossing {
    floor: i64,
    rest: i64,
    denominator: i64,
    /// How far both parts move from one column to the next.
    floor_step: i64,
    rest_step: i64,
    /// Whether a crossing exactly on a pixel boundary belongs to the pixel above it.
    is_above: bool,
}

impl Crossing {
    /// The pixel of the crossing.
    fn pixel(&self) -> i32 {
        (self.floor - i64::from(self.rest == 0 && !self.is_above)) as i32
    }

    /// Moves to the next column.
    fn step(&mut self) {
        self.floor += self.floor_step;
        self.rest += self.rest_step;
        if self.rest >= self.denominator {
            self.rest -= self.denominator;
            self.floor += 1;
        }
    }
}

/// Finds the first and the last column with a fragment, in drawing order (section 3.4.1). Ends are (major, minor).
///
/// A column has a fragment if the line crosses its centre line. At the ends the diamonds of the
/// pixels decide: a line has the fragment of a diamond that it leaves, but not of one that it ends in.
fn columns(start: [i64; 2], end: [i64; 2], y_major: bool) -> Option<(i32, i32)> {
    let forward = end[0] > start[0];
    // Points are moved by −ε along x and −ε² along y. So a point on a boundary of columns lies in the lower one.
    let column = |p: i64| {
        (p - i64::from(p.rem_euclid(i64::from(SUBPIXELS)) == 0)).div_euclid(i64::from(SUBPIXELS))
    };
    let is_past_centre = |p: i64| {
        let offset = p - column(p) * i64::from(SUBPIXELS) - HALF;
        if forward { offset > 0 } else { offset <= 0 }
    };
    let step = if forward { 1 } else { -1 };
    let mut first = column(start[0]);
    if is_past_centre(start[0]) && !in_diamond(start, column(start[0]), y_major) {
        first += step;
    }
    let mut last = column(end[0]);
    if !is_past_centre(end[0]) || in_diamond(end, column(end[0]), y_major) {
        last -= step;
    }
    ((last - first) * step >= 0).then_some((first as i32, last as i32))
}

/// Whether (major, minor) lies in the diamond of its pixel, after the rule has moved it by (−ε, −ε²).
fn in_diamond(p: [i64; 2], column: i64, y_major: bool) -> bool {
    let unit = i64::from(SUBPIXELS);
    let row = (p[1] - i64::from(p[1].rem_euclid(unit) == 0)).div_euclid(unit);
    let major = p[0] - column * unit - HALF;
    let minor = p[1] - row * unit - HALF;
    let (x, y) = if y_major {
        (minor, major)
    } else {
        (major, minor)
    };
    let sum = x.abs() + y.abs();
    sum < HALF || sum == HALF && (x > 0 || x == 0 && y > 0)
}

/// Returns the corners, counterclockwise, of the rectangle around a part of the line from `a` to `b`. The part reaches from `t0`
/// to `t1`, where 0 is `a` and 1 is `b`; coordinates and width are in pixels.
pub(crate) fn rectangle_around(
    a: [f64; 2],
    b: [f64; 2],
    t0: f64,
    t1: f64,
    width: f64,
) -> [[f32; 2]; 4] {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = (dx * dx + dy * dy).sqrt();
    let (nx, ny) = (-dy / length * width / 2.0, dx / length * width / 2.0);
    let at = |t: f64, side: f64| {
        [
            (a[0] + t * dx + side * nx) as f32,
            (a[1] + t * dy + side * ny) as f32,
        ]
    };
    [at(t0, -1.0), at(t1, -1.0), at(t1, 1.0), at(t0, 1.0)]
}

/// Returns the parts of an antialiased line of `length` pixels that its stipple draws, each from 0 at the start to 1 at the
/// end. The second result is the stipple counter after the line, which is 0 without a stipple.
pub(crate) fn stippled_runs(length: f64, stipple: Option<Stipple>) -> (Vec<(f64, f64)>, u32) {
    let Some(stipple) = stipple else {
        return (vec![(0.0, 1.0)], 0);
    };
    let n = length.ceil() as u32;
    let mut runs: Vec<(f64, f64)> = Vec::new();
    for i in (0..n).filter(|i| stipple.is_on(*i)) {
        let (t0, t1) = (f64::from(i) / length, (f64::from(i + 1) / length).min(1.0));
        match runs.last_mut() {
            Some(run) if run.1 == t0 => run.1 = t1,
            _ => runs.push((t0, t1)),
        }
    }
    (runs, stipple.counter.wrapping_add(n))
}

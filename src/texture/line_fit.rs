//! Fits colours to a line, for encoders of blocks: the ends along the principal axis, and least squares.
#![forbid(unsafe_code)]

/// A colour of `C` components.
pub(super) type Point<const C: usize> = [f32; C];

fn add<const C: usize>(to: Point<C>, what: Point<C>, times: f32) -> Point<C> {
    std::array::from_fn(|c| to[c] + what[c] * times)
}

fn dot<const C: usize>(a: Point<C>, b: Point<C>) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The two outermost of some points along their principal axis, the lower end first; zeros without any.
pub(super) fn extremes<const C: usize>(
    points: impl Iterator<Item = Point<C>> + Clone,
) -> [Point<C>; 2] {
    let sum = |(n, sum): (f32, Point<C>), point| (n + 1.0, add(sum, point, 1.0));
    let (n, sum) = points.clone().fold((0.0, [0.0; C]), sum);
    let mean = sum.map(|s| s / f32::max(n, 1.0));
    let mut covariance = [[0.0; C]; C];
    for point in points.clone() {
        let from_mean = add(point, mean, -1.0);
        for (row, x) in covariance.iter_mut().zip(from_mean) {
            *row = add(*row, from_mean, x);
        }
    }
    // Power iteration from the longest row, which is not orthogonal to the greatest axis.
    let longest = covariance
        .iter()
        .max_by(|a, b| dot(**a, **a).total_cmp(&dot(**b, **b)));
    let mut axis = longest.copied().unwrap_or([0.0; C]);
    for _ in 0..6 {
        let next = covariance.map(|row| dot(row, axis));
        let scale = next.iter().fold(0.0f32, |max, x| max.max(x.abs()));
        axis = next.map(|x| x / scale.max(1e-20));
    }
    let along = |point: &Point<C>| dot(add(*point, mean, -1.0), axis);
    let by = |a: &Point<C>, b: &Point<C>| along(a).total_cmp(&along(b));
    [
        points.clone().min_by(by).unwrap_or(mean),
        points.max_by(by).unwrap_or(mean),
    ]
}

/// The two ends whose mixtures come nearest to some points, each given with the share of the first end; `None` when the
/// shares do not determine them.
pub(super) fn fitted_ends<const C: usize>(
    points: impl Iterator<Item = (Point<C>, f32)>,
) -> Option<[Point<C>; 2]> {
    let (mut aa, mut ab, mut bb) = (0.0, 0.0, 0.0);
    let (mut ap, mut bp) = ([0.0; C], [0.0; C]);
    for (point, a) in points {
        let b = 1.0 - a;
        (aa, ab, bb) = (aa + a * a, ab + a * b, bb + b * b);
        (ap, bp) = (add(ap, point, a), add(bp, point, b));
    }
    let determinant = aa * bb - ab * ab;
    if determinant < 1e-3 {
        return None;
    }
    let solve = |p: Point<C>, q: Point<C>, x: f32, y: f32| {
        std::array::from_fn(|c| (p[c] * x - q[c] * y) / determinant)
    };
    Some([solve(ap, bp, bb, ab), solve(bp, ap, aa, ab)])
}

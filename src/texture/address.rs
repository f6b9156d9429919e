//! Texture coordinates → texel indices (GL 1.5 sections 3.8.6 to 3.8.8).
//!
//! ```text
//!        -1 | 0 | 1 | … | n-1 | n      indices; -1 and n are the border
//!       u: -1   0   1            n     u = s · n
//! ```
//! NaN counts as 0; every index lies in [−1, n], for the modes that do not [leave](Axis::leaves) in [0, n − 1].
#![forbid(unsafe_code)]

use super::sampler::Wrap;
use crate::simd::Vectors;

/// Indices along one axis.
#[derive(Clone, Copy)]
pub(super) struct Axis<V: Vectors> {
    /// The first texel.
    pub(super) first: V::I,
    /// Its neighbour (linear filtering).
    pub(super) second: V::I,
    /// Weight of the neighbour, [0, 1].
    pub(super) weight: V::F,
    /// Whether indices may be −1 or n.
    pub(super) leaves: bool,
}

/// Indices of the nearest texel, or of the two neighbours and their weight, for coordinate `s` of a level with `n`
/// texels. `normalized`: [0, 1] spans the level; else `s` counts texels.
#[inline(always)]
pub(super) fn axis<V: Vectors>(
    wrap: Wrap,
    s: V::F,
    n: i32,
    normalized: bool,
    linear: bool,
) -> Axis<V> {
    let size = V::splat(n as f32);
    let scaled = if normalized { s * size } else { s };
    let last = V::splat_i(n - 1);
    let edge = n as f32 - 0.5;
    match wrap {
        Wrap::Repeat if n & (n - 1) == 0 => {
            // Multiples of n are the bits above; the product with a power of two is exact.
            let (index, weight) = split::<V>(scaled, linear);
            Axis {
                first: index & last,
                second: (index + V::splat_i(1)) & last,
                weight,
                leaves: false,
            }
        }
        Wrap::Repeat => {
            // Where the fraction rounds to 1, u is n; 0 ≤ s − ⌊s⌋, or NaN.
            let fraction = V::max(s - V::floor(s), V::splat(0.0));
            let (index, weight) = split::<V>(fraction * size, linear);
            // −1 and n become n − 1, as unsigned numbers.
            let first = V::min_u(index, last);
            let second = V::select_i(V::eq_i(first, last), V::splat_i(0), first + V::splat_i(1));
            Axis {
                first,
                second,
                weight,
                leaves: false,
            }
        }
        Wrap::MirroredRepeat => {
            let fraction = s - V::floor(s);
            let half = s * V::splat(0.5);
            let even = V::lt(half - V::floor(half), V::splat(0.5));
            let mirrored = V::select(even, fraction, V::splat(1.0) - fraction) * size;
            to_edge::<V>(clamp::<V>(mirrored, 0.5, edge), last, linear)
        }
        Wrap::ClampToEdge => to_edge::<V>(clamp::<V>(scaled, 0.5, edge), last, linear),
        Wrap::Clamp if !linear => {
            // s = 1 belongs to the last texel when nothing is mixed in.
            to_edge::<V>(clamp::<V>(scaled, 0.0, n as f32), last, linear)
        }
        Wrap::Clamp => to_border::<V>(clamp::<V>(scaled, 0.0, n as f32), n, linear),
        Wrap::ClampToBorder => to_border::<V>(clamp::<V>(scaled, -0.5, n as f32 + 0.5), n, linear),
    }
}

/// NaN gives the lower limit.
#[inline(always)]
fn clamp<V: Vectors>(x: V::F, low: f32, high: f32) -> V::F {
    V::min(V::max(x, V::splat(low)), V::splat(high))
}

/// The texel that u lies in; for linear filtering the texel whose centre is next below, and the weight of its neighbour.
#[inline(always)]
fn split<V: Vectors>(u: V::F, linear: bool) -> (V::I, V::F) {
    let u = if linear { u - V::splat(0.5) } else { u };
    let floor = V::floor(u);
    // NaN and infinities weigh nothing.
    (V::to_i(floor), V::max(u - floor, V::splat(0.0)))
}

/// Neighbours of u in [0, n], the indices kept inside.
#[inline(always)]
fn to_edge<V: Vectors>(u: V::F, last: V::I, linear: bool) -> Axis<V> {
    let (index, weight) = split::<V>(u, linear);
    Axis {
        first: V::min_u(index, last),
        second: V::min_u(index + V::splat_i(1), last),
        weight,
        leaves: false,
    }
}

/// Neighbours of u in [−½, n + ½].
#[inline(always)]
fn to_border<V: Vectors>(u: V::F, n: i32, linear: bool) -> Axis<V> {
    let (first, weight) = split::<V>(u, linear);
    Axis {
        first,
        // Where the first is n, u is n + ½ and its neighbour weighs nothing.
        second: V::min_u(first + V::splat_i(1), V::splat_i(n)),
        weight,
        leaves: true,
    }
}

#[inline(always)]
fn minus<V: Vectors>(x: V::F) -> V::F {
    V::splat(0.0) - x
}

#[inline(always)]
fn abs<V: Vectors>(x: V::F) -> V::F {
    V::max(x, minus::<V>(x))
}

/// A group of directions, by the faces of a cube that they point to (GL 1.5 table 3.21).
#[derive(Clone, Copy)]
pub(super) struct Faces<V: Vectors> {
    on_x: V::M,
    on_y: V::M,
    negative: V::M,
}

impl<V: Vectors> Faces<V> {
    /// The faces that directions point to; ties go to x, then y.
    #[inline(always)]
    pub(super) fn of([x, y, z]: [V::F; 3]) -> Faces<V> {
        let (ax, ay, az) = (abs::<V>(x), abs::<V>(y), abs::<V>(z));
        let on_x = V::le(ay, ax) & V::le(az, ax);
        let on_y = V::le(az, ay);
        let major = V::select(on_x, x, V::select(on_y, y, z));
        Faces {
            on_x,
            on_y,
            negative: V::lt(major, V::splat(0.0)),
        }
    }

    /// Numbers of the faces, 0 to 5: +x −x +y −y +z −z.
    #[inline(always)]
    pub(super) fn numbers(&self) -> V::I {
        let other = V::select_i(self.on_y, V::splat_i(2), V::splat_i(4));
        let axis = V::select_i(self.on_x, V::splat_i(0), other);
        axis + V::select_i(self.negative, V::splat_i(1), V::splat_i(0))
    }

    /// The negative where the face is.
    #[inline(always)]
    fn signed(&self, x: V::F) -> V::F {
        V::select(self.negative, minus::<V>(x), x)
    }

    /// (sc, tc, |ma|): linear in the vector, so it serves directions on these faces and differences of directions alike;
    /// of a direction on another face the last may be negative.
    #[inline(always)]
    pub(super) fn axes(&self, [x, y, z]: [V::F; 3]) -> [V::F; 3] {
        let (sx, sy, sz) = (self.signed(x), self.signed(y), self.signed(z));
        let sc = V::select(self.on_x, minus::<V>(sz), V::select(self.on_y, x, sx));
        let tc = V::select(
            self.on_x,
            minus::<V>(y),
            V::select(self.on_y, sz, minus::<V>(y)),
        );
        let ma = V::select(self.on_x, sx, V::select(self.on_y, sy, sz));
        [sc, tc, ma]
    }

    /// Coordinates of directions on their faces, [0, 1].
    #[inline(always)]
    pub(super) fn project(&self, direction: [V::F; 3]) -> [V::F; 2] {
        let [sc, tc, ma] = self.axes(direction);
        let (one, half) = (V::splat(1.0), V::splat(0.5));
        [(sc / ma + one) * half, (tc / ma + one) * half]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::Portable;

    const WRAPS: [Wrap; 5] = [
        Wrap::Repeat,
        Wrap::Clamp,
        Wrap::ClampToEdge,
        Wrap::ClampToBorder,
        Wrap::MirroredRepeat,
    ];

    type V = Portable;

    fn one(wrap: Wrap, s: f32, n: i32, linear: bool) -> (i32, i32, f32) {
        let axis = axis::<V>(wrap, V::splat(s), n, true, linear);
        let [first, second] = [axis.first, axis.second].map(|x| V::store_i(x)[0] as i32);
        (first, second, V::store(axis.weight)[0])
    }

    #[test]
    fn nearest_follows_the_wrap_modes() {
        assert_eq!(one(Wrap::Repeat, 1.25, 4, false).0, 1);
        assert_eq!(one(Wrap::Repeat, -0.125, 4, false).0, 3);
        assert_eq!(
            one(Wrap::Repeat, -1e-10, 4, false).0,
            3,
            "the fraction rounds to 1"
        );
        assert_eq!(one(Wrap::Clamp, 1.0, 4, false).0, 3);
        assert_eq!(one(Wrap::ClampToEdge, -7.0, 4, false).0, 0);
        assert_eq!(one(Wrap::ClampToBorder, -7.0, 4, false).0, -1);
        assert_eq!(one(Wrap::ClampToBorder, 7.0, 4, false).0, 4);
        assert_eq!(one(Wrap::MirroredRepeat, 1.125, 4, false).0, 3);
        assert_eq!(one(Wrap::MirroredRepeat, -0.125, 4, false).0, 0);
    }

    #[test]
    fn linear_neighbours_cross_the_edges() {
        assert_eq!(one(Wrap::Repeat, 0.0, 4, true), (3, 0, 0.5));
        assert_eq!(one(Wrap::Repeat, 0.125, 4, true), (0, 1, 0.0));
        assert_eq!(one(Wrap::Clamp, 0.0, 4, true), (-1, 0, 0.5));
        assert_eq!(one(Wrap::Clamp, 2.0, 4, true), (3, 4, 0.5));
        assert_eq!(one(Wrap::ClampToEdge, 2.0, 4, true), (3, 3, 0.0));
        assert_eq!(one(Wrap::ClampToBorder, -2.0, 4, true), (-1, 0, 0.0));
        assert_eq!(one(Wrap::Repeat, 0.5, 1, true), (0, 0, 0.0));
    }

    #[test]
    fn any_float_gives_an_index_in_reach() {
        for bits in (0..u32::MAX).step_by(65_521) {
            let s = f32::from_bits(bits);
            for (wrap, linear, n) in WRAPS
                .into_iter()
                .flat_map(|w| [(w, false, 1), (w, true, 1), (w, true, 640), (w, true, 512)])
            {
                let (first, second, weight) = one(wrap, s, n, linear);
                assert!(
                    (-1..=n).contains(&first) && (-1..=n).contains(&second),
                    "{wrap:?} {s} {first} {second}"
                );
                assert!(
                    (0.0..=1.0).contains(&weight),
                    "{wrap:?} {s} weight {weight}"
                );
            }
        }
    }

    #[test]
    fn cube_faces_follow_the_table() {
        let project = |direction: [f32; 3]| {
            let direction = direction.map(V::splat);
            let faces = Faces::<V>::of(direction);
            let [s, t] = faces.project(direction).map(|x| V::store(x)[0]);
            (V::store_i(faces.numbers())[0], [s, t])
        };
        for (direction, expected) in [
            ([1.0, 0.5, 0.0], (0, [0.5, 0.25])),
            ([-1.0, 0.5, 0.5], (1, [0.75, 0.25])),
            ([0.5, 2.0, 1.0], (2, [0.625, 0.75])),
            ([0.0, -2.0, 1.0], (3, [0.5, 0.25])),
            ([0.5, 0.0, 1.0], (4, [0.75, 0.5])),
            ([0.5, 0.0, -1.0], (5, [0.25, 0.5])),
            ([1.0, -1.0, 1.0], (0, [0.0, 1.0])),
            ([0.0, 1.0, -1.0], (2, [0.5, 0.0])),
        ] {
            assert_eq!(project(direction), expected, "{direction:?}");
        }
    }
}

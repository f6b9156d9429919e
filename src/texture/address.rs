//! Texture coordinates → texel indices (GL 1.5 sections 3.8.6 to 3.8.8).
//!
//! ```text
//!        -1 | 0 | 1 | … | n-1 | n      indices; -1 and n are the border
//!       u: -1   0   1            n     u = s · n
//! ```
//! NaN counts as 0; every index lies in [−1, n], and in [0, n − 1] for the modes that never leave the image.
#![forbid(unsafe_code)]

use super::sampler_state::Wrap;
use crate::simd::Vectors;
use std::marker::PhantomData;

/// The addressing of one axis of a level.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) wrap: Wrap,
    /// The number of texels along this axis.
    pub(super) n: i32,
    /// [0, 1] spans the level; else coordinates count texels.
    pub(super) normalized: bool,
}

/// Neighbours along one axis: the texel whose centre is next below, and the one after it.
pub(super) struct Axis<V: Vectors, S: Split> {
    wrap: Wrap,
    n: i32,
    /// The first texel.
    pub(super) first: V::I,
    /// Weight of the second.
    pub(super) weight: S::Weight<V>,
}

/// The conversion of a coordinate's place between two texel centres to a weight.
pub(super) trait Split: Copy {
    /// The weight of one texel against its neighbour, in the units that its blend takes.
    type Weight<V: Vectors>: Copy;
    /// Coordinates as the numbers that [`Split::split`] takes.
    const SCALE: Scale;

    /// The texel whose centre is next below a scaled coordinate, and the weight of its neighbour in [0, 1]; NaN and infinities
    /// weigh nothing.
    fn split<V: Vectors>(u: V::F) -> (V::I, Self::Weight<V>);

    /// A weight of 0.
    fn none<V: Vectors>() -> Self::Weight<V>;
}

/// Texels count in steps of one over `steps`, from `origin` of them on.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    steps: f32,
    origin: f32,
}

/// Texels, from the edge on.
const TEXELS: Scale = Scale {
    steps: 1.0,
    origin: 0.0,
};

/// Weights as they are.
#[derive(Clone, Copy)]
pub(super) struct Exact;

impl Split for Exact {
    type Weight<V: Vectors> = V::F;
    const SCALE: Scale = Scale {
        steps: 1.0,
        origin: 0.5,
    };

    #[inline(always)]
    fn split<V: Vectors>(u: V::F) -> (V::I, V::F) {
        let floor = V::floor(u);
        (V::to_i(floor), V::max(u - floor, V::splat(0.0)))
    }
    #[inline(always)]
    fn none<V: Vectors>() -> V::F {
        V::splat(0.0)
    }
}

/// Weights in fixed point with `BITS` bits: one conversion gives both the texel and the weight, to half a step (before the
/// first texel's centre to one and a half).
#[derive(Clone, Copy)]
pub(super) struct Fixed<const BITS: u32>;

impl<const BITS: u32> Split for Fixed<BITS> {
    type Weight<V: Vectors> = V::I;
    const SCALE: Scale = Scale {
        steps: (1 << BITS) as f32,
        origin: 0.5 * (1 << BITS) as f32 - 0.5,
    };

    #[inline(always)]
    fn split<V: Vectors>(u: V::F) -> (V::I, V::I) {
        let fixed = V::to_i(u);
        (V::sar(fixed, BITS), fixed & V::splat_i((1 << BITS) - 1))
    }
    #[inline(always)]
    fn none<V: Vectors>() -> V::I {
        V::splat_i(0)
    }
}

/// u = s · n, scaled, where the wrap mode puts it; limits come with [`wrapped`].
struct Unlimited<V: Vectors> {
    wrap: Wrap,
    size: V::F,
    origin: V::F,
}

impl<V: Vectors> Unlimited<V> {
    #[inline(always)]
    fn new(extent: Extent, scale: Scale) -> Self {
        let n = if extent.normalized || extent.wrap == Wrap::MirroredRepeat {
            extent.n
        } else {
            1
        };
        Unlimited {
            wrap: extent.wrap,
            size: V::splat(n as f32 * scale.steps),
            origin: V::splat(-scale.origin),
        }
    }

    #[inline(always)]
    fn of(&self, mut s: V::F) -> V::F {
        if self.wrap == Wrap::Repeat {
            s = s - V::floor(s);
        } else if self.wrap == Wrap::MirroredRepeat {
            let middle = s * V::splat(0.5);
            let even = V::lt(middle - V::floor(middle), V::splat(0.5));
            let fraction = s - V::floor(s);
            s = V::select(even, fraction, V::splat(1.0) - fraction);
        } else if self.wrap.mirrors_once() {
            s = abs::<V>(s);
        }
        V::mul_add(s, self.size, self.origin)
    }
}

/// The same in the range that the wrap mode leaves it: [0, n], with a border [−½, n + ½].
#[inline(always)]
fn wrapped<V: Vectors>(extent: Extent, s: V::F, scale: Scale) -> V::F {
    let Scale { steps, origin } = scale;
    let n = extent.n as f32 * steps;
    // How far inside the first and the last texel u may come. With REPEAT, u is n where the fraction rounds to 1; with
    // CLAMP, s = 1 belongs to the last texel when nothing is mixed in.
    let inset = steps
        * match extent.wrap {
            Wrap::Repeat | Wrap::Clamp | Wrap::MirrorClamp => 0.0,
            Wrap::ClampToBorder | Wrap::MirrorClampToBorder => -0.5,
            _ => 0.5,
        };
    let low = if extent.wrap.mirrors_once() {
        0.5 * steps
    } else {
        inset
    };
    clamp::<V>(
        Unlimited::<V>::new(extent, scale).of(s),
        low - origin,
        n - inset - origin,
    )
}

/// NaN gives the lower limit.
#[inline(always)]
fn clamp<V: Vectors>(x: V::F, low: f32, high: f32) -> V::F {
    V::min(V::max(x, V::splat(low)), V::splat(high))
}

/// Whether indices may be −1 or n.
#[inline(always)]
pub(super) fn leaves(wrap: Wrap, linear: bool) -> bool {
    match wrap {
        Wrap::ClampToBorder | Wrap::MirrorClampToBorder => true,
        Wrap::Clamp | Wrap::MirrorClamp => linear,
        _ => false,
    }
}

/// Index of the texel that coordinate `s` lies in.
#[inline(always)]
pub(super) fn nearest<V: Vectors>(extent: Extent, s: V::F) -> V::I {
    let index = V::to_i(V::floor(wrapped::<V>(extent, s, TEXELS)));
    if leaves(extent.wrap, false) {
        index
    } else {
        // n and what NaN gives become n − 1.
        V::min_u(index, V::splat_i(extent.n - 1))
    }
}

/// Neighbours of coordinate `s` for linear filtering.
#[inline(always)]
pub(super) fn linear<V: Vectors, S: Split>(extent: Extent, s: V::F) -> Axis<V, S> {
    let (index, weight) = S::split::<V>(wrapped::<V>(extent, s, S::SCALE));
    // −1 becomes n − 1.
    let greatest = if leaves(extent.wrap, true) {
        -1
    } else {
        extent.n - 1
    };
    Axis {
        wrap: extent.wrap,
        n: extent.n,
        first: V::min_u(index, V::splat_i(greatest)),
        weight,
    }
}

/// Finds neighbours that are both inside the level and side by side in memory. There [`wrapped`]'s limits change nothing.
pub(super) struct Inner<V: Vectors, S: Split> {
    unlimited: Unlimited<V>,
    /// Number of the last texel.
    last: V::I,
    split: PhantomData<S>,
}

impl<V: Vectors, S: Split> Inner<V, S> {
    #[inline(always)]
    pub(super) fn new(extent: Extent) -> Self {
        Inner {
            unlimited: Unlimited::new(extent, S::SCALE),
            last: V::splat_i(extent.n - 1),
            split: PhantomData,
        }
    }

    /// The first texel and the weight of the second, in lanes with such neighbours, and a mask of these lanes.
    #[inline(always)]
    pub(super) fn find(&self, s: V::F) -> (V::I, S::Weight<V>, V::M) {
        let (first, weight) = S::split::<V>(self.unlimited.of(s));
        (first, weight, V::lt_u(first, self.last))
    }
}

impl<V: Vectors, S: Split> Axis<V, S> {
    /// Where both texels are inside the level and neighbours in memory.
    #[inline(always)]
    pub(super) fn adjacent(&self) -> V::M {
        V::lt_u(self.first, V::splat_i(self.n - 1))
    }

    /// The second texel.
    #[inline(always)]
    pub(super) fn second(&self) -> V::I {
        let next = self.first + V::splat_i(1);
        let (n, last) = (V::splat_i(self.n), V::splat_i(self.n - 1));
        match self.wrap {
            Wrap::Repeat => V::select_i(V::eq_i(self.first, last), V::splat_i(0), next),
            // Where the first is n, u is n + ½ and its neighbour has weight 0.
            Wrap::Clamp | Wrap::ClampToBorder | Wrap::MirrorClamp | Wrap::MirrorClampToBorder => {
                V::min_u(next, n)
            }
            Wrap::ClampToEdge | Wrap::MirroredRepeat | Wrap::MirrorClampToEdge => {
                V::min_u(next, last)
            }
        }
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

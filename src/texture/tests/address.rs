//! Texels and weights of single coordinates, by wrap mode, and the faces of cubes.

use crate::simd::{Portable, Vectors};
use crate::texture::address::*;
use crate::texture::{Wrap, address};

const WRAPS: [Wrap; 5] = [
    Wrap::Repeat,
    Wrap::Clamp,
    Wrap::ClampToEdge,
    Wrap::ClampToBorder,
    Wrap::MirroredRepeat,
];

type V = Portable;

/// First and second texel, and the weight; the same in fixed point.
fn one(wrap: Wrap, s: f32, n: i32, linear: bool) -> (i32, i32, f32) {
    let extent = Extent {
        wrap,
        n,
        normalized: true,
    };
    let s = V::splat(s);
    let index = |x| V::store_i(x)[0] as i32;
    if !linear {
        let index = index(nearest::<V>(extent, s));
        return (index, index, 0.0);
    }
    let axis = address::linear::<V, Exact>(extent, s);
    let fixed = address::linear::<V, Fixed<15>>(extent, s);
    let weight = V::store(axis.weight)[0];
    let (first, second) = (index(axis.first), index(axis.second()));
    let steps = index(fixed.weight) as f32;
    let error = if index(fixed.first) == first {
        steps - 32768.0 * weight
    } else {
        // The fixed-point coordinate was rounded up to the next texel's centre.
        steps + 32768.0 * (1.0 - weight)
    };
    // The bound is half a step, and up to one where the conversion truncates a number below 0. It is one more where both
    // are rounded to 24 bits of more steps than that.
    let rounding = if n > 512 { 1.0 } else { 0.0 };
    assert!(
        error.abs() <= 1.51 + rounding,
        "{wrap:?} {s:?} of {n}",
        s = V::store(s)[0]
    );
    assert_eq!(
        V::mask_bits(axis.adjacent()) != 0,
        first >= 0 && second < n && second == first + 1
    );
    let (inner_first, inner_weight, is_inner) = Inner::<V, Fixed<15>>::new(extent).find(s);
    if V::mask_bits(is_inner) != 0 {
        let inner = (index(inner_first), index(inner_weight));
        assert_eq!(inner, (index(fixed.first), index(fixed.weight)));
        assert!(V::mask_bits(fixed.adjacent()) != 0);
    }
    (first, second, weight)
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

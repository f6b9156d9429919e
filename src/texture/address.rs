//! Texture coordinates → texel indices (GL 1.5 sections 3.8.6 to 3.8.8).
//!
//! ```text
//!        -1 | 0 | 1 | … | n-1 | n      indices; -1 and n are the border
//!       u: -1   0   1            n     u = s · n
//! ```
//! NaN counts as 0; every result lies in [−1, n].
#![forbid(unsafe_code)]

use super::sampler::Wrap;
use crate::simd::{LANES, LanesF32};

/// Indices along one axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Axis {
    /// The first texel.
    pub(super) first: [i32; LANES],
    /// Its neighbour (linear filtering).
    pub(super) second: [i32; LANES],
    /// Weight of the neighbour, [0, 1).
    pub(super) weight: LanesF32,
}

impl Axis {
    /// An axis that the texture does not have.
    pub(super) const NONE: Axis = Axis {
        first: [0; LANES],
        second: [0; LANES],
        weight: [0.0; LANES],
    };
}

/// Texel coordinate u after wrapping, and for the repeating modes in [0, n].
#[inline(always)]
fn wrapped(wrap: Wrap, s: f32, n: f32, scale: f32) -> f32 {
    let fraction = s - s.floor();
    let u = match wrap {
        Wrap::Repeat => fraction * n,
        Wrap::MirroredRepeat => {
            let half = s * 0.5;
            let odd = half - half.floor() >= 0.5;
            let mirrored = (if odd { 1.0 - fraction } else { fraction }) * n;
            mirrored.max(0.5).min(n - 0.5)
        }
        Wrap::Clamp => (s * scale).max(0.0).min(n),
        Wrap::ClampToEdge => (s * scale).max(0.5).min(n - 0.5),
        Wrap::ClampToBorder => (s * scale).max(-0.5).min(n + 0.5),
    };
    // NaN compares false and becomes 0 (`max` has already replaced it in the clamping modes).
    if u >= -0.5 { u } else { 0.0 }
}

/// Indices of the nearest texel, or of the two neighbours and their weight, for coordinate `s` of a level with `n`
/// texels. `normalized`: [0, 1] spans the level; else `s` counts texels.
#[inline(always)]
pub(super) fn axis(wrap: Wrap, s: &LanesF32, n: i32, normalized: bool, linear: bool) -> Axis {
    let mut out = Axis::NONE;
    let size = n as f32;
    let scale = if normalized { size } else { 1.0 };
    let shift = if linear { 0.5 } else { 0.0 };
    for lane in 0..LANES {
        let u = wrapped(wrap, s[lane], size, scale) - shift;
        let floor = u.floor();
        out.weight[lane] = u - floor;
        out.first[lane] = floor as i32;
    }
    match wrap {
        Wrap::Repeat if linear => {
            for lane in 0..LANES {
                let first = if out.first[lane] < 0 {
                    n - 1
                } else {
                    out.first[lane].min(n - 1)
                };
                out.first[lane] = first;
                out.second[lane] = if first + 1 >= n { 0 } else { first + 1 };
            }
        }
        Wrap::Repeat => {
            for lane in 0..LANES {
                out.first[lane] = out.first[lane].min(n - 1);
            }
        }
        Wrap::ClampToEdge | Wrap::MirroredRepeat => {
            for lane in 0..LANES {
                out.second[lane] = (out.first[lane] + 1).min(n - 1);
                out.first[lane] = out.first[lane].clamp(0, n - 1);
            }
        }
        // s = 1 belongs to the last texel when nothing is mixed in.
        Wrap::Clamp if !linear => {
            for lane in 0..LANES {
                out.first[lane] = out.first[lane].clamp(0, n - 1);
            }
        }
        Wrap::Clamp | Wrap::ClampToBorder => {
            for lane in 0..LANES {
                out.first[lane] = out.first[lane].clamp(-1, n);
                out.second[lane] = (out.first[lane] + 1).min(n);
            }
        }
    }
    out
}

/// Face and coordinates on it of a direction (GL 1.5 table 3.21).
#[derive(Debug, Clone, Copy)]
pub(super) struct CubeCoord {
    /// 0 to 5: +x −x +y −y +z −z.
    pub(super) face: [u8; LANES],
    /// [0, 1] on the face.
    pub(super) s: LanesF32,
    /// [0, 1] on the face.
    pub(super) t: LanesF32,
}

/// The face that a direction points to; ties go to x, then y.
#[inline(always)]
pub(super) fn face_of([x, y, z]: [f32; 3]) -> u8 {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (axis, major) = if ax >= ay && ax >= az {
        (0, x)
    } else if ay >= az {
        (2, y)
    } else {
        (4, z)
    };
    axis + u8::from(major < 0.0)
}

/// (sc, tc, |ma|) of GL 1.5 table 3.21: linear in the vector, so it serves directions on this face and differences of
/// directions alike; of a direction on another face the last may be negative.
#[inline(always)]
pub(super) fn face_axes([x, y, z]: [f32; 3], face: u8) -> [f32; 3] {
    match face {
        0 => [-z, -y, x],
        1 => [z, -y, -x],
        2 => [x, z, y],
        3 => [x, -z, -y],
        4 => [x, -y, z],
        _ => [-x, -y, -z],
    }
}

/// Coordinates of a direction on its face.
#[inline(always)]
fn project(direction: [f32; 3], face: u8) -> [f32; 2] {
    let [sc, tc, ma] = face_axes(direction, face);
    [(sc / ma + 1.0) * 0.5, (tc / ma + 1.0) * 0.5]
}

/// Faces and coordinates of a group of directions.
#[inline(always)]
pub(super) fn cube_face(coords: &[LanesF32; 4]) -> CubeCoord {
    let mut out = CubeCoord {
        face: [0; LANES],
        s: [0.0; LANES],
        t: [0.0; LANES],
    };
    for lane in 0..LANES {
        let direction = [coords[0][lane], coords[1][lane], coords[2][lane]];
        let face = face_of(direction);
        let [s, t] = project(direction, face);
        (out.face[lane], out.s[lane], out.t[lane]) = (face, s, t);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRAPS: [Wrap; 5] = [
        Wrap::Repeat,
        Wrap::Clamp,
        Wrap::ClampToEdge,
        Wrap::ClampToBorder,
        Wrap::MirroredRepeat,
    ];

    fn one(wrap: Wrap, s: f32, n: i32, linear: bool) -> (i32, i32, f32) {
        let axis = axis(wrap, &[s; LANES], n, true, linear);
        (axis.first[0], axis.second[0], axis.weight[0])
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
                .flat_map(|w| [(w, false, 1), (w, true, 1), (w, true, 640)])
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
        assert_eq!(
            (face_of([1.0, 0.5, 0.0]), project([1.0, 0.5, 0.0], 0)),
            (0, [0.5, 0.25])
        );
        assert_eq!(
            (face_of([0.0, -2.0, 1.0]), project([0.0, -2.0, 1.0], 3)),
            (3, [0.5, 0.25])
        );
        assert_eq!(
            (face_of([0.5, 0.0, -1.0]), project([0.5, 0.0, -1.0], 5)),
            (5, [0.25, 0.5])
        );
    }
}

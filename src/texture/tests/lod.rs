//! Levels of detail, taps and chosen levels follow their formulas.

use crate::simd::{LANES, LanesF32, Portable, Vectors};
use crate::texture::address::Faces;
use crate::texture::lod::{choose_levels, covered, lengths_cube};
use crate::texture::sampler_state::Filter;

type V = Portable;

fn log2(x: f32) -> f32 {
    V::store(crate::texture::lod::log2::<V>(V::splat(x)))[0]
}

#[test]
fn log2_is_close_and_exact_for_powers() {
    for e in -100..100 {
        assert_eq!(log2(2f32.powi(e)), e as f32);
    }
    for i in 1..20_000 {
        let x = i as f32 * 0.37;
        assert!((log2(x) as f64 - (x as f64).log2()).abs() < 1e-6, "{x}");
    }
    assert!(log2(0.0) < -100.0 && log2(f32::INFINITY) >= 127.0);
}

/// A face of a cube map drawn texel for pixel in a window: the fragments inside have λ = 0, whether or not lane 0 of
/// their quad lies beyond an edge of the face (GL 1.5 sections 3.8.6 and 3.8.8).
#[test]
fn cube_maps_take_derivatives_of_the_direction() {
    let size = 7.0;
    let mut lanes: [LanesF32; 4] = [[0.0; LANES]; 4];
    for quad in 0..4 {
        for corner in 0..4 {
            // Quads begin at −1, 1, 3, 5: the first straddles the left and the lower edge.
            let at = |axis: usize| (2 * quad + (corner >> axis & 1)) as f32 - 0.5;
            let [s, t] = [0, 1].map(|axis| 2.0 * at(axis) / size - 1.0);
            for (axis, x) in [1.0, -t, -s].into_iter().enumerate() {
                lanes[axis][4 * quad + corner] = x;
            }
        }
    }
    let coords = lanes.each_ref().map(V::load);
    let lambda = V::store(covered::<V>(lengths_cube::<V>(size, &coords), 1.0, &coords).lambda);
    let faces = V::store_i(Faces::<V>::of([coords[0], coords[1], coords[2]]).numbers());
    for lane in (0..LANES).filter(|lane| faces[*lane] == 0) {
        assert!(lambda[lane].abs() < 1e-5, "lane {lane}: {}", lambda[lane]);
    }
    assert!(lambda[0].abs() > 0.1, "lane 0 lies on another face");
}

/// EXT_texture_filter_anisotropic's N and λ; a shorter derivative below a texel counts as one.
#[test]
fn taps_follow_the_ratio_of_the_derivatives() {
    let covered = |x: f32, y: f32, most: f32| {
        let mut coords = [[0.0; LANES]; 4];
        for quad in 0..4 {
            (coords[0][4 * quad + 1], coords[0][4 * quad + 2]) = (1.0, 2.0);
        }
        let coords = coords.each_ref().map(V::load);
        let footprint = covered::<V>([V::splat(x * x), V::splat(y * y)], most, &coords);
        (
            V::store(footprint.taps)[0],
            V::store(footprint.lambda)[0],
            V::store(footprint.axis[0])[0],
        )
    };
    assert_eq!(covered(8.0, 2.0, 1.0), (1.0, 3.0, 0.0));
    assert_eq!(covered(8.0, 2.0, 16.0), (4.0, 1.0, 1.0));
    assert_eq!(covered(8.0, 2.0, 2.0), (2.0, 2.0, 1.0));
    assert_eq!(covered(2.0, 16.0, 16.0), (8.0, 1.0, 2.0));
    assert_eq!(covered(0.25, 4.0, 16.0), (4.0, 0.0, 2.0));
    assert_eq!(covered(0.25, 0.5, 16.0), (1.0, -1.0, 0.0));
    assert_eq!(covered(1.0, f32::INFINITY, 16.0).0, 16.0);
    assert_eq!(covered(f32::NAN, f32::INFINITY, 16.0).0, 1.0);
}

#[test]
fn nearest_levels_round_halves_down() {
    let level = |lambda: f32| {
        let levels = choose_levels::<V>(Some(Filter::Nearest), V::splat(lambda), 5);
        V::store_i(levels.first)[0]
    };
    assert_eq!(
        [0.5, 0.51, 1.5, 1.6, 5.2, 99.0].map(level),
        [0, 1, 1, 2, 5, 5]
    );
    let linear = |lambda: f32| {
        let levels = choose_levels::<V>(Some(Filter::Linear), V::splat(lambda), 5);
        let [first, second] = [levels.first, levels.second].map(|x| V::store_i(x)[0]);
        (first, second, V::store(levels.weight)[0])
    };
    assert_eq!(linear(1.25), (1, 2, 0.25));
    assert_eq!(linear(9.0), (5, 5, 0.0));
}

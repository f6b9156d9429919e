//! Surfaces pass through their corners, with the right slopes.

use crate::device::geometry::curve::{ControlPoints, GridWeights};

#[test]
fn surfaces_interpolate_their_corners_and_give_their_slopes() {
    let surface = ControlPoints {
        order: [2, 3],
        domain: [1.0, 3.0, 0.0, 1.0],
        points: &[
            [0.0; 4],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 2.0, 0.0, 0.0],
            [2.0, 0.0, 0.0, 0.0],
            [2.0, 1.0, 0.0, 0.0],
            [2.0, 2.0, 4.0, 0.0],
        ],
    };
    assert_eq!(surface.evaluate(1.0, 0.0)[0], [0.0; 4]);
    assert_eq!(surface.evaluate(3.0, 1.0)[0], [2.0, 2.0, 4.0, 0.0]);
    // x = (u − 1), y = 2v, z = 4 (u − 1)/2 v².
    let [p, du, dv] = surface.evaluate(2.0, 0.5);
    assert_eq!(p, [1.0, 1.0, 0.5, 0.0]);
    assert_eq!(du, [1.0, 0.0, 0.5, 0.0]);
    assert_eq!(dv, [0.0, 2.0, 2.0, 0.0]);
}

/// The points of a grid are those that are evaluated alone, whatever was evaluated before.
#[test]
fn points_of_a_grid_are_the_points() {
    let points: Vec<[f32; 4]> = (0..12)
        .map(|i| [i as f32, (i * i % 7) as f32, 0.5, 1.0])
        .collect();
    let surfaces = [[4, 3], [3, 4], [2, 6]].map(|order| ControlPoints {
        order,
        domain: [0.0, 2.0, -1.0, 1.0],
        points: &points,
    });
    let mut weights = GridWeights::default();
    for (i, j) in (0..70).flat_map(|i| (0..3).map(move |j| (i, j))) {
        let (u, v) = (i as f32 / 35.0, j as f32 - 1.0);
        for surface in &surfaces {
            assert_eq!(
                surface.evaluate_on_grid(u, v, &mut weights),
                surface.evaluate(u, v)
            );
        }
    }
}

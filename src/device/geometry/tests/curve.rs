//! Surfaces pass through their corners, with the right slopes.

use crate::device::geometry::curve::ControlPoints;

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

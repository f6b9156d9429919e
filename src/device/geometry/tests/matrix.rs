//! Inverses, rotations by quarter turns and by huge angles, and the order of rows and columns.

use crate::device::geometry::matrix::{
    IDENTITY, Mat4, frustum, invert, multiply, orthographic, rotation, scaling, transform,
    transform_row, translation, transpose,
};

fn near(a: &Mat4, b: &Mat4) -> bool {
    a.iter()
        .flatten()
        .zip(b.iter().flatten())
        .all(|(x, y)| (x - y).abs() < 1e-5)
}

#[test]
fn a_matrix_times_its_inverse_is_the_identity() {
    let m = multiply(
        &translation(1.0, -2.0, 3.0),
        &multiply(&rotation(33.0, [1.0, 2.0, 3.0]), &scaling(2.0, 3.0, 0.5)),
    );
    assert!(near(&multiply(&m, &invert(&m).unwrap()), &IDENTITY));
    assert!(near(
        &multiply(
            &frustum(-1.0, 2.0, -1.0, 1.0, 1.0, 9.0),
            &invert(&frustum(-1.0, 2.0, -1.0, 1.0, 1.0, 9.0)).unwrap()
        ),
        &IDENTITY
    ));
    assert_eq!(invert(&scaling(1.0, 0.0, 1.0)), None);
}

#[test]
fn quarter_turns_are_exact() {
    assert_eq!(
        transform(&rotation(90.0, [0.0, 0.0, 2.0]), [1.0, 0.0, 0.0, 1.0]),
        [0.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        transform(&rotation(-90.0, [1.0, 0.0, 0.0]), [0.0, 0.0, 1.0, 1.0]),
        [0.0, 1.0, 0.0, 1.0]
    );
    assert_eq!(
        transform(&rotation(450.0, [0.0, 1.0, 0.0]), [0.0, 0.0, 1.0, 1.0]),
        [1.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(rotation(30.0, [0.0; 3]), IDENTITY);
}

/// rss-glx's biof turns by ten times the date in seconds: floats are 1024 degrees apart there.
#[test]
fn huge_angles_keep_their_phase() {
    for phase in [200.0, 200.75, 202.5] {
        let turns = 30_555_555.0 * 360.0;
        assert_eq!(
            rotation(turns + phase, [0.0, 0.0, 1.0]),
            rotation(phase, [0.0, 0.0, 1.0])
        );
    }
}

#[test]
fn rows_and_columns() {
    let m = translation(1.0, 2.0, 3.0);
    assert_eq!(transform(&m, [0.0, 0.0, 0.0, 1.0]), [1.0, 2.0, 3.0, 1.0]);
    assert_eq!(
        transform_row([1.0, 0.0, 0.0, 0.0], &m),
        [1.0, 0.0, 0.0, 1.0]
    );
    assert_eq!(transpose(&transpose(&m)), m);
    assert_eq!(
        orthographic(0.0, 2.0, 0.0, 2.0, -1.0, 1.0)[3],
        [-1.0, -1.0, -0.0, 1.0]
    );
}

//! Draws a scene through `trilobite::device`, without `gl`. It proves that another API can draw with what
//! `device` exports alone.
//!
//! The scene is drawn in the conventions of Direct3D 9 and in OpenGL's. Each picture must be the one that a scalar
//! calculation gives for its conventions, pixel for pixel, so the test fails whichever convention is lost:
//!
//! | | Direct3D 9 | OpenGL |
//! |---|---|---|
//! | centres of pixels | at whole numbers | half a pixel further |
//! | depths that are seen | 0 to 1, stored as they are | −1 to 1, stored as (z + 1) / 2 |
//! | flat colour | of the first vertex | of the last vertex |
//! | row 0 of a target | the highest | the lowest |
//!
//! What is in the scene, in pixels from the upper left corner:
//!
//! ```text
//!     4        20   34    40..50      72   76   92  94  106 110 120   128
//!   3 ┌─────────┐          ┌───────────┐   ┌─────┐  ┌────┐  ┌────┐
//!     │ sprite 0│    ┌─────┼───┐  flat ╱   │ramp │  │near│  │turned
//!  11 └─────────┘    │ sprite 1│    ╱  │   └─────┘  └────┘  │ away
//!  20                └─────┴───┴───────┘                    └────┘
//! ```
//!
//! The sprites are instances of one textured quad. The ramp's depth crosses 0, and the near quad has depth −0.1.
//!
//! [`scene`] is the scene as data, [`api`] with [`vertices`] draws it, and [`calculation`] computes the picture.
#![forbid(unsafe_code)]

mod api;
mod calculation;
mod scene;
mod vertices;

use crate::api::Api;
use crate::calculation::expected;
use crate::scene::{BACKGROUND, CORNERS, DIRECT3D, HEIGHT, OPENGL, Picture, TEXELS, WIDTH};

/// The greatest error of a depth. A clipped vertex is rounded to 1/256 pixel, and the ramp's depth changes by 0.03 in a pixel.
const DEPTH_BOUND: f32 = 2e-4;

/// Compares colours exactly, and depths within the bound.
#[track_caller]
fn assert_same(actual: &Picture, expected: &Picture) {
    for (row, column) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
        for plane in [0, 1] {
            let [is, should] = [actual, expected].map(|p| p.colors[plane][row][column]);
            assert_eq!(
                is, should,
                "plane {plane}, row {row}, column {column}: {is:08x}, not {should:08x}"
            );
        }
        let [is, should] = [actual, expected].map(|p| p.depths[row][column]);
        assert!(
            (is - should).abs() < DEPTH_BOUND,
            "row {row}, column {column}: depth {is}, not {should}"
        );
    }
}

/// The first and last column, and the first and last row, that differ from the background within these columns.
fn extent(picture: &Picture, columns: std::ops::Range<usize>) -> Option<[usize; 4]> {
    let mut extent = None;
    for (y, row) in picture.colors[0].iter().enumerate() {
        for x in columns.clone().filter(|x| row[*x] != BACKGROUND) {
            let [left, right, top, bottom] = extent.unwrap_or([x, x, y, y]);
            extent = Some([left.min(x), right.max(x), top.min(y), bottom.max(y)]);
        }
    }
    extent
}

/// The picture is the calculated one in either convention. The draws of a frame share two states, which a change of
/// conventions forgets.
#[test]
fn a_scene_is_the_calculated_one_in_the_conventions_of_either_api() {
    let mut api = Api::new();
    for (conventions, built) in [(DIRECT3D, 2), (OPENGL, 4), (DIRECT3D, 6)] {
        *api.conventions = conventions;
        for _ in 0..2 {
            assert_same(&api.draw_scene(), &expected(conventions));
            assert_eq!(api.built, built);
        }
    }
}

/// Compares places, colours and depths that were computed by hand, without the scalar calculation.
#[test]
fn each_convention_is_seen_in_the_picture() {
    let mut api = Api::new();
    let direct3d = api.draw_scene();
    *api.conventions = OPENGL;
    let opengl = api.draw_scene();
    let extents = |columns: std::ops::Range<usize>| {
        [&direct3d, &opengl].map(|picture| extent(picture, columns.clone()))
    };

    // Sprite 0, from 4 1/4 to 20 1/4 and from 3 1/4 to 11 1/4: the centres 5 to 20 and 4 to 11 are in it, or 4 1/2 to
    // 19 1/2 and, from below, 20 3/4 to 28 3/4, of which the centres are 21 1/2 to 28 1/2.
    assert_eq!(
        extents(0..30),
        [Some([5, 20, 4, 11]), Some([4, 19, 21, 28])]
    );

    // The ramp, from 76 to 92 and from 4 to 12. Centres on its upper edge are in it, those on its right and its lower edge
    // are not. A depth below 0 is cut away left of 81 1/3.
    assert_eq!(
        extents(75..93),
        [Some([82, 91, 4, 11]), Some([76, 91, 20, 27])]
    );

    // The near quad, at −0.1; and the one that is turned away.
    assert_eq!(extents(93..108), [None, Some([94, 105, 21, 28])]);
    assert_eq!(extents(108..WIDTH), [None, None]);

    // The first row of texels is the upper one: its highest row is row 4 of the target, or row 28 from below.
    assert_eq!(direct3d.colors[0][4][5..9], [TEXELS[0][0]; 4]);
    assert_eq!(direct3d.colors[0][11][5..9], [TEXELS[1][0]; 4]);
    assert_eq!(opengl.colors[0][28][4..8], [TEXELS[0][0]; 4]);
    assert_eq!(opengl.colors[0][21][4..8], [TEXELS[1][0]; 4]);

    // Flat colours, above and below the square's diagonal, which runs from the lower left to the upper right corner.
    let flat = |picture: &Picture, rows: [usize; 2]| {
        [
            picture.colors[0][rows[0]][60],
            picture.colors[0][rows[1]][70],
        ]
    };
    assert_eq!(flat(&direct3d, [6, 18]), [CORNERS[0], CORNERS[3]]);
    assert_eq!(flat(&opengl, [25, 13]), [CORNERS[2], CORNERS[1]]);

    // Sprite 1 was drawn before the square and is nearer: red and blue of the last texel of the first row.
    assert_eq!(direct3d.colors[0][8][48], 0xff80_00c0);
    assert_eq!(direct3d.colors[1][8][48], 0xff80_2030);

    // Its depth is 0.25, the square's 0.5.
    let depths = |picture: &Picture, row: usize| [picture.depths[row][48], picture.depths[row][60]];
    let near = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(near(depths(&direct3d, 8), [0.25, 0.5]));
    assert!(near(depths(&opengl, 23), [0.625, 0.75]));
}

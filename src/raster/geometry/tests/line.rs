//! The diamond-exit rule, connected segments, wide lines and stipples.

use crate::raster::geometry::line::{LineShape, Stipple};
use crate::raster::geometry::rect::PixelRect;

fn fragments(a: [f64; 2], b: [f64; 2], width: i32, stipple: Option<Stipple>) -> Vec<(i32, i32)> {
    let fixed = |p: [f64; 2]| p.map(|c| (c * 256.0) as i32);
    let mut all = Vec::new();
    if let Some(line) = LineShape::new(fixed(a), fixed(b), width, stipple) {
        let window = PixelRect {
            x0: -100,
            y0: -100,
            x1: 100,
            y1: 100,
        };
        line.columns_in(window, |major, [from, end]| {
            let turn = |minor| {
                if line.is_y_major() {
                    (minor, major)
                } else {
                    (major, minor)
                }
            };
            all.extend((from..end).map(turn));
        });
        let bounds = line.bounds();
        assert!(all.iter().all(|(x, y)| {
            (bounds.x0..bounds.x1).contains(x) && (bounds.y0..bounds.y1).contains(y)
        }));
    }
    all
}

#[test]
fn the_last_pixel_is_left_out() {
    assert_eq!(
        fragments([0.5, 0.5], [4.5, 0.5], 1, None),
        [(0, 0), (1, 0), (2, 0), (3, 0)]
    );
    assert_eq!(
        fragments([4.5, 0.5], [0.5, 0.5], 1, None),
        [(1, 0), (2, 0), (3, 0), (4, 0)]
    );
    assert_eq!(
        fragments([0.5, 0.5], [0.5, 3.5], 1, None),
        [(0, 0), (0, 1), (0, 2)]
    );
    assert_eq!(fragments([0.5, 0.5], [0.5, 0.5], 1, None), []);
    assert_eq!(fragments([0.4, 0.5], [0.6, 0.5], 1, None), []);
}

#[test]
fn connected_segments_leave_no_gap_and_share_no_fragment() {
    // All x-major, or all y-major (section 3.4.1): each column, or row, has one fragment.
    let corners = [
        [1.3, 1.1],
        [9.7, 4.2],
        [12.9, 4.9],
        [23.2, 8.5],
        [30.5, 1.5],
    ];
    for turned in [false, true] {
        let turn = |[x, y]: [f64; 2]| if turned { [y, x] } else { [x, y] };
        let mut majors: Vec<i32> = corners
            .windows(2)
            .flat_map(|pair| fragments(turn(pair[0]), turn(pair[1]), 1, None))
            .map(|(x, y)| if turned { y } else { x })
            .collect();
        majors.sort_unstable();
        assert_eq!(majors, (1..30).collect::<Vec<i32>>());
    }
}

#[test]
fn wide_lines_repeat_in_the_minor_direction() {
    assert_eq!(
        fragments([0.5, 5.5], [2.5, 5.5], 3, None),
        [(0, 4), (0, 5), (0, 6), (1, 4), (1, 5), (1, 6)]
    );
}

#[test]
fn the_stipple_counts_fragments() {
    let stipple = Stipple {
        factor: 2,
        pattern: 0b101,
        counter: 1,
    };
    let on: Vec<i32> = fragments([0.5, 0.5], [8.5, 0.5], 1, Some(stipple))
        .iter()
        .map(|f| f.0)
        .collect();
    assert_eq!(on, [0, 3, 4]);
    let backward: Vec<i32> = fragments([7.5, 0.5], [-0.5, 0.5], 1, Some(stipple))
        .iter()
        .map(|f| f.0)
        .collect();
    assert_eq!(backward, [3, 4, 7]);
}

//! Groups that count stand side by side.

use crate::raster::coverage::compact::side_by_side;

#[test]
fn blocks_side_by_side_have_no_gap() {
    let neighbours = [0, 1, 0x8000, 0xffff, 0x0ff0, 0xc000];
    assert!(neighbours.into_iter().all(side_by_side));
    assert!(![0b101, 0x8001, 0xff7f].into_iter().any(side_by_side));
}

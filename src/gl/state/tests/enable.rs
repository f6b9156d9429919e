//! Each capability has one row, whose getter reads what its setter sets.

use crate::gl::Context;
use crate::gl::state::enable::{CHAPTERS, find};

#[test]
fn every_name_is_in_one_row_which_reads_what_it_sets() {
    let mut cx = Context::new(Default::default());
    let rows = CHAPTERS.iter().copied().flatten();
    let names: Vec<u32> = rows
        .flat_map(|row| row.name..row.name + row.count)
        .collect();
    for (at, name) in names.iter().enumerate() {
        assert!(!names[..at].contains(name), "{name:#x} twice");
        let (row, i) = find(*name).unwrap();
        for on in [true, false] {
            (row.set)(&mut cx, i, on).unwrap();
            assert_eq!((row.get)(&cx, i), on, "{name:#x}");
        }
    }
}

//! Functions of one name are told apart by their first argument.

use crate::ir::intrinsic::{INTRINSICS, Intrinsic};

#[test]
fn the_first_argument_tells_functions_of_one_name_apart() {
    for (i, a) in INTRINSICS.iter().enumerate() {
        for b in &INTRINSICS[..i] {
            let alike = a.info().args.first() == b.info().args.first();
            assert!(a.name != b.name || !alike, "{}", a.name);
        }
        assert_eq!(Intrinsic::of(a.op, [0, a.fixed.unwrap_or(0)]), Some(a));
    }
}

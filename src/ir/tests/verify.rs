//! Endless loops, undefined uses and wrong types are refused.

use crate::ir::Builder;
use crate::ir::types::Type;
use crate::ir::verify::verify;

#[test]
fn accepts_a_limited_loop_and_refuses_an_endless_one() {
    for (limit, count, accepted) in [(Some(9), 1, true), (Some(9), 0, false), (None, 1, false)] {
        let mut b = Builder::new();
        if let Some(limit) = limit {
            b.set_instruction_limit(limit);
        }
        let head = b.new_block();
        b.jump(head, &[]);
        b.switch_to(head, &[]);
        b.count_source(count);
        b.jump(head, &[]);
        assert_eq!(
            verify(&b.finish()).is_ok(),
            accepted,
            "limit {limit:?}, count {count}"
        );
    }
}

#[test]
fn refuses_a_use_that_one_path_does_not_define() {
    let mut b = Builder::new();
    let m = b.mask(true);
    let (left, join) = (b.new_block(), b.new_block());
    b.branch(m, (left, &[]), (join, &[]));
    b.switch_to(left, &[]);
    let x = b.f32(1.0);
    b.jump(join, &[]);
    b.switch_to(join, &[]);
    b.store_output(0, x);
    assert!(
        verify(&b.finish())
            .unwrap_err()
            .contains("before its definition")
    );
}

#[test]
fn refuses_wrong_types_and_immediates() {
    let mut b = Builder::new();
    let x = b.load_input(0);
    b.store_output(0, x);
    let good = b.finish();
    assert_eq!(verify(&good), Ok(()));
    let mut bad = good.clone();
    bad.value_types[0] = Type::I32;
    assert!(verify(&bad).is_err());
    let mut bad = good;
    bad.n_inputs = 0;
    assert!(verify(&bad).unwrap_err().contains("out of range"));
}

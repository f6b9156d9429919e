//! Varyings move by name, and a missing name is an error that changes nothing.

use crate::ir::interface::{Varyings, fragment_input};
use crate::ir::link::{Unlinked, link};
use crate::ir::{Builder, Op, Program};

/// A program that stores x of generic varyings 0 and 1.
fn program() -> Program {
    let mut b = Builder::new();
    for n in 0..2 {
        let x = b.load_input(4 * (fragment_input::GENERIC_0 + n));
        b.store_output(n, x);
    }
    let mut program = b.finish();
    program.varyings.clamped = 0b01;
    program.varyings.centroid = 0b10;
    program
}

#[test]
fn inputs_and_their_flags_move_to_the_outputs_of_their_names() {
    let mut fragment = program();
    link(&mut fragment, &["a", "b"], &["x", "b", "a"]).unwrap();
    let slots: Vec<u32> = { fragment.insts() }
        .filter(|i| i.op == Op::LoadInput)
        .map(|i| i.imm[0])
        .collect();
    let first = 4 * fragment_input::GENERIC_0;
    assert_eq!(slots, [first + 8, first + 4]);
    let expected = Varyings {
        clamped: 0b100,
        centroid: 0b010,
    };
    assert_eq!(fragment.varyings, expected);
    assert_eq!(crate::ir::verify::verify(&fragment), Ok(()));
    let text = fragment.to_string();
    let read = crate::ir::parse::parse(&text).unwrap();
    assert_eq!((read.varyings, read.to_string()), (expected, text));
}

#[test]
fn a_name_that_nobody_writes_is_an_error_and_changes_nothing() {
    let mut fragment = program();
    let before = fragment.to_string();
    let refused = link(&mut fragment, &["a", "b"], &["a"]);
    assert_eq!(refused, Err(Unlinked("b".into())));
    assert_eq!(fragment.to_string(), before);
}

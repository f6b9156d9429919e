use crate::bad_input::*;
use std::collections::BTreeSet;

#[test]
fn every_other_byte_stands_in_every_place() {
    let texts: BTreeSet<_> = (0..count("ab")).map(|n| wrong("ab", n)).collect();
    assert_eq!(texts.len(), 2 * 255 + 2 + 2);
    assert!(!texts.contains(&b"ab"[..]) && texts.contains(&b""[..]));
    assert!(texts.contains(&b"a"[..]) && texts.contains(&b"a\0b"[..]));
    assert!(texts.contains(&b"a\xff"[..]) && texts.contains(&b"\0b"[..]));
}

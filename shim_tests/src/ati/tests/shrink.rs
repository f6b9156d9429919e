use crate::ati::shrink::shrink;

#[test]
fn what_is_not_needed_goes() {
    let sequence: Vec<u32> = (0..100).collect();
    let fails = |s: &[u32]| s.contains(&17) && s.contains(&64) && !s.is_empty();
    assert_eq!(shrink(&sequence, 1000, fails), [17, 64]);
}

//! Bounds of results follow from bounds of operands.

use crate::frontend::register_combiners::scalar::Bounds;

#[test]
fn bounds_follow_arithmetic() {
    let signed = Bounds::new(-1.0, 1.0);
    assert_eq!(
        Bounds::UNIT.times(Bounds::ANY.clamped(0.0, 9.0)),
        Bounds::new(0.0, 9.0)
    );
    assert_eq!(signed.times(Bounds::new(-3.0, 2.0)), Bounds::new(-3.0, 3.0));
    assert_eq!(Bounds::UNIT.scaled(2.0, -1.0), signed);
    assert_eq!(Bounds::UNIT.scaled(-2.0, 1.0), signed);
    assert_eq!(Bounds::UNIT.plus(signed), Bounds::new(-1.0, 2.0));
    let positive = Bounds::ANY.clamped(0.0, f64::INFINITY);
    assert_eq!(positive.times(Bounds::UNIT), positive);
    assert_eq!(positive.times(Bounds::new(0.0, 0.0)), Bounds::new(0.0, 0.0));
    assert_eq!(signed.or(Bounds::new(0.5, 4.0)), Bounds::new(-1.0, 4.0));
}

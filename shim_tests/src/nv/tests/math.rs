use crate::nv::math::Math;

#[test]
fn functions_are_what_they_are_called() {
    let m = Math::default();
    let near = |a: f32, b: f32| assert!((a - b).abs() <= 1e-5 * b.abs().max(1.0), "{a} {b}");
    near(m.exp2(1.5), 2.828_427);
    near(m.log2(10.0), std::f32::consts::LOG2_10);
    near(m.sin(1.0), 0.841_471);
    near(m.cos(1.0), 0.540_302_3);
    near(m.pow(2.5, 3.0), 15.625);
    assert_eq!(m.exp2(-130.0).to_bits(), 0);
}

//! Uniform arrays are used again when nobody else has them.

use crate::raster::record::spare_states::SpareStates;

#[test]
fn uniform_arrays_that_nobody_has_are_used_again() {
    let mut states = SpareStates::default();
    let first = states.uniforms_of(&[1.0, 2.0]);
    let (place, shared) = (first.as_ptr(), first.clone());
    states.keep_uniforms(first);
    assert_ne!(states.uniforms_of(&[3.0, 4.0]).as_ptr(), place);
    assert_eq!(shared[..], [1.0, 2.0]);
    states.keep_uniforms(shared);
    // Another length needs memory of its own.
    assert_eq!(states.uniforms_of(&[5.0])[..], [5.0]);
    let again = states.uniforms_of(&[6.0, 7.0]);
    assert_eq!((again.as_ptr(), &again[..]), (place, &[6.0, 7.0][..]));
}

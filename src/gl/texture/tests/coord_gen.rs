//! Eye planes are multiplied by the inverse of the modelview matrix.

use crate::gl::texture::coord_gen::times_inverse;

#[test]
fn planes_are_divided_by_the_matrix() {
    // Translation by (1, 2, 3): the plane x = 0 of object space lies at x = 1 of eye space.
    let mut columns = [[0.0; 4]; 4];
    (0..4).for_each(|i| columns[i][i] = 1.0);
    columns[3] = [1.0, 2.0, 3.0, 1.0];
    assert_eq!(
        times_inverse([1.0, 0.0, 0.0, 0.0], columns),
        [1.0, 0.0, 0.0, -1.0]
    );
    columns[0][0] = 2.0;
    assert_eq!(
        times_inverse([1.0, 0.0, 0.0, 0.0], columns),
        [0.5, 0.0, 0.0, -0.5]
    );
    assert_eq!(
        times_inverse([1.0, 2.0, 3.0, 4.0], [[0.0; 4]; 4]),
        [1.0, 2.0, 3.0, 4.0]
    );
}

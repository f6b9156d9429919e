//! Depths written to a plane are those that its texels read.

use crate::device::texture::plane::{depth_pixel, depth_texel};

/// 24 bits of depth survive the conversion to an f32 and back.
#[test]
fn depths_come_back() {
    let some = (0..0xff_ffff)
        .step_by(997)
        .chain([1, 0x7f_ffff, 0x80_0000, 0xff_fffe]);
    for depth in some.chain([0xff_ffff]) {
        let texel = f32::from_ne_bytes(depth_texel(depth << 8));
        assert_eq!(depth_pixel(texel), depth << 8);
    }
}

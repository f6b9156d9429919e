//! Names of internal formats, with their base formats and component sizes.

use crate::format::BaseFormat;
use crate::gl::context::enums::*;
use crate::gl::texture_object::format::InternalFormat;

#[test]
fn names_have_their_base_formats() {
    let base = |name| InternalFormat::from_enum(name).map(|f| f.storage.base);
    assert_eq!(base(3), Some(BaseFormat::Rgb));
    assert_eq!(base(INTENSITY8), Some(BaseFormat::Intensity));
    assert_eq!(base(DEPTH_COMPONENT24), Some(BaseFormat::Depth));
    assert_eq!(base(5), None);
    assert_eq!(base(COLOR_INDEX), None);
}

#[test]
fn sizes_are_those_of_the_components_that_exist() {
    let bits = |name| {
        InternalFormat::from_enum(name)
            .unwrap()
            .storage
            .component_bits()
    };
    assert_eq!(bits(RGB), [8, 8, 8, 0, 0, 0, 0]);
    assert_eq!(bits(LUMINANCE8_ALPHA8), [0, 0, 0, 8, 8, 0, 0]);
    assert_eq!(bits(RGBA32F_ARB), [32, 32, 32, 32, 0, 0, 0]);
    assert_eq!(bits(LUMINANCE_ALPHA16F_ARB), [0, 0, 0, 16, 16, 0, 0]);
}

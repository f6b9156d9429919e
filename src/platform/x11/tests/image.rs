//! Components are placed as the masks of a visual say.

use crate::platform::x11::rows::{from_visual, to_visual};
use crate::platform::x11::xlib::VisualInfo;

fn visual(masks: [u64; 3], depth: i32) -> VisualInfo {
    VisualInfo {
        visual: std::ptr::null_mut(),
        visual_id: 1,
        screen: 0,
        depth,
        class: 4,
        red_mask: masks[0],
        green_mask: masks[1],
        blue_mask: masks[2],
        colormap_size: 0,
        bits_per_rgb: 8,
    }
}

#[test]
fn sixteen_bit_visuals_take_the_top_bits() {
    let rgb565 = visual([0xf800, 0x07e0, 0x001f], 16);
    assert_eq!(to_visual(0xffff_0000, &rgb565), 0xf800);
    assert_eq!(to_visual(0xff00_ff08, &rgb565), 0x07e1);
    assert_eq!(from_visual(0xf800, &rgb565), 0xffff_0000);
}

#[test]
fn swapped_components_are_placed() {
    let bgr = visual([0xff, 0xff00, 0xff0000], 24);
    assert_eq!(to_visual(0xff11_2233, &bgr), 0x33_2211);
    assert_eq!(from_visual(0x33_2211, &bgr), 0xff11_2233);
}

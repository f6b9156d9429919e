//! fragment.position by the conventions of ARB_fragment_coord_conventions, from the height of what is drawn to.

use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::framebuffer::tests::fixture::out;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::program::commands::program_string_arb;
use crate::gl::state::enable::enable;
use crate::platform::ClientPtr;

/// A fixture that draws y ÷ 16 as red, x ÷ 16 as green.
fn fixture(option: &str) -> Fixture {
    let mut f = Fixture::new();
    let text = format!(
        "!!ARBfp1.0\n{option}MUL result.color, fragment.position.yxzw, {{0.0625, 0.0625, 0, 0}};\nEND"
    );
    let (len, bytes) = (text.len() as i32, ClientPtr::of(text.as_bytes()));
    let (target, format) = (FRAGMENT_PROGRAM_ARB, PROGRAM_FORMAT_ASCII_ARB);
    f.ok(|c| program_string_arb(c, target, format, len, bytes));
    f.ok(|c| enable(c, target));
    f
}

/// y and x, in sixteenths, as the program has them at the first pixel of the window.
fn drawn(f: &mut Fixture) -> [f32; 2] {
    f.square();
    let mut bytes = [0u8; 4];
    let to = out(&mut bytes);
    f.ok(|c| read_pixels(c, 0, 0, 1, 1, RGBA, UNSIGNED_BYTE, to));
    // Half steps are 8 units of a byte apart.
    [bytes[0], bytes[1]].map(|byte| (f32::from(byte) / 255.0 * 32.0).round() / 2.0)
}

#[test]
fn positions_follow_the_height_of_the_framebuffer() {
    const UPPER: &str = "OPTION ARB_fragment_coord_origin_upper_left;\n";
    const WHOLE: &str = "OPTION ARB_fragment_coord_pixel_center_integer;\n";
    for (option, of_surface, of_object) in [
        ("", [0.5, 0.5], [0.5, 0.5]),
        (UPPER, [7.5, 0.5], [3.5, 0.5]),
        (WHOLE, [0.0, 0.0], [0.0, 0.0]),
        (&*format!("{UPPER}{WHOLE}"), [7.0, 0.0], [3.0, 0.0]),
    ] {
        let mut f = fixture(option);
        assert_eq!(drawn(&mut f), of_surface, "{option}");
        f.bind_framebuffer(1);
        f.renderbuffer(COLOR_ATTACHMENT0, 1, RGBA8, [8, 4]);
        assert_eq!(drawn(&mut f), of_object, "{option} to an object");
        f.renderbuffer(COLOR_ATTACHMENT0, 1, RGBA8, [8, 8]);
        assert_eq!(drawn(&mut f), of_surface, "{option} to a higher one");
    }
}

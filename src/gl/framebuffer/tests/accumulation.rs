//! Operations of the accumulation buffer, and which pixels they write.

use crate::gl::context::enums;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::feedback::render_mode;
use crate::gl::fragment::commands::color_mask;
use crate::gl::framebuffer::accumulation::{accum, clear_accum};
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::state::get;
use crate::platform::ClientPtr;
use crate::surface::{Config, Surface};
use std::sync::Arc;

/// A surface full of this pixel.
fn fixture(color: u32) -> Fixture {
    let mut f = Fixture::new();
    f.0.finish();
    let back = f.0.surfaces.draw.as_ref().unwrap().buffers().back.unwrap();
    (0..8).for_each(|y| back.write_row(0, y, &[color; 8]));
    f
}

fn ops(f: &mut Fixture, list: &[(u32, f32)]) {
    for (op, value) in list {
        f.call(|c| accum(c, *op, *value)).unwrap();
    }
}

#[test]
fn every_operation_on_a_pixel() {
    let mut f = fixture(0x3300_80ff);
    ops(&mut f, &[(enums::LOAD, 1.0), (enums::RETURN, 1.0)]);
    assert_eq!(f.pixel(3, 3), 0x3300_80ff);
    ops(&mut f, &[(enums::RETURN, 0.5)]);
    assert_eq!(f.pixel(7, 7), 0x1a00_4080);
    // Blue goes above 1 and red below 0 on the way: clamped at the end only.
    ops(
        &mut f,
        &[(enums::ACCUM, 1.0), (enums::ADD, -0.25), (enums::MULT, 0.5)],
    );
    ops(&mut f, &[(enums::RETURN, 1.0)]);
    assert_eq!(f.pixel(0, 0), 0x0700_40a0);
    ops(
        &mut f,
        &[
            (enums::ADD, 0.125),
            (enums::MULT, 2.0),
            (enums::RETURN, 1.0),
        ],
    );
    assert_eq!(f.pixel(0, 0), 0x4d00_c0ff);
}

#[test]
fn scissor_box_and_colour_mask_limit_what_is_written() {
    let mut f = fixture(0xff40_4040);
    f.call(|c| clear_accum(c, 1.0, 0.0, -1.0, 1.0)).unwrap();
    f.0.fragment.scissor.rect = [2, 3, 100, 1];
    f.0.fragment.scissor.enabled = true;
    f.call(|c| clear(c, enums::ACCUM_BUFFER_BIT)).unwrap();
    f.0.fragment.scissor.rect = [-5, 0, 8, 8];
    f.call(|c| color_mask(c, 1, 0, 1, 1)).unwrap();
    ops(&mut f, &[(enums::RETURN, 1.0)]);
    // Cleared, and never cleared; outside the second box.
    let seen = [(2, 3), (2, 2), (3, 3)].map(|(x, y)| f.pixel(x, y));
    assert_eq!(seen, [0xffff_4000, 0x0000_4000, 0xff40_4040]);
}

#[test]
fn errors_of_accum() {
    let mut f = Fixture::new();
    let code = |f: &mut Fixture, op| f.call(|c| accum(c, op, 1.0));
    assert_eq!(code(&mut f, enums::ACCUM - 1), Err(enums::INVALID_ENUM));
    assert_eq!(code(&mut f, enums::ADD + 1), Err(enums::INVALID_ENUM));
    assert_eq!(code(&mut f, enums::LOAD), Ok(()));
    let mut bits = [0i32; 4];
    for (bits, name) in bits.iter_mut().zip(enums::ACCUM_RED_BITS..) {
        f.call(|c| get::get_integerv(c, name, ClientPtr::of_mut(std::slice::from_mut(bits))))
            .unwrap();
    }
    assert_eq!(bits, [16; 4]);
    let config = Config {
        accumulation: false,
        ..f.0.surfaces.draw.as_ref().unwrap().config()
    };
    let plain = Arc::new(Surface::new(config, 8, 8).unwrap());
    f.0.surfaces.read = Some(plain.clone());
    assert_eq!(code(&mut f, enums::LOAD), Err(enums::INVALID_OPERATION));
    f.0.surfaces.draw = Some(plain);
    assert_eq!(code(&mut f, enums::LOAD), Err(enums::INVALID_OPERATION));
    assert_eq!(f.call(|c| clear(c, enums::ACCUM_BUFFER_BIT)), Ok(()));
    f.0.surfaces.draw = None;
    assert_eq!(code(&mut f, enums::LOAD), Err(enums::INVALID_OPERATION));
}

#[test]
fn nothing_happens_in_selection_mode() {
    let mut f = fixture(0xff40_4040);
    let mut names = [0u32; 1];
    let p = ClientPtr::of_mut(&mut names);
    f.call(|c| crate::gl::feedback::selection::select_buffer(c, 1, p))
        .unwrap();
    f.call(|c| render_mode::render_mode(c, enums::SELECT))
        .unwrap();
    ops(&mut f, &[(enums::RETURN, 1.0)]);
    assert_eq!(f.pixel(1, 1), 0xff40_4040);
}

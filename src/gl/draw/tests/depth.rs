//! Tests of the depth bounds test, the depth clamp, and copies of depths to colours.

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::fragment::commands::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color3f;
use crate::gl::immediate::vertex::vertex3f;
use crate::gl::state::enable::{disable, enable};
use crate::gl::*;
use crate::platform::ClientPtr;

const BLACK: u32 = 0xFF00_0000;
const RED: u32 = 0xFFFF_0000;

/// Draws a red square over the whole surface at this z in clip coordinates.
fn square_at(f: &mut Fixture, z: f32) {
    f.call(|c| {
        color3f(c, 1.0, 0.0, 0.0)?;
        begin(c, QUADS)?;
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            vertex3f(c, x, y, z)?;
        }
        end(c)
    })
    .unwrap();
}

/// Clears colours to opaque black, depths to `depth`, stencils to 0.
fn clear(f: &mut Fixture, depth: f64) {
    f.call(|c| {
        clear_color(c, 0.0, 0.0, 0.0, 1.0)?;
        clear_depth(c, depth)?;
        framebuffer::window_buffers::clear(
            c,
            COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT,
        )
    })
    .unwrap();
}

/// Reads a number from pixel (3, 3).
fn read<T: bytemuck::Pod>(f: &mut Fixture, format: u32, ty: u32) -> T {
    let mut out = [T::zeroed()];
    let at = ClientPtr::from_address(out.as_mut_ptr() as usize);
    f.call(|c| pixel_rectangle::read::read_pixels(c, 3, 3, 1, 1, format, ty, at))
        .unwrap();
    out[0]
}

#[test]
fn bounds_are_clamped_and_in_order() {
    let mut f = Fixture::new();
    let bounds = |f: &Fixture| {
        state::get::state_value(&f.0, DEPTH_BOUNDS_EXT)
            .unwrap()
            .1
            .to_vec()
    };
    assert_eq!(bounds(&f), [0.0, 1.0]);
    assert_eq!(
        f.call(|c| depth_bounds_ext(c, 0.6, 0.5)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        f.call(|c| depth_bounds_ext(c, f64::NAN, 0.5)),
        Err(INVALID_VALUE)
    );
    assert_eq!(bounds(&f), [0.0, 1.0]);
    f.call(|c| depth_bounds_ext(c, -3.0, 0.25)).unwrap();
    assert_eq!(bounds(&f), [0.0, 0.25]);
    f.call(|c| depth_bounds_ext(c, 0.5, 0.5)).unwrap();
    assert_eq!(
        f.call(|c| state::enable::is_enabled(c, DEPTH_BOUNDS_TEST_EXT)),
        Ok(0)
    );
}

#[test]
fn attribute_groups_hold_the_bounds_and_the_clamp() {
    let mut f = Fixture::new();
    f.call(|c| {
        for group in [ENABLE_BIT, DEPTH_BUFFER_BIT | TRANSFORM_BIT] {
            state::attrib_stack::push_attrib(c, group)?;
            enable(c, DEPTH_BOUNDS_TEST_EXT)?;
            enable(c, DEPTH_CLAMP)?;
            depth_bounds_ext(c, 0.25, 0.5)?;
            state::attrib_stack::pop_attrib(c)?;
            assert!(!c.cx.fragment.depth.bounds_test && !c.cx.matrix.depth_clamp);
        }
        // The bounds belong to DEPTH_BUFFER_BIT only, so the bounds of the first turn were in force through the second.
        assert_eq!(c.cx.fragment.depth.bounds, [0.25, 0.5]);
        state::attrib_stack::push_attrib(c, DEPTH_BUFFER_BIT)?;
        depth_bounds_ext(c, 0.0, 0.1)?;
        state::attrib_stack::pop_attrib(c)?;
        assert_eq!(c.cx.fragment.depth.bounds, [0.25, 0.5]);
        Ok(())
    })
    .unwrap();
}

#[test]
fn the_bounds_test_looks_at_the_stored_depth() {
    let mut f = Fixture::new();
    f.call(|c| enable(c, DEPTH_BOUNDS_TEST_EXT)).unwrap();
    let cases = [
        (0.5, [0.25, 0.75], true),
        (0.5, [0.5, 0.5], true),
        (0.5, [0.5000001, 0.75], false),
        (0.5, [0.25, 0.4999999], false),
        (0.0, [0.0, 1.0], true),
        (1.0, [0.0, 1.0], true),
        (1.0, [0.0, 0.999], false),
    ];
    for depth_test in [false, true] {
        let toggle = if depth_test { enable } else { disable };
        f.call(|c| toggle(c, DEPTH_TEST)).unwrap();
        f.call(|c| depth_func(c, ALWAYS)).unwrap();
        for (stored, [least, greatest], passes) in cases {
            clear(&mut f, stored);
            f.call(|c| depth_bounds_ext(c, least, greatest)).unwrap();
            square_at(&mut f, 0.9);
            let expected = if passes { RED } else { BLACK };
            assert_eq!(f.pixel(4, 4), expected, "{stored} in {least} .. {greatest}");
        }
    }
}

#[test]
fn fragments_out_of_bounds_touch_no_stencil() {
    let mut f = Fixture::new();
    clear(&mut f, 0.5);
    f.call(|c| {
        enable(c, DEPTH_BOUNDS_TEST_EXT)?;
        enable(c, STENCIL_TEST)?;
        stencil_op(c, INCR, INCR, INCR)?;
        depth_bounds_ext(c, 0.75, 1.0)
    })
    .unwrap();
    square_at(&mut f, 0.0);
    assert_eq!(read::<u8>(&mut f, STENCIL_INDEX, UNSIGNED_BYTE), 0);
    f.call(|c| depth_bounds_ext(c, 0.25, 0.75)).unwrap();
    square_at(&mut f, 0.0);
    assert_eq!(read::<u8>(&mut f, STENCIL_INDEX, UNSIGNED_BYTE), 1);
}

#[test]
fn clamped_depths_are_not_clipped() {
    let mut f = Fixture::new();
    f.call(|c| enable(c, DEPTH_TEST)).unwrap();
    f.call(|c| depth_func(c, ALWAYS)).unwrap();
    for (near, far) in [(0.0, 1.0), (0.25, 0.75), (0.75, 0.25)] {
        f.call(|c| transform::commands::depth_range(c, near, far))
            .unwrap();
        for (z, expected) in [(-3.0, near), (3.0, far), (0.0, 0.5)] {
            clear(&mut f, 0.125);
            f.call(|c| disable(c, DEPTH_CLAMP)).unwrap();
            square_at(&mut f, z);
            assert_eq!(f.pixel(4, 4) == RED, z == 0.0, "clipped at {z}");
            f.call(|c| enable(c, DEPTH_CLAMP)).unwrap();
            square_at(&mut f, z);
            assert_eq!(f.pixel(4, 4), RED, "clamped at {z}");
            let depth: f32 = read(&mut f, DEPTH_COMPONENT, FLOAT);
            assert!((f64::from(depth) - expected).abs() < 1e-6, "{z}: {depth}");
        }
    }
}

/// When depths of a square extend far beyond the range on both sides, the depths inside stay exact.
#[test]
fn steep_depths_keep_their_precision() {
    let mut f = Fixture::new();
    clear(&mut f, 0.0);
    f.call(|c| {
        enable(c, DEPTH_TEST)?;
        enable(c, DEPTH_CLAMP)?;
        depth_func(c, ALWAYS)?;
        // Window z is 0.25 at x = 3.5, and grows by 2000 per pixel.
        begin(c, TRIANGLES)?;
        let z = |x: f32| 2.0 * (0.25 + 2000.0 * ((x + 1.0) * 4.0 - 3.5)) - 1.0;
        for (x, y) in [(-0.125, -1.0), (9.0, -1.0), (-0.125, 9.0)] {
            vertex3f(c, x, y, z(x))?;
        }
        end(c)
    })
    .unwrap();
    let depth: f32 = read(&mut f, DEPTH_COMPONENT, FLOAT);
    assert!((depth - 0.25).abs() < 1e-4, "{depth}");
}

#[test]
fn a_clamped_raster_position_stays_valid() {
    let mut f = Fixture::new();
    f.call(|c| {
        transform::commands::depth_range(c, 0.9, 0.1)?;
        pixel_rectangle::raster_pos::raster_pos3f(c, 0.0, 0.0, -4.0)?;
        assert!(!c.cx.immediate.raster_pos.valid);
        enable(c, DEPTH_CLAMP)?;
        pixel_rectangle::raster_pos::raster_pos3f(c, 0.0, 0.0, -4.0)?;
        assert!(c.cx.immediate.raster_pos.valid);
        assert_eq!(c.cx.immediate.raster_pos.window[2], 0.9);
        pixel_rectangle::raster_pos::raster_pos3f(c, 0.0, 0.0, 4.0)?;
        assert_eq!(c.cx.immediate.raster_pos.window[2], 0.1);
        pixel_rectangle::raster_pos::raster_pos3f(c, 2.0, 0.0, 0.0)?;
        assert!(!c.cx.immediate.raster_pos.valid, "x clips as ever");
        Ok(())
    })
    .unwrap();
}

#[test]
fn depths_and_stencils_become_colours() {
    let mut f = Fixture::new();
    // The pixel is 0x223344 in 24 bits, and 0x80.
    f.call(|c| clear_stencil(c, 0x80)).unwrap();
    clear(&mut f, f64::from(0x22_3344) / f64::from(0xff_ffff));
    let copy = |f: &mut Fixture, ty| {
        f.call(|c| {
            pixel_rectangle::raster_pos::raster_pos2f(c, -1.0, -1.0)?;
            pixel_rectangle::draw::copy_pixels(c, 0, 0, 8, 8, ty)
        })
    };
    copy(&mut f, DEPTH_STENCIL_TO_RGBA_NV).unwrap();
    assert_eq!(f.pixel(3, 3), 0x8022_3344);
    copy(&mut f, DEPTH_STENCIL_TO_BGRA_NV).unwrap();
    assert_eq!(f.pixel(3, 3), 0x8044_3322);
    // Depths and stencil values are transferred as such. Colours are not transferred a second time.
    f.call(|c| {
        pixel::transfer::pixel_transferf(c, RED_SCALE, 0.0)?;
        pixel::transfer::pixel_transferf(c, DEPTH_BIAS, 1.0)?;
        pixel::transfer::pixel_transferi(c, INDEX_OFFSET, 1)
    })
    .unwrap();
    copy(&mut f, DEPTH_STENCIL_TO_RGBA_NV).unwrap();
    assert_eq!(f.pixel(3, 3), 0x81FF_FFFF);
    assert_eq!(copy(&mut f, DEPTH_STENCIL + 9), Err(INVALID_ENUM));
    assert_eq!(
        f.call(|c| pixel_rectangle::draw::copy_pixels(c, 0, 0, -1, 1, DEPTH_STENCIL_TO_RGBA_NV)),
        Err(INVALID_VALUE)
    );
}

#[test]
fn without_depths_and_stencils_there_is_nothing_to_copy() {
    use crate::surface::{Config, Surface};
    let mut f = Fixture::new();
    let config = Config {
        alpha: true,
        depth_stencil: false,
        accumulation: false,
        double_buffer: true,
        multisampled: false,
    };
    let surface = std::sync::Arc::new(Surface::new(config, 8, 8).unwrap());
    f.0.surfaces.draw = Some(surface.clone());
    f.0.surfaces.read = Some(surface);
    for ty in [DEPTH_STENCIL_TO_RGBA_NV, DEPTH_STENCIL_TO_BGRA_NV] {
        let copied = f.call(|c| pixel_rectangle::draw::copy_pixels(c, 0, 0, 8, 8, ty));
        assert_eq!(copied, Err(INVALID_OPERATION));
    }
    // The bounds test passes, too.
    f.call(|c| enable(c, DEPTH_BOUNDS_TEST_EXT)).unwrap();
    f.call(|c| depth_bounds_ext(c, 0.5, 0.5)).unwrap();
    square_at(&mut f, 0.0);
    assert_eq!(f.pixel(4, 4), RED);
}

/// One unit of polygon offset changes every stored depth (GL 1.5 section 3.5.5), at exact fractions too.
#[test]
fn one_unit_of_offset_is_resolved_everywhere() {
    let mut f = Fixture::new();
    f.call(|c| enable(c, DEPTH_TEST)).unwrap();
    f.call(|c| fragment::commands::depth_func(c, ALWAYS))
        .unwrap();
    let fractions = (-64..64).map(|i| i as f32 / 64.0);
    let others = (0..400).map(|i| (i * 4999 % 1000) as f32 / 500.0 - 0.999);
    for z in fractions.chain(others) {
        let mut stored = |on| {
            f.call(|c| {
                if on {
                    enable(c, POLYGON_OFFSET_FILL)
                } else {
                    disable(c, POLYGON_OFFSET_FILL)
                }
            })
            .unwrap();
            f.call(|c| primitive::commands::polygon_offset(c, 0.0, 1.0))
                .unwrap();
            square_at(&mut f, z);
            read::<u32>(&mut f, DEPTH_COMPONENT, UNSIGNED_INT) >> 8
        };
        assert!(stored(true) > stored(false), "at {z}");
    }
}

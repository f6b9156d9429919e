//! Pixel commands called as the doors call them: storage, transfer, reading, copies, bitmaps.

use crate::format::PixelStore;
use crate::gl::context::enums::*;
use crate::gl::fragment::commands::clear_color;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::pixel::transfer::*;
use crate::gl::pixel_rectangle::draw::{bitmap, copy_pixels, draw_pixels};
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::texture::get::*;
use crate::gl::texture::image::*;
use crate::gl::texture::tests::fixture::Fixture;
use crate::platform::ClientPtr;

#[test]
fn rows_follow_the_unpack_state() {
    let mut gl = Fixture::new();
    // Two rows of one RGB pixel each, padded to four bytes by the initial alignment.
    gl.image(0, RGB, [1, 2], RGB, UNSIGNED_BYTE, &[1, 2, 3, 99, 4, 5, 6])
        .unwrap();
    gl.0.pixel.pack = PixelStore::TIGHT;
    assert_eq!(gl.texels(RGB, 6), [1, 2, 3, 4, 5, 6]);
    assert_eq!(
        gl.call(|c| pixel_storei(c, UNPACK_ALIGNMENT, 3)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        gl.call(|c| pixel_storei(c, UNPACK_ROW_LENGTH, -1)),
        Err(INVALID_VALUE)
    );
    assert_eq!(gl.call(|c| pixel_storei(c, RGB, 1)), Err(INVALID_ENUM));
    gl.call(|c| pixel_storei(c, UNPACK_SKIP_PIXELS, 1)).unwrap();
    gl.image(0, RGB, [1, 1], RGB, UNSIGNED_BYTE, &[1, 2, 3, 4, 5, 6])
        .unwrap();
    assert_eq!(gl.texels(RGB, 3), [4, 5, 6]);
}

#[test]
fn transfer_applies_to_texels() {
    let mut gl = Fixture::new();
    gl.call(|c| pixel_transferf(c, RED_SCALE, 0.5)).unwrap();
    gl.call(|c| pixel_transferf(c, GREEN_BIAS, 1.0)).unwrap();
    let map = [1.0f32, 0.0];
    gl.call(|c| pixel_mapfv(c, PIXEL_MAP_B_TO_B, 2, ClientPtr::of(&map)))
        .unwrap();
    gl.call(|c| pixel_transferi(c, MAP_COLOR, 1)).unwrap();
    let identity = [0.0f32, 1.0];
    for name in [PIXEL_MAP_R_TO_R, PIXEL_MAP_G_TO_G, PIXEL_MAP_A_TO_A] {
        gl.call(|c| pixel_mapfv(c, name, 2, ClientPtr::of(&identity)))
            .unwrap();
    }
    gl.image(0, RGBA, [1, 1], RGBA, UNSIGNED_BYTE, &[255, 0, 255, 255])
        .unwrap();
    // 255 · ½ is 127.5: nearest of the map's two entries by index 0.5 + ½ = 1.
    assert_eq!(gl.texels(RGBA, 4), [255, 255, 0, 255]);
    assert_eq!(
        gl.call(|c| pixel_mapfv(c, PIXEL_MAP_I_TO_R, 3, ClientPtr::of(&[0.0f32; 3]))),
        Err(INVALID_VALUE)
    );
}

#[test]
fn read_pixels_packs_colour_depth_and_stencil() {
    let mut gl = Fixture::with_surface(0x4011_2233);
    let read = |gl: &mut Fixture, x, width, format, ty| {
        let mut out = [0xeeu8; 16];
        let pointer = ClientPtr::of_mut(&mut out);
        gl.call(|c| read_pixels(c, x, 0, width, 1, format, ty, pointer))
            .map(|()| out)
    };
    assert_eq!(
        read(&mut gl, 0, 1, RGBA, UNSIGNED_BYTE).unwrap()[..5],
        [0x11, 0x22, 0x33, 0x40, 0xee]
    );
    assert_eq!(
        read(&mut gl, 0, 1, BGRA, UNSIGNED_BYTE).unwrap()[..4],
        [0x33, 0x22, 0x11, 0x40]
    );
    assert_eq!(
        read(&mut gl, 0, 1, LUMINANCE, UNSIGNED_BYTE).unwrap()[0],
        0x66
    );
    assert_eq!(
        read(&mut gl, 0, 1, STENCIL_INDEX, UNSIGNED_BYTE).unwrap()[0],
        5
    );
    assert_eq!(
        read(&mut gl, 0, 1, DEPTH_COMPONENT, UNSIGNED_SHORT).unwrap()[..2],
        0x8000u16.to_ne_bytes()
    );
    assert_eq!(
        read(&mut gl, 7, 2, RGB, UNSIGNED_BYTE).unwrap()[..7],
        [0x11, 0x22, 0x33, 0xee, 0xee, 0xee, 0xee],
        "outside: untouched"
    );
    assert_eq!(read(&mut gl, 0, -1, RGB, UNSIGNED_BYTE), Err(INVALID_VALUE));
    assert_eq!(
        read(&mut gl, 0, 1, COLOR_INDEX, UNSIGNED_BYTE),
        Err(INVALID_OPERATION)
    );
    assert_eq!(
        read(&mut gl, 0, 1, RGB, UNSIGNED_SHORT_4_4_4_4),
        Err(INVALID_OPERATION)
    );
}

#[test]
fn copies_take_the_framebuffer() {
    let mut gl = Fixture::with_surface(0xff01_0203);
    gl.call(|c| copy_tex_image2d(c, TEXTURE_2D, 0, RGB, -1, 0, 2, 1, 0))
        .unwrap();
    assert_eq!(
        gl.texels(RGBA, 8)[4..],
        [1, 2, 3, 255],
        "the first pixel lies outside"
    );
    assert_eq!(
        gl.call(|c| copy_tex_image2d(c, TEXTURE_2D, 0, 3, 0, 0, 1, 1, 0)),
        Err(INVALID_ENUM)
    );
    gl.call(|c| copy_tex_image2d(c, TEXTURE_2D, 0, DEPTH_COMPONENT, 0, 0, 1, 1, 0))
        .unwrap();
    let mut depth = [0.0f32];
    let pointer = ClientPtr::of_mut(&mut depth);
    gl.call(|c| get_tex_image(c, TEXTURE_2D, 0, DEPTH_COMPONENT, FLOAT, pointer))
        .unwrap();
    assert_eq!(depth[0], (0x80_0000 as f64 / 0xff_ffff as f64) as f32);
}

#[test]
fn stencil_pixels_are_zoomed_into_the_stencil_buffer() {
    let mut gl = Fixture::with_surface(0);
    gl.0.immediate.raster_pos.valid = true;
    gl.0.immediate.raster_pos.window = [1.0, 0.0, 0.0, 1.0];
    gl.call(|c| pixel_zoom(c, 2.0, 1.0)).unwrap();
    let stencils = [7u8, 9];
    gl.call(|c| {
        draw_pixels(
            c,
            2,
            1,
            STENCIL_INDEX,
            UNSIGNED_BYTE,
            ClientPtr::of(&stencils),
        )
    })
    .unwrap();
    let mut out = [0u8; 8];
    let pointer = ClientPtr::of_mut(&mut out);
    gl.call(|c| read_pixels(c, 0, 0, 8, 1, STENCIL_INDEX, UNSIGNED_BYTE, pointer))
        .unwrap();
    assert_eq!(out, [5, 7, 7, 9, 9, 5, 5, 5]);
    gl.0.immediate.raster_pos.window = [7.0, 1.0, 0.0, 1.0];
    gl.call(|c| pixel_zoom(c, -1.0, 1.0)).unwrap();
    gl.call(|c| copy_pixels(c, 1, 0, 4, 1, STENCIL)).unwrap();
    gl.call(|c| read_pixels(c, 0, 1, 8, 1, STENCIL_INDEX, UNSIGNED_BYTE, pointer))
        .unwrap();
    assert_eq!(out, [5, 5, 5, 9, 9, 7, 7, 5], "mirrored");
}

#[test]
fn bitmaps_move_the_raster_position() {
    let mut gl = Fixture::with_surface(0);
    let draw = |gl: &mut Fixture, width| {
        gl.call(|c| bitmap(c, width, 0, 0.0, 0.0, 3.5, -1.0, ClientPtr::NULL))
            .map(|()| gl.0.immediate.raster_pos.window)
    };
    gl.0.immediate.raster_pos.valid = false;
    gl.0.immediate.raster_pos.window = [0.0; 4];
    assert_eq!(
        draw(&mut gl, 0).unwrap()[..2],
        [0.0, 0.0],
        "an invalid position stays"
    );
    gl.0.immediate.raster_pos.valid = true;
    assert_eq!(draw(&mut gl, 0).unwrap()[..2], [3.5, -1.0]);
    assert_eq!(draw(&mut gl, -1), Err(INVALID_VALUE));
}

/// A bitmap at a whole raster position stays there, though the transformations end a little below it (QUIRKS 6.38).
#[test]
fn bitmaps_lie_at_whole_positions() {
    let mut gl = Fixture::with_surface(0);
    let bit = [0x80u8];
    for x in 0..8 {
        let below = (x as f32).next_down().min(x as f32 - 6e-5);
        gl.0.immediate.raster_pos.valid = true;
        gl.0.immediate.raster_pos.window = [below, 0.0, 0.0, 1.0];
        gl.0.immediate.raster_pos.color = [1.0; 4];
        gl.call(|c| clear(c, COLOR_BUFFER_BIT)).unwrap();
        gl.call(|c| bitmap(c, 1, 1, 0.0, 0.0, 1.0, 0.0, ClientPtr::of(&bit)))
            .unwrap();
        assert_eq!(gl.0.immediate.raster_pos.window[0], below + 1.0);
        let mut row = [0u8; 8];
        let to = ClientPtr::of_mut(&mut row);
        gl.call(|c| read_pixels(c, 0, 0, 8, 1, RED, UNSIGNED_BYTE, to))
            .unwrap();
        assert_eq!(row.iter().position(|c| *c != 0), Some(x), "{row:?}");
    }
}

/// Luminance is the sum of red, green and blue, then clamped (GL 1.5 section 4.3.2). That of a texel is red (QUIRKS 6.39).
#[test]
fn luminance_is_summed_and_then_clamped() {
    let mut gl = Fixture::with_surface(0);
    gl.call(|c| clear_color(c, 1.0, 1.0, 0.5, 1.0)).unwrap();
    gl.call(|c| clear(c, COLOR_BUFFER_BIT)).unwrap();
    let mut read = [0.0f32; 2];
    let to = ClientPtr::of_mut(bytemuck::cast_slice_mut::<f32, u8>(&mut read));
    gl.call(|c| read_pixels(c, 0, 0, 1, 1, LUMINANCE_ALPHA, FLOAT, to))
        .unwrap();
    assert_eq!(read, [1.0, 1.0]);
    gl.image(0, RGBA, [1, 1], RGBA, UNSIGNED_BYTE, &[51, 102, 255, 255])
        .unwrap();
    gl.0.pixel.pack = PixelStore::TIGHT;
    assert_eq!(gl.texels(LUMINANCE, 1), [51]);
}

#[test]
fn inverted_rows_stay_in_the_image() {
    // Four rows of the window, of which two lie below it; the columns around the image keep their bytes.
    let mut gl = Fixture::with_surface(0xFF10_2030);
    let buffers = gl.0.surfaces.read.as_ref().unwrap().buffers();
    buffers
        .back
        .as_ref()
        .unwrap()
        .write_row(0, 1, &[0xFF40_5060; 8]);
    gl.0.pixel.pack = PixelStore {
        row_length: 3,
        skip_pixels: 1,
        invert: true,
        ..PixelStore::TIGHT
    };
    let mut out = [0u8; 12];
    gl.call(|c| {
        let out = ClientPtr::of_mut(&mut out);
        read_pixels(c, 0, -2, 2, 4, RED, UNSIGNED_BYTE, out)
    })
    .unwrap();
    assert_eq!(out, [0, 0x40, 0x40, 0, 0x10, 0x10, 0, 0, 0, 0, 0, 0]);
}

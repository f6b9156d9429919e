//! The imaging subset in the commands that move pixels, its errors and queries, and what lists and attribute groups hold.

use super::fixture::{border, counters, filter2d, ok, read, table};
use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::imaging::convolution::*;
use crate::gl::imaging::histogram::*;
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::pixel_rectangle::draw::draw_pixels;
use crate::gl::state::attrib_stack::{pop_attrib, push_attrib};
use crate::gl::state::enable::{disable, enable};
use crate::gl::texture::color_table::*;
use crate::gl::texture::image::{copy_tex_image2d, tex_image1d, tex_image2d};
use crate::gl::texture::sub_image::tex_sub_image2d;
use crate::gl::texture::tests::fixture::Fixture;
use crate::platform::ClientPtr;

#[test]
fn framebuffer_commands_pass_through_the_subset() {
    // Bytes R, G, B, A: 51, 102, 0, 255.
    let mut gl = Fixture::with_surface(0xff33_6600);
    filter2d(
        &mut gl,
        RGB,
        [3, 3],
        &[0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5],
    );
    table(&mut gl, COLOR_TABLE, LUMINANCE, &[1.0, 0.0]);
    // The table turns 0.2, 0.4, 0 into 1; the filter's sum is 1; the image shrinks to 2 × 1 and is packed so.
    let out = read(&mut gl, [4, 3]);
    assert_eq!(out[..9], [255, 255, 255, 255, 255, 255, 255, 255, 0xee]);
    ok(&mut gl, |c| disable(c, COLOR_TABLE));
    assert_eq!(read(&mut gl, [3, 3])[..5], [51, 102, 0, 255, 0xee]);
    // A null output.
    assert_eq!(read(&mut gl, [2, 3])[0], 0xee);
    ok(&mut gl, |c| {
        copy_tex_image2d(c, TEXTURE_2D, 0, RGBA8, 0, 0, 6, 8, 0)
    });
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), 4);
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_HEIGHT), 6);
    // A sink returns no pixel.
    ok(&mut gl, |c| minmax(c, MINMAX, RGBA, 1));
    ok(&mut gl, |c| enable(c, MINMAX));
    assert_eq!(read(&mut gl, [3, 3])[0], 0xee);
    // Copies to tables take the framebuffer's colours as they are.
    ok(&mut gl, |c| copy_color_table(c, COLOR_TABLE, RGBA, 0, 0, 2));
    let entries = &gl.0.imaging.tables[0].entries;
    assert_eq!(entries[1].map(crate::format::unorm8), [51, 102, 0, 255]);
}

#[test]
fn drawn_pixels_are_what_comes_out() {
    let mut gl = Fixture::with_surface(0);
    table(&mut gl, POST_CONVOLUTION_COLOR_TABLE, RGB, &[1.0, 0.0]);
    filter2d(&mut gl, INTENSITY, [2, 1], &[0.0, 1.0]);
    let pixels = [[255u8, 255, 255, 255], [0, 255, 0, 255]];
    let data = ClientPtr::of(&pixels);
    ok(&mut gl, |c| draw_pixels(c, 2, 1, RGBA, UNSIGNED_BYTE, data));
    ok(&mut gl, |c| disable(c, CONVOLUTION_2D));
    ok(&mut gl, |c| disable(c, POST_CONVOLUTION_COLOR_TABLE));
    // One pixel is left: the second, inverted.
    let out = read(&mut gl, [2, 1]);
    assert_eq!(out[..8], [255, 0, 255, 255, 0, 0, 0, 0]);
}

#[test]
fn convolution_decides_the_size_of_textures() {
    let mut gl = Fixture::new();
    filter2d(&mut gl, RGB, [3, 2], &[0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    let pixels = [[10u8, 20, 30, 40]; 64];
    let data = ClientPtr::of(&pixels);
    let image = |c: &mut Call<'_>, width, data| {
        let (format, ty) = (RGBA, UNSIGNED_BYTE);
        tex_image2d(
            c,
            TEXTURE_2D,
            0,
            RGBA8 as i32,
            width,
            5,
            0,
            format,
            ty,
            data,
        )
    };
    for data in [data, ClientPtr::NULL] {
        ok(&mut gl, |c| image(c, 6, data));
        assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), 4);
        assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_HEIGHT), 4);
    }
    let sub = |c: &mut Call<'_>, x| {
        let (format, ty) = (RGBA, UNSIGNED_BYTE);
        tex_sub_image2d(c, TEXTURE_2D, 0, x, 0, 4, 2, format, ty, data)
    };
    ok(&mut gl, |c| sub(c, 2));
    assert_eq!(gl.call(|c| sub(c, 3)), Err(INVALID_VALUE));
    // No filter for one dimension is enabled; a null image is no error.
    ok(&mut gl, |c| {
        tex_image1d(c, TEXTURE_1D, 0, 4, 8, 0, RGBA, UNSIGNED_BYTE, data)
    });
    assert_eq!(gl.level(TEXTURE_1D, 0, TEXTURE_WIDTH), 8);
    ok(&mut gl, |c| image(c, 1, data));
    assert_eq!(gl.level(TEXTURE_2D, 0, TEXTURE_WIDTH), 0);
    assert_eq!(gl.call(|c| image(c, -1, data)), Err(INVALID_VALUE));
}

#[test]
fn proxies_answer_for_widths_that_are_too_large() {
    let mut gl = Fixture::new();
    let query = |gl: &mut Fixture, target, pname| {
        let mut out = [7];
        let data = ClientPtr::of_mut(&mut out);
        ok(gl, |c| get_color_table_parameteriv(c, target, pname, data));
        out[0] as u32
    };
    let define = |c: &mut Call<'_>, target, width| {
        color_table(c, target, RGB8, width, RGB, FLOAT, ClientPtr::NULL)
    };
    ok(&mut gl, |c| define(c, PROXY_COLOR_TABLE, 256));
    assert_eq!(query(&mut gl, PROXY_COLOR_TABLE, COLOR_TABLE_WIDTH), 256);
    assert_eq!(query(&mut gl, PROXY_COLOR_TABLE, COLOR_TABLE_FORMAT), RGB8);
    assert!(query(&mut gl, PROXY_COLOR_TABLE, COLOR_TABLE_RED_SIZE) >= 8);
    assert_eq!(query(&mut gl, PROXY_COLOR_TABLE, COLOR_TABLE_ALPHA_SIZE), 0);
    ok(&mut gl, |c| define(c, PROXY_COLOR_TABLE, 1 << 30));
    assert_eq!(query(&mut gl, PROXY_COLOR_TABLE, COLOR_TABLE_WIDTH), 0);
    assert_eq!(query(&mut gl, PROXY_COLOR_TABLE, COLOR_TABLE_FORMAT), 0);
    assert_eq!(query(&mut gl, COLOR_TABLE, COLOR_TABLE_FORMAT), RGBA);
    let too_large = gl.call(|c| define(c, COLOR_TABLE, 1 << 30));
    assert_eq!(too_large, Err(TABLE_TOO_LARGE));
    ok(&mut gl, |c| histogram(c, PROXY_HISTOGRAM, 1 << 30, RGB, 0));
    let too_large = gl.call(|c| histogram(c, HISTOGRAM, 1 << 30, RGB, 0));
    assert_eq!(too_large, Err(TABLE_TOO_LARGE));
    let mut out = [7];
    let data = ClientPtr::of_mut(&mut out);
    ok(&mut gl, |c| {
        get_histogram_parameteriv(c, PROXY_HISTOGRAM, HISTOGRAM_WIDTH, data)
    });
    assert_eq!(out, [0]);
    let sink = gl.call(|c| get_histogram_parameteriv(c, PROXY_HISTOGRAM, HISTOGRAM_SINK, data));
    assert_eq!(sink, Err(INVALID_ENUM));
}

#[test]
fn errors_change_nothing() {
    let mut gl = Fixture::new();
    let some = [0.5f32; 64];
    let data = ClientPtr::of(&some);
    let mut define = |target, internal, width, format, ty| {
        gl.call(|c| color_table(c, target, internal, width, format, ty, data))
    };
    assert_eq!(
        define(TEXTURE_RECTANGLE, RGB, 4, RGB, FLOAT),
        Err(INVALID_ENUM)
    );
    for internal in [3, DEPTH_COMPONENT, COMPRESSED_RGB, RGBA32F_ARB] {
        assert_eq!(
            define(COLOR_TABLE, internal, 4, RGB, FLOAT),
            Err(INVALID_ENUM)
        );
    }
    assert_eq!(define(COLOR_TABLE, RGB, 3, RGB, FLOAT), Err(INVALID_VALUE));
    assert_eq!(define(COLOR_TABLE, RGB, -1, RGB, FLOAT), Err(INVALID_VALUE));
    for format in [COLOR_INDEX, STENCIL_INDEX, DEPTH_COMPONENT] {
        assert_eq!(
            define(COLOR_TABLE, RGB, 4, format, FLOAT),
            Err(INVALID_ENUM)
        );
    }
    assert_eq!(
        define(COLOR_TABLE, RGB, 4, COLOR_INDEX, BITMAP),
        Err(INVALID_ENUM)
    );
    let packed = UNSIGNED_SHORT_5_6_5;
    assert_eq!(
        define(COLOR_TABLE, RGB, 4, RGBA, packed),
        Err(INVALID_OPERATION)
    );
    assert!(gl.0.imaging.tables[0].entries.is_empty());
    let sub = gl.call(|c| color_sub_table(c, COLOR_TABLE, 0, 1, RGB, FLOAT, data));
    assert_eq!(sub, Err(INVALID_VALUE));
    let proxy = gl.call(|c| get_color_table(c, PROXY_COLOR_TABLE, RGB, FLOAT, ClientPtr::NULL));
    assert_eq!(proxy, Err(INVALID_ENUM));
    let wide =
        gl.call(|c| convolution_filter1d(c, CONVOLUTION_1D, RGB, 17, LUMINANCE, FLOAT, data));
    assert_eq!(wide, Err(INVALID_VALUE));
    let other = gl.call(|c| convolution_filter1d(c, CONVOLUTION_2D, RGB, 1, RGB, FLOAT, data));
    assert_eq!(other, Err(INVALID_ENUM));
    for (pname, value) in [
        (CONVOLUTION_BORDER_MODE, CLAMP),
        (CONVOLUTION_FILTER_SCALE, 1),
    ] {
        let set = gl.call(|c| convolution_parameteri(c, CONVOLUTION_2D, pname, value as i32));
        assert_eq!(set, Err(INVALID_ENUM));
    }
    for internal in [INTENSITY, 3, DEPTH_COMPONENT] {
        assert_eq!(
            gl.call(|c| minmax(c, MINMAX, internal, 0)),
            Err(INVALID_ENUM)
        );
        let made = gl.call(|c| histogram(c, HISTOGRAM, 4, internal, 0));
        assert_eq!(made, Err(INVALID_ENUM));
    }
    assert_eq!(
        gl.call(|c| histogram(c, HISTOGRAM, 5, RGB, 0)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        gl.call(|c| reset_histogram(c, PROXY_HISTOGRAM)),
        Err(INVALID_ENUM)
    );
    assert_eq!(gl.call(|c| reset_minmax(c, HISTOGRAM)), Err(INVALID_ENUM));
    // A histogram without entries may be asked.
    assert_eq!(counters(&mut gl, 1), [0xee; 16]);
}

#[test]
fn lists_hold_tables_and_attributes_hold_modes() {
    let mut gl = Fixture::new();
    ok(&mut gl, |c| new_list(c, 1, COMPILE));
    {
        let entries = [0.25f32, 0.75];
        let data = ClientPtr::of(&entries);
        let target = COLOR_TABLE;
        ok(&mut gl, |c| {
            color_table(c, target, LUMINANCE, 2, LUMINANCE, FLOAT, data)
        });
    }
    ok(&mut gl, |c| histogram(c, HISTOGRAM, 8, RGB, 0));
    ok(&mut gl, |c| histogram(c, PROXY_HISTOGRAM, 16, RGB, 0));
    assert_eq!(gl.0.imaging.histogram_proxy.unwrap().1, 16);
    ok(&mut gl, end_list);
    assert!(gl.0.imaging.tables[0].entries.is_empty());
    assert!(gl.0.imaging.histogram.counters.is_empty());
    ok(&mut gl, |c| push_attrib(c, PIXEL_MODE_BIT));
    ok(&mut gl, |c| call_list(c, 1));
    ok(&mut gl, |c| enable(c, COLOR_TABLE));
    border(&mut gl, SEPARABLE_2D, REPLICATE_BORDER);
    ok(&mut gl, pop_attrib);
    assert_eq!(gl.0.pixel.imaging, PixelState::default().imaging);
    assert_eq!(
        gl.0.imaging.tables[0].entries,
        [[0.25, 0.25, 0.25, 1.0], [0.75, 0.75, 0.75, 1.0]]
    );
    assert_eq!(gl.0.imaging.histogram.counters.len(), 8);
}

//! Tests of the imaging subset. Each operation's values are computed by hand from the formulas of section 3.6.5. Errors
//! and queries follow, and the place of the pipeline in the commands that move pixels.

use crate::device::texture::texels::RowSource;
use crate::gl::context::enums::*;
use crate::gl::imaging::convolution::*;
use crate::gl::imaging::histogram::*;
use crate::gl::imaging::transfer::{Dimensions, transfer};
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::pixel::transfer::{PixelState, pixel_transferf};
use crate::gl::pixel_rectangle::draw::draw_pixels;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::state::attrib_stack::{pop_attrib, push_attrib};
use crate::gl::state::enable::{disable, enable};
use crate::gl::texture::color_table::*;
use crate::gl::texture::image::{copy_tex_image2d, tex_image1d, tex_image2d};
use crate::gl::texture::sub_image::tex_sub_image2d;
use crate::gl::texture::tests::fixture::Fixture;
use crate::gl::transform::commands::{load_matrixf, matrix_mode, pop_matrix, push_matrix};
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

/// Rows of given colours.
struct Colors<'a>(&'a [[f32; 4]], u32);

impl RowSource for Colors<'_> {
    fn colors(&mut self, y: u32, _z: u32, out: &mut [[f32; 4]]) {
        let start = (y * self.1) as usize;
        out.copy_from_slice(&self.0[start..start + out.len()]);
    }

    fn bytes(&mut self, _y: u32, _z: u32, _out: &mut [[u8; 4]]) {
        unreachable!("transfer takes colours");
    }
}

type Image = (Vec<[f32; 4]>, [u32; 2]);

fn transferred(
    gl: &mut Fixture,
    dimensions: Dimensions,
    size: [u32; 2],
    colors: &[[f32; 4]],
) -> Option<Image> {
    let mut rows = Colors(colors, size[0]);
    let image = transfer(&mut gl.0, dimensions, [size[0], size[1], 1], &mut rows).unwrap()?;
    Some((image.colors, [image.size[0], image.size[1]]))
}

/// The red components after the transfer of an image whose components are all these numbers.
fn reds(gl: &mut Fixture, dimensions: Dimensions, size: [u32; 2], values: &[f32]) -> Vec<f32> {
    let colors: Vec<[f32; 4]> = values.iter().map(|v| [*v; 4]).collect();
    let (out, _) = transferred(gl, dimensions, size, &colors).unwrap();
    out.iter().map(|c| c[0]).collect()
}

fn ok(gl: &mut Fixture, command: impl FnOnce(&mut Call<'_>) -> Result) {
    assert_eq!(gl.call(command), Ok(()));
}

fn filter1d(gl: &mut Fixture, format: u32, values: &[f32]) {
    let (width, data) = (values.len() as i32, ClientPtr::of(values));
    ok(gl, |c| {
        convolution_filter1d(c, CONVOLUTION_1D, format, width, LUMINANCE, FLOAT, data)
    });
    ok(gl, |c| enable(c, CONVOLUTION_1D));
}

fn filter2d(gl: &mut Fixture, format: u32, [width, height]: [i32; 2], values: &[f32]) {
    let data = ClientPtr::of(values);
    let target = CONVOLUTION_2D;
    ok(gl, |c| {
        convolution_filter2d(c, target, format, width, height, LUMINANCE, FLOAT, data)
    });
    ok(gl, |c| enable(c, target));
}

fn border(gl: &mut Fixture, target: u32, mode: u32) {
    ok(gl, |c| {
        convolution_parameteri(c, target, CONVOLUTION_BORDER_MODE, mode as i32)
    });
}

fn table(gl: &mut Fixture, target: u32, internal: u32, entries: &[f32]) {
    let (width, data) = (entries.len() as i32, ClientPtr::of(entries));
    ok(gl, |c| {
        color_table(c, target, internal, width, LUMINANCE, FLOAT, data)
    });
    ok(gl, |c| enable(c, target));
}

#[test]
fn border_modes_of_one_dimension() {
    let mut gl = Fixture::new();
    filter1d(&mut gl, INTENSITY, &[1.0, 10.0, 100.0]);
    let image = [1.0, 2.0, 3.0, 4.0];
    let size = [4, 1];
    assert_eq!(reds(&mut gl, Dimensions::One, size, &image), [321.0, 432.0]);
    border(&mut gl, CONVOLUTION_1D, CONSTANT_BORDER);
    let color = [5.0f32; 4];
    let data = ClientPtr::of(&color);
    ok(&mut gl, |c| {
        convolution_parameterfv(c, CONVOLUTION_1D, CONVOLUTION_BORDER_COLOR, data)
    });
    assert_eq!(
        reds(&mut gl, Dimensions::One, size, &image),
        [215.0, 321.0, 432.0, 543.0]
    );
    border(&mut gl, CONVOLUTION_1D, REPLICATE_BORDER);
    assert_eq!(
        reds(&mut gl, Dimensions::One, size, &image),
        [211.0, 321.0, 432.0, 443.0]
    );
    // The filter of one dimension is for images of one dimension.
    assert_eq!(reds(&mut gl, Dimensions::Two, size, &image), image);
}

#[test]
fn two_dimensions_and_separable_filters() {
    let mut gl = Fixture::new();
    let image: Vec<f32> = (1..=9).map(|n| n as f32).collect();
    let (row, column) = ([1.0f32, 10.0], [1.0f32, 100.0]);
    let (row, column) = (ClientPtr::of(&row), ClientPtr::of(&column));
    let target = SEPARABLE_2D;
    ok(&mut gl, |c| {
        separable_filter2d(c, target, INTENSITY, 2, 2, LUMINANCE, FLOAT, row, column)
    });
    ok(&mut gl, |c| enable(c, SEPARABLE_2D));
    let reduced = [5421.0, 6532.0, 8754.0, 9865.0];
    assert_eq!(reds(&mut gl, Dimensions::Two, [3, 3], &image), reduced);
    // CONVOLUTION_2D goes before SEPARABLE_2D.
    filter2d(&mut gl, INTENSITY, [1, 1], &[2.0]);
    assert_eq!(reds(&mut gl, Dimensions::Two, [3, 3], &image)[8], 18.0);
    filter2d(&mut gl, INTENSITY, [2, 2], &[1.0, 10.0, 100.0, 1000.0]);
    assert_eq!(reds(&mut gl, Dimensions::Two, [3, 3], &image), reduced);
    border(&mut gl, CONVOLUTION_2D, CONSTANT_BORDER);
    let out = reds(&mut gl, Dimensions::Two, [3, 3], &image);
    // The centre of an even filter is the tap above its middle: C[-1, -1] sees one source pixel.
    assert_eq!((out[0], out[4]), (1000.0, 5421.0));
    border(&mut gl, CONVOLUTION_2D, REPLICATE_BORDER);
    assert_eq!(reds(&mut gl, Dimensions::Two, [3, 3], &image)[0], 1111.0);
    border(&mut gl, CONVOLUTION_2D, REDUCE);
    assert!(reds(&mut gl, Dimensions::Two, [1, 9], &image).is_empty());
}

#[test]
fn filters_are_scaled_and_convolve_the_components_of_their_format() {
    let mut gl = Fixture::new();
    let (scale, bias) = ([2.0f32; 4], [1.0f32; 4]);
    for (pname, values) in [
        (CONVOLUTION_FILTER_SCALE, &scale),
        (CONVOLUTION_FILTER_BIAS, &bias),
    ] {
        let data = ClientPtr::of(values);
        ok(&mut gl, |c| {
            convolution_parameterfv(c, CONVOLUTION_2D, pname, data)
        });
    }
    filter2d(&mut gl, LUMINANCE, [1, 1], &[3.0]);
    let pixel = [[1.0, 2.0, 3.0, 4.0]];
    let out = transferred(&mut gl, Dimensions::Two, [1, 1], &pixel).unwrap();
    assert_eq!(out.0, [[7.0, 14.0, 21.0, 4.0]]);
    ok(&mut gl, |c| {
        pixel_transferf(c, POST_CONVOLUTION_GREEN_SCALE, 0.5)
    });
    ok(&mut gl, |c| {
        pixel_transferf(c, POST_CONVOLUTION_ALPHA_BIAS, -1.0)
    });
    let out = transferred(&mut gl, Dimensions::Two, [1, 1], &pixel).unwrap();
    assert_eq!(out.0, [[7.0, 7.0, 21.0, 3.0]]);
    let mut filter = [0.0f32; 1];
    let data = ClientPtr::of_mut(&mut filter);
    ok(&mut gl, |c| {
        get_convolution_filter(c, CONVOLUTION_2D, RED, FLOAT, data)
    });
    assert_eq!(filter, [7.0]);
}

#[test]
fn color_tables_replace_what_their_format_has() {
    let mut gl = Fixture::new();
    let (scale, bias) = ([0.5f32; 4], [0.25f32; 4]);
    let (s, b) = (ClientPtr::of(&scale), ClientPtr::of(&bias));
    ok(&mut gl, |c| {
        color_table_parameterfv(c, COLOR_TABLE, COLOR_TABLE_SCALE, s)
    });
    ok(&mut gl, |c| {
        color_table_parameterfv(c, COLOR_TABLE, COLOR_TABLE_BIAS, b)
    });
    // Entries 0.75, 0.25, 1 (clamped), 0 (clamped).
    table(&mut gl, COLOR_TABLE, LUMINANCE, &[1.0, 0.0, 9.0, -9.0]);
    // Components times 3, rounded: 0, 1, 2 (1.5 rounds up), and alpha as it was.
    let pixel = [[-1.0, 0.3, 0.5, 0.7]];
    let out = transferred(&mut gl, Dimensions::Three, [1, 1], &pixel).unwrap();
    assert_eq!(out.0, [[0.75, 0.25, 1.0, 0.7]]);
    table(&mut gl, POST_CONVOLUTION_COLOR_TABLE, ALPHA, &[0.0, 0.125]);
    let out = transferred(&mut gl, Dimensions::Three, [1, 1], &pixel).unwrap();
    // Luminance pixels have alpha 1, so that both entries of the ALPHA table are 1.
    assert_eq!(out.0, [[0.75, 0.25, 1.0, 1.0]]);
    let part = [0.5f32, 0.5];
    let data = ClientPtr::of(&part);
    ok(&mut gl, |c| {
        color_sub_table(c, COLOR_TABLE, 2, 2, LUMINANCE, FLOAT, data)
    });
    let mut entries = [0.0f32; 8];
    let data = ClientPtr::of_mut(&mut entries);
    ok(&mut gl, |c| {
        get_color_table(c, COLOR_TABLE, LUMINANCE_ALPHA, FLOAT, data)
    });
    assert_eq!(entries, [0.75, 1.0, 0.25, 1.0, 0.5, 1.0, 0.5, 1.0]);
}

#[test]
fn color_matrix_then_scale_bias_and_table() {
    let mut gl = Fixture::new();
    ok(&mut gl, |c| matrix_mode(c, COLOR));
    ok(&mut gl, push_matrix);
    // Columns: R' = B, G' = R + G, B' = 0, A' = A.
    let matrix: [f32; 16] = [
        0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ];
    let data = ClientPtr::of(&matrix);
    ok(&mut gl, |c| load_matrixf(c, data));
    ok(&mut gl, |c| {
        pixel_transferf(c, POST_COLOR_MATRIX_RED_SCALE, 2.0)
    });
    ok(&mut gl, |c| {
        pixel_transferf(c, POST_COLOR_MATRIX_BLUE_BIAS, 0.5)
    });
    let pixel = [[0.125, 0.25, 0.5, 1.0]];
    let out = transferred(&mut gl, Dimensions::Two, [1, 1], &pixel).unwrap();
    assert_eq!(out.0, [[1.0, 0.375, 0.5, 1.0]]);
    let inverse = [1.0f32, 0.0];
    table(&mut gl, POST_COLOR_MATRIX_COLOR_TABLE, RGB, &inverse);
    let out = transferred(&mut gl, Dimensions::Two, [1, 1], &pixel).unwrap();
    assert_eq!(out.0, [[0.0, 1.0, 0.0, 1.0]]);
    ok(&mut gl, pop_matrix);
    assert_eq!(gl.call(pop_matrix), Err(STACK_UNDERFLOW));
}

fn counters(gl: &mut Fixture, reset: u8) -> [u8; 16] {
    let mut out = [0xee; 16];
    let data = ClientPtr::of_mut(&mut out);
    ok(gl, |c| {
        get_histogram(c, HISTOGRAM, reset, RGBA, UNSIGNED_BYTE, data)
    });
    out
}

#[test]
fn histogram_counts_and_minmax_compares() {
    let mut gl = Fixture::new();
    ok(&mut gl, |c| histogram(c, HISTOGRAM, 4, RGB, 0));
    ok(&mut gl, |c| minmax(c, MINMAX, RGBA, 0));
    ok(&mut gl, |c| enable(c, HISTOGRAM));
    ok(&mut gl, |c| enable(c, MINMAX));
    let pixels = [[-3.0, 0.3, 0.5, 1.0], [2.0, 0.3, 0.9, 0.5]];
    let (out, _) = transferred(&mut gl, Dimensions::Two, [2, 1], &pixels).unwrap();
    assert_eq!(out, pixels);
    // Red in entries 0 and 3, green twice in 1, blue in 2 and 3; no alpha.
    let expected = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0];
    assert_eq!(counters(&mut gl, 0), expected);
    assert_eq!(counters(&mut gl, 1), expected);
    assert_eq!(counters(&mut gl, 0), [0; 16]);
    let mut values = [[0.0f32; 4]; 2];
    let data = ClientPtr::of_mut(&mut values);
    ok(&mut gl, |c| get_minmax(c, MINMAX, 1, RGBA, FLOAT, data));
    assert_eq!(values, [[-3.0, 0.3, 0.5, 0.5], [2.0, 0.3, 0.9, 1.0]]);
    ok(&mut gl, |c| get_minmax(c, MINMAX, 0, RGBA, FLOAT, data));
    assert_eq!(values, [[f32::MAX; 4], [f32::MIN; 4]]);
    // The histogram's sink leaves nothing to minmax.
    ok(&mut gl, |c| histogram(c, HISTOGRAM, 4, RGB, 1));
    assert!(transferred(&mut gl, Dimensions::Two, [2, 1], &pixels).is_none());
    assert_eq!(counters(&mut gl, 0), expected);
    ok(&mut gl, |c| get_minmax(c, MINMAX, 0, RGBA, FLOAT, data));
    assert_eq!(values, [[f32::MAX; 4], [f32::MIN; 4]]);
}

fn read(gl: &mut Fixture, [width, height]: [i32; 2]) -> Vec<u8> {
    let mut out = vec![0xee; 256];
    let data = ClientPtr::of_mut(&mut out[..]);
    ok(gl, |c| {
        read_pixels(c, 0, 0, width, height, RGBA, UNSIGNED_BYTE, data)
    });
    out
}

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

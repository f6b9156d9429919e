//! The operations of the imaging subset on images. Expected values follow by hand from the formulas of section 3.6.5.

use super::fixture::{border, counters, filter1d, filter2d, ok, reds, table, transferred};
use crate::gl::context::enums::*;
use crate::gl::imaging::convolution::*;
use crate::gl::imaging::histogram::*;
use crate::gl::imaging::transfer::Dimensions;
use crate::gl::pixel::transfer::pixel_transferf;
use crate::gl::state::enable::enable;
use crate::gl::texture::color_table::*;
use crate::gl::texture::tests::fixture::Fixture;
use crate::gl::transform::commands::{load_matrixf, matrix_mode, pop_matrix, push_matrix};
use crate::platform::ClientPtr;

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

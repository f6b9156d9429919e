//! Steps that the tests of the imaging subset share.

use crate::device::texture::texels::RowSource;
use crate::gl::context::enums::*;
use crate::gl::imaging::convolution::*;
use crate::gl::imaging::histogram::*;
use crate::gl::imaging::transfer::{Dimensions, transfer};
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::state::enable::enable;
use crate::gl::texture::color_table::*;
use crate::gl::texture::tests::fixture::Fixture;
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

pub(super) type Image = (Vec<[f32; 4]>, [u32; 2]);

pub(super) fn transferred(
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
pub(super) fn reds(
    gl: &mut Fixture,
    dimensions: Dimensions,
    size: [u32; 2],
    values: &[f32],
) -> Vec<f32> {
    let colors: Vec<[f32; 4]> = values.iter().map(|v| [*v; 4]).collect();
    let (out, _) = transferred(gl, dimensions, size, &colors).unwrap();
    out.iter().map(|c| c[0]).collect()
}

pub(super) fn ok(gl: &mut Fixture, command: impl FnOnce(&mut Call<'_>) -> Result) {
    assert_eq!(gl.call(command), Ok(()));
}

pub(super) fn filter1d(gl: &mut Fixture, format: u32, values: &[f32]) {
    let (width, data) = (values.len() as i32, ClientPtr::of(values));
    ok(gl, |c| {
        convolution_filter1d(c, CONVOLUTION_1D, format, width, LUMINANCE, FLOAT, data)
    });
    ok(gl, |c| enable(c, CONVOLUTION_1D));
}

pub(super) fn filter2d(gl: &mut Fixture, format: u32, [width, height]: [i32; 2], values: &[f32]) {
    let data = ClientPtr::of(values);
    let target = CONVOLUTION_2D;
    ok(gl, |c| {
        convolution_filter2d(c, target, format, width, height, LUMINANCE, FLOAT, data)
    });
    ok(gl, |c| enable(c, target));
}

pub(super) fn border(gl: &mut Fixture, target: u32, mode: u32) {
    ok(gl, |c| {
        convolution_parameteri(c, target, CONVOLUTION_BORDER_MODE, mode as i32)
    });
}

pub(super) fn table(gl: &mut Fixture, target: u32, internal: u32, entries: &[f32]) {
    let (width, data) = (entries.len() as i32, ClientPtr::of(entries));
    ok(gl, |c| {
        color_table(c, target, internal, width, LUMINANCE, FLOAT, data)
    });
    ok(gl, |c| enable(c, target));
}

pub(super) fn counters(gl: &mut Fixture, reset: u8) -> [u8; 16] {
    let mut out = [0xee; 16];
    let data = ClientPtr::of_mut(&mut out);
    ok(gl, |c| {
        get_histogram(c, HISTOGRAM, reset, RGBA, UNSIGNED_BYTE, data)
    });
    out
}

pub(super) fn read(gl: &mut Fixture, [width, height]: [i32; 2]) -> Vec<u8> {
    let mut out = vec![0xee; 256];
    let data = ClientPtr::of_mut(&mut out[..]);
    ok(gl, |c| {
        read_pixels(c, 0, 0, width, height, RGBA, UNSIGNED_BYTE, data)
    });
    out
}

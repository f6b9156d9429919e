//! Multisampling as programs see it: edges, coverage from alpha and state, queries.

use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::fragment::commands::*;
use crate::gl::framebuffer::window_buffers::clear;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::color4f;
use crate::gl::immediate::vertex::{vertex2f, vertex3f};
use crate::gl::pixel_rectangle::draw::{bitmap, draw_pixels};
use crate::gl::pixel_rectangle::raster_pos::window_pos2f;
use crate::gl::pixel_rectangle::read::read_pixels;
use crate::gl::primitive::commands::{point_parameterf, point_size, sample_coverage};
use crate::gl::query::active::{begin_query, end_query};
use crate::gl::query::object::get_query_objectiv;
use crate::gl::state::enable::{disable, enable};
use crate::gl::state::get;
use crate::platform::ClientPtr;

pub(super) fn out<T>(values: &mut [T]) -> ClientPtr<T> {
    ClientPtr::from_address(values.as_mut_ptr() as usize)
}

impl Fixture {
    pub(super) fn done(&mut self, command: impl FnOnce(&mut Call<'_>) -> crate::gl::Result) {
        assert_eq!(self.call(command), Ok(()));
    }

    pub(super) fn state_of(&mut self, name: u32) -> i32 {
        let mut value = [-1];
        self.done(|c| get::get_integerv(c, name, out(&mut value)));
        value[0]
    }

    /// The resolved pixels of all eight rows, R, G, B, A.
    pub(super) fn pixels(&mut self) -> Vec<[u8; 4]> {
        let mut bytes = vec![[0u8; 4]; 64];
        let place = ClientPtr::from_address(bytes.as_mut_ptr() as usize);
        self.done(|c| read_pixels(c, 0, 0, 8, 8, RGBA, UNSIGNED_BYTE, place));
        bytes
    }

    /// Returns the number of samples with full red. The others must have none.
    pub(super) fn samples_lit(&mut self) -> u32 {
        let lit = |pixel: &[u8; 4]| (f32::from(pixel[0]) * 4.0 / 255.0).round() as u32;
        self.pixels().iter().map(lit).sum()
    }

    /// The sum of alpha in units of one sample of alpha 1, within what rounding adds.
    pub(super) fn alpha_stored(&mut self) -> f64 {
        let sum: f64 = self.pixels().iter().map(|p| f64::from(p[3])).sum();
        4.0 * sum / 255.0
    }

    pub(super) fn triangle(&mut self, corners: [[f32; 3]; 3]) {
        self.done(|c| begin(c, TRIANGLES));
        for [x, y, z] in corners {
            self.done(|c| vertex3f(c, x, y, z));
        }
        self.done(end);
    }

    pub(super) fn color(&mut self, [r, g, b, a]: [f32; 4]) {
        self.done(|c| color4f(c, r, g, b, a));
    }

    pub(super) fn clear_all(&mut self) {
        self.done(|c| clear(c, COLOR_BUFFER_BIT | DEPTH_BUFFER_BIT | STENCIL_BUFFER_BIT));
    }
}

pub(super) const HALF: [[f32; 3]; 3] = [[-1.0, -1.0, 0.0], [1.0, -0.2, 0.0], [-1.0, 1.7, 0.0]];

/// Returns the number of different values of red.
pub(super) fn levels(pixels: &[[u8; 4]]) -> Vec<u8> {
    let mut levels: Vec<u8> = pixels.iter().map(|p| p[0]).collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

#[test]
fn an_edge_has_five_levels_and_two_without_multisample() {
    let mut f = Fixture::multisampled();
    assert_eq!((f.state_of(SAMPLE_BUFFERS), f.state_of(SAMPLES)), (1, 4));
    assert_eq!(f.state_of(MAX_SAMPLES), 4);
    f.triangle(HALF);
    assert_eq!(levels(&f.pixels()), [0, 64, 128, 191, 255]);
    f.clear_all();
    f.done(|c| disable(c, MULTISAMPLE));
    f.triangle(HALF);
    assert_eq!(levels(&f.pixels()), [0, 255]);
    let mut f = Fixture::new();
    assert_eq!((f.state_of(SAMPLE_BUFFERS), f.state_of(SAMPLES)), (0, 0));
    f.triangle(HALF);
    assert_eq!(levels(&f.pixels()), [0, 255]);
}

#[test]
fn planes_that_cross_are_cut_by_sample() {
    let mut f = Fixture::multisampled();
    f.done(|c| enable(c, DEPTH_TEST));
    f.done(|c| clear_depth(c, 1.0));
    f.clear_all();
    f.color([0.0, 1.0, 0.0, 1.0]);
    f.square();
    // Red is in front where x + 0.4 y + 0.1 is positive, a line through many pixels.
    f.color([1.0, 0.0, 0.0, 1.0]);
    let corner = |x: f32, y: f32| [x, y, -(x + 0.4 * y + 0.1) / 5.0];
    f.triangle([corner(-1.0, -1.0), corner(3.0, -1.0), corner(-1.0, 3.0)]);
    let pixels = f.pixels();
    assert_eq!(levels(&pixels), [0, 64, 128, 191, 255]);
    assert!(
        pixels
            .iter()
            .all(|p| (254..=256).contains(&(i32::from(p[0]) + i32::from(p[1]))))
    );
}

#[test]
fn sample_coverage_keeps_a_part_or_the_other() {
    let lit = |value: f32, invert: u8| {
        let mut f = Fixture::multisampled();
        f.done(|c| enable(c, SAMPLE_COVERAGE));
        f.done(|c| sample_coverage(c, value, invert));
        f.square();
        f.samples_lit()
    };
    for quarters in 0..=4 {
        let value = quarters as f32 / 4.0;
        assert_eq!(lit(value, 0), 64 * quarters);
        assert_eq!(lit(value, 0) + lit(value, 1), 256);
    }
    // Both parts together cover all pixels.
    let mut f = Fixture::multisampled();
    f.done(|c| enable(c, SAMPLE_COVERAGE));
    for invert in [0, 1] {
        f.done(|c| sample_coverage(c, 0.4, invert));
        f.square();
    }
    assert_eq!(levels(&f.pixels()), [255]);
    f.done(|c| disable(c, MULTISAMPLE));
    f.clear_all();
    f.done(|c| sample_coverage(c, 0.0, 0));
    f.square();
    assert_eq!(levels(&f.pixels()), [255]);
}

#[test]
fn alpha_becomes_coverage_and_one() {
    let lit = |alpha: f32, one: bool| {
        let mut f = Fixture::multisampled();
        f.done(|c| enable(c, SAMPLE_ALPHA_TO_COVERAGE));
        if one {
            f.done(|c| enable(c, SAMPLE_ALPHA_TO_ONE));
        }
        f.color([1.0, 1.0, 1.0, alpha]);
        f.square();
        (f64::from(f.samples_lit()), f.alpha_stored())
    };
    let mut before = 0.0;
    for step in 0..=32 {
        let alpha = step as f32 / 32.0;
        let (now, stored) = lit(alpha, false);
        assert!(now >= before, "{alpha}");
        assert!(
            (now / 256.0 - f64::from(alpha)).abs() <= 1.0 / 16.0,
            "{alpha}: {now}"
        );
        assert!(
            (stored - now * f64::from(alpha)).abs() <= 2.0,
            "{alpha}: {stored}"
        );
        let (red, ones) = lit(alpha, true);
        assert_eq!(red, now);
        assert!((ones - now).abs() <= 1.0, "{alpha}: {ones}");
        before = now;
    }
    assert_eq!(before, 256.0);
}

#[test]
fn alpha_test_comes_after_alpha_to_one() {
    let mut f = Fixture::multisampled();
    f.done(|c| enable(c, ALPHA_TEST));
    f.done(|c| alpha_func(c, GREATER, 0.5));
    f.color([1.0, 1.0, 1.0, 0.25]);
    f.square();
    assert_eq!(levels(&f.pixels()), [0]);
    f.done(|c| enable(c, SAMPLE_ALPHA_TO_ONE));
    f.square();
    assert_eq!(levels(&f.pixels()), [255]);
}

#[test]
fn queries_count_samples_that_pass() {
    let mut f = Fixture::multisampled();
    f.done(|c| enable(c, DEPTH_TEST));
    f.done(|c| clear_depth(c, 1.0));
    f.clear_all();
    let count = |f: &mut Fixture, draw: &dyn Fn(&mut Fixture)| {
        f.done(|c| begin_query(c, SAMPLES_PASSED, 1));
        draw(f);
        f.done(|c| end_query(c, SAMPLES_PASSED));
        let mut n = [0];
        f.done(|c| get_query_objectiv(c, 1, QUERY_RESULT, out(&mut n)));
        n[0]
    };
    let triangle = count(&mut f, &|f| f.triangle(HALF));
    assert_eq!(triangle, f.samples_lit() as i32);
    // The square is nowhere nearer than the triangle, so LESS fails on the triangle's samples.
    assert_eq!(count(&mut f, &Fixture::square), 256 - triangle);
    f.done(|c| disable(c, MULTISAMPLE));
    f.clear_all();
    assert_eq!(count(&mut f, &Fixture::square), 256);
}

#[test]
fn stencil_and_masks_go_by_sample() {
    let mut f = Fixture::multisampled();
    f.done(|c| enable(c, STENCIL_TEST));
    f.done(|c| stencil_op(c, KEEP, KEEP, INCR));
    f.done(|c| color_mask(c, 0, 0, 0, 0));
    f.triangle(HALF);
    f.done(|c| color_mask(c, 1, 1, 1, 1));
    f.done(|c| stencil_func(c, EQUAL, 1, 0xff));
    f.done(|c| stencil_op(c, KEEP, KEEP, KEEP));
    f.square();
    let masked = f.pixels();
    let mut direct = Fixture::multisampled();
    direct.triangle(HALF);
    assert_eq!(masked, direct.pixels());
}

#[test]
fn a_pixel_rectangle_between_pixels_is_averaged() {
    let mut f = Fixture::multisampled();
    // Two columns, white and black, from x = 2.5: samples left of the middle of a pixel take the pixel before.
    let row = [[255u8; 4], [0, 0, 0, 255]];
    let source = ClientPtr::from_address(row.as_ptr() as usize);
    f.done(|c| window_pos2f(c, 2.5, 0.0));
    f.done(|c| draw_pixels(c, 2, 1, RGBA, UNSIGNED_BYTE, source));
    let pixels = f.pixels();
    let columns =
        |pixels: &[[u8; 4]]| -> Vec<_> { pixels[1..6].iter().map(|p| (p[0], p[3])).collect() };
    let seen = columns(&pixels);
    assert_eq!(seen, [(0, 0), (128, 128), (128, 255), (0, 128), (0, 0)]);

    // Each sample has the alpha of its own column.
    f.clear_all();
    f.done(|c| enable(c, SAMPLE_ALPHA_TO_COVERAGE));
    let row = [[255u8; 4], [255, 0, 0, 0]];
    let source = ClientPtr::from_address(row.as_ptr() as usize);
    f.done(|c| draw_pixels(c, 2, 1, RGBA, UNSIGNED_BYTE, source));
    let seen = columns(&f.pixels());
    assert_eq!(seen, [(0, 0), (128, 128), (128, 128), (0, 0), (0, 0)]);
}

#[test]
fn a_bitmap_between_pixels_covers_samples() {
    let seen = |sampled: bool| {
        let mut f = Fixture::multisampled();
        if !sampled {
            f.done(|c| disable(c, MULTISAMPLE));
        }
        let bits = [0b1010_0000u8, 0, 0, 0];
        f.done(|c| window_pos2f(c, 3.5, 1.0));
        f.done(|c| bitmap(c, 3, 1, 1.0, 1.0, 0.0, 0.0, ClientPtr::of(&bits)));
        let pixels = f.pixels();
        pixels[1..7].iter().map(|p| p[0]).collect::<Vec<_>>()
    };
    assert_eq!(seen(true), [0, 128, 128, 128, 128, 0]);
    assert_eq!(seen(false), [0, 255, 0, 255, 0, 0]);
}

#[test]
fn small_points_fade() {
    let centre = |size: f32, threshold: f32| {
        let mut f = Fixture::multisampled();
        f.done(|c| point_size(c, size));
        f.done(|c| point_parameterf(c, POINT_FADE_THRESHOLD_SIZE, threshold));
        f.color([1.0, 1.0, 1.0, 0.8]);
        f.done(|c| begin(c, POINTS));
        f.done(|c| vertex2f(c, 0.0, 0.0));
        f.done(end);
        let pixels = f.pixels();
        (pixels[8 * 3 + 3][3], f.samples_lit())
    };
    let (alpha, lit) = centre(4.0, 1.0);
    assert_eq!(alpha, 204);
    assert_eq!(centre(2.0, 4.0), (51, lit));
    assert_eq!(centre(4.0, 4.0), (204, lit));
}

#[test]
fn lines_and_points_cover_samples() {
    let mut f = Fixture::multisampled();
    f.done(|c| begin(c, LINES));
    f.done(|c| vertex2f(c, -0.75, 0.1));
    f.done(|c| vertex2f(c, 0.75, 0.1));
    f.done(end);
    // Six pixels long and one wide, between two rows.
    assert_eq!(f.samples_lit(), 24);
    f.clear_all();
    f.done(|c| begin(c, POINTS));
    f.done(|c| vertex2f(c, 0.0, 0.0));
    f.done(end);
    // A circle of diameter 1 around a corner: the next sample of each of the four pixels is 0.4 away.
    assert_eq!(f.samples_lit(), 4);
}

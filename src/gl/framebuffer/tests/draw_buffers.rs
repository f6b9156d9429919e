//! Several draw buffers called as the doors call them: errors, queries, where colours go.

use super::fixture::{BLUE, GREEN, RED};
use crate::gl::Call;
use crate::gl::context::enums::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::fragment::commands::{blend_func, color_mask};
use crate::gl::framebuffer::draw_buffers::{draw_buffer, draw_buffers, read_buffer};
use crate::gl::immediate::color::color4f;
use crate::gl::list::record::{call_list, end_list, gen_lists, new_list};
use crate::gl::program::commands::{bind_program_arb, program_string_arb};
use crate::gl::state::attrib_stack::{pop_attrib, push_attrib};
use crate::gl::state::enable::enable;
use crate::platform::ClientPtr;

const COLOR: u32 = COLOR_ATTACHMENT0;

impl Fixture {
    fn draw_buffers(&mut self, names: &[u32]) -> Result<(), u32> {
        let n = names.len() as i32;
        self.call(|c| draw_buffers(c, n, ClientPtr::of(names)))
    }

    /// A framebuffer with an image of 4×4 for each of these formats, all of them drawn to.
    fn images(&mut self, formats: &[u32]) {
        self.bind_framebuffer(1);
        for (i, format) in (0..).zip(formats) {
            self.renderbuffer(COLOR + i, i + 1, *format, [4, 4]);
        }
        let names: Vec<u32> = (0..formats.len() as u32).map(|i| COLOR + i).collect();
        assert_eq!(self.draw_buffers(&names), Ok(()));
        assert_eq!(self.status(), FRAMEBUFFER_COMPLETE);
    }

    fn read_from(&mut self, number: u32) -> [u8; 4] {
        self.ok(|c| read_buffer(c, COLOR + number));
        self.read(1, 1)
    }
}

/// ARB_draw_buffers, Errors; ARB_framebuffer_object 4.2.1.
#[test]
fn wrong_buffers_are_refused() {
    let mut f = Fixture::new();
    assert_eq!(f.integer(MAX_DRAW_BUFFERS), 4);
    let negative = f.call(|c| draw_buffers(c, -1, ClientPtr::NULL));
    assert_eq!(negative, Err(INVALID_VALUE));
    for (names, code) in [
        (&[NONE; 5][..], INVALID_VALUE),
        (&[FRONT], INVALID_OPERATION),
        (&[BACK], INVALID_OPERATION),
        (&[FRONT_AND_BACK], INVALID_OPERATION),
        (&[AUX0], INVALID_OPERATION),
        (&[BACK_RIGHT], INVALID_OPERATION),
        (&[COLOR], INVALID_OPERATION),
        (&[BACK_LEFT, BACK_LEFT], INVALID_OPERATION),
        (&[BACK_LEFT, TEXTURE_2D], INVALID_ENUM),
    ] {
        assert_eq!(f.draw_buffers(names), Err(code), "{names:x?}");
    }
    assert_eq!(f.integer(DRAW_BUFFER0), BACK as i32, "nothing has changed");
    f.bind_framebuffer(1);
    for (names, code) in [
        (&[BACK_LEFT][..], INVALID_OPERATION),
        (&[COLOR + 8], INVALID_OPERATION),
        (&[COLOR + 1, COLOR + 1], INVALID_OPERATION),
        (&[COLOR, ONE], INVALID_ENUM),
    ] {
        assert_eq!(f.draw_buffers(names), Err(code), "{names:x?}");
    }
    assert_eq!(f.draw_buffers(&[NONE, NONE]), Ok(()));
}

#[test]
fn draw_buffers_are_state_of_the_framebuffer() {
    let mut f = Fixture::new();
    let names = [DRAW_BUFFER0, DRAW_BUFFER1, DRAW_BUFFER2, DRAW_BUFFER3];
    let all = |f: &mut Fixture| names.map(|name| f.integer(name) as u32);
    assert_eq!(f.draw_buffers(&[NONE, FRONT_LEFT, BACK_LEFT]), Ok(()));
    f.ok(|c| push_attrib(c, COLOR_BUFFER_BIT));
    f.ok(|c| draw_buffer(c, FRONT));
    assert_eq!(all(&mut f), [FRONT, NONE, NONE, NONE]);
    f.ok(pop_attrib);
    assert_eq!(all(&mut f), [NONE, FRONT_LEFT, BACK_LEFT, NONE]);
    f.bind_framebuffer(1);
    assert_eq!(all(&mut f), [COLOR, NONE, NONE, NONE]);
    assert_eq!(f.draw_buffers(&[COLOR + 7, NONE, COLOR]), Ok(()));
    assert_eq!(all(&mut f), [COLOR + 7, NONE, COLOR, NONE]);
    f.bind_framebuffer(0);
    assert_eq!(f.integer(DRAW_BUFFER), NONE as i32);
}

#[test]
fn lists_hold_draw_buffers() {
    let mut f = Fixture::new();
    let list = f.call(|c| gen_lists(c, 1)).unwrap();
    f.ok(|c| new_list(c, list, COMPILE));
    assert_eq!(f.draw_buffers(&[FRONT_LEFT]), Ok(()));
    assert_eq!(
        f.draw_buffers(&[FRONT]),
        Ok(()),
        "an error when it is called"
    );
    f.ok(end_list);
    assert_eq!(f.integer(DRAW_BUFFER), BACK as i32);
    let _ = f.call(|c| call_list(c, list));
    assert_eq!(f.integer(DRAW_BUFFER), FRONT_LEFT as i32);
}

#[test]
fn one_colour_goes_to_every_buffer() {
    let mut f = Fixture::new();
    f.images(&[RGBA8, RGBA8, RGB8]);
    f.clear_to(BLUE);
    assert_eq!([0, 1, 2].map(|i| f.read_from(i)), [BLUE; 3]);
    assert_eq!(f.draw_buffers(&[COLOR + 2, NONE, COLOR]), Ok(()));
    f.ok(|c| color4f(c, 1.0, 0.0, 0.0, 1.0));
    f.square();
    assert_eq!([0, 1, 2].map(|i| f.read_from(i)), [RED, BLUE, RED]);
    // Each blends with what it holds.
    assert_eq!(f.draw_buffers(&[COLOR, COLOR + 1]), Ok(()));
    f.ok(|c| enable(c, BLEND));
    f.ok(|c| blend_func(c, ONE, ONE));
    f.ok(|c| color4f(c, 0.0, 1.0, 0.0, 0.0));
    f.square();
    let expected = [[255, 255, 0, 255], [0, 255, 255, 255], RED];
    assert_eq!([0, 1, 2].map(|i| f.read_from(i)), expected);
}

/// Surfaces have two buffers that DrawBuffers can name.
#[test]
fn both_buffers_of_a_surface_are_drawn() {
    let mut f = Fixture::new();
    assert_eq!(f.draw_buffers(&[FRONT_LEFT, BACK_LEFT]), Ok(()));
    f.clear_to(GREEN);
    for buffer in [FRONT, BACK] {
        f.ok(|c| read_buffer(c, buffer));
        assert_eq!(f.read(3, 3), GREEN);
    }
}

/// ARB_framebuffer_object 4.4.6: what is not stored follows from what is, for blending and for reading.
#[test]
fn each_format_stores_its_components() {
    let formats = [RGBA8, ALPHA8, LUMINANCE8, LUMINANCE8_ALPHA8];
    let read = |f: &mut Fixture| [0, 1, 2, 3].map(|i| f.read_from(i));
    let mut f = Fixture::new();
    f.images(&formats);
    let clear = [10, 20, 30, 40];
    f.clear_to(clear);
    let expected = [clear, [0, 0, 0, 40], [10, 0, 0, 255], [10, 0, 0, 40]];
    assert_eq!(read(&mut f), expected);
    f.ok(|c| enable(c, BLEND));
    // Destination colours are (10, 20, 30), 0, and twice (10, 10, 10); destination alphas 40, 40, 255, 40.
    f.ok(|c| blend_func(c, ONE, DST_ALPHA));
    f.ok(|c| color4f(c, 0.0, 0.0, 0.0, 0.0));
    f.square();
    let expected = [[2, 3, 5, 6], [0, 0, 0, 6], [10, 0, 0, 255], [2, 0, 0, 6]];
    assert_eq!(read(&mut f), expected);
    // Luminance is written under red's mask.
    f.ok(|c| color_mask(c, 0, 1, 1, 1));
    f.clear_to([255; 4]);
    let expected = [
        [2, 255, 255, 255],
        [0, 0, 0, 255],
        [10, 0, 0, 255],
        [2, 0, 0, 255],
    ];
    assert_eq!(read(&mut f), expected);
    f.images(&[INTENSITY8]);
    f.ok(|c| color_mask(c, 1, 0, 0, 0));
    f.clear_to(clear);
    assert_eq!(f.read_from(0), [10, 0, 0, 255]);
    // Its alpha is the intensity: 10 × 10 / 255.
    f.ok(|c| blend_func(c, ZERO, DST_ALPHA));
    f.square();
    assert_eq!(f.read_from(0), [0, 0, 0, 255]);
}

/// ARB_draw_buffers 3.11.4.5.3: only a program with the option has several colours.
#[test]
fn programs_with_the_option_have_a_colour_for_each_buffer() {
    let mut f = Fixture::new();
    f.images(&[RGBA8, RGBA8]);
    f.ok(|c| bind_program_arb(c, FRAGMENT_PROGRAM_ARB, 1));
    f.ok(|c| enable(c, FRAGMENT_PROGRAM_ARB));
    let load = |c: &mut Call<'_>, text: &str| {
        let (len, bytes) = (text.len() as i32, ClientPtr::of(text.as_bytes()));
        program_string_arb(
            c,
            FRAGMENT_PROGRAM_ARB,
            PROGRAM_FORMAT_ASCII_ARB,
            len,
            bytes,
        )
    };
    for option in ["ARB_draw_buffers", "ATI_draw_buffers"] {
        let text = format!(
            "!!ARBfp1.0\nOPTION {option};\nMOV result.color[0], {{1, 0, 0, 1}};\n\
             MOV result.color[1], {{0, 0, 1, 1}};\nEND"
        );
        f.ok(|c| load(c, &text));
        f.square();
        assert_eq!([0, 1].map(|i| f.read_from(i)), [RED, BLUE]);
    }
    assert_eq!(f.draw_buffers(&[NONE, COLOR]), Ok(()));
    f.square();
    assert_eq!([0, 1].map(|i| f.read_from(i)), [BLUE, BLUE]);
    let plain = "!!ARBfp1.0\nMOV result.color, {0, 1, 0, 1};\nEND";
    f.ok(|c| load(c, plain));
    f.square();
    assert_eq!(f.read_from(0), GREEN);
    let missing = "!!ARBfp1.0\nMOV result.color[1], {0, 1, 0, 1};\nEND";
    assert_eq!(f.call(|c| load(c, missing)), Err(INVALID_OPERATION));
}

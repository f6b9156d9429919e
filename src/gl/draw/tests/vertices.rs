//! Vertices as the doors send them, to draw calls and to pixels.

use crate::gl::context::enums::*;
use crate::gl::immediate::begin_end::{begin, end};
use crate::gl::immediate::color::{color3f, color4ub};
use crate::gl::immediate::vertex::{vertex2f, vertex3f};
use crate::gl::list::record::*;
use crate::gl::vertex_array::client_state::*;
use crate::gl::vertex_array::draw::*;
use crate::gl::vertex_array::pointer::*;
use crate::gl::{Call, Context, Result};
use crate::ir::interface::attribute;
use crate::platform::{ClientMemory, ClientPtr};
use crate::surface::{Config, Surface};
use std::sync::Arc;

const RED: u32 = 0xFFFF_0000;
const GREEN: u32 = 0xFF00_FF00;

/// Makes a context with a surface of 8×8 black pixels.
pub(crate) struct Fixture(pub(crate) Context);

impl Fixture {
    pub(crate) fn new() -> Fixture {
        Fixture::build(false)
    }

    /// Makes such a context with four samples per pixel.
    pub(crate) fn multisampled() -> Fixture {
        Fixture::build(true)
    }

    fn build(multisampled: bool) -> Fixture {
        let config = Config {
            alpha: true,
            depth_stencil: true,
            accumulation: true,
            double_buffer: true,
            multisampled,
        };
        let surface = Arc::new(Surface::new(config, 8, 8).unwrap());
        let mut cx = Context::new(Arc::default());
        cx.surfaces.draw = Some(surface.clone());
        cx.surfaces.read = Some(surface);
        cx.first_make_current(8, 8);
        Fixture(cx)
    }

    pub(crate) fn call<R>(
        &mut self,
        command: impl FnOnce(&mut Call<'_>) -> Result<R>,
    ) -> std::result::Result<R, u32> {
        command(&mut Call::new(&mut self.0, ClientMemory::for_tests())).map_err(|error| error.code)
    }

    pub(crate) fn pixel(&mut self, x: u32, y: u32) -> u32 {
        self.0.finish();
        let buffers = self.0.surfaces.draw.as_ref().unwrap().buffers();
        let mut row = [0; 1];
        buffers.back.as_ref().unwrap().read_row(x, y, &mut row);
        row[0]
    }

    /// Draws a square over the whole surface.
    pub(crate) fn square(&mut self) {
        self.call(|c| begin(c, QUADS)).unwrap();
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            self.call(|c| vertex2f(c, x, y)).unwrap();
        }
        self.call(end).unwrap();
    }
}

#[test]
fn begin_and_end_make_pixels() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.square();
    assert_eq!((f.pixel(0, 0), f.pixel(7, 7)), (RED, RED));
    assert_eq!(f.call(end), Err(INVALID_OPERATION));
    assert_eq!(f.call(|c| begin(c, POLYGON + 1)), Err(INVALID_ENUM));
    f.call(|c| begin(c, LINES)).unwrap();
    assert_eq!(f.call(|c| begin(c, LINES)), Err(INVALID_OPERATION));
}

#[test]
fn a_list_honours_the_colour_of_its_caller() {
    let mut f = Fixture::new();
    let name = f.call(|c| gen_lists(c, 3)).unwrap();
    assert_eq!(f.call(|c| new_list(c, 0, COMPILE)), Err(INVALID_VALUE));
    assert_eq!(f.call(|c| new_list(c, name, FRONT)), Err(INVALID_ENUM));
    f.call(|c| new_list(c, name, COMPILE)).unwrap();
    assert_eq!(
        f.call(|c| new_list(c, name + 1, COMPILE)),
        Err(INVALID_OPERATION)
    );
    f.square();
    f.call(|c| color4ub(c, 0, 255, 0, 255)).unwrap();
    f.call(end_list).unwrap();
    assert_eq!(f.call(end_list), Err(INVALID_OPERATION));
    assert_eq!(f.pixel(3, 3), 0, "compiled, not executed");

    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| call_list(c, name)).unwrap();
    assert_eq!(f.pixel(3, 3), RED);
    assert_eq!(
        f.0.immediate.current[attribute::COLOR as usize],
        [0.0, 1.0, 0.0, 1.0],
        "what the list leaves behind"
    );
    let names = [0u8, 1];
    f.call(|c| list_base(c, name)).unwrap();
    f.call(|c| call_lists(c, 2, UNSIGNED_BYTE, ClientPtr::of(&names)))
        .unwrap();
    assert_eq!(f.pixel(3, 3), GREEN);
    assert_eq!(f.call(|c| is_list(c, name)), Ok(1));
    f.call(|c| delete_lists(c, name, i32::MAX)).unwrap();
    assert_eq!(f.call(|c| is_list(c, name + 2)), Ok(0));
}

#[test]
fn a_list_that_calls_itself_ends() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 5, COMPILE)).unwrap();
    f.call(|c| c.run(|c| call_list(c, 5))).unwrap();
    f.call(|c| c.run(|c| delete_lists(c, 5, 1))).unwrap();
    f.call(end_list).unwrap();
    f.call(|c| call_list(c, 5)).unwrap();
    assert_eq!(f.call(|c| is_list(c, 5)), Ok(0), "a list may delete itself");
}

#[test]
fn compile_and_execute_records_once() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE_AND_EXECUTE)).unwrap();
    f.call(|c| color3f(c, 0.0, 1.0, 0.0)).unwrap();
    f.call(|c| c.run(|c| crate::gl::immediate::rect::rectf(c, -1.0, -1.0, 1.0, 1.0)))
        .unwrap();
    f.call(end_list).unwrap();
    assert_eq!(f.pixel(1, 1), GREEN);
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.pixel(1, 1), GREEN, "the list sets its own colour");
}

#[test]
fn arrays_are_copied_at_the_draw() {
    let mut f = Fixture::new();
    // Colour and position are interleaved. The four vertices follow one that no index names.
    let mut data = vec![0u8; 16];
    for (x, y) in [(-1.0f32, -1.0f32), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        data.extend_from_slice(&[255, 0, 0, 255]);
        [x, y, 0.0]
            .iter()
            .for_each(|v| data.extend_from_slice(&v.to_ne_bytes()));
    }
    let indices = [1u16, 2, 3, 1, 3, 4];
    f.call(|c| interleaved_arrays(c, C4UB_V3F, 0, ClientPtr::of(&data)))
        .unwrap();
    f.call(|c| draw_elements(c, TRIANGLES, 6, UNSIGNED_SHORT, ClientPtr::of(&indices)))
        .unwrap();
    data.fill(0);
    assert_eq!((f.pixel(0, 7), f.pixel(7, 0)), (RED, RED));
    assert_eq!(
        f.call(|c| draw_arrays(c, TRIANGLES, 0, -1)),
        Err(INVALID_VALUE)
    );
    assert_eq!(f.call(|c| draw_arrays(c, 77, 0, 1)), Err(INVALID_ENUM));
    assert_eq!(
        f.call(|c| draw_elements(c, POINTS, 1, FLOAT, ClientPtr::of(&indices))),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        f.call(|c| vertex_pointer(c, 1, FLOAT, 0, ClientPtr::NULL)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        f.call(|c| vertex_pointer(c, 3, UNSIGNED_BYTE, 0, ClientPtr::NULL)),
        Err(INVALID_ENUM)
    );
    assert_eq!(
        f.call(|c| vertex_pointer(c, 3, FLOAT, -4, ClientPtr::NULL)),
        Err(INVALID_VALUE)
    );
}

#[test]
fn buffers_keep_the_version_of_a_recorded_draw() {
    use crate::gl::buffer::map::*;
    use crate::gl::buffer::object::*;
    let mut f = Fixture::new();
    let corners: [f32; 8] = [-1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0];
    let bytes: &[u8] = bytemuck::cast_slice(&corners);
    f.call(|c| bind_buffer(c, ARRAY_BUFFER, 9)).unwrap();
    f.call(|c| buffer_data(c, ARRAY_BUFFER, 32, ClientPtr::of(bytes), STATIC_DRAW))
        .unwrap();
    f.call(|c| vertex_pointer(c, 2, FLOAT, 0, ClientPtr::NULL))
        .unwrap();
    f.call(|c| enable_client_state(c, VERTEX_ARRAY)).unwrap();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| draw_arrays(c, QUADS, 0, 4)).unwrap();
    f.call(|c| buffer_sub_data(c, ARRAY_BUFFER, 0, 32, ClientPtr::of(&[0u8; 32])))
        .unwrap();
    assert_eq!(f.pixel(5, 5), RED);
    assert_eq!(
        f.call(|c| buffer_sub_data(c, ARRAY_BUFFER, 1, 32, ClientPtr::of(bytes))),
        Err(INVALID_VALUE)
    );
    assert!(
        !f.call(|c| map_buffer(c, ARRAY_BUFFER, READ_WRITE))
            .unwrap()
            .is_null()
    );
    assert_eq!(
        f.call(|c| draw_arrays(c, QUADS, 0, 4)),
        Err(INVALID_OPERATION),
        "mapped"
    );
    assert_eq!(
        f.call(|c| map_buffer(c, ARRAY_BUFFER, READ_WRITE)),
        Err(INVALID_OPERATION)
    );
    assert_eq!(f.call(|c| unmap_buffer(c, ARRAY_BUFFER)), Ok(1));
    assert_eq!(
        f.call(|c| unmap_buffer(c, ARRAY_BUFFER)),
        Err(INVALID_OPERATION)
    );
    f.call(|c| delete_buffers(c, 1, ClientPtr::of(&[9u32])))
        .unwrap();
    assert_eq!(
        f.call(|c| buffer_data(c, ARRAY_BUFFER, 1, ClientPtr::NULL, STATIC_DRAW)),
        Err(INVALID_OPERATION)
    );
}

#[test]
fn raster_positions_are_transformed_and_clipped() {
    use crate::gl::pixel_rectangle::raster_pos::*;
    let mut f = Fixture::new();
    f.call(|c| raster_pos2f(c, 0.5, -0.5)).unwrap();
    assert!(f.0.immediate.raster_pos.valid);
    assert_eq!(f.0.immediate.raster_pos.window, [6.0, 2.0, 0.5, 1.0]);
    f.call(|c| raster_pos2f(c, 1.5, 0.0)).unwrap();
    assert!(!f.0.immediate.raster_pos.valid);
    f.call(|c| window_pos3f(c, 20.0, -3.0, 7.0)).unwrap();
    assert!(f.0.immediate.raster_pos.valid);
    assert_eq!(f.0.immediate.raster_pos.window, [20.0, -3.0, 1.0, 1.0]);
}

#[test]
fn a_bitmap_draws_its_ones_in_the_raster_colour() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 0.0, 1.0, 0.0)).unwrap();
    f.call(|c| crate::gl::pixel_rectangle::raster_pos::window_pos2f(c, 2.0, 3.0))
        .unwrap();
    f.0.pixel.unpack.alignment = 1;
    f.call(|c| {
        crate::gl::pixel_rectangle::draw::bitmap(
            c,
            2,
            1,
            0.0,
            0.0,
            0.0,
            0.0,
            ClientPtr::of(&[0x40u8]),
        )
    })
    .unwrap();
    assert_eq!(
        [f.pixel(1, 3), f.pixel(2, 3), f.pixel(3, 3), f.pixel(4, 3)],
        [0, 0, GREEN, 0]
    );
    let pixels = [255u8, 0, 0, 255, 0, 255, 0, 255];
    f.call(|c| {
        crate::gl::pixel_rectangle::draw::draw_pixels(
            c,
            2,
            1,
            RGBA,
            UNSIGNED_BYTE,
            ClientPtr::of(&pixels),
        )
    })
    .unwrap();
    assert_eq!(
        [f.pixel(1, 3), f.pixel(2, 3), f.pixel(3, 3), f.pixel(4, 3)],
        [0, RED, GREEN, 0]
    );
}

#[test]
fn unchanged_state_keeps_its_blocks() {
    let mut f = Fixture::new();
    let build = |f: &mut Fixture| crate::gl::draw::state::draw_state(&mut f.0, 0).unwrap();
    let a = build(&mut f);
    f.call(|c| color3f(c, 0.5, 0.25, 0.0)).unwrap();
    assert!(
        Arc::ptr_eq(&a, &build(&mut f)),
        "a current value is no state"
    );
    f.0.lighting.group.shade_model = crate::gl::lighting::state::ShadeModel::Flat;
    let b = build(&mut f);
    assert!(b.raster.flat && !Arc::ptr_eq(&a.raster, &b.raster));
    // Values that did not change keep their `Arc` even then.
    assert!(Arc::ptr_eq(&a.target, &b.target));
    assert!(Arc::ptr_eq(&a.vertex.program, &b.vertex.program));
    assert!(Arc::ptr_eq(&a.vertex.uniforms, &b.vertex.uniforms));
}

#[test]
fn a_large_strip_is_drawn_in_portions() {
    let mut f = Fixture::new();
    f.call(|c| color3f(c, 1.0, 0.0, 0.0)).unwrap();
    f.call(|c| begin(c, TRIANGLE_STRIP)).unwrap();
    let n = 40_001;
    for i in 0..n {
        let x = -1.0 + 2.0 * (i / 2) as f32 / (n / 2) as f32;
        f.call(|c| vertex3f(c, x, if i % 2 == 0 { -1.0 } else { 1.0 }, 0.0))
            .unwrap();
    }
    f.call(end).unwrap();
    for x in 0..8 {
        assert_eq!(f.pixel(x, 4), RED, "column {x}");
    }
}

#[test]
fn a_list_called_inside_begin_refuses_what_is_not_allowed_there() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    // This records glLoadIdentity as its door does.
    f.call(|c| c.run(crate::gl::transform::commands::load_identity))
        .unwrap();
    f.call(end_list).unwrap();
    f.call(|c| crate::gl::transform::commands::translatef(c, 3.0, 0.0, 0.0))
        .unwrap();
    f.call(|c| begin(c, TRIANGLES)).unwrap();
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
    f.call(end).unwrap();
    assert_eq!(f.0.matrix.modelview()[3][0], 3.0);
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.matrix.modelview()[3][0], 0.0);
}

#[test]
fn dot_products_of_an_environment_are_scaled_as_their_extension_says() {
    use crate::gl::texture::env::{tex_envf, tex_envfv, tex_envi};
    let mut f = Fixture::new();
    let texel = [255u8, 160, 128, 200];
    let constant = [0.65f32, 0.55, 0.5, 0.2];
    f.call(|c| {
        let (target, texels) = (TEXTURE_2D, ClientPtr::of(&texel));
        crate::gl::texture::image::tex_image2d(
            c,
            target,
            0,
            RGBA as i32,
            1,
            1,
            0,
            RGBA,
            UNSIGNED_BYTE,
            texels,
        )?;
        crate::gl::texture::param::tex_parameteri(c, target, TEXTURE_MIN_FILTER, NEAREST as i32)?;
        crate::gl::state::enable::enable(c, target)?;
        tex_envfv(c, TEXTURE_ENV, TEXTURE_ENV_COLOR, ClientPtr::of(&constant))?;
        for (name, value) in [
            (TEXTURE_ENV_MODE, COMBINE),
            (SOURCE1_RGB, CONSTANT),
            (COMBINE_ALPHA, REPLACE),
            (SOURCE0_ALPHA, CONSTANT),
        ] {
            tex_envi(c, TEXTURE_ENV, name, value as i32)?;
        }
        tex_envf(c, TEXTURE_ENV, RGB_SCALE, 2.0)
    })
    .unwrap();
    // The dot product is 4 × (0.5 × 0.15 + 0.1275 × 0.05) = 0.3255, in bytes 83.
    for (function, colour, alpha) in [
        (DOT3_RGB, 166, 51),
        (DOT3_RGBA, 166, 83),
        (DOT3_RGB_EXT, 83, 51),
        (DOT3_RGBA_EXT, 83, 83),
    ] {
        f.call(|c| tex_envi(c, TEXTURE_ENV, COMBINE_RGB, function as i32))
            .unwrap();
        f.square();
        let expected = alpha << 24 | colour << 16 | colour << 8 | colour;
        assert_eq!(f.pixel(4, 4), expected, "function {function:#x}");
    }
}

#[test]
fn a_nested_begin_in_a_list_is_an_error_and_leaves_nothing_open() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    f.call(|c| begin(c, TRIANGLES)).unwrap();
    f.call(|c| begin(c, TRIANGLES)).unwrap();
    f.call(end).unwrap();
    f.call(end_list).unwrap();
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
    assert!(!f.0.inside_begin());

    // A list with a whole primitive is called between Begin and End. Its End is executed.
    f.call(|c| new_list(c, 2, COMPILE)).unwrap();
    f.square();
    f.call(end_list).unwrap();
    f.call(|c| begin(c, LINES)).unwrap();
    f.call(|c| call_list(c, 2)).unwrap();
    assert_eq!(f.0.take_error(), Some(INVALID_OPERATION));
    assert!(!f.0.inside_begin());
}

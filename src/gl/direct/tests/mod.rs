//! Commands that name what they act on: bindings stay, lists hold both, errors are those of the commands without names.

use crate::format::TextureShape;
use crate::gl::Call;
use crate::gl::buffer::map::get_buffer_parameteriv;
use crate::gl::buffer::object::{bind_buffer, name_of};
use crate::gl::context::enums::*;
use crate::gl::direct::buffer::*;
use crate::gl::direct::client::*;
use crate::gl::direct::framebuffer::*;
use crate::gl::direct::indexed::*;
use crate::gl::direct::matrix::*;
use crate::gl::direct::program::*;
use crate::gl::direct::selection::{Selection, at_once};
use crate::gl::direct::texture::*;
use crate::gl::direct::vertex_array::*;
use crate::gl::draw::tests::fixture::Fixture;
use crate::gl::list::record::{call_list, end_list, new_list};
use crate::gl::matrix::mode::MatrixMode;
use crate::gl::texture::object::bind_texture;
use crate::gl::texture::query::get_tex_level_parameteriv;
use crate::gl::vertex_array::object::gen_vertex_arrays;
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::texture::Wrap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The width of level 0 of a texture.
fn width(f: &mut Fixture, texture: u32) -> i32 {
    let mut width = [-1];
    f.call(|c| {
        let out = ClientPtr::of_mut(&mut width);
        get_texture_level_parameteriv_ext(c, texture, TEXTURE_2D, 0, TEXTURE_WIDTH, out)
    })
    .unwrap();
    width[0]
}

fn image(f: &mut Fixture, texture: u32, target: u32) -> Result<(), u32> {
    f.call(|c| {
        let texels = ClientPtr::of(&[0u8; 8]);
        let rgba = RGBA as i32;
        texture_image2d_ext(
            c,
            texture,
            target,
            0,
            rgba,
            2,
            1,
            0,
            RGBA,
            UNSIGNED_BYTE,
            texels,
        )
    })
}

#[test]
fn textures_are_changed_where_they_are() {
    let mut f = Fixture::new();
    f.call(|c| bind_texture(c, TEXTURE_2D, 7)).unwrap();
    image(&mut f, 8, TEXTURE_2D).unwrap();
    f.call(|c| texture_parameteri_ext(c, 8, TEXTURE_2D, TEXTURE_WRAP_S, CLAMP as i32))
        .unwrap();
    assert_eq!([width(&mut f, 7), width(&mut f, 8)], [0, 2]);
    assert_eq!(f.0.textures.bound(TextureShape::D2).name, 7);
    let shared = f.0.shared.clone();
    let textures = shared.textures.lock();
    let wrap = textures.get(8).unwrap().object.lock().params.sampling.wrap[0];
    assert_eq!(wrap, Wrap::Clamp);
}

#[test]
fn other_targets_are_refused() {
    let mut f = Fixture::new();
    image(&mut f, 8, TEXTURE_2D).unwrap();
    assert_eq!(
        image(&mut f, 8, TEXTURE_CUBE_MAP_POSITIVE_X),
        Err(INVALID_OPERATION)
    );
    assert_eq!(image(&mut f, 8, PROXY_TEXTURE_2D), Err(INVALID_OPERATION));
    assert_eq!(image(&mut f, 0, PROXY_TEXTURE_2D), Ok(()));
    assert_eq!(image(&mut f, 9, 0x1234), Err(INVALID_ENUM));
    // A name is used from then on, even if the command fails.
    let wrong = |c: &mut Call<'_>| texture_parameteri_ext(c, 10, TEXTURE_3D, TEXTURE_WRAP_S, 1);
    assert_eq!(f.call(wrong), Err(INVALID_ENUM));
    let kind = f.0.shared.textures.lock().get(10).unwrap().kind;
    assert_eq!(kind, TextureShape::D3);
    assert_eq!(f.0.textures.bound(TextureShape::D3).name, 0);
}

#[test]
fn lists_hold_the_binding_and_the_command() {
    let mut f = Fixture::new();
    f.call(|c| new_list(c, 1, COMPILE)).unwrap();
    image(&mut f, 8, TEXTURE_2D).unwrap();
    f.call(end_list).unwrap();
    assert!(f.0.shared.textures.lock().get(8).is_none());
    f.call(|c| call_list(c, 1)).unwrap();
    assert_eq!(width(&mut f, 8), 2);
    // A proxy is executed at once, a list that also executes does both.
    f.call(|c| new_list(c, 2, COMPILE_AND_EXECUTE)).unwrap();
    image(&mut f, 9, TEXTURE_2D).unwrap();
    image(&mut f, 0, PROXY_TEXTURE_2D).unwrap();
    f.call(end_list).unwrap();
    assert_eq!(width(&mut f, 9), 2);
    let mut proxy = [0];
    f.call(|c| {
        let out = ClientPtr::of_mut(&mut proxy);
        get_tex_level_parameteriv(c, PROXY_TEXTURE_2D, 0, TEXTURE_WIDTH, out)
    })
    .unwrap();
    assert_eq!(proxy, [2]);
}

#[test]
fn matrices_are_named_by_mode_or_unit() {
    let mut f = Fixture::new();
    f.call(|c| matrix_scalef_ext(c, TEXTURE3, 2.0, 3.0, 4.0))
        .unwrap();
    f.call(|c| matrix_push_ext(c, PROJECTION)).unwrap();
    f.call(|c| matrix_translatef_ext(c, MATRIX0_ARB + 1, 5.0, 0.0, 0.0))
        .unwrap();
    assert_eq!(
        f.call(|c| matrix_pop_ext(c, MODELVIEW)),
        Err(STACK_UNDERFLOW)
    );
    assert_eq!(f.call(|c| matrix_pop_ext(c, 0x1234)), Err(INVALID_ENUM));
    assert_eq!(f.call(|c| matrix_pop_ext(c, TEXTURE31)), Err(INVALID_ENUM));
    assert_eq!(
        (f.0.matrix.mode, f.0.textures.active),
        (MatrixMode::ModelView, 0)
    );
    let mut float = |name, index| {
        let mut values = [0f32; 16];
        let out = ClientPtr::of_mut(&mut values);
        f.call(|c| get_float_indexedv_ext(c, name, index, out))
            .unwrap();
        values
    };
    assert_eq!(float(TEXTURE_MATRIX, 3)[5], 3.0);
    assert_eq!(float(TEXTURE_MATRIX, 2)[5], 1.0);
    assert_eq!(float(PROGRAM_MATRIX_EXT, 1)[12], 5.0);
    assert_eq!(float(TRANSPOSE_PROGRAM_MATRIX_EXT, 1)[3], 5.0);
    assert_eq!(float(PROGRAM_MATRIX_STACK_DEPTH_EXT, 1)[0], 1.0);
}

#[test]
fn buffers_need_a_name() {
    let mut f = Fixture::new();
    f.call(|c| bind_buffer(c, COPY_WRITE_BUFFER, 3)).unwrap();
    let data = ClientPtr::of(&[1u8, 2, 3, 4]);
    f.call(|c| named_buffer_data_ext(c, 5, 4, data, STATIC_DRAW))
        .unwrap();
    assert_eq!(
        f.call(|c| named_buffer_data_ext(c, 0, 4, data, STATIC_DRAW)),
        Err(INVALID_OPERATION)
    );
    f.call(|c| named_copy_buffer_sub_data_ext(c, 5, 5, 0, 2, 2))
        .unwrap();
    let mut out = [0u8; 4];
    f.call(|c| get_named_buffer_sub_data_ext(c, 5, 0, 4, ClientPtr::of_mut(&mut out)))
        .unwrap();
    assert_eq!(out, [1, 2, 1, 2]);
    let address = f.call(|c| map_named_buffer_ext(c, 5, READ_ONLY)).unwrap();
    assert!(!address.is_null());
    assert_eq!(f.call(|c| unmap_named_buffer_ext(c, 5)), Ok(1));
    let mut size = [9];
    let out = ClientPtr::of_mut(&mut size);
    f.call(|c| get_buffer_parameteriv(c, COPY_WRITE_BUFFER, BUFFER_SIZE, out))
        .unwrap();
    assert_eq!(size, [0]);
}

#[test]
fn programs_keep_their_target() {
    let mut f = Fixture::new();
    let text = b"!!ARBvp1.0 MOV result.position, vertex.position; END";
    let (length, at) = (text.len() as i32, ClientPtr::of(text));
    let load = |c: &mut Call<'_>, name, target| {
        named_program_string_ext(c, name, target, PROGRAM_FORMAT_ASCII_ARB, length, at)
    };
    f.call(|c| load(c, 4, VERTEX_PROGRAM_ARB)).unwrap();
    assert_eq!(
        f.call(|c| load(c, 4, FRAGMENT_PROGRAM_ARB)),
        Err(INVALID_OPERATION)
    );
    f.call(|c| {
        named_program_local_parameter4f_ext(c, 4, VERTEX_PROGRAM_ARB, 1, 1.0, 2.0, 3.0, 4.0)
    })
    .unwrap();
    let mut local = [0f32; 4];
    f.call(|c| {
        let out = ClientPtr::of_mut(&mut local);
        get_named_program_local_parameterfv_ext(c, 4, VERTEX_PROGRAM_ARB, 1, out)
    })
    .unwrap();
    assert_eq!(local, [1.0, 2.0, 3.0, 4.0]);
    let mut binding = [9];
    let out = ClientPtr::of_mut(&mut binding);
    f.call(|c| get_named_programiv_ext(c, 0, VERTEX_PROGRAM_ARB, PROGRAM_BINDING_ARB, out))
        .unwrap();
    assert_eq!(binding, [0]);
}

#[test]
fn framebuffers_are_complete_without_being_bound() {
    let mut f = Fixture::new();
    f.call(|c| named_renderbuffer_storage_ext(c, 2, RGBA8, 4, 4))
        .unwrap();
    f.call(|c| named_framebuffer_renderbuffer_ext(c, 3, COLOR_ATTACHMENT0, RENDERBUFFER, 2))
        .unwrap();
    let status = |f: &mut Fixture, name| {
        f.call(|c| check_named_framebuffer_status_ext(c, name, FRAMEBUFFER))
    };
    assert_eq!(status(&mut f, 3), Ok(FRAMEBUFFER_COMPLETE));
    assert_eq!(
        status(&mut f, 4),
        Ok(FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT)
    );
    f.call(|c| framebuffer_draw_buffer_ext(c, 3, NONE)).unwrap();
    let mut names = [1, 1];
    for (framebuffer, out) in [3, 0].into_iter().zip(&mut names) {
        let out = ClientPtr::of_mut(std::slice::from_mut(out));
        f.call(|c| get_framebuffer_parameteriv_ext(c, framebuffer, DRAW_BUFFER, out))
            .unwrap();
    }
    assert_eq!(names, [NONE as i32, BACK as i32]);
    assert!(f.0.framebuffer.draw.is_none() && f.0.framebuffer.renderbuffer.is_none());
}

#[test]
fn arrays_and_client_state() {
    let mut f = Fixture::new();
    let mut names = [0];
    f.call(|c| gen_vertex_arrays(c, 1, ClientPtr::of_mut(&mut names)))
        .unwrap();
    let vao = names[0];
    f.call(|c| vertex_array_vertex_offset_ext(c, vao, 6, 2, FLOAT, 0, 16))
        .unwrap();
    f.call(|c| enable_vertex_array_ext(c, vao, TEXTURE2))
        .unwrap();
    assert_eq!(
        f.call(|c| vertex_array_vertex_offset_ext(c, vao, 6, 2, FLOAT, 0, -1)),
        Err(INVALID_VALUE)
    );
    assert_eq!(
        f.call(|c| vertex_array_vertex_offset_ext(c, 99, 6, 2, FLOAT, 0, 0)),
        Err(INVALID_OPERATION)
    );
    let mut get = |name, index| {
        let mut value = [-1];
        let out = ClientPtr::of_mut(&mut value);
        f.call(|c| get_vertex_array_integeri_v_ext(c, vao, index, name, out))
            .unwrap();
        value[0]
    };
    assert_eq!(
        [get(TEXTURE_COORD_ARRAY, 2), get(TEXTURE_COORD_ARRAY, 0)],
        [1, 0]
    );
    let array = f.0.arrays.array(attribute::POSITION);
    assert!(array.buffer.is_none() && f.0.buffers.array.is_none());
    f.call(|c| enable_client_state_indexed_ext(c, TEXTURE_COORD_ARRAY, 1))
        .unwrap();
    assert!(f.0.arrays.array(attribute::TEX_COORD_0 + 1).enabled);
    f.call(|c| client_attrib_default_ext(c, CLIENT_VERTEX_ARRAY_BIT))
        .unwrap();
    assert!(!f.0.arrays.array(attribute::TEX_COORD_0 + 1).enabled);
}

#[test]
fn a_panic_restores_the_binding() {
    let mut f = Fixture::new();
    f.call(|c| bind_buffer(c, COPY_WRITE_BUFFER, 3)).unwrap();
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        f.call(|c| {
            at_once(c, Selection::Buffer(5), |c| -> crate::gl::Result {
                assert_eq!(name_of(&c.cx.buffers.copy_write), 5);
                panic!("expected by the test")
            })
        })
    }));
    assert!(outcome.is_err());
    assert_eq!(name_of(&f.0.buffers.copy_write), 3);
}

#[test]
fn buffers_are_filled_by_name() {
    let mut f = Fixture::new();
    f.call(|c| named_buffer_data_ext(c, 5, 4, ClientPtr::NULL, STATIC_DRAW))
        .unwrap();
    let data = ClientPtr::of(&[7u8]);
    f.call(|c| clear_named_buffer_data_ext(c, 5, R8, RED, UNSIGNED_BYTE, data))
        .unwrap();
    f.call(|c| {
        clear_named_buffer_sub_data_ext(c, 5, R8, 1, 2, RED, UNSIGNED_BYTE, ClientPtr::NULL)
    })
    .unwrap();
    let mut out = [9u8; 4];
    f.call(|c| get_named_buffer_sub_data_ext(c, 5, 0, 4, ClientPtr::of_mut(&mut out)))
        .unwrap();
    assert_eq!(out, [7, 0, 0, 7]);
    assert_eq!(name_of(&f.0.buffers.copy_write), 0);
}

//! Tests of pixel buffers: images, stipples and maps that go through them.

use super::object::{code, contents, with_buffer};
use crate::gl::buffer::map::*;
use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::*;
use crate::platform::ClientPtr;

#[test]
fn images_are_unpacked_from_the_pixel_buffer() {
    let bytes: Vec<u8> = (0..64).collect();
    with_buffer(&bytes, |call| {
        let image = |call: &mut Call<'_>, offset: usize, ty, width| {
            let pixels = ClientPtr::from_address(offset);
            code(texture::image::tex_image2d(
                call,
                TEXTURE_2D,
                0,
                RGBA as i32,
                width,
                2,
                0,
                RGBA,
                ty,
                pixels,
            ))
        };
        bind_buffer(call, PIXEL_PACK_BUFFER, 0).unwrap();
        assert_eq!(image(call, 0, UNSIGNED_BYTE, 2), NO_ERROR);
        assert_eq!(image(call, 33, UNSIGNED_BYTE, 2), NO_ERROR);
        let mut back = [0u8; 16];
        texture::get::get_tex_image(
            call,
            TEXTURE_2D,
            0,
            RGBA,
            UNSIGNED_BYTE,
            ClientPtr::of_mut(&mut back),
        )
        .unwrap();
        assert_eq!(back, bytes[33..49], "offset 33");
        assert_eq!(
            image(call, 56, UNSIGNED_BYTE, 2),
            INVALID_OPERATION,
            "past the end"
        );
        assert_eq!(image(call, usize::MAX, UNSIGNED_BYTE, 2), INVALID_OPERATION);
        assert_eq!(image(call, 2, FLOAT, 1), INVALID_OPERATION, "not aligned");
        assert_eq!(image(call, 32, FLOAT, 1), NO_ERROR);
        map_buffer(call, PIXEL_UNPACK_BUFFER, READ_ONLY).unwrap();
        assert_eq!(
            image(call, 0, UNSIGNED_BYTE, 2),
            INVALID_OPERATION,
            "mapped"
        );
    });
}

#[test]
fn images_are_packed_into_the_pixel_buffer() {
    with_buffer(&[9; 20], |call| {
        bind_buffer(call, PIXEL_UNPACK_BUFFER, 0).unwrap();
        let texels = [1u8, 2, 3, 4, 5, 6, 7, 8];
        let pixels = ClientPtr::of(&texels);
        texture::image::tex_image2d(
            call,
            TEXTURE_2D,
            0,
            RGBA as i32,
            2,
            1,
            0,
            RGBA,
            UNSIGNED_BYTE,
            pixels,
        )
        .unwrap();
        let held = call.cx.buffers.pack.as_ref().unwrap().version().unwrap();
        let get = |call: &mut Call<'_>, offset, ty| {
            code(texture::get::get_tex_image(
                call,
                TEXTURE_2D,
                0,
                RGBA,
                ty,
                ClientPtr::from_address(offset),
            ))
        };
        assert_eq!(get(call, 3, UNSIGNED_BYTE), NO_ERROR);
        let written = [9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9];
        assert_eq!(
            (contents(call), held.to_vec()),
            (written.to_vec(), vec![9; 20])
        );
        assert_eq!(
            get(call, 13, UNSIGNED_BYTE),
            INVALID_OPERATION,
            "one byte too far"
        );
        assert_eq!(
            get(call, 1, UNSIGNED_SHORT),
            INVALID_OPERATION,
            "not aligned"
        );
        assert_eq!(
            get(call, 0, UNSIGNED_BYTE),
            NO_ERROR,
            "offset 0 is no null pointer"
        );
        assert_eq!(contents(call)[..4], [1, 2, 3, 4]);
        map_buffer(call, PIXEL_PACK_BUFFER, READ_ONLY).unwrap();
        assert_eq!(get(call, 0, UNSIGNED_BYTE), INVALID_OPERATION, "mapped");
    });
}

#[test]
fn a_stipple_goes_through_pixel_buffers() {
    let pattern: Vec<u8> = (0..132).map(|i| (i * 37 + 11) as u8).collect();
    with_buffer(&pattern, |call| {
        primitive::commands::polygon_stipple(call, ClientPtr::from_address(3)).unwrap();
        primitive::commands::get_polygon_stipple(call, ClientPtr::NULL).unwrap();
        assert_eq!(contents(call)[..128], pattern[3..131]);
        assert_eq!(
            code(primitive::commands::polygon_stipple(
                call,
                ClientPtr::from_address(5)
            )),
            INVALID_OPERATION
        );
    });
}

#[test]
fn pixel_maps_go_through_pixel_buffers() {
    use crate::gl::pixel::transfer::{
        get_pixel_mapfv, get_pixel_mapusv, pixel_mapfv, pixel_mapusv,
    };
    let bytes: Vec<u8> = [0u16, 1, 2, 3]
        .iter()
        .flat_map(|v| v.to_ne_bytes())
        .collect();
    with_buffer(&bytes, |call| {
        let at = |offset| ClientPtr::from_address(offset);
        pixel_mapusv(call, PIXEL_MAP_I_TO_I, 2, at(4)).unwrap();
        assert_eq!(call.cx.pixel.maps[0], [2.0, 3.0]);
        get_pixel_mapusv(call, PIXEL_MAP_I_TO_I, ClientPtr::NULL).unwrap();
        let words = [2u16, 3, 2, 3];
        assert_eq!(contents(call), bytemuck::cast_slice::<u16, u8>(&words));
        assert_eq!(
            code(pixel_mapusv(call, PIXEL_MAP_I_TO_I, 4, at(2))),
            INVALID_OPERATION
        );
        assert_eq!(
            code(pixel_mapusv(call, PIXEL_MAP_I_TO_I, 2, at(5000))),
            INVALID_OPERATION
        );
        assert_eq!(
            code(pixel_mapusv(
                call,
                PIXEL_MAP_I_TO_I,
                1,
                ClientPtr::from_address(1)
            )),
            INVALID_OPERATION
        );
        assert_eq!(
            code(get_pixel_mapfv(
                call,
                PIXEL_MAP_I_TO_I,
                ClientPtr::from_address(4)
            )),
            INVALID_OPERATION
        );
        map_buffer(call, ARRAY_BUFFER, READ_WRITE).unwrap();
        assert_eq!(
            code(pixel_mapfv(call, PIXEL_MAP_I_TO_I, 1, ClientPtr::NULL)),
            INVALID_OPERATION
        );
        assert_eq!(
            code(get_pixel_mapfv(call, PIXEL_MAP_I_TO_I, ClientPtr::NULL)),
            INVALID_OPERATION
        );
    });
}

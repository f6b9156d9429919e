//! Commands that name a texture, and those that name a texture unit (EXT_direct_state_access 3.8.12, 3.8.X, 6.1.3 and
//! 16.1.X).
#![forbid(unsafe_code)]

use super::selection::{Selection, at_once, listed, named};
use crate::gl::texture::{
    compressed, coord_gen, env, get, image, mipmap, object, param, query, storage, sub_image,
};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Writes commands that take a texture and its target in place of a target of the active unit.
macro_rules! of_texture {
    ($($how:ident $name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        #[allow(clippy::too_many_arguments)]
        pub fn $name(call: &mut Call<'_>, texture: u32, target: u32, $($p: $ty),*) -> Result {
            $how(call, Selection::Texture { texture, target }, |call| $body(call, target, $($p),*))
        }
    )*};
}

/// Writes commands that take a texture unit in place of the active one.
macro_rules! of_unit {
    ($($how:ident $name:ident = $body:path [$($p:ident: $ty:ty),*];)*) => {$(
        #[allow(clippy::too_many_arguments)]
        pub fn $name(call: &mut Call<'_>, texunit: u32, target: u32, $($p: $ty),*) -> Result {
            $how(call, Selection::Unit(texunit), |call| $body(call, target, $($p),*))
        }
    )*};
}

of_texture! {
    listed texture_parameteri_ext = param::tex_parameteri [pname: u32, param: i32];
    listed texture_parameteriv_ext = param::tex_parameteriv [pname: u32, params: ClientPtr<i32>];
    listed texture_parameterf_ext = param::tex_parameterf [pname: u32, param: f32];
    listed texture_parameterfv_ext = param::tex_parameterfv [pname: u32, params: ClientPtr<f32>];
    listed texture_image1d_ext = image::tex_image1d [level: i32, internalformat: i32, width: i32, border: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed texture_image2d_ext = image::tex_image2d [level: i32, internalformat: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed texture_image3d_ext = image::tex_image3d [level: i32, internalformat: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed texture_sub_image1d_ext = sub_image::tex_sub_image1d [level: i32, xoffset: i32, width: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed texture_sub_image2d_ext = sub_image::tex_sub_image2d [level: i32, xoffset: i32, yoffset: i32, width: i32, height: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed texture_sub_image3d_ext = sub_image::tex_sub_image3d [level: i32, xoffset: i32, yoffset: i32, zoffset: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed copy_texture_image1d_ext = image::copy_tex_image1d [level: i32, internalformat: u32, x: i32, y: i32, width: i32, border: i32];
    listed copy_texture_image2d_ext = image::copy_tex_image2d [level: i32, internalformat: u32, x: i32, y: i32, width: i32, height: i32, border: i32];
    listed copy_texture_sub_image1d_ext = sub_image::copy_tex_sub_image1d [level: i32, xoffset: i32, x: i32, y: i32, width: i32];
    listed copy_texture_sub_image2d_ext = sub_image::copy_tex_sub_image2d [level: i32, xoffset: i32, yoffset: i32, x: i32, y: i32, width: i32, height: i32];
    listed copy_texture_sub_image3d_ext = sub_image::copy_tex_sub_image3d [level: i32, xoffset: i32, yoffset: i32, zoffset: i32, x: i32, y: i32, width: i32, height: i32];
    listed compressed_texture_image1d_ext = compressed::compressed_tex_image1d [level: i32, internalformat: u32, width: i32, border: i32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_texture_image2d_ext = compressed::compressed_tex_image2d [level: i32, internalformat: u32, width: i32, height: i32, border: i32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_texture_image3d_ext = compressed::compressed_tex_image3d [level: i32, internalformat: u32, width: i32, height: i32, depth: i32, border: i32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_texture_sub_image1d_ext = compressed::compressed_tex_sub_image1d [level: i32, xoffset: i32, width: i32, format: u32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_texture_sub_image2d_ext = compressed::compressed_tex_sub_image2d [level: i32, xoffset: i32, yoffset: i32, width: i32, height: i32, format: u32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_texture_sub_image3d_ext = compressed::compressed_tex_sub_image3d [level: i32, xoffset: i32, yoffset: i32, zoffset: i32, width: i32, height: i32, depth: i32, format: u32, image_size: i32, data: ClientPtr<u8>];
    named texture_storage1d_ext = storage::tex_storage1d [levels: i32, internalformat: u32, width: i32];
    named texture_storage2d_ext = storage::tex_storage2d [levels: i32, internalformat: u32, width: i32, height: i32];
    named texture_storage3d_ext = storage::tex_storage3d [levels: i32, internalformat: u32, width: i32, height: i32, depth: i32];
    at_once get_texture_image_ext = get::get_tex_image [level: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    at_once get_compressed_texture_image_ext = compressed::get_compressed_tex_image [level: i32, img: ClientPtr<u8>];
    at_once get_texture_parameterfv_ext = query::get_tex_parameterfv [pname: u32, params: ClientPtr<f32>];
    at_once get_texture_parameteriv_ext = query::get_tex_parameteriv [pname: u32, params: ClientPtr<i32>];
    at_once get_texture_level_parameterfv_ext = query::get_tex_level_parameterfv [level: i32, pname: u32, params: ClientPtr<f32>];
    at_once get_texture_level_parameteriv_ext = query::get_tex_level_parameteriv [level: i32, pname: u32, params: ClientPtr<i32>];
    at_once generate_texture_mipmap_ext = mipmap::generate_mipmap [];
}

of_unit! {
    listed multi_tex_envf_ext = env::tex_envf [pname: u32, param: f32];
    listed multi_tex_envfv_ext = env::tex_envfv [pname: u32, params: ClientPtr<f32>];
    listed multi_tex_envi_ext = env::tex_envi [pname: u32, param: i32];
    listed multi_tex_enviv_ext = env::tex_enviv [pname: u32, params: ClientPtr<i32>];
    listed multi_tex_gend_ext = coord_gen::tex_gend [pname: u32, param: f64];
    listed multi_tex_gendv_ext = coord_gen::tex_gendv [pname: u32, params: ClientPtr<f64>];
    listed multi_tex_genf_ext = coord_gen::tex_genf [pname: u32, param: f32];
    listed multi_tex_genfv_ext = coord_gen::tex_genfv [pname: u32, params: ClientPtr<f32>];
    listed multi_tex_geni_ext = coord_gen::tex_geni [pname: u32, param: i32];
    listed multi_tex_geniv_ext = coord_gen::tex_geniv [pname: u32, params: ClientPtr<i32>];
    at_once get_multi_tex_envfv_ext = env::get_tex_envfv [pname: u32, params: ClientPtr<f32>];
    at_once get_multi_tex_enviv_ext = env::get_tex_enviv [pname: u32, params: ClientPtr<i32>];
    at_once get_multi_tex_gendv_ext = coord_gen::get_tex_gendv [pname: u32, params: ClientPtr<f64>];
    at_once get_multi_tex_genfv_ext = coord_gen::get_tex_genfv [pname: u32, params: ClientPtr<f32>];
    at_once get_multi_tex_geniv_ext = coord_gen::get_tex_geniv [pname: u32, params: ClientPtr<i32>];
    listed multi_tex_parameteri_ext = param::tex_parameteri [pname: u32, param: i32];
    listed multi_tex_parameteriv_ext = param::tex_parameteriv [pname: u32, params: ClientPtr<i32>];
    listed multi_tex_parameterf_ext = param::tex_parameterf [pname: u32, param: f32];
    listed multi_tex_parameterfv_ext = param::tex_parameterfv [pname: u32, params: ClientPtr<f32>];
    listed multi_tex_image1d_ext = image::tex_image1d [level: i32, internalformat: i32, width: i32, border: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed multi_tex_image2d_ext = image::tex_image2d [level: i32, internalformat: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed multi_tex_image3d_ext = image::tex_image3d [level: i32, internalformat: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed multi_tex_sub_image1d_ext = sub_image::tex_sub_image1d [level: i32, xoffset: i32, width: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed multi_tex_sub_image2d_ext = sub_image::tex_sub_image2d [level: i32, xoffset: i32, yoffset: i32, width: i32, height: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed multi_tex_sub_image3d_ext = sub_image::tex_sub_image3d [level: i32, xoffset: i32, yoffset: i32, zoffset: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    listed copy_multi_tex_image1d_ext = image::copy_tex_image1d [level: i32, internalformat: u32, x: i32, y: i32, width: i32, border: i32];
    listed copy_multi_tex_image2d_ext = image::copy_tex_image2d [level: i32, internalformat: u32, x: i32, y: i32, width: i32, height: i32, border: i32];
    listed copy_multi_tex_sub_image1d_ext = sub_image::copy_tex_sub_image1d [level: i32, xoffset: i32, x: i32, y: i32, width: i32];
    listed copy_multi_tex_sub_image2d_ext = sub_image::copy_tex_sub_image2d [level: i32, xoffset: i32, yoffset: i32, x: i32, y: i32, width: i32, height: i32];
    listed copy_multi_tex_sub_image3d_ext = sub_image::copy_tex_sub_image3d [level: i32, xoffset: i32, yoffset: i32, zoffset: i32, x: i32, y: i32, width: i32, height: i32];
    listed compressed_multi_tex_image1d_ext = compressed::compressed_tex_image1d [level: i32, internalformat: u32, width: i32, border: i32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_multi_tex_image2d_ext = compressed::compressed_tex_image2d [level: i32, internalformat: u32, width: i32, height: i32, border: i32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_multi_tex_image3d_ext = compressed::compressed_tex_image3d [level: i32, internalformat: u32, width: i32, height: i32, depth: i32, border: i32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_multi_tex_sub_image1d_ext = compressed::compressed_tex_sub_image1d [level: i32, xoffset: i32, width: i32, format: u32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_multi_tex_sub_image2d_ext = compressed::compressed_tex_sub_image2d [level: i32, xoffset: i32, yoffset: i32, width: i32, height: i32, format: u32, image_size: i32, data: ClientPtr<u8>];
    listed compressed_multi_tex_sub_image3d_ext = compressed::compressed_tex_sub_image3d [level: i32, xoffset: i32, yoffset: i32, zoffset: i32, width: i32, height: i32, depth: i32, format: u32, image_size: i32, data: ClientPtr<u8>];
    at_once get_multi_tex_image_ext = get::get_tex_image [level: i32, format: u32, ty: u32, pixels: ClientPtr<u8>];
    at_once get_compressed_multi_tex_image_ext = compressed::get_compressed_tex_image [level: i32, img: ClientPtr<u8>];
    at_once get_multi_tex_parameterfv_ext = query::get_tex_parameterfv [pname: u32, params: ClientPtr<f32>];
    at_once get_multi_tex_parameteriv_ext = query::get_tex_parameteriv [pname: u32, params: ClientPtr<i32>];
    at_once get_multi_tex_level_parameterfv_ext = query::get_tex_level_parameterfv [level: i32, pname: u32, params: ClientPtr<f32>];
    at_once get_multi_tex_level_parameteriv_ext = query::get_tex_level_parameteriv [level: i32, pname: u32, params: ClientPtr<i32>];
    at_once generate_multi_tex_mipmap_ext = mipmap::generate_mipmap [];
}

/// glBindMultiTextureEXT. Gives INVALID_ENUM for a unit that does not exist, and the errors of glBindTexture.
pub fn bind_multi_texture_ext(
    call: &mut Call<'_>,
    texunit: u32,
    target: u32,
    texture: u32,
) -> Result {
    let bound = at_once(call, Selection::Unit(texunit), |call| {
        Ok(object::bind_texture(call, target, texture))
    });
    bound.unwrap_or(Err(GlError::invalid_enum("no such texture unit")))
}

//! Queries of texture parameters and levels (GL 1.5 section 6.1.3, tables 6.15 to 6.17, ARB_texture_float).

use crate::device::texture::blocks::compressed_size;
use crate::device::texture::level::LevelImage;
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::framebuffer::bound::fragment_value;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::parameters::Sampling;
use crate::gl::texture_object::target::image_target;
use crate::gl::texture_object::target::target_kind;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;

/// A parameter of sampling, of a texture or of a sampler object. Gives INVALID_ENUM for another one.
pub(crate) fn sampling_value(cx: &Context, sampling: &Sampling, pname: u32) -> Result<Answer> {
    Ok(match pname {
        TEXTURE_WRAP_S => Answer::name(sampling.wrap[0]),
        TEXTURE_WRAP_T => Answer::name(sampling.wrap[1]),
        TEXTURE_WRAP_R => Answer::name(sampling.wrap[2]),
        TEXTURE_MIN_FILTER => Answer::name(sampling.min_filter),
        TEXTURE_MAG_FILTER => Answer::name(sampling.mag_filter),
        // It is clamped where fragments are.
        TEXTURE_BORDER_COLOR => Answer::Color(fragment_value(cx, sampling.border_color)),
        TEXTURE_MIN_LOD => Answer::Float(sampling.min_lod),
        TEXTURE_MAX_LOD => Answer::Float(sampling.max_lod),
        TEXTURE_LOD_BIAS => Answer::Float(sampling.lod_bias),
        TEXTURE_MAX_ANISOTROPY_EXT => Answer::Float(sampling.max_anisotropy),
        TEXTURE_COMPARE_MODE => Answer::name(sampling.compare_mode),
        TEXTURE_COMPARE_FUNC => Answer::name(sampling.compare_func),
        TEXTURE_SRGB_DECODE_EXT => Answer::name(sampling.srgb_decode),
        _ => return Err(GlError::invalid_enum("unknown texture parameter")),
    })
}

fn get(call: &Call<'_>, target: u32, pname: u32) -> Result<Answer> {
    let handle: Arc<TextureHandle> = call.cx.textures.bound(target_kind(target)?);
    let (params, is_immutable) = {
        let object = handle.object.lock();
        (object.params.clone(), object.immutable_levels.is_some())
    };
    // One row for each parameter that is not of sampling. BORDER_VALUES gives the border's colour as it was set.
    Ok(match pname {
        TEXTURE_BORDER_VALUES_NV => Answer::Color(params.sampling.border_color),
        TEXTURE_BASE_LEVEL => Answer::Int(params.base_level),
        TEXTURE_MAX_LEVEL => Answer::Int(params.max_level),
        TEXTURE_PRIORITY => Answer::Normalized(params.priority),
        TEXTURE_RESIDENT => Answer::Int(1),
        GENERATE_MIPMAP => Answer::Int(params.generate_mipmap.into()),
        DEPTH_TEXTURE_MODE => Answer::name(params.depth_mode),
        TEXTURE_SWIZZLE_R..=TEXTURE_SWIZZLE_A => {
            Answer::name(params.swizzle[(pname - TEXTURE_SWIZZLE_R) as usize])
        }
        TEXTURE_IMMUTABLE_FORMAT => Answer::Int(is_immutable.into()),
        TEXTURE_SWIZZLE_RGBA => Answer::Vector(params.swizzle.map(|source| source.name() as f32)),
        _ => sampling_value(call.cx, &params.sampling, pname)?,
    })
}

/// Queries a texture parameter.
pub fn get_tex_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    get(call, target, pname)?.write_floats(call, params);
    Ok(())
}

/// Queries a texture parameter.
pub fn get_tex_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    get(call, target, pname)?.write_ints(call, params);
    Ok(())
}

fn get_level(call: &Call<'_>, target: u32, level: i32, pname: u32) -> Result<i32> {
    let image = super::level::queried_level(&call.cx.textures, target, level)?;
    if pname == TEXTURE_COMPRESSED_IMAGE_SIZE && image_target(target)?.proxy {
        return Err(GlError::invalid_operation(
            "proxies have no compressed image",
        ));
    }
    level_value(image.as_ref(), pname)
}

/// A level's property; what a missing level answers is the initial state of table 6.16.
fn level_value(image: Option<&LevelImage>, pname: u32) -> Result<i32> {
    // Several properties share these: sizes in bits and types by component, and the size with its border.
    let bits = |i: usize| image.map_or(0, |image| image.format.component_bits()[i]);
    let ty = |i: usize| {
        image.map_or(NONE, |image| {
            InternalFormat::of_level(image).component_types()[i]
        }) as i32
    };
    let size = image.map_or([0; 3], |image| {
        image.level.stored_size(image.kind).map(|n| n as i32)
    });
    Ok(match pname {
        TEXTURE_WIDTH => size[0],
        TEXTURE_HEIGHT => size[1],
        TEXTURE_DEPTH => size[2],
        TEXTURE_INTERNAL_FORMAT => image.map_or(1, |image| {
            InternalFormat::of_level(image).reported_name() as i32
        }),
        TEXTURE_BORDER => image.map_or(0, |image| image.level.border as i32),
        TEXTURE_RED_SIZE => bits(0),
        TEXTURE_GREEN_SIZE => bits(1),
        TEXTURE_BLUE_SIZE => bits(2),
        TEXTURE_ALPHA_SIZE => bits(3),
        TEXTURE_LUMINANCE_SIZE => bits(4),
        TEXTURE_INTENSITY_SIZE => bits(5),
        TEXTURE_DEPTH_SIZE => bits(6),
        TEXTURE_HI_SIZE_NV..=TEXTURE_MAG_SIZE_NV => {
            let number = (pname - TEXTURE_HI_SIZE_NV) as usize;
            image.map_or(0, |image| image.format.offset_bits()[number])
        }
        TEXTURE_INDEX_SIZE_EXT => image.map_or(0, |image| image.format.index_bits.into()),
        TEXTURE_RED_TYPE_ARB => ty(0),
        TEXTURE_GREEN_TYPE_ARB => ty(1),
        TEXTURE_BLUE_TYPE_ARB => ty(2),
        TEXTURE_ALPHA_TYPE_ARB => ty(3),
        TEXTURE_LUMINANCE_TYPE_ARB => ty(4),
        TEXTURE_INTENSITY_TYPE_ARB => ty(5),
        TEXTURE_DEPTH_TYPE_ARB => ty(6),
        TEXTURE_SHARED_SIZE => image.map_or(0, |image| image.format.shared_bits()),
        TEXTURE_COMPRESSED => image
            .is_some_and(|image| image.format.blocks.is_some())
            .into(),
        TEXTURE_STENCIL_SIZE => image.map_or(0, |image| if image.format.stencil { 8 } else { 0 }),
        TEXTURE_COMPRESSED_IMAGE_SIZE => {
            let not_compressed = GlError::invalid_operation("the image is not compressed");
            image.and_then(compressed_size).ok_or(not_compressed)? as i32
        }
        _ => return Err(GlError::invalid_enum("unknown texture level parameter")),
    })
}

/// Queries a property of one level.
pub fn get_tex_level_parameterfv(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    pname: u32,
    params: ClientPtr<f32>,
) -> Result {
    let value = get_level(call, target, level, pname)?;
    call.mem.write(params, &[value as f32]);
    Ok(())
}

/// Queries a property of one level.
pub fn get_tex_level_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = get_level(call, target, level, pname)?;
    call.mem.write(params, &[value]);
    Ok(())
}

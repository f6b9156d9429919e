//! Attaching images to framebuffers, and queries of attachments (EXT_framebuffer_object 4.4.2.2, 4.4.2.3 and 6.1.3).
#![forbid(unsafe_code)]

use super::enums::*;
use super::framebuffer_object::{
    Attachment, DEPTH_POINT, Framebuffer, MAX_COLOR_ATTACHMENTS, STENCIL_POINT, TextureImageName,
};
use super::texture_level::{ImageTarget, MAX_3D_TEXTURE_SIZE, image_target, level_number};
use super::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::texture::ImageKind;
use std::sync::Arc;

/// The number of an attachment point.
fn point(attachment: u32) -> Result<usize> {
    match attachment {
        DEPTH_ATTACHMENT => Ok(DEPTH_POINT),
        STENCIL_ATTACHMENT => Ok(STENCIL_POINT),
        _ => match attachment.wrapping_sub(COLOR_ATTACHMENT0) as usize {
            n if n < MAX_COLOR_ATTACHMENTS => Ok(n),
            _ => Err(GlError::invalid_enum("no attachment point")),
        },
    }
}

/// The framebuffer object and the point that a command names. INVALID_OPERATION for the surface's framebuffer.
fn place(call: &Call<'_>, target: u32, attachment: u32) -> Result<(Arc<Framebuffer>, usize)> {
    let framebuffer = call.cx.framebuffer_of(target)?;
    let point = point(attachment)?;
    let none = GlError::invalid_operation("no framebuffer object is bound");
    Ok((framebuffer.ok_or(none)?, point))
}

/// Attaches a renderbuffer, or with name 0 detaches what is attached. INVALID_OPERATION for a name without an object.
pub fn framebuffer_renderbuffer(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    renderbuffertarget: u32,
    renderbuffer: u32,
) -> Result {
    let (framebuffer, point) = place(call, target, attachment)?;
    let attached = if renderbuffer == 0 {
        Attachment::None
    } else {
        if renderbuffertarget != RENDERBUFFER {
            return Err(GlError::invalid_enum("the target is RENDERBUFFER"));
        }
        let table = call.cx.shared.renderbuffers.lock();
        let found = table.get(renderbuffer).cloned();
        Attachment::Renderbuffer(found.ok_or(GlError::invalid_operation("no such renderbuffer"))?)
    };
    framebuffer.state.lock().points[point] = attached;
    Ok(())
}

/// The image of a texture that a command of so many dimensions names. INVALID_OPERATION for a name without an object and
/// for a target that is not the texture's or not of this command, INVALID_VALUE for a level or image out of range.
fn texture_image(
    call: &Call<'_>,
    dimensions: u32,
    textarget: u32,
    texture: u32,
    level: i32,
    zoffset: i32,
) -> Result<TextureImageName> {
    let ImageTarget { kind, face, proxy } = image_target(textarget)?;
    let expected = match kind {
        ImageKind::D1 => 1,
        ImageKind::D3 => 3,
        _ => 2,
    };
    let found = call.cx.shared.textures.lock().get(texture).cloned();
    let texture = found.ok_or(GlError::invalid_operation("no such texture"))?;
    if proxy || expected != dimensions || texture.kind != kind {
        return Err(GlError::invalid_operation("the texture has another target"));
    }
    let level = level_number(kind, level)?;
    if kind == ImageKind::D3 && !(0..MAX_3D_TEXTURE_SIZE as i32).contains(&zoffset) {
        return Err(GlError::invalid_value("no such image of the texture"));
    }
    Ok(TextureImageName {
        texture,
        level,
        face,
        layer: if kind == ImageKind::D3 {
            zoffset as u32
        } else {
            0
        },
    })
}

fn framebuffer_texture(
    call: &mut Call<'_>,
    (target, attachment): (u32, u32),
    image: impl FnOnce(&Call<'_>) -> Result<TextureImageName>,
    texture: u32,
) -> Result {
    let (framebuffer, point) = place(call, target, attachment)?;
    let attached = if texture == 0 {
        Attachment::None
    } else {
        Attachment::Texture(image(call)?)
    };
    framebuffer.state.lock().points[point] = attached;
    Ok(())
}

/// Attaches a level of a one-dimensional texture, or with name 0 detaches what is attached.
pub fn framebuffer_texture1d(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    textarget: u32,
    texture: u32,
    level: i32,
) -> Result {
    let image = |call: &Call<'_>| texture_image(call, 1, textarget, texture, level, 0);
    framebuffer_texture(call, (target, attachment), image, texture)
}

/// Attaches a level of a two-dimensional texture, a rectangle or a cube map's face, or with name 0 detaches what is
/// attached.
pub fn framebuffer_texture2d(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    textarget: u32,
    texture: u32,
    level: i32,
) -> Result {
    let image = |call: &Call<'_>| texture_image(call, 2, textarget, texture, level, 0);
    framebuffer_texture(call, (target, attachment), image, texture)
}

/// Attaches an image of a level of a three-dimensional texture, or with name 0 detaches what is attached.
pub fn framebuffer_texture3d(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    textarget: u32,
    texture: u32,
    level: i32,
    zoffset: i32,
) -> Result {
    let image = |call: &Call<'_>| texture_image(call, 3, textarget, texture, level, zoffset);
    framebuffer_texture(call, (target, attachment), image, texture)
}

/// A property of an attachment; `None` for one that this type of attachment does not have.
fn parameter(attachment: &Attachment, pname: u32) -> Option<u32> {
    let value = match (attachment, pname) {
        (Attachment::None, FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => NONE,
        (Attachment::Renderbuffer(_), FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => RENDERBUFFER,
        (Attachment::Texture(_), FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => TEXTURE,
        (Attachment::Renderbuffer(own), FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => own.name,
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => own.texture.name,
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL) => own.level as u32,
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) => {
            match own.texture.kind {
                ImageKind::Cube => TEXTURE_CUBE_MAP_POSITIVE_X + own.face as u32,
                _ => 0,
            }
        }
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_TEXTURE_3D_ZOFFSET_EXT) => own.layer,
        _ => return None,
    };
    Some(value)
}

/// Queries an attachment.
pub fn get_framebuffer_attachment_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let (framebuffer, point) = place(call, target, attachment)?;
    let value = parameter(&framebuffer.state.lock().points[point], pname);
    let value = value.ok_or(GlError::invalid_enum("no property of this attachment"))?;
    call.mem.write(params, &[value as i32]);
    Ok(())
}

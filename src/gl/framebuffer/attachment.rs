//! Attaching images to framebuffers (ARB_framebuffer_object 4.4.2.2 and 4.4.2.3).
#![forbid(unsafe_code)]

use super::attached::{Attachment, DEPTH_POINT, STENCIL_POINT, TextureImageName};
use super::color_buffer::ColorBuffer;
use super::object::Framebuffer;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::target::{
    ImageTarget, MAX_3D_TEXTURE_SIZE, MAX_ARRAY_TEXTURE_LAYERS, image_target, level_number,
};
use crate::gl::{Call, GlError, Result};
use std::ops::Range;
use std::sync::Arc;

// DEPTH_STENCIL_ATTACHMENT is a range of points.
const _: () = assert!(DEPTH_POINT + 1 == STENCIL_POINT);

/// The numbers of the attachment points that a name stands for: one, or two for DEPTH_STENCIL_ATTACHMENT.
pub(crate) fn points(attachment: u32) -> Result<Range<usize>> {
    let (first, count) = match attachment {
        DEPTH_ATTACHMENT => (DEPTH_POINT, 1),
        STENCIL_ATTACHMENT => (STENCIL_POINT, 1),
        DEPTH_STENCIL_ATTACHMENT => (DEPTH_POINT, 2),
        _ => {
            let none = GlError::invalid_enum("no attachment point");
            let color = ColorBuffer::attachment_from_name(attachment);
            (color.and_then(ColorBuffer::point).ok_or(none)?, 1)
        }
    };
    Ok(first..first + count)
}

/// A framebuffer object and some of its attachment points.
type Place = (Arc<Framebuffer>, Range<usize>);

/// The framebuffer object and the points that a command names. INVALID_OPERATION for the surface's framebuffer.
fn place(call: &Call<'_>, target: u32, attachment: u32) -> Result<Place> {
    let framebuffer = call.cx.framebuffer.object_of(target)?;
    let points = points(attachment)?;
    let none = GlError::invalid_operation("no framebuffer object is bound");
    Ok((framebuffer.ok_or(none)?, points))
}

fn attach((framebuffer, points): Place, attached: &Attachment) {
    framebuffer.change(|state| state.points[points].fill(attached.clone()));
}

/// Attaches a renderbuffer, or with name 0 detaches what is attached. INVALID_OPERATION for a name without an object.
pub fn framebuffer_renderbuffer(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    renderbuffertarget: u32,
    renderbuffer: u32,
) -> Result {
    let place = place(call, target, attachment)?;
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
    attach(place, &attached);
    Ok(())
}

/// The texture of a name. INVALID_OPERATION for a name without an object.
fn existing_texture(call: &Call<'_>, texture: u32) -> Result<Arc<TextureHandle>> {
    let found = call.cx.shared.textures.lock().get(texture).cloned();
    found.ok_or(GlError::invalid_operation("no such texture"))
}

/// The image of a texture that a command of `dimensions` dimensions names. INVALID_OPERATION for a name without an
/// object and for a target that is not the texture's or not of this command, INVALID_VALUE for a level or image out
/// of range.
fn texture_image(
    call: &Call<'_>,
    dimensions: u32,
    textarget: u32,
    texture: u32,
    level: i32,
    zoffset: i32,
) -> Result<TextureImageName> {
    let ImageTarget { kind, face, proxy } = image_target(textarget)?;
    let texture = existing_texture(call, texture)?;
    // Layers of array textures are attached by FramebufferTextureLayer alone.
    let is_named = kind.dimensions() == dimensions && kind.layer_axis().is_none();
    if proxy || !is_named || texture.kind != kind {
        return Err(GlError::invalid_operation("the texture has another target"));
    }
    let level = level_number(kind, level)?;
    if kind == TextureShape::D3 && !(0..MAX_3D_TEXTURE_SIZE as i32).contains(&zoffset) {
        return Err(GlError::invalid_value("no such image of the texture"));
    }
    Ok(TextureImageName {
        texture,
        level,
        face,
        layer: if kind == TextureShape::D3 {
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
    let place = place(call, target, attachment)?;
    let attached = if texture == 0 {
        Attachment::None
    } else {
        let image = image(call)?;
        let revision = call.cx.shared.framebuffer_revision.clone();
        image.texture.object.lock().texture.revision = Some(revision);
        Attachment::Texture(image)
    };
    attach(place, &attached);
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

/// The layer of a texture that FramebufferTextureLayer names (EXT_texture_array 4.4.2.3). INVALID_OPERATION for a name without
/// an object and for a texture without layers, INVALID_VALUE for a level or layer out of range.
fn texture_layer(
    call: &Call<'_>,
    texture: u32,
    level: i32,
    layer: i32,
) -> Result<TextureImageName> {
    let texture = existing_texture(call, texture)?;
    let kind = texture.kind;
    let layers = match kind {
        TextureShape::D3 => MAX_3D_TEXTURE_SIZE,
        TextureShape::D1Array | TextureShape::D2Array => MAX_ARRAY_TEXTURE_LAYERS,
        _ => return Err(GlError::invalid_operation("a texture without layers")),
    };
    let level = level_number(kind, level)?;
    match u32::try_from(layer) {
        Ok(layer) if layer < layers => Ok(TextureImageName {
            texture,
            level,
            face: 0,
            layer,
        }),
        _ => Err(GlError::invalid_value("no such layer of the texture")),
    }
}

/// Attaches a layer of an array texture or an image of a three-dimensional one, or with name 0 detaches what is attached.
pub fn framebuffer_texture_layer(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    texture: u32,
    level: i32,
    layer: i32,
) -> Result {
    let image = |call: &Call<'_>| texture_layer(call, texture, level, layer);
    framebuffer_texture(call, (target, attachment), image, texture)
}

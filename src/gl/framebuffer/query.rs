//! Queries of attachments (ARB_framebuffer_object 6.1.15), of framebuffer objects and of the surface's framebuffer.
#![forbid(unsafe_code)]

use super::attached::{Attachment, STENCIL_POINT};
use super::attachment::points;
use super::object::Framebuffer;
use super::state::Target;
use super::status::image_facts;
use crate::format::TextureShape;
use crate::gl::ShareGroup;
use crate::gl::context::enums::*;
use crate::gl::context::surfaces::Surfaces;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// What all attached images answer.
#[derive(Debug, Default)]
struct Format {
    /// Bits of red, green, blue, alpha, depth, stencil.
    bits: [i32; 6],
    is_srgb: bool,
    is_float: bool,
    /// It stands for stencil values.
    is_index: bool,
}

const NOTHING: GlError = GlError::invalid_operation("nothing is attached");
const NO_PROPERTY: GlError = GlError::invalid_enum("no property of this attachment");

impl Format {
    fn parameter(&self, pname: u32) -> Result<u32> {
        let bits = |i: usize| Ok(self.bits[i] as u32);
        match pname {
            FRAMEBUFFER_ATTACHMENT_RED_SIZE => bits(0),
            FRAMEBUFFER_ATTACHMENT_GREEN_SIZE => bits(1),
            FRAMEBUFFER_ATTACHMENT_BLUE_SIZE => bits(2),
            FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE => bits(3),
            FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE => bits(4),
            FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE => bits(5),
            FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE if self.is_index => Ok(INDEX),
            FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE if self.is_float => Ok(FLOAT),
            FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE => Ok(UNSIGNED_NORMALIZED),
            FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING if self.is_srgb => Ok(SRGB),
            FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING => Ok(LINEAR),
            _ => Err(NO_PROPERTY),
        }
    }
}

/// What a point without an image answers.
fn of_nothing(pname: u32) -> Result<u32> {
    match pname {
        FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE => Ok(NONE),
        FRAMEBUFFER_ATTACHMENT_OBJECT_NAME => Ok(0),
        FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL
        | FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE
        | FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER => Err(NOTHING),
        _ => Format::default().parameter(pname).and(Err(NOTHING)),
    }
}

/// A property of a point of a framebuffer object. INVALID_OPERATION for DEPTH_STENCIL_ATTACHMENT when depth and stencil
/// are different images.
fn of_object(shared: &ShareGroup, own: &Framebuffer, attachment: u32, pname: u32) -> Result<u32> {
    // DEPTH_STENCIL_ATTACHMENT stands for two points, which must hold one image.
    let points = points(attachment)?;
    let state = own.state().clone();
    let images = &state.points[points.clone()];
    let (first, last) = (&images[0], &images[images.len() - 1]);
    if images.len() > 1 && !first.is_same_image(last) && !(first.is_none() && last.is_none()) {
        return Err(GlError::invalid_operation(
            "depth and stencil are different images",
        ));
    }
    // Parameters of the format are the same for textures and renderbuffers; without an image all are 0.
    let format = || {
        let facts = image_facts(shared, first);
        facts.map_or(Format::default(), |facts| Format {
            bits: facts.bits,
            is_srgb: facts.is_srgb,
            is_float: facts.is_float(),
            is_index: points.start == STENCIL_POINT,
        })
    };
    match (first, pname) {
        (Attachment::None, _) => of_nothing(pname),
        (Attachment::Renderbuffer(_), FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => Ok(RENDERBUFFER),
        (Attachment::Texture(_), FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) => Ok(TEXTURE),
        (Attachment::Renderbuffer(own), FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => Ok(own.name),
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) => Ok(own.texture.name),
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL) => Ok(own.level as u32),
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE) => {
            Ok(if own.texture.kind == TextureShape::Cube {
                TEXTURE_CUBE_MAP_POSITIVE_X + own.face as u32
            } else {
                0
            })
        }
        (Attachment::Texture(own), FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER) => Ok(own.layer),
        _ => format().parameter(pname),
    }
}

/// A property of a buffer of the surface's framebuffer. There is no right and no auxiliary buffer.
fn of_surface(surfaces: &Surfaces, target: u32, attachment: u32, pname: u32) -> Result<u32> {
    let surface = Target::checked(target)?.surface(surfaces);
    let config = surface.map(|surface| surface.config());
    let color = config.map_or([0; 6], |config| [8, 8, 8, config.alpha_bits(), 0, 0]);
    let bits = match attachment {
        FRONT_LEFT => color,
        BACK_LEFT if config.is_some_and(|config| config.double_buffer) => color,
        BACK_LEFT | FRONT_RIGHT | BACK_RIGHT | AUX0..=AUX3 => [0; 6],
        DEPTH => [0, 0, 0, 0, config.map_or(0, |c| c.depth_bits()), 0],
        STENCIL => [0, 0, 0, 0, 0, config.map_or(0, |c| c.stencil_bits())],
        _ => return Err(GlError::invalid_enum("no buffer of the surface")),
    };
    match pname {
        _ if bits == [0; 6] => of_nothing(pname),
        FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE => Ok(FRAMEBUFFER_DEFAULT),
        _ => Format {
            bits,
            is_srgb: bits[0] > 0,
            is_index: attachment == STENCIL,
            ..Format::default()
        }
        .parameter(pname),
    }
}

/// Queries an attachment. INVALID_ENUM for a target, an attachment or a property that is none, INVALID_OPERATION for
/// properties of a point without an image.
pub fn get_framebuffer_attachment_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    attachment: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    let value = match call.cx.framebuffer.object_of(target)? {
        Some(own) => of_object(&call.cx.shared, &own, attachment, pname)?,
        None => of_surface(&call.cx.surfaces, target, attachment, pname)?,
    };
    call.mem.write(params, &[value as i32]);
    Ok(())
}

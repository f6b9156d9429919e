//! Renderbuffer objects (ARB_framebuffer_object and EXT_framebuffer_multisample, 4.4.2.1 and 6.1.16).
#![forbid(unsafe_code)]

use crate::device::texture::renderable::Renderable;
use crate::gl::context::enums::*;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::limits::MAX_TEXTURE_SIZE;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::context::names::{gen_names, take_names};
use crate::gl::primitive::multisample::MAX_SAMPLES;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientPtr, PixelStorage};
use parking_lot::Mutex;
use std::sync::Arc;

/// In pixels along each axis.
pub const MAX_RENDERBUFFER_SIZE: u32 = MAX_TEXTURE_SIZE;

gl_enum! {
    /// The internal formats that textures do not have. All are stored with eight bits.
    pub enum StencilFormat {
        Any = STENCIL_INDEX,
        Bits1 = STENCIL_INDEX1,
        Bits4 = STENCIL_INDEX4,
        Bits8 = STENCIL_INDEX8,
        Bits16 = STENCIL_INDEX16,
    }
}

/// RENDERBUFFER_INTERNAL_FORMAT_EXT
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RenderbufferFormat {
    /// RGBA, as long as the renderbuffer has no storage.
    Initial,
    Stencil(StencilFormat),
    /// A format that textures have too, and that can be rendered to.
    OfTextures(InternalFormat),
}

impl RenderbufferFormat {
    /// The format with this name. Returns `None` for formats that renderbuffers do not have.
    fn from_name(name: u32) -> Option<RenderbufferFormat> {
        if let Some(stencil) = StencilFormat::from_name(name) {
            return Some(RenderbufferFormat::Stencil(stencil));
        }
        // 1 to 4 are formats of textures alone.
        let format = InternalFormat::from_enum(name).filter(|format| format.name > 4)?;
        let is_rendered_to = format.renderable() != Renderable::Nothing;
        is_rendered_to.then_some(RenderbufferFormat::OfTextures(format))
    }

    fn name(self) -> u32 {
        match self {
            RenderbufferFormat::Initial => RGBA,
            RenderbufferFormat::Stencil(format) => format.name(),
            RenderbufferFormat::OfTextures(format) => format.name,
        }
    }

    /// What it can be attached as.
    pub(crate) fn renderable(self) -> Renderable {
        match self {
            RenderbufferFormat::Initial => Renderable::Nothing,
            RenderbufferFormat::Stencil(_) => Renderable::Stencil,
            RenderbufferFormat::OfTextures(format) => format.renderable(),
        }
    }

    /// Whether colours are encoded as sRGB.
    pub(crate) fn is_srgb(self) -> bool {
        match self {
            RenderbufferFormat::Initial | RenderbufferFormat::Stencil(_) => false,
            RenderbufferFormat::OfTextures(format) => format.storage.texels.is_srgb(),
        }
    }
}

/// What a renderbuffer holds.
#[derive(Debug, Clone)]
pub struct RenderbufferImage {
    pub format: RenderbufferFormat,
    /// The pixels; `None` while the size is zero.
    pub storage: Option<Arc<PixelStorage>>,
    /// Width and height.
    pub size: [u32; 2],
    /// RENDERBUFFER_SAMPLES_EXT; 0 for one sample per pixel.
    pub samples: u32,
}

/// An image without levels or filtering, which can only be attached.
#[derive(Debug)]
pub struct Renderbuffer {
    pub name: u32,
    pub image: Mutex<RenderbufferImage>,
}

impl Renderbuffer {
    fn new(name: u32) -> Renderbuffer {
        Renderbuffer {
            name,
            image: Mutex::new(RenderbufferImage {
                format: RenderbufferFormat::Initial,
                storage: None,
                size: [0; 2],
                samples: 0,
            }),
        }
    }
}

fn check_target(target: u32) -> Result {
    if target == RENDERBUFFER {
        Ok(())
    } else {
        Err(GlError::invalid_enum("the target is RENDERBUFFER"))
    }
}

/// Reserves names of renderbuffers.
pub fn gen_renderbuffers(call: &mut Call<'_>, n: i32, renderbuffers: ClientPtr<u32>) -> Result {
    gen_names(call, n, renderbuffers, |shared| &shared.renderbuffers)
}

/// Deletes renderbuffers: the bound one is unbound, and the bound framebuffers lose those attached to them.
pub fn delete_renderbuffers(call: &mut Call<'_>, n: i32, renderbuffers: ClientPtr<u32>) -> Result {
    let shared = call.cx.shared.clone();
    for deleted in take_names(call, n, renderbuffers, &shared.renderbuffers)? {
        forget_labels(
            &mut call.cx.labels,
            &call.cx.shared,
            RENDERBUFFER,
            &[deleted.name],
        );
        shared.framebuffer_revision.advance();
        let state = &mut call.cx.framebuffer;
        if let Some(bound) = &state.renderbuffer
            && Arc::ptr_eq(bound, &deleted)
        {
            state.renderbuffer = None;
        }
        for framebuffer in [&state.draw, &state.read].into_iter().flatten() {
            framebuffer.detach(|attachment| attachment.is_renderbuffer(&deleted));
        }
    }
    Ok(())
}

/// Whether the name is that of a renderbuffer object.
pub fn is_renderbuffer(call: &mut Call<'_>, renderbuffer: u32) -> Result<u8> {
    let table = call.cx.shared.renderbuffers.lock();
    Ok(u8::from(table.get(renderbuffer).is_some()))
}

/// Binds a renderbuffer; makes the object at the name's first use.
pub fn bind_renderbuffer_ext(call: &mut Call<'_>, target: u32, renderbuffer: u32) -> Result {
    check_target(target)?;
    let mut table = call.cx.shared.renderbuffers.lock();
    let make = || Renderbuffer::new(renderbuffer);
    call.cx.framebuffer.renderbuffer = match renderbuffer {
        0 => None,
        name => Some(table.get_or_make(name, make)?),
    };
    Ok(())
}

/// As [`bind_renderbuffer_ext`], for names from GenRenderbuffers only (ARB_framebuffer_object 4.4.2.1).
pub fn bind_renderbuffer(call: &mut Call<'_>, target: u32, renderbuffer: u32) -> Result {
    check_target(target)?;
    if renderbuffer != 0 && !call.cx.shared.renderbuffers.lock().knows(renderbuffer) {
        return Err(GlError::invalid_operation("no name from GenRenderbuffers"));
    }
    bind_renderbuffer_ext(call, target, renderbuffer)
}

fn bound(call: &Call<'_>) -> Result<Arc<Renderbuffer>> {
    let bound = call.cx.framebuffer.renderbuffer.clone();
    bound.ok_or(GlError::invalid_operation("no renderbuffer is bound"))
}

/// As [`renderbuffer_storage_multisample`] without samples.
pub fn renderbuffer_storage(
    call: &mut Call<'_>,
    target: u32,
    internalformat: u32,
    width: i32,
    height: i32,
) -> Result {
    renderbuffer_storage_multisample(call, target, 0, internalformat, width, height)
}

/// Gives the bound renderbuffer an image of this format, size and number of samples, all zero; any number but 0 is
/// rounded up to the one that there is (EXT_framebuffer_multisample 4.4.2.1). INVALID_ENUM for a format that cannot be
/// rendered to, INVALID_VALUE for a size or number out of range, INVALID_OPERATION when none is bound.
pub fn renderbuffer_storage_multisample(
    call: &mut Call<'_>,
    target: u32,
    samples: i32,
    internalformat: u32,
    width: i32,
    height: i32,
) -> Result {
    check_target(target)?;
    // Check all arguments before anything changes. Any number of samples up to the limit becomes the limit.
    let samples = match u32::try_from(samples) {
        Ok(0) => 0,
        Ok(1..=MAX_SAMPLES) => MAX_SAMPLES,
        _ => return Err(GlError::invalid_value("the samples of a renderbuffer")),
    };
    let format = RenderbufferFormat::from_name(internalformat)
        .ok_or(GlError::invalid_enum("no format of renderbuffers"))?;
    let size = [width, height].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
    if size.iter().any(|n| *n > MAX_RENDERBUFFER_SIZE) {
        return Err(GlError::invalid_value("the size of a renderbuffer"));
    }
    let renderbuffer = bound(call)?;
    // Images without pixels have no storage.
    let storage = match size {
        [0, _] | [_, 0] => None,
        [width, height] => {
            let storage = match format.renderable() {
                Renderable::Color { float: true, .. } => {
                    PixelStorage::new_float(width, height, samples > 0)
                }
                _ => PixelStorage::with_samples(width, height, samples > 0),
            };
            Some(Arc::new(
                storage.ok_or(GlError::out_of_memory("a renderbuffer"))?,
            ))
        }
    };
    *renderbuffer.image.lock() = RenderbufferImage {
        format,
        storage,
        size,
        samples,
    };
    // Framebuffers that hold the image may be complete now, or no longer.
    call.cx.shared.framebuffer_revision.advance();
    Ok(())
}

/// Queries the bound renderbuffer.
pub fn get_renderbuffer_parameteriv(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    params: ClientPtr<i32>,
) -> Result {
    check_target(target)?;
    let renderbuffer = bound(call)?;
    let value = {
        let image = renderbuffer.image.lock();
        let bits = image.format.renderable().bits();
        match pname {
            RENDERBUFFER_WIDTH => image.size[0] as i32,
            RENDERBUFFER_HEIGHT => image.size[1] as i32,
            RENDERBUFFER_SAMPLES => image.samples as i32,
            RENDERBUFFER_INTERNAL_FORMAT => image.format.name() as i32,
            RENDERBUFFER_RED_SIZE => bits[0],
            RENDERBUFFER_GREEN_SIZE => bits[1],
            RENDERBUFFER_BLUE_SIZE => bits[2],
            RENDERBUFFER_ALPHA_SIZE => bits[3],
            RENDERBUFFER_DEPTH_SIZE => bits[4],
            RENDERBUFFER_STENCIL_SIZE => bits[5],
            _ => return Err(GlError::invalid_enum("renderbuffer parameter")),
        }
    };
    call.mem.write(params, &[value]);
    Ok(())
}

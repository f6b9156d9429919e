//! Palettes of textures and the shared one (EXT_paletted_texture, EXT_shared_texture_palette): the targets of the colour
//! table commands that are textures, and the images that draws sample.
//!
//! What palettes are, and how draws use them, is in [`crate::device::texture::palette`].
#![forbid(unsafe_code)]

use crate::device::texture::format::StorageFormat;
use crate::device::texture::palette::Palette;
use crate::format::{BaseFormat, Family, PixelSpec, PixelType, TextureShape};
use crate::gl::context::answer::Answer;
use crate::gl::context::enums::*;
use crate::gl::imaging::pixels::{size_of, with_image, write_rows};
use crate::gl::imaging::state::{MAX_TABLE_WIDTH, TOO_LARGE};
use crate::gl::pixel::image::{PixelBlock, pack_color_row, pixel_spec};
use crate::gl::pixel::transfer::PixelState;
use crate::gl::texture::unit::TextureState;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::texture::TexelFormat;
use std::sync::Arc;

/// Bits of every component that a palette's format has.
const COMPONENT_BITS: i32 = 8;

/// What a palette command names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum PaletteTarget {
    /// The palette of the texture bound to this target of the active unit.
    Texture(TextureShape),
    /// The palette of the context, which replaces all others while it is enabled.
    Shared,
    /// A proxy, which has a size but no colours.
    Proxy(TextureShape),
}

/// The palette of this name; `None` for the tables of the imaging subset and for what is no name.
pub(crate) fn palette_target(target: u32) -> Option<PaletteTarget> {
    use PaletteTarget::{Proxy, Shared, Texture};
    Some(match target {
        TEXTURE_1D => Texture(TextureShape::D1),
        TEXTURE_2D => Texture(TextureShape::D2),
        TEXTURE_3D => Texture(TextureShape::D3),
        TEXTURE_CUBE_MAP => Texture(TextureShape::Cube),
        SHARED_TEXTURE_PALETTE_EXT => Shared,
        PROXY_TEXTURE_1D => Proxy(TextureShape::D1),
        PROXY_TEXTURE_2D => Proxy(TextureShape::D2),
        PROXY_TEXTURE_3D => Proxy(TextureShape::D3),
        PROXY_TEXTURE_CUBE_MAP => Proxy(TextureShape::Cube),
        _ => return None,
    })
}

const NO_COLORS: GlError = GlError::invalid_enum("proxies hold no colours");

fn palette(textures: &TextureState, target: PaletteTarget) -> Result<Arc<Palette>> {
    match target {
        PaletteTarget::Texture(kind) => {
            Ok(textures.bound(kind).object.lock().texture.palette.clone())
        }
        PaletteTarget::Shared => Ok(textures.shared_palette.clone()),
        PaletteTarget::Proxy(_) => Err(NO_COLORS),
    }
}

fn set_palette(textures: &mut TextureState, target: PaletteTarget, palette: Palette) -> Result {
    match target {
        PaletteTarget::Texture(kind) => {
            textures.bound(kind).object.lock().texture.palette = Arc::new(palette);
        }
        PaletteTarget::Shared => textures.shared_palette = Arc::new(palette),
        PaletteTarget::Proxy(_) => return Err(NO_COLORS),
    }
    Ok(())
}

/// The format of a palette: any of textures that has colours, kept with eight bits. INVALID_ENUM for another.
fn palette_format(name: u32) -> Result<InternalFormat> {
    let has_colors = |f: &InternalFormat| {
        let [.., depth] = f.storage.base.components();
        f.storage.is_color_or_depth() && !depth
    };
    let format = InternalFormat::from_enum(name)
        .filter(has_colors)
        .ok_or(GlError::invalid_enum("not an internal format of palettes"))?;
    let texels = if format.storage.texels.is_srgb() {
        TexelFormat::Srgba8
    } else {
        TexelFormat::Rgba8
    };
    Ok(InternalFormat {
        storage: StorageFormat::plain(format.storage.base, texels),
        ..format
    })
}

/// A width that a palette can have; `None` when it is too large.
fn palette_width(width: i32) -> Result<Option<u32>> {
    match u32::try_from(width) {
        Ok(n) if n.is_power_of_two() => Ok((n <= MAX_TABLE_WIDTH).then_some(n)),
        _ => Err(GlError::invalid_value(
            "a palette's width is a power of two",
        )),
    }
}

/// Format and type of the client's colours, which may be indices into the pixel maps.
fn palette_spec(format: u32, ty: u32) -> Result<PixelSpec> {
    let spec = pixel_spec(format, ty)?;
    let is_color = spec.format.is_color() && format != STENCIL_INDEX;
    match spec.ty {
        PixelType::Bitmap => Err(GlError::invalid_enum("palettes take no bitmaps")),
        _ if !is_color => Err(GlError::invalid_enum("palettes hold colours")),
        _ => Ok(spec),
    }
}

/// The entries that a client image gives: as texels, by the pixel transfer state.
fn load(
    pixel: &PixelState,
    block: Option<PixelBlock<'_>>,
    count: usize,
    base: BaseFormat,
) -> Result<Vec<[u8; 4]>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    let block = block.ok_or(GlError::invalid_value("null pointer to a palette"))?;
    let mut entries = vec![[0; 4]; count];
    block.rgba8_row(pixel, 0, 0, &mut entries, &mut Vec::new());
    let expand = |entry: &mut [u8; 4]| *entry = base.expand_bytes(*entry);
    entries.iter_mut().for_each(expand);
    Ok(entries)
}

/// ColorTable for a palette.
pub(crate) fn define(
    call: &mut Call<'_>,
    target: PaletteTarget,
    (internal_format, width): (u32, i32),
    (format, ty): (u32, u32),
    data: ClientPtr<u8>,
) -> Result {
    let checked = palette_format(internal_format).and_then(|internal| {
        let width = palette_width(width)?;
        let spec = palette_spec(format, ty)?;
        match (target, width) {
            (PaletteTarget::Proxy(_), _) | (_, Some(_)) => Ok((internal, width, spec)),
            _ => Err(TOO_LARGE),
        }
    });
    let (internal, width, spec) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    if let PaletteTarget::Proxy(kind) = target {
        // Proxies are never compiled into lists (section 5.4).
        call.cx.textures.without_revision().palette_proxies[kind as usize] =
            width.map(|width| (internal, width));
        return Ok(());
    }
    let count = width.unwrap_or(0);
    with_image(call, data, spec, [count, 1], move |call, block| {
        let entries = load(&call.cx.pixel, block, count as usize, internal.storage.base)?;
        let palette = Palette {
            format: internal.storage,
            api_format: internal.name,
            entries,
        };
        set_palette(&mut call.cx.textures, target, palette)
    })
}

/// ColorSubTable for a palette: entries beyond its end are left out.
pub(crate) fn replace(
    call: &mut Call<'_>,
    target: PaletteTarget,
    (start, count): (i32, i32),
    (format, ty): (u32, u32),
    data: ClientPtr<u8>,
) -> Result {
    let checked = match target {
        PaletteTarget::Proxy(_) => Err(NO_COLORS),
        PaletteTarget::Texture(_) | PaletteTarget::Shared => size_of(start).and_then(|start| {
            let count = size_of(count)?.min(MAX_TABLE_WIDTH.saturating_sub(start));
            Ok((start as usize, count, palette_spec(format, ty)?))
        }),
    };
    let (start, count, spec) = match checked {
        Ok(checked) => checked,
        Err(error) => return call.run(move |_| Err(error)),
    };
    with_image(call, data, spec, [count, 1], move |call, block| {
        let mut palette = Palette::clone(&*palette(&call.cx.textures, target)?);
        let count = palette
            .entries
            .len()
            .saturating_sub(start)
            .min(count as usize);
        let entries = load(&call.cx.pixel, block, count, palette.format.base)?;
        if entries.is_empty() {
            return Ok(());
        }
        palette.entries[start..start + count].copy_from_slice(&entries);
        set_palette(&mut call.cx.textures, target, palette)
    })
}

/// GetColorTable for a palette.
pub(crate) fn get(
    call: &mut Call<'_>,
    target: PaletteTarget,
    (format, ty): (u32, u32),
    out: ClientPtr<u8>,
) -> Result {
    let palette = palette(&call.cx.textures, target)?;
    let spec = palette_spec(format, ty)?;
    if spec.format.family() == Family::Index {
        return Err(GlError::invalid_enum("a palette's entries are colours"));
    }
    let size = [palette.entries.len() as u32, 1];
    write_rows(call, out, spec, size, |layout, _, out| {
        let all: Vec<u32> = (0..size[0]).collect();
        let mut colors = vec![[0.0; 4]; all.len()];
        palette.look_up_row(&all, &mut colors);
        pack_color_row(layout, &mut colors, out);
    })
}

/// GetColorTableParameter for a palette.
pub(crate) fn parameter(
    textures: &TextureState,
    target: PaletteTarget,
    pname: u32,
) -> Result<Answer> {
    // A proxy keeps the shape that fitted, or none.
    let shape = match target {
        PaletteTarget::Proxy(kind) => textures.palette_proxies[kind as usize],
        PaletteTarget::Texture(_) | PaletteTarget::Shared => {
            let palette = palette(textures, target)?;
            Some((
                InternalFormat::of_palette(&palette),
                palette.entries.len() as u32,
            ))
        }
    };
    Ok(Answer::Int(match pname {
        COLOR_TABLE_FORMAT => shape.map_or(0, |(format, _)| format.name as i32),
        COLOR_TABLE_WIDTH => shape.map_or(0, |(_, width)| width as i32),
        COLOR_TABLE_RED_SIZE..=COLOR_TABLE_INTENSITY_SIZE => {
            let component = (pname - COLOR_TABLE_RED_SIZE) as usize;
            let has = |(format, width): (InternalFormat, u32)| {
                width > 0 && format.storage.base.components()[component]
            };
            if shape.is_some_and(has) {
                COMPONENT_BITS
            } else {
                0
            }
        }
        _ => return Err(GlError::invalid_enum("unknown parameter of a palette")),
    }))
}

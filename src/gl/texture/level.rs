//! Levels of texture images: what a new level must satisfy, proxies (GL 1.5 sections 3.8.1 and 3.8.11).

use super::mipmap::generate_mipmaps;
use crate::device::texture::blocks::compress_all;
use crate::device::texture::level::LevelImage;
use crate::device::texture::level::new_level;
use crate::device::texture::texels::{RowSource, write_texels};
use crate::format::{BaseFormat, TextureShape};
use crate::gl::context::limits::MAX_TEXTURE_SIZE;
use crate::gl::texture::unit::TextureState;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::target::{
    ImageTarget, MAX_ARRAY_TEXTURE_LAYERS, image_target, level_number, max_size,
};
use crate::gl::{Context, GlError, Result};
use crate::texture::Level;
use std::sync::Arc;

/// Copies what was rendered to a texture to its texels. To be called before these are read or written.
pub(crate) fn settle(cx: &mut Context, texture: &TextureHandle) -> Result {
    if !texture.object.lock().texture.has_newer_planes() {
        return Ok(());
    }
    cx.finish();
    cx.draws.forget_textures();
    Ok(texture.object.lock().texture.settle()?)
}

/// What replacements of compressed texels say of other boxes.
pub(crate) const NOT_WHOLE_BLOCKS: GlError =
    GlError::invalid_operation("the box is not made of whole blocks");

/// The same for a command of one, two or three dimensions.
pub(crate) fn target_of(dimensions: u32, target: u32) -> Result<ImageTarget> {
    let found = image_target(target)?;
    if found.kind.dimensions() == dimensions {
        Ok(found)
    } else {
        Err(GlError::invalid_enum("a target of another dimension"))
    }
}

/// The level that a query names; of the bound texture of the active unit or of a proxy.
pub(crate) fn queried_level(
    textures: &TextureState,
    target: u32,
    level: i32,
) -> Result<Option<LevelImage>> {
    let ImageTarget { kind, face, proxy } = image_target(target)?;
    let level = level_number(kind, level)?;
    if proxy {
        return Ok(textures.proxies[kind as usize]
            .get(level)
            .cloned()
            .flatten());
    }
    Ok(textures
        .bound(kind)
        .object
        .lock()
        .texture
        .level(face, level)
        .cloned())
}

/// A level whose arguments are valid, not yet stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewLevel {
    pub(crate) target: ImageTarget,
    pub(crate) level: usize,
    pub(crate) format: InternalFormat,
    /// Without border.
    pub(crate) size: [u32; 3],
    border: u32,
    /// The client's image, border included, before convolution.
    pub(crate) source: [u32; 3],
    /// The size is one that we take.
    fits: bool,
}

/// Whether a level can have this size, with 1 along axes that its kind does not have (sections 3.8.1, EXT_texture_array 3.8.1).
fn fits(kind: TextureShape, level: usize, size: [u32; 3]) -> bool {
    let max = (max_size(kind) >> level).max(1);
    let Some(layers) = kind.layer_axis() else {
        return size.iter().all(|n| *n <= max);
    };
    let most = |axis: usize| match axis {
        axis if axis == layers => MAX_ARRAY_TEXTURE_LAYERS,
        _ => max,
    };
    // Together, layers are no larger than the largest flat image: memory for more can never be had.
    let texels = || size.iter().map(|n| u64::from(*n)).product::<u64>();
    (0..3).all(|axis| size[axis] <= most(axis)) && texels() <= u64::from(MAX_TEXTURE_SIZE).pow(2)
}

/// Checks what TexImage and CopyTexImage have in common. `source` is the size of the given image, `outer` that of the
/// level, border included, which convolution may have reduced (section 3.6.5).
pub(crate) fn check_level(
    target: ImageTarget,
    level: i32,
    format: InternalFormat,
    (source, outer): ([i32; 3], [i32; 3]),
    border: i32,
) -> Result<NewLevel> {
    let kind = target.kind;
    let level = level_number(kind, level)?;
    let border = match border {
        0 => 0,
        1 if kind != TextureShape::Rectangle => 1,
        _ => {
            return Err(GlError::invalid_value(
                "a border is 0 or 1, of rectangles 0",
            ));
        }
    };
    // Cube maps may have depths as in EXT_gpu_shader4, where GL 1.5 section 3.8.1 still refuses them.
    if format.storage.base == BaseFormat::Depth && kind == TextureShape::D3 {
        return Err(GlError::invalid_operation(
            "depth textures have one or two dimensions",
        ));
    }
    let dimensions = [true, kind.dimensions() > 1, kind.dimensions() > 2];
    let mut size = [1; 3];
    for axis in (0..3).filter(|axis| dimensions[*axis]) {
        let border = if kind.layer_axis() == Some(axis) {
            0
        } else {
            border
        };
        size[axis] = outer[axis]
            .checked_sub(2 * border as i32)
            .and_then(|n| u32::try_from(n).ok())
            .ok_or(GlError::invalid_value(
                "a size is not negative, border included",
            ))?;
    }
    if kind == TextureShape::Cube && size[0] != size[1] {
        return Err(GlError::invalid_value("faces of cube maps are square"));
    }
    let fits = fits(kind, level, size);
    if !fits && !target.proxy {
        return Err(GlError::invalid_value(
            "the image is larger than this level can be",
        ));
    }
    Ok(NewLevel {
        target,
        level,
        format: format.for_image(kind, border),
        size,
        border,
        source: source.map(|n| n.max(0) as u32),
        fits,
    })
}

/// The new level, with texels that are all zero. OUT_OF_MEMORY when they cannot be had.
pub(crate) fn empty_level(new: &NewLevel) -> Result<LevelImage> {
    let mut image = new_level(new.target.kind, new.format.storage, new.size, new.border)?;
    image.api_format = new.format.name;
    Ok(image)
}

/// Makes the level and puts it in the bound texture.
pub(crate) fn define_level(
    textures: &TextureState,
    new: &NewLevel,
    rows: Option<&mut dyn RowSource>,
) -> Result {
    let kind = new.target.kind;
    let old = rows.as_ref().and_then(|_| take_alike(textures, new));
    let mut image = match old {
        Some(old) => old,
        None => empty_level(new)?,
    };
    if let Some(rows) = rows {
        let stored = image.level.stored_size(kind);
        write_texels(&mut image, [0; 3], stored, rows)?;
    }
    compress_all(&mut image)?;
    put_level(textures, new, image)
}

/// Takes the level that a new one replaces, so that its memory serves again. The new one must be like it and be written
/// whole, and nothing else may hold the old texels.
fn take_alike(textures: &TextureState, new: &NewLevel) -> Option<LevelImage> {
    let handle = textures.bound(new.target.kind);
    let mut object = handle.object.lock();
    object.texture.touch();
    let levels = &mut object.texture.faces[new.target.face];
    levels.get_mut(new.level)?.take_if(|old| {
        let size = [old.level.width, old.level.height, old.level.depth];
        let is_like = InternalFormat::of_level(old) == new.format
            && (size, old.level.border) == (new.size, new.border);
        is_like && old.format.blocks.is_none() && Arc::get_mut(&mut old.level.texels).is_some()
    })
}

/// Puts a level in the bound texture, and derives the others from it when they are to follow.
pub(crate) fn put_level(textures: &TextureState, new: &NewLevel, image: LevelImage) -> Result {
    let handle = textures.bound(new.target.kind);
    let mut object = handle.object.lock();
    object
        .texture
        .set_level(new.target.face, new.level, Some(image));
    if object.params.generate_mipmap && new.level == object.levels().base {
        generate_mipmaps(&mut object, new.target.face)?;
    }
    Ok(())
}

/// Records what a proxy command found out; the image could be had as far as anyone can tell beforehand.
pub(crate) fn define_proxy(textures: &mut TextureState, new: &NewLevel) {
    let [width, height, depth] = new.size;
    let level = Level {
        width,
        height,
        depth,
        border: new.border,
        texels: Arc::default(),
    };
    let possible = new.fits
        && level
            .stored_bytes(new.target.kind, new.format.storage.texels)
            .is_some();
    let levels = &mut textures.proxies[new.target.kind as usize];
    if levels.len() <= new.level {
        levels.resize(new.level + 1, None);
    }
    levels[new.level] = possible.then_some(LevelImage {
        kind: new.target.kind,
        level,
        blocks: Arc::default(),
        format: new.format.storage,
        api_format: new.format.name,
        stencils: None,
        original: None,
    });
}

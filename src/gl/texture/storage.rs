//! Textures whose format and size cannot change (ARB_texture_storage 3.8.1, "Immutable-format texture images").
//!
//! A command makes all levels at once. Their texels are zero, which the text leaves open.

use super::image::check_format;
use super::level::{NewLevel, check_level, define_proxy, empty_level};
use crate::device::texture::blocks::compress_all;
use crate::device::texture::level::LevelImage;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::texture::unit::TextureState;
use crate::gl::texture_object::format::{InternalFormat, can_have_blocks, is_sized};
use crate::gl::texture_object::object::{TextureHandle, TextureObject};
use crate::gl::texture_object::target::{ImageTarget, image_target};
use crate::gl::{Call, GlError, Result};
use std::sync::Arc;

/// What commands that change format or size say of a texture where these cannot change.
const IMMUTABLE: GlError = GlError::invalid_operation("the texture's format cannot change");

/// INVALID_OPERATION if the texture's format and size cannot change.
pub(crate) fn check_mutable(object: &TextureObject) -> Result {
    match object.immutable_levels {
        Some(_) => Err(IMMUTABLE),
        None => Ok(()),
    }
}

/// The same of the texture that is bound to a target.
pub(crate) fn check_bound_mutable(textures: &TextureState, target: ImageTarget) -> Result {
    if target.proxy {
        return Ok(());
    }
    check_mutable(&textures.bound(target.kind).object.lock())
}

/// The arguments of TexStorage1D, 2D and 3D.
struct Storage {
    dimensions: u32,
    target: u32,
    levels: i32,
    internal_format: u32,
    size: [i32; 3],
}

impl Storage {
    /// The target of the images. A cube map is named as a whole.
    fn image_target(&self) -> Result<ImageTarget> {
        let target = match self.target {
            TEXTURE_CUBE_MAP => ImageTarget {
                kind: TextureShape::Cube,
                face: 0,
                proxy: false,
            },
            TEXTURE_CUBE_MAP_POSITIVE_X..=TEXTURE_CUBE_MAP_NEGATIVE_Z => {
                return Err(GlError::invalid_enum("a face has no storage of its own"));
            }
            target => image_target(target)?,
        };
        if target.kind.dimensions() == self.dimensions {
            Ok(target)
        } else {
            Err(GlError::invalid_enum("a target of another dimension"))
        }
    }

    /// Checks all arguments. Returns the levels, those of the first face for a cube map.
    fn check(&self, target: ImageTarget) -> Result<Vec<NewLevel>> {
        let least = self.size.into_iter().chain([self.levels]).min();
        if least < Some(1) {
            return Err(GlError::invalid_value("sizes and levels are 1 or more"));
        }
        let format = InternalFormat::from_enum(self.internal_format)
            .ok_or(GlError::invalid_value("unknown internal format"))?;
        if !is_sized(self.internal_format) {
            return Err(GlError::invalid_enum("a format without sizes"));
        }
        check_format(target, self.dimensions, format)?;
        let blocks = format.storage.blocks;
        if blocks.is_some_and(|blocks| !can_have_blocks(target.kind, blocks)) {
            return Err(GlError::invalid_enum("a target without compressed images"));
        }
        // The last level is the first one with a single texel.
        let size = self.size.map(|n| n as u32);
        let possible = match target.kind {
            TextureShape::Rectangle => 1,
            kind => kind.levels_above(size) + 1,
        };
        if self.levels as usize > possible {
            return Err(GlError::invalid_operation("more levels than the size has"));
        }
        let level = |number: i32| {
            let size = target.kind.reduced(size, number as usize).map(|n| n as i32);
            check_level(target, number, format, (size, size), 0)
        };
        (0..self.levels).map(level).collect()
    }

    /// Makes the storage of a texture that the application named.
    fn give(&self, call: &mut Call<'_>, handle: &Arc<TextureHandle>, new: &[NewLevel]) -> Result {
        if handle.name == 0 {
            return Err(GlError::invalid_operation("a default texture"));
        }
        check_mutable(&handle.object.lock())?;
        // All levels are made before any is put in its place, since memory may not suffice.
        let faces = handle.object.lock().texture.faces.len();
        let made = (0..faces).map(|_| new.iter().map(made_level).collect());
        let made: Vec<Vec<Option<LevelImage>>> = made.collect::<Result<_>>()?;
        call.cx.draws.forget_textures();
        let mut object = handle.object.lock();
        for (face, levels) in made.into_iter().enumerate() {
            object.texture.replace_levels(face, levels);
        }
        object.immutable_levels = Some(new.len());
        Ok(())
    }

    /// Makes the storage of the bound texture, or of a proxy.
    fn run(self, call: &mut Call<'_>) -> Result {
        let target = self.image_target()?;
        let new = self.check(target)?;
        if target.proxy {
            set_proxy(&mut call.cx.textures, target, &new);
            return Ok(());
        }
        let handle = call.cx.textures.bound(target.kind);
        self.give(call, &handle, &new)
    }
}

/// A level with its texels, and its blocks if it has any.
fn made_level(new: &NewLevel) -> Result<Option<LevelImage>> {
    let mut image = empty_level(new)?;
    compress_all(&mut image)?;
    Ok(Some(image))
}

/// Records what a proxy command found out. If one level could not be had, there is none.
fn set_proxy(textures: &mut TextureState, target: ImageTarget, new: &[NewLevel]) {
    let proxy = target.kind as usize;
    textures.proxies[proxy].clear();
    for level in new {
        define_proxy(textures, level);
    }
    if textures.proxies[proxy].iter().any(Option::is_none) {
        textures.proxies[proxy].clear();
    }
}

/// Gives the bound texture of one dimension, or its proxy, all of its levels. INVALID_ENUM for another target or a format
/// without sizes, INVALID_VALUE for numbers below 1, INVALID_OPERATION for more levels than the size has, for a default
/// texture, and for one whose format cannot change any more.
pub fn tex_storage1d(
    call: &mut Call<'_>,
    target: u32,
    levels: i32,
    internalformat: u32,
    width: i32,
) -> Result {
    Storage {
        dimensions: 1,
        target,
        levels,
        internal_format: internalformat,
        size: [width, 1, 1],
    }
    .run(call)
}

/// As [`tex_storage1d`], for two dimensions: cube maps, whose faces are square (INVALID_VALUE), and rectangles among them.
pub fn tex_storage2d(
    call: &mut Call<'_>,
    target: u32,
    levels: i32,
    internalformat: u32,
    width: i32,
    height: i32,
) -> Result {
    Storage {
        dimensions: 2,
        target,
        levels,
        internal_format: internalformat,
        size: [width, height, 1],
    }
    .run(call)
}

/// As [`tex_storage1d`], for three dimensions.
#[allow(clippy::too_many_arguments)]
pub fn tex_storage3d(
    call: &mut Call<'_>,
    target: u32,
    levels: i32,
    internalformat: u32,
    width: i32,
    height: i32,
    depth: i32,
) -> Result {
    Storage {
        dimensions: 3,
        target,
        levels,
        internal_format: internalformat,
        size: [width, height, depth],
    }
    .run(call)
}

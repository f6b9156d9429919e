//! Specification of whole texture images, from client memory or by copying (GL 1.5 sections 3.8.1 and 3.8.2).

use super::enums::*;
use super::imaging_transfer::{Dimensions, convolved_size, is_active, transfer};
use super::limits::MAX_TEXTURE_SIZE;
use super::pixel_image::{PixelBlock, pixel_spec, with_pixels};
use super::pixel_read::FrameRows;
use super::texture_blocks::compress_all;
use super::texture_format::{BaseFormat, InternalFormat};
use super::texture_mipmap::generate_mipmaps;
use super::texture_object::LevelImage;
use super::texture_store::{ClientRows, RowSource, new_level, write_texels};
use super::{Call, Context, GlError, Result};
use crate::format::{PixelFormat, PixelSpec};
use crate::platform::ClientPtr;
use crate::texture::{ImageKind, Level};
use std::sync::Arc;

/// MAX_3D_TEXTURE_SIZE
pub const MAX_3D_TEXTURE_SIZE: u32 = 512;
/// MAX_CUBE_MAP_TEXTURE_SIZE
pub const MAX_CUBE_MAP_TEXTURE_SIZE: u32 = 4096;
/// MAX_RECTANGLE_TEXTURE_SIZE_ARB
pub const MAX_RECTANGLE_TEXTURE_SIZE: u32 = MAX_TEXTURE_SIZE;

/// A target that images are specified for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ImageTarget {
    pub(super) kind: ImageKind,
    pub(super) face: usize,
    pub(super) proxy: bool,
}

/// The image target with this name.
pub(super) fn image_target(target: u32) -> Result<ImageTarget> {
    let make = |kind, face, proxy| Ok(ImageTarget { kind, face, proxy });
    match target {
        TEXTURE_1D => make(ImageKind::D1, 0, false),
        PROXY_TEXTURE_1D => make(ImageKind::D1, 0, true),
        TEXTURE_2D => make(ImageKind::D2, 0, false),
        PROXY_TEXTURE_2D => make(ImageKind::D2, 0, true),
        TEXTURE_3D => make(ImageKind::D3, 0, false),
        PROXY_TEXTURE_3D => make(ImageKind::D3, 0, true),
        TEXTURE_RECTANGLE => make(ImageKind::Rectangle, 0, false),
        PROXY_TEXTURE_RECTANGLE => make(ImageKind::Rectangle, 0, true),
        TEXTURE_CUBE_MAP_POSITIVE_X..=TEXTURE_CUBE_MAP_NEGATIVE_Z => make(
            ImageKind::Cube,
            (target - TEXTURE_CUBE_MAP_POSITIVE_X) as usize,
            false,
        ),
        PROXY_TEXTURE_CUBE_MAP => make(ImageKind::Cube, 0, true),
        _ => Err(GlError::invalid_enum("unknown image target")),
    }
}

/// The same for a command of so many dimensions.
pub(super) fn target_of(dimensions: u32, target: u32) -> Result<ImageTarget> {
    let found = image_target(target)?;
    let expected = match found.kind {
        ImageKind::D1 => 1,
        ImageKind::D3 => 3,
        _ => 2,
    };
    if expected == dimensions {
        Ok(found)
    } else {
        Err(GlError::invalid_enum("a target of another dimension"))
    }
}

fn max_size(kind: ImageKind) -> u32 {
    match kind {
        ImageKind::D1 | ImageKind::D2 => MAX_TEXTURE_SIZE,
        ImageKind::D3 => MAX_3D_TEXTURE_SIZE,
        ImageKind::Cube => MAX_CUBE_MAP_TEXTURE_SIZE,
        ImageKind::Rectangle => MAX_RECTANGLE_TEXTURE_SIZE,
    }
}

/// A level number that the kind has.
pub(super) fn level_number(kind: ImageKind, level: i32) -> Result<usize> {
    let last = if kind == ImageKind::Rectangle {
        0
    } else {
        max_size(kind).ilog2()
    };
    match u32::try_from(level) {
        Ok(level) if level <= last => Ok(level as usize),
        _ => Err(GlError::invalid_value("no such level")),
    }
}

/// The level that a query names; of the bound texture of the active unit or of a proxy.
pub(super) fn queried_level(cx: &Context, target: u32, level: i32) -> Result<Option<LevelImage>> {
    let ImageTarget { kind, face, proxy } = image_target(target)?;
    let level = level_number(kind, level)?;
    if proxy {
        return Ok(cx.textures.proxies[kind as usize]
            .get(level)
            .cloned()
            .flatten());
    }
    Ok(cx
        .textures
        .bound(kind)
        .object
        .lock()
        .level(face, level)
        .cloned())
}

/// A new level, checked.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewLevel {
    pub(super) target: ImageTarget,
    pub(super) level: usize,
    pub(super) format: InternalFormat,
    /// Without border.
    pub(super) size: [u32; 3],
    border: u32,
    /// The client's image, border included, before convolution.
    source: [u32; 3],
    /// The size is one that we take.
    fits: bool,
}

/// Checks what TexImage and CopyTexImage have in common. `source` is the size of the given image, `outer` that of the
/// level, border included, which convolution may have reduced (section 3.6.5).
pub(super) fn check_level(
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
        1 if kind != ImageKind::Rectangle => 1,
        _ => {
            return Err(GlError::invalid_value(
                "a border is 0 or 1, of rectangles 0",
            ));
        }
    };
    // Cube maps may have depths as in EXT_gpu_shader4, where GL 1.5 section 3.8.1 still refuses them.
    if format.base == BaseFormat::Depth && kind == ImageKind::D3 {
        return Err(GlError::invalid_operation(
            "depth textures have one or two dimensions",
        ));
    }
    let dimensions = [true, kind != ImageKind::D1, kind == ImageKind::D3];
    let mut size = [1; 3];
    for axis in (0..3).filter(|axis| dimensions[*axis]) {
        size[axis] = outer[axis]
            .checked_sub(2 * border as i32)
            .and_then(|n| u32::try_from(n).ok())
            .ok_or(GlError::invalid_value(
                "a size is not negative, border included",
            ))?;
    }
    if kind == ImageKind::Cube && size[0] != size[1] {
        return Err(GlError::invalid_value("faces of cube maps are square"));
    }
    let max = (max_size(kind) >> level).max(1);
    let fits = (0..3).all(|axis| !dimensions[axis] || size[axis] <= max);
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

/// Whether client pixels can become texels of this base format.
fn check_pixels(format: u32, ty: u32, base: BaseFormat) -> Result<PixelSpec> {
    let spec = pixel_spec(format, ty)?;
    if spec.format.family().has_depth() != (base == BaseFormat::Depth) {
        return Err(GlError::invalid_operation("depth and colour do not mix"));
    }
    if spec.format == PixelFormat::StencilIndex {
        return Err(GlError::invalid_enum("textures have no stencil"));
    }
    Ok(spec)
}

/// Makes the level and puts it in the bound texture.
fn define_level(cx: &mut Context, new: &NewLevel, rows: Option<&mut dyn RowSource>) -> Result {
    let kind = new.target.kind;
    let mut image = new_level(kind, new.format, new.size, new.border)?;
    if let Some(rows) = rows {
        let stored = image.level.stored_size(kind);
        write_texels(&mut image, [0; 3], stored, rows)?;
    }
    compress_all(&mut image)?;
    put_level(cx, new, image)
}

/// Puts a level in the bound texture, and derives the others from it when they are to follow.
pub(super) fn put_level(cx: &Context, new: &NewLevel, image: LevelImage) -> Result {
    let handle = cx.textures.bound(new.target.kind);
    let mut object = handle.object.lock();
    object.set_level(new.target.face, new.level, Some(image));
    if object.params.generate_mipmap && new.level == object.params.base_level as usize {
        generate_mipmaps(&mut object, new.target.face)?;
    }
    Ok(())
}

/// Makes the level from rows, through the imaging subset as far as it is active. Sinks leave texels undefined: ours
/// are zero.
fn transfer_level(
    cx: &mut Context,
    new: &NewLevel,
    dimensions: u32,
    is_depth: bool,
    rows: &mut dyn RowSource,
) -> Result {
    let dimensions = Dimensions::of(dimensions);
    if is_depth || !is_active(cx, dimensions) {
        return define_level(cx, new, Some(rows));
    }
    match transfer(cx, dimensions, new.source, rows)? {
        Some(mut image) => define_level(cx, new, Some(&mut image)),
        None => define_level(cx, new, None),
    }
}

/// Records what a proxy command found out; the image could be had as far as anyone can tell beforehand.
pub(super) fn define_proxy(cx: &mut Context, new: &NewLevel) {
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
            .stored_bytes(new.target.kind, new.format.texels)
            .is_some();
    let levels = &mut cx.textures.proxies[new.target.kind as usize];
    if levels.len() <= new.level {
        levels.resize(new.level + 1, None);
    }
    levels[new.level] = possible.then_some(LevelImage {
        kind: new.target.kind,
        level,
        blocks: Arc::default(),
        format: new.format,
        stencils: None,
    });
}

/// The arguments of TexImage1D, 2D and 3D.
struct TexImage {
    dimensions: u32,
    target: u32,
    level: i32,
    internal_format: i32,
    size: [i32; 3],
    border: i32,
    format: u32,
    ty: u32,
}

impl TexImage {
    fn check(&self, cx: &Context) -> Result<(NewLevel, PixelSpec)> {
        let target = target_of(self.dimensions, self.target)?;
        let format = InternalFormat::from_enum(self.internal_format as u32)
            .ok_or(GlError::invalid_value("unknown internal format"))?;
        let outer = if matches!(self.format, DEPTH_COMPONENT | DEPTH_STENCIL) {
            self.size
        } else {
            convolved_size(cx, Dimensions::of(self.dimensions), self.size)
        };
        let sizes = (self.size, outer);
        let new = check_level(target, self.level, format, sizes, self.border)?;
        Ok((new, check_pixels(self.format, self.ty, format.base)?))
    }

    fn run(self, call: &mut Call<'_>, pixels: ClientPtr<u8>) -> Result {
        let (new, spec) = match self.check(call.cx) {
            Ok(checked) => checked,
            Err(error) => return call.run(move |_| Err(error)),
        };
        if new.target.proxy {
            // Proxies are never compiled into lists (section 5.4).
            define_proxy(call.cx, &new);
            return Ok(());
        }
        let layout = call
            .cx
            .pixel
            .unpack
            .layout(spec, new.source, self.dimensions == 3);
        let layout = layout.ok_or(GlError::invalid_value(
            "the image does not fit the address space",
        ))?;
        with_pixels(call, pixels, layout, move |call, block| {
            // Filters may have changed since the command was compiled into a list.
            let (new, _) = self.check(call.cx)?;
            let Some(block) = block else {
                return define_level(call.cx, &new, None);
            };
            let pixel = call.cx.pixel.clone();
            let mut rows = client_rows(block, &pixel);
            let is_depth = spec.format.family().has_depth();
            transfer_level(call.cx, &new, self.dimensions, is_depth, &mut rows)
        })
    }
}

pub(super) fn client_rows<'a>(
    block: PixelBlock<'a>,
    pixel: &'a super::pixel_transfer::PixelState,
) -> ClientRows<'a> {
    ClientRows {
        block,
        pixel,
        scratch: Vec::new(),
    }
}

/// Specifies a one-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_image1d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: i32,
    width: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let size = [width, 1, 1];
    TexImage {
        dimensions: 1,
        target,
        level,
        internal_format: internalformat,
        size,
        border,
        format,
        ty,
    }
    .run(call, pixels)
}

/// Specifies a two-dimensional image: TEXTURE_2D, a cube map's face, a rectangle, or a proxy.
#[allow(clippy::too_many_arguments)]
pub fn tex_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: i32,
    width: i32,
    height: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let size = [width, height, 1];
    TexImage {
        dimensions: 2,
        target,
        level,
        internal_format: internalformat,
        size,
        border,
        format,
        ty,
    }
    .run(call, pixels)
}

/// Specifies a three-dimensional image.
#[allow(clippy::too_many_arguments)]
pub fn tex_image3d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: i32,
    width: i32,
    height: i32,
    depth: i32,
    border: i32,
    format: u32,
    ty: u32,
    pixels: ClientPtr<u8>,
) -> Result {
    let size = [width, height, depth];
    TexImage {
        dimensions: 3,
        target,
        level,
        internal_format: internalformat,
        size,
        border,
        format,
        ty,
    }
    .run(call, pixels)
}

fn copy_image(
    call: &mut Call<'_>,
    dimensions: u32,
    (target, level, internal_format): (u32, i32, u32),
    (x, y): (i32, i32),
    size: [i32; 2],
    border: i32,
) -> Result {
    let target = target_of(dimensions, target)?;
    if target.proxy {
        return Err(GlError::invalid_enum("proxies have no texels"));
    }
    let format = InternalFormat::from_enum(internal_format).filter(|format| format.name > 4);
    let format = format.ok_or(GlError::invalid_enum("unknown internal format"))?;
    let is_depth = format.base == BaseFormat::Depth;
    let source = [size[0], size[1], 1];
    let outer = if is_depth {
        source
    } else {
        convolved_size(call.cx, Dimensions::of(dimensions), source)
    };
    let new = check_level(target, level, format, (source, outer), border)?;
    let pixel = call.cx.pixel.clone();
    let mut rows = FrameRows::new(call.cx, &pixel, x, y, format.source_plane())?;
    transfer_level(call.cx, &new, dimensions, is_depth, &mut rows)
}

/// Specifies a one-dimensional image by copying a row of the framebuffer.
#[allow(clippy::too_many_arguments)]
pub fn copy_tex_image1d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
    border: i32,
) -> Result {
    copy_image(
        call,
        1,
        (target, level, internalformat),
        (x, y),
        [width, 1],
        border,
    )
}

/// Specifies a two-dimensional image by copying from the framebuffer.
#[allow(clippy::too_many_arguments)]
pub fn copy_tex_image2d(
    call: &mut Call<'_>,
    target: u32,
    level: i32,
    internalformat: u32,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    border: i32,
) -> Result {
    copy_image(
        call,
        2,
        (target, level, internalformat),
        (x, y),
        [width, height],
        border,
    )
}

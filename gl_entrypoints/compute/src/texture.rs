//! The textures that samplers read.

use crate::door;
use crate::types::*;
use std::ffi::c_char;
use trilobite::compute::texels::{TexelError, TextureInfo, texture};
use trilobite::format::TextureShape;
use trilobite::texture::{CompareFunc, Filter, SamplerState, TexelFormat, Wrap};

/// The shapes by the numbers of `tri_shape`, from 1 on; 0 is any.
const SHAPES: [TextureShape; 5] = [
    TextureShape::D1,
    TextureShape::D2,
    TextureShape::D3,
    TextureShape::Cube,
    TextureShape::Rectangle,
];
/// The formats by the numbers of `tri_texels`.
const FORMATS: [TexelFormat; 3] = [
    TexelFormat::Rgba8,
    TexelFormat::Rgba32F,
    TexelFormat::Depth32F,
];
/// The ways to leave [0, 1], by the numbers of `tri_wrap`.
const WRAPS: [Wrap; 4] = [
    Wrap::Repeat,
    Wrap::ClampToEdge,
    Wrap::MirroredRepeat,
    Wrap::ClampToBorder,
];
/// The comparisons by the numbers of `tri_compare`, from 1 on; 0 is none.
const COMPARISONS: [CompareFunc; 8] = [
    CompareFunc::Never,
    CompareFunc::Less,
    CompareFunc::Equal,
    CompareFunc::LessEqual,
    CompareFunc::Greater,
    CompareFunc::NotEqual,
    CompareFunc::GreaterEqual,
    CompareFunc::Always,
];

/// The number of a sampler's shape.
pub(crate) fn number_of(shape: Option<TextureShape>) -> u32 {
    let place = shape.and_then(|shape| SHAPES.iter().position(|s| *s == shape));
    place.map_or(0, |n| n as u32 + 1)
}

/// Makes a texture of an image, whose texels are copied.
///
/// # Safety
/// `image` is null or has as many bytes as its first member says. Its texels have as many as it says. `texture` is null or a
/// place for a pointer. `message` is null or has `message_bytes` writable bytes. All are used during the call only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_make_texture(
    image: *const TriImage,
    texture: *mut *mut TriTexture,
    message: *mut c_char,
    message_bytes: usize,
) -> TriResult {
    if texture.is_null() {
        return INVALID_ARGUMENT;
    }
    // SAFETY: the pointer is not null, and the caller lets us write there.
    unsafe { texture.write(std::ptr::null_mut()) };
    let made = door(
        "tri_make_texture",
        Err((INTERNAL_ERROR, String::new())),
        || {
            // SAFETY: the caller's promise is passed on.
            unsafe { made(image) }
        },
    );
    let (result, text) = match made {
        Ok(made) => {
            // SAFETY: as above.
            unsafe { texture.write(Box::into_raw(Box::new(made))) };
            (OK, String::new())
        }
        Err(refusal) => refusal,
    };
    // SAFETY: the caller's promise is passed on.
    unsafe { crate::run::write_message(&text, message, message_bytes) };
    result
}

/// Frees a texture.
///
/// # Safety
/// `texture` is null or a texture of `tri_make_texture` that has not been freed, and that no run uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tri_free_texture(texture: *mut TriTexture) {
    if !texture.is_null() {
        door("tri_free_texture", (), || {
            // SAFETY: the pointer came from `Box::into_raw`, and is freed once.
            drop(unsafe { Box::from_raw(texture) })
        });
    }
}

/// # Safety
/// As [`tri_make_texture`].
unsafe fn made(image: *const TriImage) -> Result<TriTexture, (TriResult, String)> {
    let invalid = |text: &str| (INVALID_ARGUMENT, text.to_owned());
    if image.is_null() {
        return Err(invalid("the image is null"));
    }
    // SAFETY: the size is the first member, which every version has.
    let size = unsafe { image.cast::<usize>().read() };
    if size != size_of::<TriImage>() {
        return Err(invalid("`size` is not that of tri_image"));
    }
    // SAFETY: the caller says that the structure is whole.
    let image = unsafe { &*image };
    if image.texels.is_null() || isize::try_from(image.bytes).is_err() {
        return Err(invalid(
            "the texels are null, or longer than the address space",
        ));
    }
    let info = info(image).map_err(|text| invalid(&text))?;
    // SAFETY: the caller says that `bytes` bytes are readable.
    let texels = unsafe { std::slice::from_raw_parts(image.texels.cast::<u8>(), image.bytes) };
    let made = texture(&info, texels).map_err(|error| {
        let result = match error {
            TexelError::OutOfMemory => OUT_OF_MEMORY,
            _ => INVALID_ARGUMENT,
        };
        (result, error.to_string())
    })?;
    Ok(TriTexture(made))
}

/// The enums of an image in our own terms.
fn info(image: &TriImage) -> Result<TextureInfo, String> {
    let filter = |name: &str, n: u32| match n {
        0 => Ok(Filter::Nearest),
        1 => Ok(Filter::Linear),
        n => Err(format!("`{name}` is {n}: no filter has this number")),
    };
    let mip = match image.mip {
        2 => None,
        n => Some(filter("mip", n)?),
    };
    let [s, t, r] = image.wrap.map(|n| row("wrap", &WRAPS, n));
    let compare = match image.compare {
        0 => None,
        n => Some(row("compare", &COMPARISONS, n - 1)?),
    };
    Ok(TextureInfo {
        shape: row("shape", &SHAPES, image.shape.wrapping_sub(1))?,
        format: row("format", &FORMATS, image.format)?,
        size: [image.width, image.height, image.depth],
        levels: image.levels.max(1),
        sampler: SamplerState {
            wrap: [s?, t?, r?],
            mag: filter("mag", image.mag)?,
            min: filter("min", image.min)?,
            mip,
            border: image.border,
            compare,
            ..SamplerState::NEAREST
        },
    })
}

/// The row of a number.
fn row<T: Copy>(name: &str, rows: &[T], n: u32) -> Result<T, String> {
    let found = rows.get(n as usize).copied();
    found.ok_or_else(|| format!("`{name}`: no value has this number"))
}

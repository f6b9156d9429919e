//! From state to one immutable draw call.

use super::{Call, Result};
use crate::texture::Texture;

/// What a fragment's primary colour, or its depth, comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PixelSource {
    /// Vertices.
    #[default]
    None,
    /// The internal image.
    DrawPixels,
    /// The raster position's colour where the internal image is not 0; killed elsewhere.
    Bitmap,
    /// Depth from the internal image, the raster position's colour.
    Depth,
}

/// Draws a window-space rectangle (x0, y0, x1, y1) from an internal image; `texcoords` are those of its corners in
/// texels. (Seam: helper *vertices* implements it.)
pub fn pixel_draw(
    _call: &mut Call<'_>,
    _source: PixelSource,
    _image: Texture,
    _rect: [f32; 4],
    _texcoords: [f32; 4],
) -> Result {
    Ok(())
}

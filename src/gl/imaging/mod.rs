//! The imaging subset: convolution, colour matrix, colour tables, histogram, minmax (ARB_imaging, GL 1.5 section 3.6).
//!
//! # Main types
//!
//! - [`state::ImagingState`]: the contents of tables, filters, histogram and minmax. Their modes are part of
//!   `gl::pixel::transfer::PixelState`, because PushAttrib saves modes and no contents.
//! - [`state::ColorTable`], [`state::Filter`], [`state::Histogram`], [`state::Minmax`]: one of each.
//! - [`transfer::Transferred`]: an image after the operations.
//!
//! # Invariants
//!
//! - While the subset is active ([`transfer::is_active`]), all colours that are drawn, read or loaded as texels pass
//!   [`transfer::transfer`], after scale, bias and maps.
//! - While it changes nothing, no image is collected for it.
//! - Convolution may change the size of an image. [`transfer::convolved_size`] says so before anything is allocated.
//! - Tables and filters themselves are loaded and returned without transfer ([`pixels`]).
//!
//! # Ways in
//!
//! Commands: filters in [`convolution`], histogram and minmax in [`histogram`]. glColorTable is in `gl::texture::color_table`,
//! because palettes of textures use the same commands. glTexImage, glDrawPixels and glReadPixels call [`transfer::transfer`].

pub(crate) mod capabilities;
pub mod convolution;
pub mod histogram;
pub(crate) mod pixels;
pub mod state;
pub(crate) mod transfer;

#[cfg(test)]
pub(crate) mod tests;

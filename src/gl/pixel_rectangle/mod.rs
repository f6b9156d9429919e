//! Pixel rectangles that are drawn and read, and the raster position (GL 1.5 sections 2.13, 3.6, 3.7 and 4.3).
//!
//! Commands: glDrawPixels, glCopyPixels, glBitmap, glReadPixels, glRasterPos*, glWindowPos*. The room is above `draw`,
//! since a rectangle is drawn like any primitive, and above `imaging`, through which its pixels pass.

pub mod draw;
mod image;
pub mod raster_pos;
pub mod read;

#[cfg(test)]
pub(crate) mod tests;

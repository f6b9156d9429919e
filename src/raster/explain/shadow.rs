//! The copy of a target for the explanation of a pixel. It is as large as the target, but only the 4×4 block around the pixel
//! is copied. The system provides memory for the touched pages only.
#![forbid(unsafe_code)]

use super::result::PixelValue;
use crate::platform::PixelStorage;
use crate::raster::call::draw_call::RenderTarget;
use crate::raster::geometry::rect::PixelRect;
use std::sync::Arc;

/// A copy of the block around a pixel.
#[derive(Debug)]
pub(crate) struct Shadow {
    pub(crate) target: Arc<RenderTarget>,
    /// The pixel that is explained, in window coordinates.
    at: [u32; 2],
}

/// Returns the 4×4 block around a pixel.
pub(crate) fn block_of([x, y]: [i32; 2]) -> PixelRect {
    PixelRect::from_size([x & !3, y & !3, 4, 4])
}

impl Shadow {
    /// Copies the block around the pixel `at`, which lies in the target. A plane is left out if there is no memory for its copy.
    pub(crate) fn of(target: &RenderTarget, at: [u32; 2]) -> Shadow {
        let copy = |plane: &Arc<PixelStorage>| copy_block(plane, at).map(Arc::new);
        let colors = target.color.iter();
        let color = colors.filter_map(|(output, plane)| Some((*output, copy(plane)?)));
        Shadow {
            target: Arc::new(RenderTarget {
                width: target.width,
                height: target.height,
                color: color.collect(),
                depth_stencil: target.depth_stencil.as_ref().and_then(copy),
            }),
            at,
        }
    }

    /// Reads the pixel, by sample.
    pub(crate) fn pixel(&self) -> Vec<PixelValue> {
        PixelValue::read(&self.target, self.at)
    }

    pub(crate) fn n_samples(&self) -> usize {
        self.target.samples() as usize
    }
}

/// Copies the block around a pixel of one plane, or returns `None` if there is no memory.
fn copy_block(plane: &PixelStorage, at: [u32; 2]) -> Option<PixelStorage> {
    let (width, height) = (plane.width(), plane.height());
    let multisampled = plane.samples() > 1;
    let copy = if plane.is_float() {
        PixelStorage::new_float(width, height, multisampled)?
    } else {
        PixelStorage::with_samples(width, height, multisampled)?
    };
    let [x, y] = at.map(|c| c & !3);
    let n = width.saturating_sub(x).min(4) as usize;
    for sample in 0..plane.samples() {
        for row in y..height.min(y + 4) {
            if plane.is_float() {
                let mut colors = [[0.0; 4]; 4];
                plane.read_sample_colors(x, row, sample, &mut colors[..n]);
                copy.write_sample_colors(x, row, sample, &colors[..n]);
            } else {
                let mut pixels = [0; 4];
                plane.read_sample_row(x, row, sample, &mut pixels[..n]);
                copy.write_sample_row(x, row, sample, &pixels[..n]);
            }
        }
    }
    Some(copy)
}

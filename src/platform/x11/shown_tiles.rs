//! Which tiles of a picture an image holds already: those that have one value in all pixels, in both.
#![forbid(unsafe_code)]

use super::rows::Rect;
use crate::platform::PixelStorage;

/// Pixels per side of a tile of [`PixelStorage`].
const TILE: u32 = 64;

/// What is known of the tiles of the picture that was copied last.
#[derive(Debug, Default)]
pub(super) struct ShownTiles {
    /// Width and height of the picture.
    size: [u32; 2],
    /// The value that all pixels of a tile have in the image, row by row from the lowest on.
    values: Vec<Option<u32>>,
}

impl ShownTiles {
    /// Must be called before the image is written otherwise.
    pub(super) fn forget(&mut self) {
        *self = ShownTiles::default();
    }

    /// Copies the parts of a rectangle that the image lacks.
    pub(super) fn copy_lacking(
        &mut self,
        pixels: &PixelStorage,
        rect: Rect,
        mut copy: impl FnMut(Rect),
    ) {
        let size = [pixels.width(), pixels.height()];
        let [n_columns, n_rows] = size.map(|n| n.div_ceil(TILE));
        if self.size != size {
            self.size = size;
            self.values = vec![None; (n_columns * n_rows) as usize];
        }
        let tiles =
            |axis: usize| rect.at[axis] / TILE..(rect.at[axis] + rect.size[axis]).div_ceil(TILE);
        for row in tiles(1) {
            // Tiles side by side are one part.
            let mut open: Option<Rect> = None;
            for column in tiles(0) {
                let corner = [column * TILE, row * TILE];
                let part = intersection(rect, corner);
                let is_whole = (0..2).all(|i| part.size[i] == TILE.min(size[i] - corner[i]));
                let value = pixels.uniform_tile(corner[0], corner[1]);
                let shown = &mut self.values[(row * n_columns + column) as usize];
                if value.is_some() && *shown == value {
                    open.take().into_iter().for_each(&mut copy);
                    continue;
                }
                *shown = value.filter(|_| is_whole);
                match &mut open {
                    Some(open) => open.size[0] += part.size[0],
                    None => open = Some(part),
                }
            }
            open.into_iter().for_each(&mut copy);
        }
    }
}

/// The part of a rectangle in the tile at a corner.
fn intersection(rect: Rect, corner: [u32; 2]) -> Rect {
    let at = [0, 1].map(|i| rect.at[i].max(corner[i]));
    let size = [0, 1].map(|i| (rect.at[i] + rect.size[i]).min(corner[i] + TILE) - at[i]);
    Rect { at, size }
}

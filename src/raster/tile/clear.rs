//! Clears of tiles (GL 1.5 section 4.2.3).
#![forbid(unsafe_code)]

use super::tile_planes::TilePlanes;
use crate::kernel::layout::{DEPTH_PLANE, color_plane};
use crate::platform::PixelStorage;
use crate::raster::call::draw_call::ClearCall;
use crate::raster::coverage::coarse_depth::BlockDepths;
use crate::raster::fragment::colour;
use crate::raster::geometry::depth::depth_to_fixed24;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::target::clear_rect;
use crate::raster::scene::bins::Pass;
use std::sync::Arc;

/// Clears the pixels of the tile at (x, y).
pub(crate) fn clear_tile(
    pass: &Pass,
    clear: &ClearCall,
    (x, y): (i32, i32),
    windows: &mut TilePlanes<'_>,
    depths: &mut BlockDepths,
) {
    let tile = PixelRect::tile(x, y);
    let rect = clear_rect(clear, pass.rect).intersect(tile);
    if rect.is_empty() {
        return;
    }
    let ends_there = |plane: &Arc<PixelStorage>| {
        let plane = PixelRect::from_size([0, 0, plane.width() as i32, plane.height() as i32]);
        plane.intersect(tile) == rect
    };
    let mut planes = pass.target.planes();
    let rect = if planes.all(ends_there) {
        // The pixels of a tile beyond the planes' ends are never read: it is filled whole.
        PixelRect::tile(0, 0)
    } else {
        PixelRect {
            x0: rect.x0 - x,
            y0: rect.y0 - y,
            x1: rect.x1 - x,
            y1: rect.y1 - y,
        }
    };
    depths.clear_to(clear.depth, rect);
    if let Some((color, masks)) = clear.color {
        let planes = pass.target.color.iter().take(DEPTH_PLANE).enumerate();
        for (((plane, (output, storage)), stored), is_srgb) in
            planes.zip(clear.stored).zip(clear.srgb)
        {
            let mask = masks[usize::from(*output)];
            if !storage.is_float() {
                let pixel = colour::pack(stored, is_srgb, color);
                windows.fill(plane, rect, pixel, colour::mask_bits(mask, stored));
                continue;
            }
            let (color, written) = (stored.color(color), colour::written(mask, stored));
            for c in (0..4).filter(|c| written[*c]) {
                windows.fill(color_plane(plane, c), rect, color[c].to_bits(), u32::MAX);
            }
        }
    }
    let depth = clear
        .depth
        .map_or((0, 0), |depth| (depth_to_fixed24(depth) << 8, 0xffff_ff00));
    let stencil = clear
        .stencil
        .map_or((0, 0), |(value, mask)| (u32::from(value), u32::from(mask)));
    windows.fill(DEPTH_PLANE, rect, depth.0 | stencil.0, depth.1 | stencil.1);
}

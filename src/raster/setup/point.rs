//! Points that are drawn → records: squares, discs and sprites (GL 1.5 section 3.3).
#![forbid(unsafe_code)]

use super::line_and_triangle::bounds_around;
use super::record::{Record, SetupOutput};
use crate::ir::interface::fragment_input;
use crate::raster::call::conventions::Origin;
use crate::raster::geometry::gradient::Gradient;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::shape::Shape;
use crate::raster::geometry::size::{clamped_point_size, pixels_of_point};
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::raster::geometry::vertex_header::POINT_SIZE;
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::raster::primitive::context::RasterContext;
use crate::raster::primitive::sink::Surface;

impl RasterContext {
    pub(crate) fn push_point(
        &self,
        v: &WindowVertex<'_>,
        surface: Surface<'_>,
        out: &mut SetupOutput,
    ) {
        let Surface {
            provoking,
            front,
            depth_offset,
        } = surface;
        let state = &self.state;
        // The shape is a square of whole pixels where the size is constant, else computed from the vertex.
        let PointShape {
            shape,
            bounds,
            size,
            fade,
        } = match self.point_pixels {
            Some(n) => PointShape {
                shape: Shape::Rectangle,
                bounds: square_bounds([v.x, v.y], n),
                size: n as f32,
                fade: 1.0,
            },
            None => self.point_shape(v),
        };
        let bounds = bounds.intersect(self.clip);
        if bounds.is_empty() {
            return;
        }
        // The record has constant planes.
        let record = Record {
            draw: self.draw,
            shape,
            bounds,
            front,
            by_sample: state.multisample.is_some(),
            fade,
            gradient: Gradient::Constant,
            vertices: [v; 3],
            provoking,
            depth_offset,
        };
        out.push(&self.layout, &record);
        // Point sprites replace texture coordinates by planes over the point.
        if let Some(sprites) = state.point_sprite {
            let is_up = state.conventions.origin == Origin::LowerLeft;
            let up = if is_up == sprites.is_from_below {
                -1.0
            } else {
                1.0
            };
            for (i, slot) in self.layout.slots.iter().enumerate() {
                if let Some([a, b, at_centre]) = sprite_plane(sprites.replaced, *slot, size, up) {
                    out.set_last_scalar(i, [a as f32, b as f32, at_centre as f32, 0.0]);
                }
            }
            for third in &self.layout.sprite_thirds {
                let [value, q] = third.floats.map(|at| v.rows.as_flattened()[at]);
                out.set_last_scalar(third.scalar, [0.0, 0.0, value / q, 0.0]);
            }
        }
    }

    /// What a point covers that is no plain square.
    #[inline(never)]
    fn point_shape(&self, v: &WindowVertex<'_>) -> PointShape {
        let state = &self.state;
        // The size: the program's or the state's, clamped. Multisampled points below a threshold fade instead of
        // shrinking.
        let size = if state.program_point_size {
            clamped_point_size(state, v.header[POINT_SIZE])
        } else {
            clamped_point_size(state, state.point_size)
        };
        let (size, fade) = match &state.multisample {
            Some(rules) => faded(size, rules.point_threshold),
            None => (size, 1.0),
        };
        // The shape: sprites are squares, smooth and multisampled points discs, all others whole pixels.
        let centre = [v.x, v.y].map(|c| c as f32 / SUBPIXELS as f32);
        let by_sample = state.multisample.is_some();
        let ([x, y], radius) = (centre, size / 2.0);
        let (low, high) = ([x - radius, y - radius], [x + radius, y + radius]);
        let is_sprite = state.point_sprite.is_some();
        let (shape, bounds) = if is_sprite && by_sample {
            let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
            (Shape::Quad(corners), bounds_around(&corners))
        } else if is_sprite {
            (Shape::Rectangle, sprite_bounds(centre, size))
        } else if state.point_smooth || by_sample {
            let corners = [low, high];
            (Shape::Disc { x, y, radius }, bounds_around(&corners))
        } else {
            let bounds = square_bounds([v.x, v.y], pixels_of_point(size));
            (Shape::Rectangle, bounds)
        };
        PointShape {
            shape,
            bounds,
            size,
            fade,
        }
    }
}

/// What a point covers, its size, and the factor of its alpha.
struct PointShape {
    shape: Shape,
    bounds: PixelRect,
    size: f32,
    fade: f32,
}

/// The size of a point under the fade threshold, and the factor of its alpha (section 3.3, equation 3.2).
fn faded(size: f32, threshold: f32) -> (f32, f32) {
    if size < threshold {
        (threshold, (size / threshold).powi(2))
    } else {
        (size, 1.0)
    }
}

/// The square of an aliased point of `n` pixels, centred on a pixel centre or corner (section 3.3.1).
fn square_bounds([x, y]: [i32; 2], n: i32) -> PixelRect {
    let low = |c: i32| match n % 2 {
        1 => (c >> 8) - (n - 1) / 2,
        _ => ((c + 128) >> 8) - n / 2,
    };
    PixelRect {
        x0: low(x),
        y0: low(y),
        x1: low(x) + n,
        y1: low(y) + n,
    }
}

/// The pixels whose centres lie in the square of a point sprite.
fn sprite_bounds([x, y]: [f32; 2], size: f32) -> PixelRect {
    let first = |c: f32| (c - 0.5).ceil() as i32;
    let half = size / 2.0;
    PixelRect {
        x0: first(x - half),
        y0: first(y - half),
        x1: first(x + half),
        y1: first(y + half),
    }
}

/// s and t across a sprite (ARB_point_sprite, section 3.3), r = 0, q = 1: plane from the point's centre. An r that is not 0
/// ([`crate::raster::vertex::varyings::SpriteThirdPlace`]) comes on top.
fn sprite_plane(sprites: u32, slot: u16, size: f32, up: f64) -> Option<[f64; 3]> {
    let set = (u32::from(slot) / 4).checked_sub(fragment_input::TEX_COORD_0)?;
    if set >= 32 || sprites >> set & 1 == 0 {
        return None;
    }
    let slope = 1.0 / f64::from(size);
    Some(match slot % 4 {
        0 => [slope, 0.0, 0.5],
        1 => [0.0, -slope * up, 0.5],
        2 => [0.0; 3],
        _ => [0.0, 0.0, 1.0],
    })
}

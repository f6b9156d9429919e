//! The viewport transformation (GL 1.5 section 2.11.1). Window positions are rounded to 8 subpixel bits.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::DepthClip;
use crate::raster::call::conventions::Origin;
use crate::raster::call::draw_call::RasterState;
use crate::raster::geometry::limits::GUARD_BAND;
use crate::raster::geometry::pixel_centre::centre_in_window;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::raster::geometry::vertex_header::HEADER;
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::simd::Vectors;

/// Transforms clip coordinates to window coordinates: x / w × scale + offset, and so on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Viewport {
    scale: [f64; 3],
    offset: [f64; 3],
}

/// The window coordinates of one vertex, or of sixteen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Projected<I, D> {
    /// Window x in subpixels.
    pub(crate) x: I,
    /// Window y in subpixels.
    pub(crate) y: I,
    /// The depth, not clamped.
    pub(crate) z: D,
    /// 1 / w.
    pub(crate) inverse_w: D,
}

impl Viewport {
    /// Prepares the viewport of a draw. Window coordinates here count from the corner of pixel (0, 0), in every convention.
    pub(crate) fn new(state: &RasterState) -> Viewport {
        let [x, y, width, height] = state.viewport.map(f64::from);
        let [near, far] = state.depth_range.map(f64::from);
        let up = if state.conventions.origin == Origin::UpperLeft {
            -1.0
        } else {
            1.0
        };
        let centre = 0.5 - f64::from(centre_in_window(state.conventions));
        let [z_scale, z_offset] = match state.conventions.depth_clip {
            DepthClip::MinusOneToOne => [(far - near) / 2.0, (far + near) / 2.0],
            DepthClip::ZeroToOne => [far - near, near],
        };
        Viewport {
            scale: [width / 2.0, up * (height / 2.0), z_scale],
            offset: [
                x + width / 2.0 + centre,
                y + height / 2.0 + centre,
                z_offset,
            ],
        }
    }

    /// Returns the window coordinates of clip coordinates, in pixels, and 1 / w.
    #[inline(always)]
    pub(crate) fn window_position(&self, clip: [f32; 4]) -> ([f64; 3], f64) {
        let inverse_w = 1.0 / f64::from(clip[3]);
        let at = |c: usize| f64::from(clip[c]) * inverse_w * self.scale[c] + self.offset[c];
        ([at(0), at(1), at(2)], inverse_w)
    }

    /// Returns the window coordinates of a vertex that lies inside the guard band.
    #[inline(always)]
    pub(crate) fn project(&self, clip: [f32; 4]) -> Projected<i32, f64> {
        // 1.5 × 2^52. A sum with it has the nearest integer, ties to even, in its low bits.
        const MAGIC: f64 = 6755399441055744.0;
        let fixed = |v: f64| (v * f64::from(SUBPIXELS) + MAGIC).to_bits() as i32;
        let ([x, y, z], inverse_w) = self.window_position(clip);
        Projected {
            x: fixed(x),
            y: fixed(y),
            z,
            inverse_w,
        }
    }

    /// Does the same for sixteen vertices. The result means nothing for those that lie outside.
    #[inline(always)]
    pub(crate) fn project_all<V: Vectors>(&self, clip: [V::F; 4]) -> Projected<V::I, V::D> {
        let inverse_w = V::splat_d(1.0) / V::widen(clip[3]);
        let (scale, offset) = (self.scale, self.offset);
        let x = V::widen(clip[0]) * inverse_w * V::splat_d(scale[0]) + V::splat_d(offset[0]);
        let y = V::widen(clip[1]) * inverse_w * V::splat_d(scale[1]) + V::splat_d(offset[1]);
        let z = V::widen(clip[2]) * inverse_w * V::splat_d(scale[2]) + V::splat_d(offset[2]);
        let subpixels = V::splat_d(f64::from(SUBPIXELS));
        Projected {
            x: V::round_i(x * subpixels),
            y: V::round_i(y * subpixels),
            z,
            inverse_w,
        }
    }

    /// Transforms a vertex with a header. Returns `None` if a coordinate is NaN, or if it lies outside the guard band, which only
    /// a vertex does that was not clipped.
    pub(crate) fn transform<'a>(&self, floats: &'a [f32]) -> Option<WindowVertex<'a>> {
        let (header, varyings) = floats.split_at(HEADER);
        let clip = [header[0], header[1], header[2], header[3]];
        let (window, _) = self.window_position(clip);
        let inside = |v: f64| v.abs() <= GUARD_BAND + 1.0;
        if !(inside(window[0]) && inside(window[1]) && window[2].is_finite() && clip[3] > 0.0) {
            return None;
        }
        let Projected { x, y, z, inverse_w } = self.project(clip);
        Some(WindowVertex {
            x,
            y,
            z,
            inverse_w,
            rows: varyings.as_chunks().0,
            header,
        })
    }
}

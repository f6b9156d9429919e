//! The properties of a draw for rasterization.
#![forbid(unsafe_code)]

use super::clip::ClipVolume;
use crate::raster::call::conventions::Origin;
use crate::raster::call::draw_call::{PolygonMode, RasterState};
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::gradient::Gradient;
use crate::raster::geometry::pixel_centre::centre_in_window;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::size::{line_width, plain_point_pixels};
use crate::raster::geometry::window_vertex::{WindowVertex, doubled_area};
use crate::raster::vertex::outcode::{self, OutcodeRules};
use crate::raster::vertex::varyings::VertexLayout;
use crate::raster::vertex::viewport::Viewport;
use std::sync::Arc;

/// One unit of polygon offset: the smallest difference that any two depths keep when both are rounded to 24 bits (GL 1.5
/// section 3.5.5). Two depths that differ by one step only can round to the same number, since ties go to even ones.
const DEPTH_RESOLUTION: f64 = 2.0 / 0xff_ffff as f64;

/// The number of a draw, and its properties for rasterization by dereference. Draws with the same properties share them.
#[derive(Debug)]
pub(crate) struct RasterContext {
    pub(crate) draw: u32,
    properties: Arc<RasterProperties>,
}

impl std::ops::Deref for RasterContext {
    type Target = RasterProperties;

    #[inline(always)]
    fn deref(&self) -> &RasterProperties {
        &self.properties
    }
}

/// The properties of a draw for rasterization, prepared once.
#[derive(Debug)]
pub(crate) struct RasterProperties {
    pub(crate) state: Arc<RasterState>,
    pub(crate) layout: VertexLayout,
    pub(crate) viewport: Viewport,
    /// Counterclockwise is front, y counted as rows are.
    pub(crate) front_ccw: bool,
    /// Which edges own the centres on them.
    pub(crate) edge_rule: EdgeRule,
    /// Added to the coordinates of pixels where fragment programs read them.
    pub(crate) place_offset: f32,
    /// Of the vertices of [`Assembled::provoking`](super::assembly::Assembled), the one that gives flat colours.
    pub(crate) provoking: usize,
    /// What polygons and thin lines are cut to.
    pub(super) guard: ClipVolume,
    pub(super) frustum: ClipVolume,
    /// Target and scissor.
    pub(crate) clip: PixelRect,
    /// The same inside the viewport.
    pub(crate) viewport_clip: PixelRect,
    /// Pixels across a line and along the sides of a point, where these are plain: aliased, and no sprites.
    pub(crate) line_pixels: i32,
    pub(crate) point_pixels: Option<i32>,
    /// Whether vertex headers are needed: for edge flags, point sizes, or coordinates for feedback.
    pub(super) needs_headers: bool,
}

impl RasterContext {
    pub(crate) fn new(
        draw: u32,
        state: Arc<RasterState>,
        layout: VertexLayout,
        target: PixelRect,
    ) -> Self {
        RasterContext {
            draw,
            properties: Arc::new(RasterProperties::new(state, layout, target)),
        }
    }

    /// The context of another draw with the same properties.
    pub(crate) fn for_draw(&self, draw: u32) -> Self {
        RasterContext {
            draw,
            properties: self.properties.clone(),
        }
    }

    /// For primitives that are not drawn: everything is cut to the view volume itself.
    pub(crate) fn without_target(state: Arc<RasterState>, layout: VertexLayout) -> Self {
        let viewport = PixelRect::from_size(state.viewport);
        let properties = RasterProperties::new(state, layout, viewport);
        RasterContext {
            draw: 0,
            properties: Arc::new(RasterProperties {
                guard: properties.frustum.clone(),
                needs_headers: true,
                ..properties
            }),
        }
    }
}

impl RasterProperties {
    fn new(state: Arc<RasterState>, layout: VertexLayout, target: PixelRect) -> Self {
        let viewport_rect = PixelRect::from_size(state.viewport);
        let scissor = state
            .scissor
            .map_or(target, |s| target.intersect(PixelRect::from_size(s)));
        // An empty viewport has no view volume to be inside of.
        let empty = PixelRect {
            x0: 0,
            y0: 0,
            x1: 0,
            y1: 0,
        };
        let clip = if viewport_rect.is_empty() {
            empty
        } else {
            scissor
        };
        let fills = state.polygon_mode == [PolygonMode::Fill; 2];
        let conventions = state.conventions;
        RasterProperties {
            front_ccw: state.front_ccw != (conventions.origin == Origin::UpperLeft),
            edge_rule: EdgeRule::of(conventions.origin),
            place_offset: centre_in_window(conventions) - 0.5,
            provoking: conventions.provoking as usize,
            needs_headers: !fills || state.program_point_size,
            line_pixels: (line_width(&state).round() as i32).max(1),
            point_pixels: plain_point_pixels(&state),
            layout,
            viewport: Viewport::new(&state),
            guard: ClipVolume::guard_band(&state),
            frustum: ClipVolume::frustum(&state),
            clip,
            viewport_clip: clip.intersect(viewport_rect),
            state,
        }
    }

    /// The rules for the outcodes of a chunk's vertices.
    pub(crate) fn outcode_rules(&self) -> OutcodeRules {
        OutcodeRules::new(&self.state, self.guard.holds_frustum)
    }

    /// Window coordinates, not rounded to subpixels, of a vertex with this header.
    pub(crate) fn window_position(&self, header: &[f32]) -> [f32; 3] {
        let clip = [header[0], header[1], header[2], header[3]];
        let ([x, y, z], _) = self.viewport.window_position(clip);
        let offset = f64::from(self.place_offset);
        [x + offset, y + offset, z].map(|c| c as f32)
    }

    /// The outcodes that drop a primitive of `n` vertices when all of them have one of these.
    #[inline(always)]
    pub(crate) fn dropping_codes(&self, n: usize) -> u32 {
        let sides = outcode::SIDES.iter().fold(0, |all, side| all | side);
        match n {
            1 => !outcode::UNKNOWN,
            // Filled polygons have no fragment outside the viewport; lines at its border may, by rounding.
            3.. if self.state.polygon_mode == [PolygonMode::Fill; 2] => !outcode::UNKNOWN,
            _ => !(outcode::UNKNOWN | sides),
        }
    }

    /// Polygons of `n` vertices that need no clipping are filled triangles, one by one.
    pub(crate) fn fills_triangles(&self, n: u8) -> bool {
        let has_offset_of_its_own = n == 3 || !self.state.polygon_offset.enabled[0];
        let is_plain = !self.state.polygon_smooth && !self.state.depth_clamp;
        is_plain && has_offset_of_its_own && !self.needs_headers
    }

    /// What is added to the depths of a polygon (section 3.5.5).
    #[inline(always)]
    pub(crate) fn depth_offset(&self, mode: PolygonMode, v: &[WindowVertex<'_>]) -> f64 {
        let offset = &self.state.polygon_offset;
        let is_enabled = match mode {
            PolygonMode::Fill => offset.enabled[0],
            PolygonMode::Line => offset.enabled[1],
            PolygonMode::Point => offset.enabled[2],
        };
        if !is_enabled {
            return 0.0;
        }
        let mut slope = 0.0;
        for i in 1..v.len() - 1 {
            let corners = [&v[0], &v[i], &v[i + 1]];
            let area = doubled_area(corners);
            if area != 0 {
                let z = corners.map(|v| v.z);
                let gradient = Gradient::of_triangle(corners, area);
                let [dzdx, dzdy] = gradient.of(z[1] - z[0], z[2] - z[0]);
                slope = dzdx.abs().max(dzdy.abs());
                break;
            }
        }
        slope * f64::from(offset.factor) + DEPTH_RESOLUTION * f64::from(offset.units)
    }

    /// Lines are rectangles of their width: antialiased ones, and all where samples are covered (section 3.4.4).
    pub(crate) fn draws_line_rectangles(&self) -> bool {
        self.state.line_smooth || self.state.multisample.is_some()
    }

    #[inline]
    pub(crate) fn is_wide_line(&self) -> bool {
        self.draws_line_rectangles() || self.state.line_width >= 1.5
    }
}

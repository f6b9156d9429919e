//! From transformed vertices of one primitive to the points, lines and polygons that are drawn or fed back: clipping,
//! facing, culling, polygon modes (GL 1.5 sections 2.12, 2.14.1, 3.5).
#![forbid(unsafe_code)]

use super::clip::{ClipBuffer, ClipVolume, Clipped};
use super::draw_call::{PolygonMode, RasterState};
use super::primitive::Assembled;
use super::setup::{Gradient, PixelRect, Viewport, WindowVertex, doubled_area};
use super::varyings::{EDGE_FLAG, VertexLayout};
use smallvec::SmallVec;

/// One unit of polygon offset: the least difference of depths that 24 bits tell apart.
const DEPTH_RESOLUTION: f64 = 1.0 / 0xff_ffff as f64;

/// What rasterization needs of a draw, prepared once.
#[derive(Debug)]
pub(crate) struct RasterContext {
    pub(crate) draw: u32,
    pub(crate) state: std::sync::Arc<RasterState>,
    pub(crate) layout: VertexLayout,
    viewport: Viewport,
    /// What polygons and thin lines are cut to.
    guard: ClipVolume,
    frustum: ClipVolume,
    /// Target and scissor.
    pub(crate) clip: PixelRect,
    /// The same inside the viewport.
    pub(super) viewport_clip: PixelRect,
}

impl RasterContext {
    pub(crate) fn new(
        draw: u32,
        state: std::sync::Arc<RasterState>,
        layout: VertexLayout,
        target: PixelRect,
    ) -> Self {
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
        RasterContext {
            draw,
            layout,
            viewport: Viewport::new(&state),
            guard: ClipVolume::guard_band(&state),
            frustum: ClipVolume::frustum(&state),
            clip,
            viewport_clip: clip.intersect(viewport_rect),
            state,
        }
    }

    /// For primitives that are not drawn: everything is cut to the view volume itself.
    pub(crate) fn without_target(state: std::sync::Arc<RasterState>, layout: VertexLayout) -> Self {
        let viewport = PixelRect::from_size(state.viewport);
        let context = RasterContext::new(0, state, layout, viewport);
        RasterContext {
            guard: context.frustum.clone(),
            ..context
        }
    }
}

/// What all of a primitive has in common.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surface<'a> {
    /// The vertex that gives flat colours.
    pub(crate) provoking: &'a [f32],
    /// Front colours.
    pub(crate) front: bool,
    /// Added to the depth.
    pub(crate) depth_offset: f64,
}

impl Surface<'_> {
    /// That of a point or line, which has a front only.
    fn new(provoking: &[f32]) -> Surface<'_> {
        Surface {
            provoking,
            front: true,
            depth_offset: 0.0,
        }
    }
}

/// Where primitives go that are clipped, not culled, and in their polygon's mode.
pub(crate) trait PrimitiveSink {
    /// A primitive begins, before it is clipped; its first line may start the stipple anew.
    fn begin_primitive(&mut self, _restarts_stipple: bool) {}

    /// A point.
    fn point(&mut self, context: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>);

    /// A line, which moves the stipple counter on.
    fn line(
        &mut self,
        context: &RasterContext,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        stipple_counter: &mut u32,
    );

    /// A convex polygon of three vertices and more.
    fn polygon(&mut self, context: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>);
}

impl RasterContext {
    /// Window coordinates of a vertex, not rounded to subpixels.
    pub(crate) fn window_position(&self, vertex: &[f32]) -> [f32; 3] {
        self.viewport.window_position(vertex).map(|c| c as f32)
    }
}

/// Working memory of one chunk, reused.
#[derive(Debug, Default)]
pub(crate) struct RasterScratch {
    clip: ClipBuffer,
    flagged: Vec<f32>,
    /// The line stipple's counter (section 3.4.2), carried from segment to segment.
    pub(crate) stipple_counter: u32,
}

impl RasterContext {
    /// Appends the records of one primitive, whose vertices have `layout.stride()` floats each.
    pub(crate) fn rasterize(
        &self,
        assembled: &Assembled,
        vertices: &[&[f32]],
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        if assembled.restarts_stipple {
            scratch.stipple_counter = 0;
        }
        out.begin_primitive(assembled.restarts_stipple);
        let provoking = vertices[assembled.provoking as usize];
        match vertices.len() {
            1 => self.clip_point(vertices[0], out),
            2 => self.clip_line([vertices[0], vertices[1]], provoking, scratch, out),
            _ => self.clip_polygon(assembled, vertices, provoking, scratch, out),
        }
    }

    fn clip_point(&self, vertex: &[f32], out: &mut impl PrimitiveSink) {
        if self.frustum.outcode(vertex) != Some(0) {
            return;
        }
        if let Some(v) = self.viewport.transform(vertex) {
            out.point(self, &v, Surface::new(vertex));
        }
    }

    fn clip_line(
        &self,
        line: [&[f32]; 2],
        provoking: &[f32],
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        let volume = if self.is_wide_line() {
            &self.frustum
        } else {
            &self.guard
        };
        let stride = self.layout.stride();
        let [a, b] = match scratch.clip.clip_line(volume, line) {
            Clipped::Outside => return,
            Clipped::Whole => line,
            Clipped::Cut => [
                &scratch.clip.vertices[..stride],
                &scratch.clip.vertices[stride..2 * stride],
            ],
        };
        if let (Some(a), Some(b)) = (self.viewport.transform(a), self.viewport.transform(b)) {
            let surface = Surface::new(provoking);
            out.line(self, [&a, &b], surface, &mut scratch.stipple_counter);
        }
    }

    fn clip_polygon(
        &self,
        assembled: &Assembled,
        vertices: &[&[f32]],
        provoking: &[f32],
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        let stride = self.layout.stride();
        let RasterScratch {
            clip,
            flagged,
            stipple_counter,
        } = scratch;
        let mut polygon: SmallVec<[&[f32]; 4]> = vertices.iter().copied().collect();
        if self.state.polygon_mode != [PolygonMode::Fill; 2] {
            flagged.clear();
            for (k, vertex) in vertices.iter().enumerate() {
                let is_boundary = k >= 4 || assembled.edges >> k & 1 == 1;
                let flag = if assembled.uses_edge_flags {
                    vertex[EDGE_FLAG]
                } else {
                    1.0
                };
                flagged.extend_from_slice(vertex);
                flagged[k * stride + EDGE_FLAG] = if is_boundary { flag } else { 0.0 };
            }
            polygon = flagged.chunks_exact(stride).collect();
        }
        match clip.clip_polygon(&self.guard, &polygon) {
            Clipped::Outside => return,
            Clipped::Whole => {}
            Clipped::Cut => polygon = clip.vertices.chunks_exact(stride).collect(),
        }
        let window: Option<SmallVec<[WindowVertex<'_>; 8]>> =
            polygon.iter().map(|v| self.viewport.transform(v)).collect();
        if let Some(window) = window {
            self.push_polygon(&window, provoking, stipple_counter, out);
        }
    }

    /// Facing, culling, offset and mode of a clipped polygon.
    fn push_polygon(
        &self,
        v: &[WindowVertex<'_>],
        provoking: &[f32],
        stipple: &mut u32,
        out: &mut impl PrimitiveSink,
    ) {
        let fan = |i: usize| [&v[0], &v[i], &v[i + 1]];
        let area: i64 = (1..v.len() - 1).map(|i| doubled_area(fan(i))).sum();
        let front = (area > 0) == self.state.front_ccw;
        if (front && self.state.cull.front) || (!front && self.state.cull.back) {
            return;
        }
        let mode = self.state.polygon_mode[usize::from(!front)];
        let offset = &self.state.polygon_offset;
        let mode_index = match mode {
            PolygonMode::Fill => 0,
            PolygonMode::Line => 1,
            PolygonMode::Point => 2,
        };
        let depth_offset = if offset.enabled[mode_index] {
            let slope = (1..v.len() - 1)
                .find(|i| doubled_area(fan(*i)) != 0)
                .map_or(0.0, |i| {
                    let [dzdx, dzdy] = Gradient::of_triangle(fan(i)).of(fan(i).map(|v| v.z));
                    dzdx.abs().max(dzdy.abs())
                });
            slope * f64::from(offset.factor) + DEPTH_RESOLUTION * f64::from(offset.units)
        } else {
            0.0
        };
        let surface = Surface {
            provoking,
            front,
            depth_offset,
        };
        let is_boundary = |k: usize| v[k].floats[EDGE_FLAG] != 0.0;
        match mode {
            PolygonMode::Fill => out.polygon(self, v, surface),
            // A quadrilateral starts with its last vertex, so its first edge comes second; triangles do not.
            PolygonMode::Line => {
                for k in (0..v.len()).filter(|k| is_boundary(*k)) {
                    let ends = [&v[k], &v[(k + 1) % v.len()]];
                    out.line(self, ends, surface, stipple);
                }
            }
            PolygonMode::Point => {
                for vertex in (0..v.len()).filter(|k| is_boundary(*k)).map(|k| &v[k]) {
                    out.point(self, vertex, surface);
                }
            }
        }
    }

    /// Lines are rectangles of their width: antialiased ones, and all where samples are covered (section 3.4.4).
    pub(super) fn draws_line_rectangles(&self) -> bool {
        self.state.line_smooth || self.state.multisample.is_some()
    }

    pub(super) fn is_wide_line(&self) -> bool {
        self.draws_line_rectangles() || self.state.line_width >= 1.5
    }
}

//! From transformed vertices of one primitive to the points, lines and polygons that are drawn or fed back: clipping,
//! facing, culling, polygon modes (GL 1.5 sections 2.12, 2.14.1, 3.5).
#![forbid(unsafe_code)]

use super::assembly::Assembled;
use super::clip::{ClipBuffer, ClipVolume, Clipped};
use super::sink::{PrimitiveSink, Surface};
use crate::raster::call::draw_call::{PolygonMode, RasterState};
use crate::raster::flush::chunk::ChunkVertices;
use crate::raster::setup::line_and_triangle::line_width;
use crate::raster::setup::point::plain_point_pixels;
use crate::raster::setup::record::{Gradient, PixelRect, doubled_area};
use crate::raster::vertex::varyings::{EDGE_FLAG, HEADER, VertexLayout};
use crate::raster::vertex::viewport::{Viewport, WindowVertex};
use crate::raster::vertex::window::{OutcodeRules, outcode};
use smallvec::SmallVec;

/// One unit of polygon offset: the least difference of depths that 24 bits tell apart.
const DEPTH_RESOLUTION: f64 = 1.0 / 0xff_ffff as f64;

/// What rasterization needs of a draw, prepared once.
#[derive(Debug)]
pub(crate) struct RasterContext {
    pub(crate) draw: u32,
    pub(crate) state: std::sync::Arc<RasterState>,
    pub(crate) layout: VertexLayout,
    pub(crate) viewport: Viewport,
    /// What polygons and thin lines are cut to.
    guard: ClipVolume,
    frustum: ClipVolume,
    /// Target and scissor.
    pub(crate) clip: PixelRect,
    /// The same inside the viewport.
    pub(crate) viewport_clip: PixelRect,
    /// Pixels across a line and along the sides of a point, where these are plain: aliased, and no sprites.
    pub(crate) line_pixels: i32,
    pub(crate) point_pixels: Option<i32>,
    /// What vertices headers are for: edge flags, point sizes, coordinates that are fed back.
    needs_headers: bool,
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
        let fills = state.polygon_mode == [PolygonMode::Fill; 2];
        RasterContext {
            draw,
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

    /// For primitives that are not drawn: everything is cut to the view volume itself.
    pub(crate) fn without_target(state: std::sync::Arc<RasterState>, layout: VertexLayout) -> Self {
        let viewport = PixelRect::from_size(state.viewport);
        let context = RasterContext::new(0, state, layout, viewport);
        RasterContext {
            guard: context.frustum.clone(),
            needs_headers: true,
            ..context
        }
    }
}

/// Working memory of one chunk, reused.
#[derive(Debug, Default)]
pub(crate) struct RasterScratch {
    clip: ClipBuffer,
    /// The vertices of a primitive, with headers, one behind the other.
    gathered: Vec<f32>,
    /// The line stipple's counter (section 3.4.2), carried from segment to segment.
    pub(crate) stipple_counter: u32,
}

impl RasterContext {
    /// Which outcodes the vertices of a chunk get.
    pub(crate) fn outcode_rules(&self) -> OutcodeRules {
        OutcodeRules::new(&self.state, self.guard.holds_frustum)
    }

    /// Window coordinates, not rounded to subpixels, of a vertex with this header.
    pub(crate) fn window_position(&self, header: &[f32]) -> [f32; 3] {
        let clip = [header[0], header[1], header[2], header[3]];
        self.viewport.window_position(clip).0.map(|c| c as f32)
    }

    /// The outcodes with which nothing is left of a primitive of `n` vertices when all of them have one of these.
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

    /// Appends the records of one primitive, whose vertices have these numbers in the chunk.
    #[inline(always)]
    pub(crate) fn rasterize(
        &self,
        assembled: &Assembled,
        numbers: [usize; 4],
        chunk: &ChunkVertices<'_>,
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        self.begin(assembled, scratch, out);
        let n = usize::from(assembled.n);
        let (mut any, mut all) = (0, !0);
        for number in &numbers[..n] {
            let code = chunk.window.code(*number);
            any |= code;
            all &= code;
        }
        if all & self.dropping_codes(n) != 0 || any & outcode::INVALID != 0 {
            return;
        }
        if any != 0 || self.needs_headers {
            return self.rasterize_clipped(assembled, &numbers[..n], chunk, scratch, out);
        }
        let vertex = |k: usize| chunk.window.vertex(numbers[k]);
        let provoking = chunk.window.rows(numbers[usize::from(assembled.provoking)]);
        let stipple = &mut scratch.stipple_counter;
        match n {
            1 => out.point(self, &vertex(0), Surface::new(provoking)),
            2 => out.line(
                self,
                [&vertex(0), &vertex(1)],
                Surface::new(provoking),
                stipple,
            ),
            3 => {
                let triangle = [vertex(0), vertex(1), vertex(2)];
                self.push_polygon(&triangle, provoking, stipple, out);
            }
            _ => {
                let quad = [vertex(0), vertex(1), vertex(2), vertex(3)];
                self.push_polygon(&quad, provoking, stipple, out);
            }
        }
    }

    /// Appends the records of one polygon of all the vertices of a chunk.
    pub(crate) fn rasterize_whole(
        &self,
        assembled: &Assembled,
        chunk: &ChunkVertices<'_>,
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        self.begin(assembled, scratch, out);
        let numbers: SmallVec<[usize; 8]> = (0..chunk.indices.len()).collect();
        self.rasterize_clipped(assembled, &numbers, chunk, scratch, out);
    }

    #[inline(always)]
    fn begin(
        &self,
        assembled: &Assembled,
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        if assembled.restarts_stipple {
            scratch.stipple_counter = 0;
        }
        out.begin_primitive(assembled.restarts_stipple);
    }

    /// Polygons of `n` vertices that need no clipping are filled triangles, one by one.
    pub(crate) fn fills_triangles(&self, n: u8) -> bool {
        let has_offset_of_its_own = n == 3 || !self.state.polygon_offset.enabled[0];
        let is_plain = !self.state.polygon_smooth && !self.state.depth_clamp;
        is_plain && has_offset_of_its_own && !self.needs_headers
    }

    /// A primitive that may have to be clipped, or whose vertices need their headers.
    #[inline(never)]
    pub(crate) fn rasterize_clipped(
        &self,
        assembled: &Assembled,
        numbers: &[usize],
        chunk: &ChunkVertices<'_>,
        scratch: &mut RasterScratch,
        out: &mut impl PrimitiveSink,
    ) {
        let stride = self.layout.stride();
        let wants_edge_flags = self.state.polygon_mode != [PolygonMode::Fill; 2];
        let RasterScratch {
            clip,
            gathered,
            stipple_counter,
        } = scratch;
        gathered.clear();
        for number in numbers {
            chunk.append_vertex(&self.layout, *number, wants_edge_flags, gathered);
        }
        let is_polygon = numbers.len() > 2;
        if is_polygon && wants_edge_flags {
            for (k, vertex) in gathered.chunks_exact_mut(stride).enumerate() {
                let is_boundary = k >= 4 || assembled.edges >> k & 1 == 1;
                if !is_boundary {
                    vertex[EDGE_FLAG] = 0.0;
                } else if !assembled.uses_edge_flags {
                    vertex[EDGE_FLAG] = 1.0;
                }
            }
        }
        let vertices: SmallVec<[&[f32]; 4]> = gathered.chunks_exact(stride).collect();
        let provoking = &vertices[usize::from(assembled.provoking)][HEADER..];
        let provoking = provoking.as_chunks().0;
        match vertices[..] {
            [point] => self.clip_point(point, out),
            [a, b] => self.clip_line([a, b], provoking, clip, stipple_counter, out),
            _ => self.clip_polygon(&vertices, provoking, clip, stipple_counter, out),
        }
    }

    fn clip_point(&self, vertex: &[f32], out: &mut impl PrimitiveSink) {
        if self.frustum.outcode(vertex) != Some(0) {
            return;
        }
        if let Some(v) = self.viewport.transform(vertex) {
            out.point(self, &v, Surface::new(v.rows));
        }
    }

    fn clip_line(
        &self,
        line: [&[f32]; 2],
        provoking: &[[f32; 4]],
        clip: &mut ClipBuffer,
        stipple: &mut u32,
        out: &mut impl PrimitiveSink,
    ) {
        let volume = if self.is_wide_line() {
            &self.frustum
        } else {
            &self.guard
        };
        let stride = self.layout.stride();
        let [a, b] = match clip.clip_line(volume, line) {
            Clipped::Outside => return,
            Clipped::Whole => line,
            Clipped::Cut => [&clip.vertices[..stride], &clip.vertices[stride..2 * stride]],
        };
        if let (Some(a), Some(b)) = (self.viewport.transform(a), self.viewport.transform(b)) {
            out.line(self, [&a, &b], Surface::new(provoking), stipple);
        }
    }

    fn clip_polygon(
        &self,
        vertices: &[&[f32]],
        provoking: &[[f32; 4]],
        clip: &mut ClipBuffer,
        stipple: &mut u32,
        out: &mut impl PrimitiveSink,
    ) {
        let window: Option<SmallVec<[WindowVertex<'_>; 8]>> =
            match clip.clip_polygon(&self.guard, vertices) {
                Clipped::Outside => return,
                Clipped::Whole => vertices
                    .iter()
                    .map(|v| self.viewport.transform(v))
                    .collect(),
                Clipped::Cut => {
                    let cut = clip.vertices.chunks_exact(self.layout.stride());
                    cut.map(|v| self.viewport.transform(v)).collect()
                }
            };
        if let Some(window) = window {
            self.push_polygon(&window, provoking, stipple, out);
        }
    }

    /// Facing, culling, offset and mode of a clipped polygon.
    #[inline(always)]
    fn push_polygon(
        &self,
        v: &[WindowVertex<'_>],
        provoking: &[[f32; 4]],
        stipple: &mut u32,
        out: &mut impl PrimitiveSink,
    ) {
        let mut area = 0;
        for i in 1..v.len() - 1 {
            area += doubled_area([&v[0], &v[i], &v[i + 1]]);
        }
        let front = (area > 0) == self.state.front_ccw;
        if (front && self.state.cull.front) || (!front && self.state.cull.back) {
            return;
        }
        let mode = self.state.polygon_mode[usize::from(!front)];
        let surface = Surface {
            provoking,
            front,
            depth_offset: self.depth_offset(mode, v),
        };
        let is_boundary = |k: usize| v[k].header[EDGE_FLAG] != 0.0;
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

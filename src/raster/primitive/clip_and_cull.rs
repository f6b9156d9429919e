//! Clips and culls primitives, and draws polygons in their mode (GL 1.5 sections 2.12, 2.14.1, 3.5).
//!
//! ```text
//!   outcodes ──all outside one plane──▶ dropped
//!      │
//!      ├──all inside───────────────────▶ window vertices ──┐
//!      └──some outside──▶ clip ────────▶ window vertices ──┴─▶ facing, culling ──▶ points, lines or a polygon
//! ```
#![forbid(unsafe_code)]

use super::assembly::Assembled;
use super::chunk::ChunkVertices;
use super::clip::{ClipBuffer, Clipped};
use super::context::RasterContext;
use super::sink::{PrimitiveSink, Surface};
use crate::raster::call::draw_call::PolygonMode;
use crate::raster::geometry::vertex_header::{EDGE_FLAG, HEADER};
use crate::raster::geometry::window_vertex::{WindowVertex, doubled_area};
use crate::raster::vertex::outcode;
use smallvec::SmallVec;

/// The memory for clipping the primitives of one chunk. It is used again for the next one.
#[derive(Debug, Default)]
pub(crate) struct RasterScratch {
    clip: ClipBuffer,
    /// The vertices of a primitive, with headers, one after the other.
    gathered: Vec<f32>,
    /// The line stipple's counter (section 3.4.2), carried from segment to segment.
    pub(crate) stipple_counter: u32,
}

impl RasterContext {
    /// Hands one primitive to `out`. Its vertices have these `numbers` in the chunk.
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
        // A primitive is dropped if all its vertices are outside of one plane, or one is invalid.
        let (mut any, mut all) = (0, !0);
        for number in &numbers[..n] {
            let code = chunk.window.code(*number);
            any |= code;
            all &= code;
        }
        if all & self.dropping_codes(n) != 0 || any & outcode::INVALID != 0 {
            return;
        }
        // It is clipped if some vertex is outside.
        if any != 0 || self.needs_headers {
            return self.rasterize_clipped(assembled, &numbers[..n], chunk, scratch, out);
        }
        // Otherwise its vertices go to the setup as they are.
        let vertex = |k: usize| chunk.window.vertex(numbers[k]);
        let provoking = chunk
            .window
            .rows(numbers[usize::from(assembled.provoking[self.provoking])]);
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

    /// Does the same for a polygon that is not divided into triangles. It has all vertices of the chunk.
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

    /// Begins a primitive, and starts the line stipple again if the primitive does so.
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

    /// Hands a primitive to `out` that may have to be clipped, or whose vertices need headers.
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
        // Collects the vertices with their headers.
        gathered.clear();
        for number in numbers {
            chunk.append_vertex(&self.layout, *number, wants_edge_flags, gathered);
        }
        let is_polygon = numbers.len() > 2;
        // An edge inside of the original polygon is no boundary. The vertices' edge flags decide about the others, or all
        // are boundaries.
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
        let provoking = &vertices[usize::from(assembled.provoking[self.provoking])][HEADER..];
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

    /// Culls a clipped polygon by its facing, or hands it to `out` in its mode, with its depth offset.
    #[inline(always)]
    fn push_polygon(
        &self,
        v: &[WindowVertex<'_>],
        provoking: &[[f32; 4]],
        stipple: &mut u32,
        out: &mut impl PrimitiveSink,
    ) {
        // The sign of the area says which face the polygon shows.
        let mut area = 0;
        for i in 1..v.len() - 1 {
            area += doubled_area([&v[0], &v[i], &v[i + 1]]);
        }
        let front = (area > 0) == self.front_ccw;
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
            // Each boundary edge is a line from its vertex to the next one.
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
}

//! From transformed vertices of one primitive to records: clipping, facing, polygon modes, points and lines
//! (GL 1.5 sections 2.12, 2.14.1, 3.3 to 3.5).
#![forbid(unsafe_code)]

use super::clip::{ClipBuffer, ClipVolume, Clipped};
use super::draw_call::{PolygonMode, RasterState};
use super::line::{LineShape, Stipple, rectangle_around, stippled_runs};
use super::primitive::Assembled;
use super::setup::{
    Gradient, PixelRect, PolygonFacts, Record, SUBPIXELS, SetupOutput, Shape, Viewport,
    WindowVertex, doubled_area, push_triangle,
};
use super::varyings::{EDGE_FLAG, POINT_SIZE, VertexLayout};
use crate::ir::interface::fragment_input;
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
    viewport_clip: PixelRect,
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

impl PrimitiveSink for SetupOutput {
    fn point(&mut self, context: &RasterContext, v: &WindowVertex<'_>, surface: Surface<'_>) {
        context.push_point(v, surface, self);
    }

    fn line(
        &mut self,
        context: &RasterContext,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        stipple_counter: &mut u32,
    ) {
        context.push_line(ends, surface, stipple_counter, self);
    }

    fn polygon(&mut self, context: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>) {
        context.push_triangles(v, surface, self);
    }
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
                let is_boundary = assembled.edges >> k & 1 == 1;
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

    fn push_triangles(&self, v: &[WindowVertex<'_>], surface: Surface<'_>, out: &mut SetupOutput) {
        let facts = PolygonFacts {
            draw: self.draw,
            front: surface.front,
            depth_offset: surface.depth_offset,
        };
        for i in 1..v.len() - 1 {
            let corners = [&v[0], &v[i], &v[i + 1]];
            let clip = self.viewport_clip;
            push_triangle(out, &self.layout, corners, clip, facts, surface.provoking);
        }
    }

    fn is_wide_line(&self) -> bool {
        self.state.line_smooth || self.state.line_width >= 1.5
    }

    fn push_line(
        &self,
        ends: [&WindowVertex<'_>; 2],
        surface: Surface<'_>,
        stipple_counter: &mut u32,
        out: &mut SetupOutput,
    ) {
        let Surface {
            provoking,
            front,
            depth_offset,
        } = surface;
        let [a, b] = ends;
        let (from, to) = ([a.x, a.y], [b.x, b.y]);
        if from == to {
            return;
        }
        let stipple = self.state.line_stipple.map(|(factor, pattern)| Stipple {
            factor,
            pattern,
            counter: *stipple_counter,
        });
        let pixels = |p: [i32; 2]| p.map(|c| f64::from(c) / f64::from(SUBPIXELS));
        let (pa, pb) = (pixels(from), pixels(to));
        let [dx, dy] = [pb[0] - pa[0], pb[1] - pa[1]];
        let squared = dx * dx + dy * dy;
        let width = if self.state.line_width > 0.0 {
            self.state.line_width.min(1024.0)
        } else {
            1.0
        };
        let rounded_width = (width.round() as i32).max(1);
        // Replicated fragments have the data of the thin line's (section 3.4.2): wide lines vary along the major axis.
        let gradient = match (
            self.state.line_smooth || rounded_width == 1,
            dx.abs() >= dy.abs(),
        ) {
            (true, _) => Gradient::Line([dx / squared, dy / squared]),
            (false, true) => Gradient::Line([1.0 / dx, 0.0]),
            (false, false) => Gradient::Line([0.0, 1.0 / dy]),
        };
        let mut push = |shape: Shape, bounds: PixelRect| {
            let clip = if self.is_wide_line() {
                self.clip
            } else {
                self.viewport_clip
            };
            let bounds = bounds.intersect(clip);
            if !bounds.is_empty() {
                let vertices = [a, b, b];
                let draw = self.draw;
                let record = Record {
                    draw,
                    shape,
                    bounds,
                    front,
                    gradient,
                    vertices,
                    provoking,
                    depth_offset,
                };
                out.push(&self.layout, &record, |_| None);
            }
        };
        if self.state.line_smooth {
            let (runs, counter) = stippled_runs(squared.sqrt(), stipple);
            *stipple_counter = counter;
            for (t0, t1) in runs {
                let corners = rectangle_around(pa, pb, t0, t1, f64::from(width));
                push(Shape::Quad(corners), bounds_around(&corners));
            }
        } else if let Some(line) = LineShape::new(from, to, rounded_width, stipple) {
            *stipple_counter = stipple_counter.wrapping_add(line.length());
            push(Shape::Line(line), line.bounds());
        }
    }

    fn push_point(&self, v: &WindowVertex<'_>, surface: Surface<'_>, out: &mut SetupOutput) {
        let Surface {
            provoking,
            front,
            depth_offset,
        } = surface;
        let state = &self.state;
        let size = if state.program_point_size {
            v.floats[POINT_SIZE]
        } else {
            state.point_size
        };
        let [least, greatest] = state.point_size_range;
        let size = if size > least {
            size.min(greatest)
        } else {
            least
        }
        .max(f32::MIN_POSITIVE);
        let centre = [v.x, v.y].map(|c| c as f32 / SUBPIXELS as f32);
        let (shape, bounds) = if state.point_sprite != 0 {
            (Shape::Rectangle, sprite_bounds(centre, size))
        } else if state.point_smooth {
            let [x, y] = centre;
            let radius = size / 2.0;
            let corners = [[x - radius, y - radius], [x + radius, y + radius]];
            (Shape::Disc { x, y, radius }, bounds_around(&corners))
        } else {
            (Shape::Rectangle, square_bounds([v.x, v.y], size))
        };
        let bounds = bounds.intersect(self.clip);
        if bounds.is_empty() {
            return;
        }
        let record = Record {
            draw: self.draw,
            shape,
            bounds,
            front,
            gradient: Gradient::Constant,
            vertices: [v; 3],
            provoking,
            depth_offset,
        };
        let sprites = state.point_sprite;
        out.push(&self.layout, &record, |slot| {
            sprite_plane(sprites, slot, size)
        });
    }
}

/// The pixels around some corners in pixels.
fn bounds_around(corners: &[[f32; 2]]) -> PixelRect {
    let mut bounds = PixelRect {
        x0: i32::MAX,
        y0: i32::MAX,
        x1: i32::MIN,
        y1: i32::MIN,
    };
    for [x, y] in corners {
        bounds.x0 = bounds.x0.min(x.floor() as i32);
        bounds.y0 = bounds.y0.min(y.floor() as i32);
        bounds.x1 = bounds.x1.max(x.ceil() as i32);
        bounds.y1 = bounds.y1.max(y.ceil() as i32);
    }
    bounds
}

/// The square of an aliased point: size rounded, centred on a pixel centre or corner (section 3.3.1).
fn square_bounds([x, y]: [i32; 2], size: f32) -> PixelRect {
    let n = (size.round() as i32).clamp(1, 4096);
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

/// s and t across a sprite (ARB_point_sprite, section 3.3), r = 0, q = 1: plane from the point's centre.
fn sprite_plane(sprites: u8, slot: u16, size: f32) -> Option<[f64; 3]> {
    let set = (u32::from(slot) / 4).checked_sub(fragment_input::TEX_COORD_0)?;
    if set >= 8 || sprites >> set & 1 == 0 {
        return None;
    }
    let slope = 1.0 / f64::from(size);
    Some(match slot % 4 {
        0 => [slope, 0.0, 0.5],
        1 => [0.0, -slope, 0.5],
        2 => [0.0; 3],
        _ => [0.0, 0.0, 1.0],
    })
}

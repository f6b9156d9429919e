//! Turns primitives into records: triangles, and lines as runs, rectangles or diamonds (GL 1.5 sections 3.4 and 3.5).
//! Points are in [`super::point`].
#![forbid(unsafe_code)]

use super::mesh::sink::MeshSink;
use super::record::{PolygonFacts, Record, SetupOutput, push_triangle};
use crate::raster::geometry::gradient::Gradient;
use crate::raster::geometry::line::{LineShape, Stipple, rectangle_around, stippled_runs};
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::shape::{Piece, Shape};
use crate::raster::geometry::size::line_width;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::raster::geometry::window_vertex::{WindowVertex, doubled_area};
use crate::raster::primitive::context::RasterContext;
use crate::raster::primitive::sink::{PrimitiveSink, Surface};
use crate::raster::vertex::window::WindowVertices;
use smallvec::SmallVec;

impl PrimitiveSink for SetupOutput {
    #[inline]
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

    #[inline(always)]
    fn polygon(&mut self, context: &RasterContext, v: &[WindowVertex<'_>], surface: Surface<'_>) {
        context.push_triangles(v, surface, self);
    }
}

impl MeshSink for SetupOutput {
    fn keeps_meshes(&self) -> bool {
        !self.makes_records_only
    }

    fn keep_vertices(&mut self, vertices: &mut WindowVertices) {
        self.meshes.keep(vertices);
    }

    #[inline(always)]
    fn page(&mut self, context: &RasterContext) -> Option<(&mut SetupOutput, u32)> {
        Some((self, context.draw))
    }
}

impl RasterContext {
    #[inline(always)]
    fn push_triangles(&self, v: &[WindowVertex<'_>], surface: Surface<'_>, out: &mut SetupOutput) {
        if self.state.polygon_smooth {
            return self.push_smooth_polygon(v, surface, out);
        }
        let facts = PolygonFacts {
            draw: self.draw,
            front: surface.front,
            by_sample: self.state.multisample.is_some(),
            depth_offset: surface.depth_offset,
            provoking: surface.provoking,
        };
        for i in 1..v.len() - 1 {
            let mut corners = [&v[0], &v[i], &v[i + 1]];
            if self.state.depth_clamp {
                anchor_at_middle_depth(&mut corners);
            }
            let clip = self.viewport_clip;
            push_triangle(out, &self.layout, corners, clip, facts);
        }
    }

    /// Sets up an antialiased polygon (section 3.5.3): it has a fragment wherever it touches the pixel's square. One of
    /// its triangles gives the data, at the middle of the touched part.
    fn push_smooth_polygon(
        &self,
        v: &[WindowVertex<'_>],
        surface: Surface<'_>,
        out: &mut SetupOutput,
    ) {
        let fan = |k: usize| [&v[0], &v[k], &v[k + 1]];
        let mut triangles: SmallVec<[usize; 8]> = (1..v.len() - 1)
            .filter(|k| doubled_area(fan(*k)) != 0)
            .collect();
        let (Some(&first), Some(&last)) = (triangles.first(), triangles.last()) else {
            return;
        };
        let mut corners: SmallVec<[[i32; 2]; 8]> = v.iter().map(|v| [v.x, v.y]).collect();
        let bounds = bounds_around(&corners.iter().map(pixels).collect::<SmallVec<[_; 8]>>());
        let bounds = bounds.intersect(self.viewport_clip);
        if bounds.is_empty() || v.len() > usize::from(u16::MAX) {
            return;
        }
        // Clockwise ones are turned around corner 0: triangle k becomes triangle n − 1 − k.
        let n = v.len();
        let is_clockwise = doubled_area(fan(first)) < 0;
        if is_clockwise {
            corners[1..].reverse();
        }
        let turned = |k: usize| if is_clockwise { n - 1 - k } else { k } as u16;
        let at = out.corners.len() as u32;
        out.corners.extend_from_slice(&corners);
        for k in triangles.drain(..) {
            let piece = Piece {
                at,
                n: n as u16,
                triangle: turned(k),
                first: turned(first).min(turned(last)),
                last: turned(first).max(turned(last)),
            };
            let vertices = fan(k);
            let record = Record {
                draw: self.draw,
                shape: Shape::Piece(piece),
                bounds,
                front: surface.front,
                by_sample: false,
                fade: 1.0,
                gradient: Gradient::of_triangle(vertices, doubled_area(vertices)),
                vertices,
                provoking: surface.provoking,
                depth_offset: surface.depth_offset,
            };
            out.push(&self.layout, &record);
        }
    }

    /// How data vary along a line with this direction and squared length.
    #[inline]
    fn line_gradient(&self, [dx, dy]: [f64; 2], squared: f64) -> Gradient {
        // Replicated fragments have the data of the thin line's (section 3.4.2): wide lines vary along the major axis.
        let is_exact = self.draws_line_rectangles() || self.line_pixels == 1;
        match (is_exact, dx.abs() >= dy.abs()) {
            (true, _) => Gradient::along([dx / squared, dy / squared]),
            (false, true) => Gradient::along([1.0 / dx, 0.0]),
            (false, false) => Gradient::along([0.0, 1.0 / dy]),
        }
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
        // The stipple goes on from the line before.
        let stipple = self.state.line_stipple.map(|(factor, pattern)| Stipple {
            factor,
            pattern,
            counter: *stipple_counter,
        });
        let pixels = |p: [i32; 2]| p.map(|c| f64::from(c) / f64::from(SUBPIXELS));
        let (pa, pb) = (pixels(from), pixels(to));
        let [dx, dy] = [pb[0] - pa[0], pb[1] - pa[1]];
        let squared = dx * dx + dy * dy;
        let gradient = self.line_gradient([dx, dy], squared);
        // Only a line of pixels stays inside of the viewport; a wide one may reach beyond it, up to the scissor.
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
                    by_sample: self.state.multisample.is_some(),
                    fade: 1.0,
                    gradient,
                    vertices,
                    provoking,
                    depth_offset,
                };
                out.push(&self.layout, &record);
            }
        };
        // Antialiased and multisampled lines are rectangles, one for each run of the stipple. Others follow the
        // diamond-exit rule.
        if self.draws_line_rectangles() {
            let (runs, counter) = stippled_runs(squared.sqrt(), stipple);
            *stipple_counter = counter;
            let width = f64::from(line_width(&self.state));
            for (t0, t1) in runs {
                let corners = rectangle_around(pa, pb, t0, t1, width);
                push(Shape::Quad(corners), bounds_around(&corners));
            }
        } else if let Some(line) = LineShape::new(from, to, self.line_pixels, stipple) {
            *stipple_counter = stipple_counter.wrapping_add(line.length());
            push(Shape::Line(line), line.bounds());
        }
    }
}

/// Rotates a triangle with unclipped depths so that the planes start from the corner nearest to the depth range:
/// rounding errors grow with the distance from there.
fn anchor_at_middle_depth(corners: &mut [&WindowVertex<'_>; 3]) {
    let distance = |v: &WindowVertex<'_>| (v.z - 0.5).abs();
    let nearest = (0..3).min_by(|a, b| distance(corners[*a]).total_cmp(&distance(corners[*b])));
    corners.rotate_left(nearest.unwrap_or(0));
}

/// The pixels around some corners in pixels.
pub(crate) fn bounds_around(corners: &[[f32; 2]]) -> PixelRect {
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

/// Pixels of a corner in subpixels, exactly.
fn pixels(corner: &[i32; 2]) -> [f32; 2] {
    corner.map(|c| c as f32 / SUBPIXELS as f32)
}

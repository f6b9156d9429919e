//! Primitives that are drawn → records: triangles, lines as runs, rectangles or diamonds, points as squares, discs or
//! sprites (GL 1.5 sections 3.3 to 3.5).
#![forbid(unsafe_code)]

use super::draw_call::RasterState;
use super::line::{LineShape, Stipple, rectangle_around, stippled_runs};
use super::rasterization::{PrimitiveSink, RasterContext, Surface};
use super::setup::{
    Gradient, Piece, PixelRect, PolygonFacts, Record, SUBPIXELS, SetupOutput, Shape, doubled_area,
    push_triangle,
};
use super::varyings::POINT_SIZE;
use super::viewport::WindowVertex;
use super::window_vertices::WindowVertices;
use crate::ir::interface::fragment_input;
use smallvec::SmallVec;

impl PrimitiveSink for SetupOutput {
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

    /// An antialiased polygon (section 3.5.3): a fragment wherever it touches the pixel's square, with the data that one
    /// of its triangles has at the middle of the part that it touches.
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
        // Replicated fragments have the data of the thin line's (section 3.4.2): wide lines vary along the major axis.
        let gradient = match (
            self.draws_line_rectangles() || self.line_pixels == 1,
            dx.abs() >= dy.abs(),
        ) {
            (true, _) => Gradient::along([dx / squared, dy / squared]),
            (false, true) => Gradient::along([1.0 / dx, 0.0]),
            (false, false) => Gradient::along([0.0, 1.0 / dy]),
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

    fn push_point(&self, v: &WindowVertex<'_>, surface: Surface<'_>, out: &mut SetupOutput) {
        let Surface {
            provoking,
            front,
            depth_offset,
        } = surface;
        let state = &self.state;
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
        if let Some(sprites) = state.point_sprite {
            for (i, slot) in self.layout.slots.iter().enumerate() {
                if let Some([a, b, at_centre]) = sprite_plane(sprites.replaced, *slot, size) {
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
        let size = match state.program_point_size {
            true => clamped_point_size(state, v.header[POINT_SIZE]),
            false => clamped_point_size(state, state.point_size),
        };
        let (size, fade) = match &state.multisample {
            Some(rules) => faded(size, rules.point_threshold),
            None => (size, 1.0),
        };
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

/// The width of lines in pixels.
pub(super) fn line_width(state: &RasterState) -> f32 {
    if state.line_width > 0.0 {
        state.line_width.min(1024.0)
    } else {
        1.0
    }
}

/// Pixels along the sides of points that are squares of one size.
pub(super) fn plain_point_pixels(state: &RasterState) -> Option<i32> {
    let is_plain = !state.program_point_size
        && state.point_sprite.is_none()
        && !state.point_smooth
        && state.multisample.is_none();
    is_plain.then(|| pixels_of_point(clamped_point_size(state, state.point_size)))
}

fn clamped_point_size(state: &RasterState, size: f32) -> f32 {
    let [least, greatest] = state.point_size_range;
    let size = if size > least {
        size.min(greatest)
    } else {
        least
    };
    size.max(f32::MIN_POSITIVE)
}

fn pixels_of_point(size: f32) -> i32 {
    (size.round() as i32).clamp(1, 4096)
}

/// Turns a triangle whose depths were not clipped so that the planes start from the corner nearest to the depths that
/// count: rounding errors grow with the distance from there.
fn anchor_at_middle_depth(corners: &mut [&WindowVertex<'_>; 3]) {
    let distance = |v: &WindowVertex<'_>| (v.z - 0.5).abs();
    let nearest = (0..3).min_by(|a, b| distance(corners[*a]).total_cmp(&distance(corners[*b])));
    corners.rotate_left(nearest.unwrap_or(0));
}

/// The size of a point under the fade threshold, and the factor of its alpha (section 3.3, equation 3.2).
fn faded(size: f32, threshold: f32) -> (f32, f32) {
    if size < threshold {
        (threshold, (size / threshold).powi(2))
    } else {
        (size, 1.0)
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

/// Pixels of a corner in subpixels, exactly.
fn pixels(corner: &[i32; 2]) -> [f32; 2] {
    corner.map(|c| c as f32 / SUBPIXELS as f32)
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
/// ([`super::varyings::SpriteThirdPlace`]) comes on top.
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

//! Clips primitives in homogeneous coordinates (GL 1.5 section 2.12).
//!
//! | plane | when |
//! |---|---|
//! | w > 0 | always |
//! | near, far | unless depths are clamped |
//! | the sides of a guard band around the viewport | polygons and thin lines |
//! | the sides of the view volume | points and wide lines |
//! | user planes, by distances that the vertex program wrote | if they are enabled |
//!
//! A new vertex is always computed from the inside towards the outside end of its edge, in f64. So both neighbours of an edge
//! get the same vertex. All floats of a vertex are linear in clip space, so interpolating them here is correct in perspective.
#![forbid(unsafe_code)]

use crate::raster::call::conventions::DepthClip;
use crate::raster::call::conventions::Origin;
use crate::raster::call::draw_call::RasterState;
use crate::raster::geometry::limits::{GUARD_BAND, SMALLEST_W};
use crate::raster::geometry::pixel_centre::centre_in_window;
use crate::raster::geometry::vertex_header::{CLIP_DISTANCE, EDGE_FLAG};
use smallvec::SmallVec;

/// The planes that a primitive is clipped to.
#[derive(Debug, Clone)]
pub(crate) struct ClipVolume {
    /// Planes with offsets. The distance of a vertex is dot(plane, (x, y, z, w)) − offset.
    planes: SmallVec<[([f64; 4], f64); 7]>,
    /// The user clip distances that are enabled, by bit.
    user: u8,
    /// Whether the view volume lies inside all planes that are no user planes.
    pub(crate) holds_frustum: bool,
}

impl ClipVolume {
    /// Makes the volume of polygons and thin lines: the guard band and the depth planes.
    pub(crate) fn guard_band(state: &RasterState) -> ClipVolume {
        let [x, y, width, height] = state.viewport.map(f64::from);
        let (hx, hy) = (width / 2.0, height / 2.0);
        let centre = 0.5 - f64::from(centre_in_window(state.conventions));
        let (cx, cy) = (x + hx + centre, y + hy + centre);
        // Where rows grow downwards, clip y has the other sign in the window.
        let hy = match state.conventions.origin {
            Origin::LowerLeft => hy,
            Origin::UpperLeft => -hy,
        };
        ClipVolume::new(
            [
                [-hx, 0.0, 0.0, GUARD_BAND - cx],
                [hx, 0.0, 0.0, GUARD_BAND + cx],
                [0.0, -hy, 0.0, GUARD_BAND - cy],
                [0.0, hy, 0.0, GUARD_BAND + cy],
            ],
            state,
        )
    }

    /// Makes the volume of points and wide lines, which reach beyond their centre: the view volume itself.
    pub(crate) fn frustum(state: &RasterState) -> ClipVolume {
        let sides = [
            [-1.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 1.0],
            [0.0, -1.0, 0.0, 1.0],
            [0.0, 1.0, 0.0, 1.0],
        ];
        ClipVolume::new(sides, state)
    }

    fn new(sides: [[f64; 4]; 4], state: &RasterState) -> ClipVolume {
        let user = state.clip_planes;
        let mut planes: SmallVec<[([f64; 4], f64); 7]> = SmallVec::new();
        planes.push(([0.0, 0.0, 0.0, 1.0], SMALLEST_W));
        if !state.depth_clamp {
            let near = match state.conventions.depth_clip {
                DepthClip::MinusOneToOne => 1.0,
                DepthClip::ZeroToOne => 0.0,
            };
            planes.push(([0.0, 0.0, 1.0, near], 0.0));
            planes.push(([0.0, 0.0, -1.0, 1.0], 0.0));
        }
        planes.extend(sides.map(|side| (side, 0.0)));
        // The corners of the view volume, (±1, ±1, ±1, 1), are its extreme points.
        let holds_frustum = sides
            .iter()
            .all(|side| side[3] >= side[0].abs() + side[1].abs());
        ClipVolume {
            planes,
            user: user & 0x3f,
            holds_frustum,
        }
    }

    /// The number of planes. The last six are the user planes, enabled or not.
    fn n_planes(&self) -> usize {
        self.planes.len() + 6
    }

    /// Returns the vertex's distance from plane `i`, which is negative outside. Returns `None` for a disabled user plane.
    fn distance(&self, vertex: &[f32], i: usize) -> Option<f64> {
        match self.planes.get(i) {
            Some((plane, offset)) => {
                Some((0..4).map(|c| plane[c] * f64::from(vertex[c])).sum::<f64>() - offset)
            }
            None => {
                let user = i - self.planes.len();
                // A program may write an infinite distance; cutting divides by differences of distances.
                let distance = || vertex[CLIP_DISTANCE + user].clamp(f32::MIN, f32::MAX);
                (self.user >> user & 1 == 1).then(|| f64::from(distance()))
            }
        }
    }

    /// Returns the planes that `vertex` is outside of, by bit. Returns `None` if a coordinate is not finite or a distance is NaN.
    pub(crate) fn outcode(&self, vertex: &[f32]) -> Option<u32> {
        if !vertex[..4].iter().all(|c| c.is_finite()) {
            return None;
        }
        let mut code = 0;
        for i in 0..self.n_planes() {
            if let Some(distance) = self.distance(vertex, i) {
                if distance.is_nan() {
                    return None;
                }
                code |= u32::from(distance < 0.0) << i;
            }
        }
        Some(code)
    }
}

/// The memory of a polygon or line that is being clipped. It is used again for the next one.
#[derive(Debug, Default)]
pub(crate) struct ClipBuffer {
    /// The vertices, whole, one after the other.
    pub(crate) vertices: Vec<f32>,
    /// Takes the vertices that one plane leaves; then both lists change places.
    spare: Vec<f32>,
}

/// The result of clipping.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Clipped {
    /// Nothing is left.
    Outside,
    /// The primitive is whole. The buffer has not been used.
    Whole,
    /// The vertices in the buffer are left.
    Cut,
}

impl ClipBuffer {
    /// Clips a convex polygon. New edges, which run along a plane, get the edge flag 1 (section 2.12).
    pub(crate) fn clip_polygon(&mut self, volume: &ClipVolume, polygon: &[&[f32]]) -> Clipped {
        self.clip(volume, polygon, true)
    }

    /// Clips a line segment.
    pub(crate) fn clip_line(&mut self, volume: &ClipVolume, line: [&[f32]; 2]) -> Clipped {
        self.clip(volume, &line, false)
    }

    /// Clips a polygon (`closed`) or a line.
    fn clip(&mut self, volume: &ClipVolume, vertices: &[&[f32]], closed: bool) -> Clipped {
        // If all vertices are outside of one plane, nothing is left. If none is outside of any, nothing is clipped.
        let (mut any, mut all) = (0, !0);
        for vertex in vertices {
            let Some(code) = volume.outcode(vertex) else {
                return Clipped::Outside;
            };
            any |= code;
            all &= code;
        }
        if all != 0 {
            return Clipped::Outside;
        }
        if any == 0 {
            return Clipped::Whole;
        }
        // Else each plane that some vertex is outside of cuts what the planes before have left.
        let stride = vertices[0].len();
        self.vertices.clear();
        vertices
            .iter()
            .for_each(|v| self.vertices.extend_from_slice(v));
        for i in (0..volume.n_planes()).filter(|i| any >> i & 1 == 1) {
            self.cut(volume, i, stride, closed);
            if self.vertices.len() < stride * if closed { 3 } else { 2 } {
                return Clipped::Outside;
            }
        }
        Clipped::Cut
    }

    /// Clips `self.vertices` to one plane: one step of the algorithm of Sutherland and Hodgman.
    fn cut(&mut self, volume: &ClipVolume, plane: usize, stride: usize, closed: bool) {
        let distance = |v: &[f32]| volume.distance(v, plane).unwrap_or(0.0);
        let n = self.vertices.len() / stride;
        let out = &mut self.spare;
        out.clear();
        for i in 0..n {
            let vertex = &self.vertices[i * stride..][..stride];
            let d = distance(vertex);
            if d >= 0.0 {
                out.extend_from_slice(vertex);
            }
            if !closed && i + 1 == n {
                break;
            }
            let next = &self.vertices[(i + 1) % n * stride..][..stride];
            let next_d = distance(next);
            if d >= 0.0 && next_d < 0.0 {
                // Leaving: the new edge runs along the plane and is a boundary.
                append_crossing(out, vertex, d, next, next_d, 1.0);
            } else if d < 0.0 && next_d >= 0.0 {
                // Entering: the rest of the old edge keeps its flag.
                append_crossing(out, next, next_d, vertex, d, vertex[EDGE_FLAG]);
            }
        }
        std::mem::swap(&mut self.vertices, &mut self.spare);
    }
}

/// Appends the vertex where the edge from `inside` to `outside` crosses a plane, given the distances of both ends from it.
fn append_crossing(
    out: &mut Vec<f32>,
    inside: &[f32],
    d_in: f64,
    outside: &[f32],
    d_out: f64,
    edge_flag: f32,
) {
    let t = d_in / (d_in - d_out);
    let start = out.len();
    out.extend(inside.iter().zip(outside).map(|(a, b)| {
        let (a, b) = (f64::from(*a), f64::from(*b));
        (a + t * (b - a)) as f32
    }));
    out[start + EDGE_FLAG] = edge_flag;
}

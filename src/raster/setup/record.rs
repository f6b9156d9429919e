//! Setup: clipped vertices → records with exact edges and interpolation planes (GL 1.5 sections 2.11, 3.4, 3.5).
//!
//! Window positions are rounded to 8 subpixel bits; coverage and gradients both start from the rounded ones, so a
//! triangle that covers a pixel has finite planes. A record's planes ([`super::planes`]) are relative to its first vertex;
//! [`Primitive::planes_for_tile`] moves them to a tile's corner. Most triangles have no record but are set up by the tiles
//! ([`super::mesh::setup`]), with the same bits.
#![forbid(unsafe_code)]

use super::mesh::Meshes;
use super::planes::{Interpolated, Planes, moved, offset};
use super::tile_place::{MANY_TILES, TilePlace, place_of};
pub(crate) use crate::raster::geometry::gradient::Gradient;
use crate::raster::geometry::list::List;
use crate::raster::geometry::plane;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::shape::{Shape, triangle_bounds};
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::raster::geometry::window_vertex::{WindowVertex, doubled_area};
use crate::simd::LANES;

use crate::raster::vertex::varyings::VertexLayout;

/// One primitive ready for the tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Primitive {
    /// The draw's number in the scene.
    pub(crate) draw: u32,
    /// Where its planes start in [`SetupOutput::planes`].
    planes_at: u32,
    /// The point, in pixels, where planes have the value V.
    anchor: [f32; 2],
    /// Pixels it may cover, scissor and target applied.
    pub(crate) bounds: PixelRect,
    pub(crate) shape: Shape,
    pub(crate) front: bool,
    /// The divisor of its planes is 1.
    pub(crate) is_affine: bool,
    /// It covers samples, not pixels.
    pub(crate) by_sample: bool,
    /// What a point's alpha is multiplied by (GL 1.5 section 3.12), where samples are covered; else 1.
    pub(crate) fade: f32,
}

/// A primitive of a page, or some that lie in the same tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Placed {
    /// Where it lies.
    pub(crate) tile: TilePlace,
    /// Its number among the records, or among the runs with [`MESH_RUN`].
    pub(crate) number: u32,
}

/// Names a primitive, or a run of mesh triangles, by its page and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BinEntry {
    pub(crate) page: u32,
    /// As [`Placed`] has it.
    pub(crate) number: u32,
}

/// About how many bytes the entries of a primitive in more than four tiles take.
const MANY_TILES_BYTES: usize = 128;

/// Tells a run of triangles from a record.
pub(crate) const MESH_RUN: u32 = 1 << 31;

/// The primitives of some chunks.
#[derive(Debug, Default)]
pub(crate) struct SetupOutput {
    /// All of them, in order.
    pub(crate) order: Vec<Placed>,
    pub(crate) primitives: Vec<Primitive>,
    pub(crate) meshes: Meshes,
    /// Each primitive becomes a record: nothing is left for the tiles to set up.
    pub(crate) makes_records_only: bool,
    /// Corners of antialiased polygons in subpixels.
    pub(crate) corners: Vec<[i32; 2]>,
    planes: Planes,
}

impl SetupOutput {
    /// The number of primitives.
    pub(crate) fn n_primitives(&self) -> usize {
        self.primitives.len() + self.meshes.words[0].len()
    }

    /// A page that gets a record for each primitive.
    pub(crate) fn of_records() -> SetupOutput {
        SetupOutput {
            makes_records_only: true,
            ..SetupOutput::default()
        }
    }

    /// Forgets all records, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.order.clear();
        self.primitives.clear();
        self.meshes.clear();
        self.corners.clear();
        self.planes.clear();
    }

    /// Asks for the memory of the planes that most primitives have.
    #[inline(always)]
    pub(crate) fn prefetch_planes(&self, primitive: &Primitive) {
        self.planes.prefetch(primitive.planes_at);
    }

    /// Bytes that it has room for.
    pub(crate) fn capacity_bytes(&self) -> usize {
        self.order.capacity() * size_of::<Placed>()
            + self.meshes.capacity_bytes()
            + self.primitives.capacity() * size_of::<Primitive>()
            + self.planes.capacity() * size_of::<[f32; 4]>()
            + self.corners.capacity() * size_of::<[i32; 2]>()
    }

    /// About how many bytes it takes with its entries in bins.
    pub(crate) fn binned_bytes(&self) -> usize {
        let in_many = self.order.iter().filter(|placed| placed.tile == MANY_TILES);
        self.size_bytes()
            + self.order.len() * size_of::<BinEntry>()
            + in_many.count() * MANY_TILES_BYTES
    }

    /// Bytes that it holds.
    pub(crate) fn size_bytes(&self) -> usize {
        self.order.len() * size_of::<Placed>()
            + self.meshes.size_bytes()
            + self.primitives.len() * size_of::<Primitive>()
            + self.planes.len() * size_of::<[f32; 4]>()
            + self.corners.len() * size_of::<[i32; 2]>()
    }
}

impl Primitive {
    /// Polygon stipple applies.
    pub(crate) fn is_filled_polygon(&self) -> bool {
        matches!(self.shape, Shape::Triangle { .. } | Shape::Piece(_))
    }

    /// Appends the first `n_planes` planes for [`crate::kernel::Invocation::planes`], relative to the tile whose corner is
    /// (x, y).
    #[inline(always)]
    pub(crate) fn planes_for_tile(
        &self,
        page: &SetupOutput,
        n_planes: usize,
        corner: [i32; 2],
        place_offset: f32,
        out: &mut List<[f32; 4]>,
    ) {
        let [x, y] = corner.map(|c| c as f32 + place_offset);
        let room = out.room_of(n_planes);
        room[0] = [1.0, 0.0, x, 0.0];
        room[1] = [0.0, 1.0, y, 0.0];
        let offset = offset(self.anchor, corner);
        let planes = page.planes.rows(self.planes_at, n_planes - plane::Z);
        // Not with `map`: a closure would be compiled without the instruction set of the caller.
        for (out, plane) in room[plane::Z..].iter_mut().zip(planes) {
            *out = moved(*plane, offset);
        }
        out.advance(n_planes);
    }
}

/// What a record is made from.
pub(crate) struct Record<'a> {
    pub(crate) draw: u32,
    pub(crate) shape: Shape,
    pub(crate) bounds: PixelRect,
    pub(crate) front: bool,
    pub(crate) by_sample: bool,
    pub(crate) fade: f32,
    pub(crate) gradient: Gradient,
    /// The vertices; a line repeats its second, a point its only one. The first is the anchor.
    pub(crate) vertices: [&'a WindowVertex<'a>; 3],
    /// The rows of the provoking vertex.
    pub(crate) provoking: &'a [[f32; 4]],
    /// Added to z.
    pub(crate) depth_offset: f64,
}

impl SetupOutput {
    /// Appends a record.
    #[inline(always)]
    pub(crate) fn push(&mut self, layout: &VertexLayout, record: &Record<'_>) {
        let v = record.vertices;
        // The planes go to the page first; the primitive names their start.
        let planes_at = self.planes.len() as u32;
        let anchor = [v[0].x, v[0].y].map(|c| c as f32 / SUBPIXELS as f32);
        let is_affine = self.planes.push(
            layout,
            &Interpolated {
                vertices: v,
                gradient: record.gradient,
                front: record.front,
                provoking: record.provoking,
                depth_offset: record.depth_offset,
            },
        );
        let Record {
            draw,
            shape,
            bounds,
            front,
            by_sample,
            fade,
            ..
        } = *record;
        self.push_primitive(Primitive {
            draw,
            planes_at,
            anchor,
            bounds,
            shape,
            front,
            is_affine,
            by_sample,
            fade,
        });
    }

    /// Appends a record whose planes are there.
    #[inline(always)]
    pub(crate) fn push_primitive(&mut self, primitive: Primitive) {
        self.meshes.close();
        self.order.push(Placed {
            tile: place_of(primitive.bounds),
            number: self.primitives.len() as u32,
        });
        self.primitives.push(primitive);
    }

    /// Sets the plane of scalar `i` of the last record, with its value at the anchor.
    pub(crate) fn set_last_scalar(&mut self, i: usize, plane: [f32; 4]) {
        if let Some(last) = self.primitives.last() {
            self.planes.set_scalar(last.planes_at, i, plane);
        }
    }
}

/// Records a filled triangle unless it is degenerate or outside `clip`.
#[inline(always)]
pub(crate) fn push_triangle(
    out: &mut SetupOutput,
    layout: &VertexLayout,
    v: [&WindowVertex<'_>; 3],
    clip: PixelRect,
    polygon: PolygonFacts<'_>,
) {
    let area = doubled_area(v);
    if area == 0 {
        return;
    }
    let [first, second, third] = if area > 0 { v } else { [v[0], v[2], v[1]] };
    let (x, y) = ([first.x, second.x, third.x], [first.y, second.y, third.y]);
    let bounds = triangle_bounds(x, y, polygon.by_sample).intersect(clip);
    if bounds.is_empty() {
        return;
    }
    let record = Record {
        draw: polygon.draw,
        shape: Shape::Triangle { x, y },
        bounds,
        front: polygon.front,
        by_sample: polygon.by_sample,
        fade: 1.0,
        gradient: Gradient::of_triangle(v, area),
        vertices: v,
        provoking: polygon.provoking,
        depth_offset: polygon.depth_offset,
    };
    out.push(layout, &record);
}

/// What the polygon, not the triangle, decides.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PolygonFacts<'a> {
    pub(crate) draw: u32,
    pub(crate) front: bool,
    pub(crate) by_sample: bool,
    pub(crate) depth_offset: f64,
    /// The rows of the provoking vertex.
    pub(crate) provoking: &'a [[f32; 4]],
}

impl SetupOutput {
    /// Appends `n` triangles of the mesh that the chunk being carried out is, with [`corners_of_all`](super::mesh::corners_of_all) these words, which have room
    /// for sixteen after the last one. They lie in the same tiles, or each in many.
    #[inline(always)]
    pub(crate) fn push_triangles(
        &mut self,
        words: [&[u32]; 2],
        n: usize,
        tile: TilePlace,
        draw: u32,
        front: bool,
    ) {
        let step = if tile == MANY_TILES { 1 } else { LANES };
        for first in (0..n).step_by(step) {
            let (Some(a), Some(b)) = (
                words[0][first..].first_chunk(),
                words[1][first..].first_chunk(),
            ) else {
                return;
            };
            if self
                .meshes
                .push([a, b], step.min(n - first), tile, draw, front)
            {
                self.order.push(Placed {
                    tile,
                    number: (self.meshes.runs.len() - 1) as u32 | MESH_RUN,
                });
            }
        }
    }
}

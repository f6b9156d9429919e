//! The triangles of a mesh in a tile, sixteen at a time: bounds, the masks of small ones, and all their planes. The
//! bits are those that a record ([`crate::raster::setup::record`]) would have.
#![forbid(unsafe_code)]

use super::{bounds_of, corners_of_all};
use crate::raster::coverage::medium_triangle::MediumTriangles;
use crate::raster::coverage::narrow_rows::Bounded;
use crate::raster::coverage::small_triangle::SmallTriangles;
use crate::raster::geometry::edge_rule::EdgeRule;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::primitive::context::RasterContext;
use crate::raster::vertex::window::WindowVertices;
use crate::simd::{LANE_NUMBERS, LANES, Vectors};

/// Up to sixteen triangles of one mesh, in one tile.
pub(crate) struct MeshBatch<'a> {
    pub(crate) vertices: &'a WindowVertices,
    pub(crate) context: &'a RasterContext,
    pub(crate) front: bool,
    /// The tile's corner.
    pub(crate) tile: [i32; 2],
    /// A kernel reads window x or y.
    pub(crate) writes_place: bool,
    /// A kernel reads 1 / w.
    pub(crate) writes_inverse_w: bool,
}

/// The corners of sixteen triangles.
pub(crate) struct Corners<V: Vectors> {
    /// Their numbers in the mesh.
    pub(crate) numbers: [[u32; LANES]; 3],
    /// The vertices that give flat colours.
    pub(crate) provoking: [u32; LANES],
    /// In subpixels.
    pub(crate) x: [V::I; 3],
    pub(crate) y: [V::I; 3],
    /// The halves of the depths.
    pub(crate) z: [[V::I; 2]; 3],
}

/// What sixteen triangles may cover.
pub(crate) struct MeshShapes {
    pub(crate) small: SmallTriangles,
    x: [[u32; LANES]; 3],
    y: [[u32; LANES]; 3],
    bounds: [[u32; LANES]; 4],
    rule: EdgeRule,
}

impl MeshShapes {
    /// The medium ones among some of them, by bit.
    #[inline(always)]
    pub(crate) fn medium<V: Vectors>(&self, some: u16) -> Option<MediumTriangles> {
        let ([x0, x1, x2], [y0, y1, y2]) = (self.x, self.y);
        let [left, low, right, high] = self.bounds;
        let triangles = Bounded::<V> {
            x: [V::load_i(x0), V::load_i(x1), V::load_i(x2)],
            y: [V::load_i(y0), V::load_i(y1), V::load_i(y2)],
            bounds: [
                V::load_i(left),
                V::load_i(low),
                V::load_i(right),
                V::load_i(high),
            ],
            rule: self.rule,
        };
        MediumTriangles::new(&triangles, some)
    }

    /// The corners of the triangle of lane `l`.
    #[inline(always)]
    pub(crate) fn corners(&self, l: usize) -> [[i32; 3]; 2] {
        let of = |c: &[[u32; LANES]; 3]| [c[0][l] as i32, c[1][l] as i32, c[2][l] as i32];
        [of(&self.x), of(&self.y)]
    }

    /// The pixels of the tile that it may cover.
    #[inline(always)]
    pub(crate) fn bounds(&self, l: usize) -> PixelRect {
        let [x0, y0, x1, y1] = &self.bounds;
        PixelRect {
            x0: x0[l] as i32,
            y0: y0[l] as i32,
            x1: x1[l] as i32,
            y1: y1[l] as i32,
        }
    }
}

// Vectors stand in no closure that std calls: it would be compiled without their instruction set.
impl MeshBatch<'_> {
    /// By the words of [`corners_of_all`].
    #[inline(always)]
    pub(crate) fn corners<V: Vectors>(&self, words: [V::I; 2]) -> Corners<V> {
        let (numbers, provoking) = corners_of_all::<V>(words);
        let [x0, y0, z0 @ ..] = self.vertices.places::<V>(&numbers[0]);
        let [x1, y1, z1 @ ..] = self.vertices.places::<V>(&numbers[1]);
        let [x2, y2, z2 @ ..] = self.vertices.places::<V>(&numbers[2]);
        Corners {
            numbers,
            provoking,
            x: [x0, x1, x2],
            y: [y0, y1, y2],
            z: [z0, z1, z2],
        }
    }

    /// The planes of the first triangle start at the first of these numbers, those of the others the second one further on each.
    #[inline(always)]
    pub(crate) fn shapes<V: Vectors>(
        &self,
        corners: &Corners<V>,
        planes: [usize; 2],
    ) -> MeshShapes {
        let Corners { x, y, .. } = *corners;
        // Bounds inside of the tile and the viewport.
        let by_sample = self.context.state.multisample.is_some();
        let tile = PixelRect::tile(self.tile[0], self.tile[1]);
        let in_tile = self.context.viewport_clip.intersect(tile);
        let bounds = bounds_of::<V>(x, y, by_sample, in_tile);
        let [x0, y0, x1, y1] = bounds;
        // Triangle i finds its planes at `planes[0] + i * planes[1]`.
        let [first, step] = [V::splat_i(planes[0] as i32), V::splat_i(planes[1] as i32)];
        let planes = first + V::load_i(LANE_NUMBERS) * step;
        let triangles = Bounded::<V> {
            x,
            y,
            bounds,
            rule: self.context.edge_rule,
        };
        MeshShapes {
            small: if by_sample {
                SmallTriangles::default()
            } else {
                SmallTriangles::new(&triangles, planes)
            },
            x: [V::store_i(x[0]), V::store_i(x[1]), V::store_i(x[2])],
            y: [V::store_i(y[0]), V::store_i(y[1]), V::store_i(y[2])],
            bounds: [
                V::store_i(x0),
                V::store_i(y0),
                V::store_i(x1),
                V::store_i(y1),
            ],
            rule: self.context.edge_rule,
        }
    }
}

//! The triangles of a mesh in a tile, sixteen at a time: bounds, gradients and the edges of small ones; then the planes of those
//! that cover something, one by one, with the bits that a record ([`super::setup`]) would have.
#![forbid(unsafe_code)]

use super::draw_call::PolygonMode;
use super::fragment_stage::plane;
use super::list::List;
use super::mesh::{bounds_of, corners_of};
use super::planes::{FIRST_SCALAR, Gradient, Interpolated, Slopes, rows_with_padding, write_flat};
use super::rasterization::RasterContext;
use super::setup::{PixelRect, SUBPIXELS};
use super::small_triangle::SmallTriangles;
use super::window_vertices::WindowVertices;
use crate::simd::{Fours, LANES, Vectors};

/// Up to sixteen triangles of one mesh, in one tile.
pub(super) struct MeshBatch<'a> {
    pub(super) vertices: &'a WindowVertices,
    pub(super) context: &'a RasterContext,
    pub(super) front: bool,
    /// The words of [`super::mesh::corners_of`]. Where there are fewer triangles, the first one again.
    pub(super) words: [[u32; LANES]; 2],
    /// The tile's corner.
    pub(super) tile: [i32; 2],
}

/// What is computed for all of them.
pub(super) struct MeshShapes {
    pub(super) small: SmallTriangles,
    x: [[i32; LANES]; 3],
    y: [[i32; LANES]; 3],
    bounds: [[i32; LANES]; 4],
    /// [`Gradient::Linear`].
    gradients: [[f64; LANES]; 4],
    /// From the first corner to the tile's.
    places: [[f64; LANES]; 2],
    /// The planes of z, where nothing is added to it.
    depths: [[f32; 4]; LANES],
}

impl MeshShapes {
    /// The corners of the triangle of lane `l`.
    #[inline(always)]
    pub(super) fn corners(&self, l: usize) -> [[i32; 3]; 2] {
        let of = |c: &[[i32; LANES]; 3]| [c[0][l], c[1][l], c[2][l]];
        [of(&self.x), of(&self.y)]
    }

    /// The pixels of the tile that it may cover.
    #[inline(always)]
    pub(super) fn bounds(&self, l: usize) -> PixelRect {
        let [x0, y0, x1, y1] = &self.bounds;
        PixelRect {
            x0: x0[l],
            y0: y0[l],
            x1: x1[l],
            y1: y1[l],
        }
    }
}

impl MeshBatch<'_> {
    /// What is computed for sixteen triangles at a time.
    #[inline(always)]
    pub(super) fn shapes<V: Vectors>(&self) -> MeshShapes {
        let (first, second) = (V::load_i(self.words[0]), V::load_i(self.words[1]));
        let low = V::splat_i(0xffff);
        let [x0, y0, z0 @ ..] = self.places::<V>(first & low);
        let [x1, y1, z1 @ ..] = self.places::<V>(V::shr(first, 16));
        let [x2, y2, z2 @ ..] = self.places::<V>(second & low);
        let (x, y) = ([x0, x1, x2], [y0, y1, y2]);
        let by_sample = self.context.state.multisample.is_some();
        let clip = self.context.viewport_clip;
        let in_tile = clip.intersect(PixelRect::tile(self.tile[0], self.tile[1]));
        let bounds = bounds_of::<V>(x, y, by_sample, in_tile);

        let [dx1, dx2] = [V::widen_i(x1 - x0), V::widen_i(x2 - x0)];
        let [dy1, dy2] = [V::widen_i(y1 - y0), V::widen_i(y2 - y0)];
        // Subpixels over square subpixels: a product of powers of two away from pixels, exactly.
        let scale = V::splat_d(f64::from(SUBPIXELS)) / (dx1 * dy2 - dx2 * dy1);
        let pixel = V::splat_d(1.0 / f64::from(SUBPIXELS));
        let [tile_x, tile_y] = self.tile.map(f64::from);
        let [a, b, c, d] = [dy2 * scale, dy1 * scale, dx1 * scale, dx2 * scale];
        let dx = V::splat_d(tile_x) - V::widen_i(x0) * pixel;
        let dy = V::splat_d(tile_y) - V::widen_i(y0) * pixel;
        let z0 = V::doubles(z0);
        let [d1, d2] = [V::doubles(z1) - z0, V::doubles(z2) - z0];
        let across = V::narrow(d1 * a - d2 * b);
        let up = V::narrow(d2 * c - d1 * d);
        let at_corner = V::widen(V::narrow(z0)) + V::widen(across) * dx + V::widen(up) * dy;
        let depths = V::rows([across, up, V::narrow(at_corner), V::splat(0.0)]);
        // Vectors stand in no closure that std calls: it would be compiled without their instruction set.
        let x = [lanes::<V>(x0), lanes::<V>(x1), lanes::<V>(x2)];
        let y = [lanes::<V>(y0), lanes::<V>(y1), lanes::<V>(y2)];
        let bounds = [
            lanes::<V>(bounds[0]),
            lanes::<V>(bounds[1]),
            lanes::<V>(bounds[2]),
            lanes::<V>(bounds[3]),
        ];
        MeshShapes {
            small: match by_sample {
                true => SmallTriangles::default(),
                false => SmallTriangles::new::<V>(&x, &y, &bounds, clip),
            },
            x,
            y,
            bounds,
            gradients: [V::store_d(a), V::store_d(b), V::store_d(c), V::store_d(d)],
            places: [V::store_d(dx), V::store_d(dy)],
            depths,
        }
    }

    #[inline(always)]
    fn places<V: Vectors>(&self, corners: V::I) -> [V::I; 4] {
        self.vertices.places::<V>(&V::store_i(corners))
    }

    /// Appends the `n_planes` planes of the triangle of lane `l`; says whether their divisor is 1.
    #[inline(always)]
    pub(super) fn planes<F: Fours>(
        &self,
        l: usize,
        shapes: &MeshShapes,
        n_planes: usize,
        out: &mut List<[f32; 4]>,
    ) -> bool {
        let (corners, provoking) = corners_of([self.words[0][l], self.words[1][l]]);
        let n = n_planes - plane::Z;
        let room = out.room_of(plane::Z + rows_with_padding(n));
        let [x, y] = self.tile.map(|c| c as f32);
        room[0] = [1.0, 0.0, x, 0.0];
        room[1] = [0.0, 1.0, y, 0.0];
        let room = &mut room[plane::Z..];
        let place = Some([shapes.places[0][l], shapes.places[1][l]]);
        let gradient = Gradient::Linear([
            shapes.gradients[0][l],
            shapes.gradients[1][l],
            shapes.gradients[2][l],
            shapes.gradients[3][l],
        ]);
        let layout = &self.context.layout;
        let has_offset = self.context.state.polygon_offset.enabled[0];
        let is_affine = match self.vertices.common_inverse_w() {
            Some(w) if !has_offset => {
                room[0] = shapes.depths[l];
                room[1] = [0.0, 0.0, w as f32, 0.0];
                room[2] = [0.0, 0.0, 1.0, 0.0];
                if n > FIRST_SCALAR {
                    let side = layout.side(self.front);
                    let [a, b, c] = corners;
                    let rows = [
                        &self.vertices.rows(a)[side..],
                        &self.vertices.rows(b)[side..],
                        &self.vertices.rows(c)[side..],
                    ];
                    let scalars = &mut room[FIRST_SCALAR..];
                    Slopes::<F>::new(&gradient, place).write_scalars(rows, None, scalars);
                    if !layout.flat.is_empty() {
                        write_flat(layout, &self.vertices.rows(provoking)[side..], scalars);
                    }
                }
                true
            }
            _ => {
                let [a, b, c] = corners;
                let vertices = self.vertices;
                let (a, b, c) = (vertices.vertex(a), vertices.vertex(b), vertices.vertex(c));
                let interpolated = Interpolated {
                    vertices: [&a, &b, &c],
                    gradient,
                    front: self.front,
                    provoking: vertices.rows(provoking),
                    depth_offset: self.context.depth_offset(PolygonMode::Fill, &[a, b, c]),
                };
                interpolated.write::<F>(layout, place, n, room)
            }
        };
        out.advance(n_planes);
        is_affine
    }
}

#[inline(always)]
fn lanes<V: Vectors>(x: V::I) -> [i32; LANES] {
    bytemuck::cast(V::store_i(x))
}

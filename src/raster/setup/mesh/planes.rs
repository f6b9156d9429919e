//! The planes of sixteen triangles of a mesh, a triangle in a lane, relative to the corner of their tile: the computation of
//! [`crate::raster::setup::planes`], operation by operation.
#![forbid(unsafe_code)]

use super::setup::{Corners, MeshBatch};
use crate::raster::call::draw_call::PolygonMode;
use crate::raster::geometry::list::List;
use crate::raster::geometry::plane;
use crate::raster::geometry::subpixel::SUBPIXELS;
use crate::simd::{LANES, Vectors};

/// Where the planes of sixteen triangles go.
struct PlaneWriter<'a, V: Vectors> {
    /// [`crate::raster::geometry::gradient::Gradient::Linear`].
    gradient: [V::D; 4],
    /// From the first corner to the tile's.
    place: [V::D; 2],
    /// The planes of each triangle, one triangle after the other.
    rows: &'a mut [[f32; 4]],
    n_planes: usize,
}

/// 1 / w at the corners, in halves.
type InverseWs<V> = [[<V as Vectors>::I; 2]; 3];

impl MeshBatch<'_> {
    /// Appends `n_planes` planes for each of the first `n` triangles; says whether their divisors are 1. Those of window x and y,
    /// and of 1 / w, may be anything unless the batch writes them.
    #[inline(always)]
    pub(crate) fn planes<V: Vectors>(
        &self,
        corners: &Corners<V>,
        n: usize,
        n_planes: usize,
        out: &mut List<[f32; 4]>,
    ) -> bool {
        let rows = out.room_of(LANES * n_planes);
        let mut writer = PlaneWriter::<V>::new(corners, self.tile, rows, n_planes);
        if self.writes_place {
            let offset = self.context.place_offset;
            let [x, y] = self.tile.map(|c| c as f32 + offset);
            writer.write_same(0, [1.0, 0.0, x, 0.0]);
            writer.write_same(1, [0.0, 1.0, y, 0.0]);
        }
        writer.write_with_offset(plane::Z, corners.z, self.depth_offsets::<V>(corners));
        let is_affine = match self.vertices.common_inverse_w() {
            _ if n_planes <= plane::DIVISOR => true,
            Some(w) => {
                if self.writes_inverse_w {
                    writer.write_same(plane::INVERSE_W, [0.0, 0.0, w as f32, 0.0]);
                }
                writer.write_same(plane::DIVISOR, [0.0, 0.0, 1.0, 0.0]);
                self.write_scalars(corners, None, &mut writer);
                true
            }
            None => self.write_divided(corners, &mut writer),
        };
        out.advance(n * n_planes);
        is_affine
    }

    /// The polygon offsets of the triangles.
    #[inline(always)]
    fn depth_offsets<V: Vectors>(&self, corners: &Corners<V>) -> V::F {
        if !self.context.state.polygon_offset.enabled[0] {
            return V::splat(0.0);
        }
        let mut offsets = [0.0; LANES];
        for (l, offset) in offsets.iter_mut().enumerate() {
            let vertex = |k: usize| self.vertices.vertex(corners.numbers[k][l] as usize);
            let triangle = [vertex(0), vertex(1), vertex(2)];
            *offset = self.context.depth_offset(PolygonMode::Fill, &triangle) as f32;
        }
        V::load(&offsets)
    }

    /// What follows the depths where w is not the same for all vertices; says whether it is for all corners of each triangle.
    #[inline(always)]
    fn write_divided<V: Vectors>(
        &self,
        corners: &Corners<V>,
        writer: &mut PlaneWriter<'_, V>,
    ) -> bool {
        let w: InverseWs<V> = [
            self.vertices.inverse_ws::<V>(&corners.numbers[0]),
            self.vertices.inverse_ws::<V>(&corners.numbers[1]),
            self.vertices.inverse_ws::<V>(&corners.numbers[2]),
        ];
        if self.writes_inverse_w {
            writer.write_depths(plane::INVERSE_W, doubles::<V>(w));
        }
        let low = V::eq_i(w[0][0], w[1][0]) & V::eq_i(w[0][0], w[2][0]);
        let is_affine = low & V::eq_i(w[0][1], w[1][1]) & V::eq_i(w[0][1], w[2][1]);
        let divisors = doubles::<V>([
            one_where::<V>(is_affine, w[0]),
            one_where::<V>(is_affine, w[1]),
            one_where::<V>(is_affine, w[2]),
        ]);
        writer.write_depths(plane::DIVISOR, divisors);
        self.write_scalars(corners, Some([divisors[1], divisors[2]]), writer);
        V::all(is_affine)
    }

    /// The planes of the scalars, given the divisors of the second and the third corner, if these are not 1.
    #[inline(always)]
    fn write_scalars<V: Vectors>(
        &self,
        corners: &Corners<V>,
        divisors: Option<[V::D; 2]>,
        writer: &mut PlaneWriter<'_, V>,
    ) {
        let layout = &self.context.layout;
        let side = layout.side(self.front);
        let n_scalars = writer.n_planes - plane::FIRST_SCALAR;
        for first in (0..n_scalars).step_by(4) {
            let row = side + first / 4;
            let a = self.vertices.varyings::<V>(row, &corners.numbers[0]);
            let b = self.vertices.varyings::<V>(row, &corners.numbers[1]);
            let c = self.vertices.varyings::<V>(row, &corners.numbers[2]);
            let provoking = if layout.asks_provoking {
                self.vertices.varyings::<V>(row, &corners.provoking)
            } else {
                a
            };
            for i in 0..4.min(n_scalars - first) {
                let number = plane::FIRST_SCALAR + first + i;
                if layout.flat.contains(&((first + i) as u16)) {
                    writer.write_flat(number, provoking[i]);
                } else if i == 3 && is_same::<V>([a[i], b[i], c[i]]) {
                    writer.write_flat(number, a[i]);
                } else {
                    writer.write_scalar(number, [a[i], b[i], c[i]], divisors);
                }
            }
        }
    }
}

impl<V: Vectors> PlaneWriter<'_, V> {
    #[inline(always)]
    fn new<'a>(
        corners: &Corners<V>,
        tile: [i32; 2],
        rows: &'a mut [[f32; 4]],
        n_planes: usize,
    ) -> PlaneWriter<'a, V> {
        let ([x0, x1, x2], [y0, y1, y2]) = (corners.x, corners.y);
        let [dx1, dx2] = [V::widen_i(x1 - x0), V::widen_i(x2 - x0)];
        let [dy1, dy2] = [V::widen_i(y1 - y0), V::widen_i(y2 - y0)];
        // Subpixels over square subpixels: a product of powers of two away from pixels, exactly.
        let scale = V::splat_d(f64::from(SUBPIXELS)) / (dx1 * dy2 - dx2 * dy1);
        let pixel = V::splat_d(1.0 / f64::from(SUBPIXELS));
        let [tile_x, tile_y] = [
            V::splat_d(f64::from(tile[0])),
            V::splat_d(f64::from(tile[1])),
        ];
        PlaneWriter {
            gradient: [dy2 * scale, dy1 * scale, dx1 * scale, dx2 * scale],
            place: [
                tile_x - V::widen_i(x0) * pixel,
                tile_y - V::widen_i(y0) * pixel,
            ],
            rows,
            n_planes,
        }
    }

    /// The same plane for all triangles.
    #[inline(always)]
    fn write_same(&mut self, number: usize, [a, b, c, d]: [f32; 4]) {
        let columns = [V::splat(a), V::splat(b), V::splat(c), V::splat(d)];
        V::write_rows(columns, &mut self.rows[number..], self.n_planes);
    }

    /// Planes of a scalar that is the provoking vertex's.
    #[inline(always)]
    fn write_flat(&mut self, number: usize, constant: V::F) {
        let zero = V::splat(0.0);
        V::write_rows(
            [zero, zero, zero, constant],
            &mut self.rows[number..],
            self.n_planes,
        );
    }

    /// Planes of values without a constant, at the corners.
    #[inline(always)]
    fn write_depths(&mut self, number: usize, [a, b, c]: [V::D; 3]) {
        self.write(number, [b - a, c - a], V::narrow(a), V::splat(0.0));
    }

    /// Planes of depths at the corners, in halves, with their offsets.
    #[inline(always)]
    fn write_with_offset(&mut self, number: usize, [a, b, c]: [[V::I; 2]; 3], offset: V::F) {
        let [a, b, c] = [V::doubles(a), V::doubles(b), V::doubles(c)];
        self.write(number, [b - a, c - a], V::narrow(a), offset);
    }

    /// Planes of a scalar, at the corners.
    #[inline(always)]
    fn write_scalar(&mut self, number: usize, [a, b, c]: [V::F; 3], divisors: Option<[V::D; 2]>) {
        let at_anchor = V::widen(a);
        let (mut d1, mut d2) = (V::widen(b) - at_anchor, V::widen(c) - at_anchor);
        if let Some([b, c]) = divisors {
            (d1, d2) = (d1 * b, d2 * c);
        }
        self.write(number, [d1, d2], V::splat(0.0), a);
    }

    /// Planes by differences from the first corner to the others, the values there, and constants.
    #[inline(always)]
    fn write(&mut self, number: usize, [d1, d2]: [V::D; 2], value: V::F, constant: V::F) {
        let [g0, g1, g2, g3] = self.gradient;
        let across = V::narrow(d1 * g0 - d2 * g1);
        let up = V::narrow(d2 * g2 - d1 * g3);
        let [dx, dy] = self.place;
        let moved = V::widen(value) + V::widen(across) * dx + V::widen(up) * dy;
        let columns = [across, up, V::narrow(moved), constant];
        V::write_rows(columns, &mut self.rows[number..], self.n_planes);
    }
}

/// Whether each triangle has one value, so that its plane gives that wherever it is evaluated, computed or flat. The
/// value is finite. It is not 0, since a sum with zeros could have the other sign.
#[inline(always)]
fn is_same<V: Vectors>([a, b, c]: [V::F; 3]) -> bool {
    let zero = V::splat(0.0);
    let magnitude = V::max(a, zero - a);
    let is_finite = V::lt(zero, magnitude) & V::lt(magnitude, V::splat(f32::INFINITY));
    V::all(V::eq(a, b) & V::eq(a, c) & is_finite)
}

#[inline(always)]
fn doubles<V: Vectors>([a, b, c]: InverseWs<V>) -> [V::D; 3] {
    [V::doubles(a), V::doubles(b), V::doubles(c)]
}

/// The halves of 1 where the mask holds, else these.
#[inline(always)]
fn one_where<V: Vectors>(mask: V::M, [low, high]: [V::I; 2]) -> [V::I; 2] {
    let one = 1.0f64.to_bits();
    [
        V::select_i(mask, V::splat_i(one as i32), low),
        V::select_i(mask, V::splat_i((one >> 32) as i32), high),
    ]
}

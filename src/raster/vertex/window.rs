//! Turns the outputs of the vertex program into outcodes, window coordinates and rows of varyings.
//!
//! All vertices get outcodes. Groups with a vertex in the view volume get the rest, too. Primitives that need no clipping are
//! set up from these rows.
//!
//! ```text
//!   rows of a vertex:   x  y  z(low)  z(high)   │ w'(low)  w'(high)  outcode  0 │ varyings …      w' = 1 / w
//!                                                 left out if 1 / w is the same for all
//!                                                 vertices and all outcodes are 0
//! ```
#![forbid(unsafe_code)]

use super::gather::WindowPlaces;
use super::outcode::{self, OutcodeRules};
use super::transform::Transform;
use super::varyings::{GroupOutputs, VertexLayout};
use super::viewport::{Projected, Viewport};
use crate::ir::interface::varying;
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::simd::{Elements, LANE_NUMBERS, LANES, LanesF32, PerWidth, Vectors};

/// The vertices of a chunk, by number. Coordinates and varyings are valid where the outcode is 0.
#[derive(Debug, Default)]
pub(crate) struct WindowVertices {
    /// The rows of all vertices, as drawn above. z and 1 / w are f64, in two halves.
    rows: Vec<[u32; 4]>,
    /// The row at which a vertex's varyings begin: 1 or 2.
    first_varying: usize,
    /// The number of rows of a vertex; 0 before the first chunk.
    rows_per_vertex: usize,
    n_vertices: usize,
    /// The outcode bits that all vertices have.
    pub(crate) common_codes: u32,
    /// The outcode bits that some vertex has.
    any_codes: u32,
    /// 1 / w, if it is the same for all vertices and all outcodes are 0.
    common_inverse_w: Option<f64>,
}

impl WindowVertices {
    #[inline(always)]
    fn rows_of(&self, vertex: usize) -> &[[u32; 4]] {
        &self.rows[vertex * self.rows_per_vertex..][..self.rows_per_vertex]
    }

    /// The outcode of a vertex.
    #[inline(always)]
    pub(crate) fn code(&self, vertex: usize) -> u32 {
        match self.any_codes {
            0 => 0,
            _ => self.rows_of(vertex)[1][2],
        }
    }

    /// Returns a vertex whose outcode is 0. It has no header.
    #[inline(always)]
    pub(crate) fn vertex(&self, vertex: usize) -> WindowVertex<'_> {
        let rows = self.rows_of(vertex);
        let [x, y, low, high] = rows[0];
        let inverse_w = match self.common_inverse_w {
            Some(inverse_w) => inverse_w,
            None => bytemuck::cast([rows[1][0], rows[1][1]]),
        };
        WindowVertex {
            x: x as i32,
            y: y as i32,
            z: bytemuck::cast([low, high]),
            inverse_w,
            rows: self.rows(vertex),
            header: &[],
        }
    }

    /// The varyings of a vertex whose outcode is 0.
    #[inline(always)]
    pub(crate) fn rows(&self, vertex: usize) -> &[[f32; 4]] {
        bytemuck::cast_slice(&self.rows_of(vertex)[self.first_varying..])
    }

    /// Returns x, y and the halves of z of sixteen vertices.
    #[inline(always)]
    pub(crate) fn places<V: Vectors>(&self, vertices: &[u32; LANES]) -> [V::I; 4] {
        let [x, y, low, high] = self.columns::<V>(0, vertices);
        [V::bits(x), V::bits(y), V::bits(low), V::bits(high)]
    }

    /// Returns the halves of 1 / w of sixteen vertices. It must not be called if 1 / w is the same for all.
    #[inline(always)]
    pub(crate) fn inverse_ws<V: Vectors>(&self, vertices: &[u32; LANES]) -> [V::I; 2] {
        let [low, high, ..] = self.columns::<V>(1, vertices);
        [V::bits(low), V::bits(high)]
    }

    /// Returns row `row` of the varyings of sixteen vertices.
    #[inline(always)]
    pub(crate) fn varyings<V: Vectors>(&self, row: usize, vertices: &[u32; LANES]) -> [V::F; 4] {
        self.columns::<V>(self.first_varying + row, vertices)
    }

    /// Returns the outcodes of sixteen vertices.
    #[inline(always)]
    pub(crate) fn codes<V: Vectors>(&self, vertices: &[u32; LANES]) -> V::I {
        match self.any_codes {
            0 => V::splat_i(0),
            _ => V::bits(self.columns::<V>(1, vertices)[2]),
        }
    }

    /// Returns row `row` of sixteen vertices, one component per vector.
    #[inline(always)]
    fn columns<V: Vectors>(&self, row: usize, vertices: &[u32; LANES]) -> [V::F; 4] {
        const ROW: usize = size_of::<[u32; 4]>();
        let bytes = bytemuck::cast_slice(&self.rows);
        let columns = match &Elements::new(bytes, row * ROW, self.rows_per_vertex * ROW) {
            Some(elements) => V::columns(elements, vertices),
            None => None,
        };
        columns.expect("numbers of vertices")
    }

    /// Returns 1 / w if it is the same for all vertices.
    #[inline(always)]
    pub(crate) fn common_inverse_w(&self) -> Option<f64> {
        self.common_inverse_w
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        size_of::<[u32; 4]>() * self.rows.capacity()
    }

    /// The number of bytes that the vertices use.
    pub(crate) fn size_bytes(&self) -> usize {
        size_of::<[u32; 4]>() * self.n_vertices * self.rows_per_vertex
    }

    /// Makes room for these groups, and chooses where varyings begin.
    fn make_room(&mut self, n_groups: usize, n_varyings: usize) {
        self.first_varying = if self.common_inverse_w.is_some() {
            1
        } else {
            2
        };
        self.rows_per_vertex = self.first_varying + n_varyings;
        self.n_vertices = n_groups * LANES;
        let n = self.n_vertices * self.rows_per_vertex;
        if self.rows.len() < n {
            self.rows.resize(n, [0; 4]);
        }
    }
}

/// Fills [`WindowVertices`] from a vertex program's outputs.
pub(crate) struct Project<'a> {
    pub(crate) transform: &'a Transform,
    pub(crate) outputs: &'a [LanesF32],
    pub(crate) n_groups: usize,
    pub(crate) n_vertices: usize,
    pub(crate) viewport: Viewport,
    pub(crate) layout: &'a VertexLayout,
    pub(crate) rules: OutcodeRules,
    /// If all vertices have one of these outcode bits, all primitives are dropped and the rest is not computed.
    pub(crate) dropping: u32,
    /// Only the common outcode bits are wanted.
    pub(crate) only_codes: bool,
    pub(crate) out: &'a mut WindowVertices,
    pub(crate) places: &'a mut WindowPlaces,
}

impl PerWidth for Project<'_> {
    #[inline(always)]
    fn run<V: Vectors>(mut self) {
        // Nothing else is needed if all vertices are outside of the same plane of the view volume.
        let rules = self.rules;
        self.out.common_codes = self.plane_outside::<V>(rules);
        if self.out.common_codes != 0 || self.only_codes {
            return;
        }
        // One walk over the groups finds the outcode bits that all vertices have, those that some have, and whether all have
        // the same w.
        let (mut common, mut any) = (V::splat_i(!0), V::splat_i(0));
        let first = self.transform.group(self.outputs, 0);
        let first_w = V::splat(first.vec4(varying::POSITION)[3][0]);
        let mut has_one_w = true;
        for g in 0..self.n_groups {
            let group = self.transform.group(self.outputs, g);
            let codes = rules.outcodes::<V>(group);
            common = common & codes;
            // Lanes after the last vertex do not count.
            let n = (self.n_vertices - g * LANES) as i32;
            let counts = V::lt_u(V::load_i(LANE_NUMBERS), V::splat_i(n));
            any = any | V::select_i(counts, codes, V::splat_i(0));
            let w = V::load(group.vec4(varying::POSITION)[3]);
            has_one_w &= V::all(V::eq(V::select(counts, w, first_w), first_w));
        }
        let common = V::store_i(common).iter().fold(!0, |all, code| all & code);
        self.out.common_codes = common;
        self.out.any_codes = V::store_i(any).iter().fold(0, |any, code| any | code);
        let first_w = first.vec4(varying::POSITION)[3][0];
        self.out.common_inverse_w = if has_one_w && self.out.any_codes == 0 {
            Some(1.0 / f64::from(first_w))
        } else {
            None
        };
        if common & self.dropping != 0 {
            return;
        }
        // A second walk writes the vertices.
        let n_rows = self.layout.n_rows();
        self.out.make_room(self.n_groups, n_rows);
        self.places.make_room(self.n_groups);
        let has_codes = self.out.any_codes != 0;
        for g in 0..self.n_groups {
            let group = self.transform.group(self.outputs, g);
            let codes = if has_codes {
                rules.outcodes::<V>(group)
            } else {
                V::splat_i(0)
            };
            self.place::<V>(g, group, codes);
        }
    }
}

impl Project<'_> {
    /// Returns the bit of a plane of the view volume that all vertices are outside of, or 0. The first group says which planes
    /// come into question; it is seldom more than one.
    #[inline(always)]
    fn plane_outside<V: Vectors>(&self, rules: OutcodeRules) -> u32 {
        if self.dropping & outcode::VIEW_VOLUME == 0 {
            return 0;
        }
        let first = rules.outcodes::<V>(self.transform.group(self.outputs, 0));
        let common = V::store_i(first).iter().fold(!0, |all, code| all & code);
        let mut tried = common & self.dropping & outcode::VIEW_VOLUME;
        while tried != 0 {
            let plane = tried.trailing_zeros();
            if self.are_outside::<V>(plane) {
                return 1 << plane;
            }
            tried &= tried - 1;
        }
        0
    }

    /// Whether all vertices are outside one plane of the view volume, given the number of its bit.
    #[inline(always)]
    fn are_outside<V: Vectors>(&self, plane: u32) -> bool {
        let component = plane as usize / 2;
        let lower = if 1 << plane == outcode::NEAR {
            self.rules.near
        } else {
            !0
        };
        for g in 0..self.n_groups {
            let position = self
                .transform
                .group(self.outputs, g)
                .vec4(varying::POSITION);
            let (x, w) = (V::load(position[component]), V::load(position[3]));
            let is_outside = match plane % 2 {
                0 => V::lt(
                    x,
                    V::from_bits(V::bits(V::splat(0.0) - w) & V::splat_i(lower)),
                ),
                _ => V::lt(w, x),
            };
            if !V::all(is_outside) {
                return false;
            }
        }
        true
    }

    /// Writes the rows of a group. If no vertex is inside, only the outcodes are written.
    #[inline(always)]
    fn place<V: Vectors>(&mut self, g: usize, group: GroupOutputs<'_>, codes: V::I) {
        let is_inside = V::mask_bits(V::eq_i(codes, V::splat_i(0))) != 0;
        let stride = self.out.rows_per_vertex;
        let rows = &mut self.out.rows[g * LANES * stride..][..LANES * stride];
        let rows: &mut [[f32; 4]] = bytemuck::cast_slice_mut(rows);
        let zero = V::splat(0.0);
        if !is_inside {
            V::write_rows([zero; 4], rows, stride);
            V::write_rows(
                [zero, zero, V::from_bits(codes), zero],
                &mut rows[1..],
                stride,
            );
            return;
        }
        // Coordinates come first, then 1 / w with the outcodes unless that row is left out, then the varyings.
        let [x, y, z, w] = group.vec4(varying::POSITION);
        let clip = [V::load(x), V::load(y), V::load(z), V::load(w)];
        let Projected { x, y, z, inverse_w } = self.viewport.project_all::<V>(clip);
        let [z, w] = [V::halves(z), V::halves(inverse_w)];
        let [low, high] = [V::from_bits(z[0]), V::from_bits(z[1])];
        self.places.set::<V>(g, [x, y]);
        V::write_rows([V::from_bits(x), V::from_bits(y), low, high], rows, stride);
        if self.out.first_varying == 2 {
            let [low, high] = [V::from_bits(w[0]), V::from_bits(w[1])];
            let columns = [low, high, V::from_bits(codes), zero];
            V::write_rows(columns, &mut rows[1..], stride);
        }
        self.layout
            .write_rows::<V>(group, rows, stride, self.out.first_varying);
    }
}

//! The vertices of a chunk after the vertex program. All get outcodes; groups with a vertex in the view volume also get window
//! coordinates and rows of varyings. Primitives that need no clipping are set up straight from here.
#![forbid(unsafe_code)]

use super::gather::WindowPlaces;
use super::transform::Transform;
use super::varyings::{GroupOutputs, VertexLayout};
use super::viewport::{Projected, Viewport};
use crate::ir::interface::varying;
use crate::raster::call::conventions::DepthClip;
use crate::raster::call::draw_call::RasterState;
use crate::raster::geometry::limits::SMALLEST_W;
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::simd::{Elements, LANE_NUMBERS, LANES, LanesF32, PerWidth, Vectors};

/// Where a vertex lies, by bits.
pub(crate) mod outcode {
    /// Outside the view volume's sides.
    pub(crate) const SIDES: [u32; 4] = [1, 2, 4, 8];
    /// In front of the near plane.
    pub(crate) const NEAR: u32 = 1 << 4;
    /// Beyond the far plane.
    pub(crate) const FAR: u32 = 1 << 5;
    /// The view volume's planes: pairs for x, y and z, first the one at -w.
    pub(crate) const VIEW_VOLUME: u32 = 0x3f;
    /// Where there is no division by w.
    pub(crate) const SMALL_W: u32 = 1 << 6;
    /// Outside user plane 0; five more follow.
    pub(crate) const USER: u32 = 1 << 7;
    /// What makes a vertex drop with its primitive: no numbers.
    pub(crate) const INVALID: u32 = 1 << 16;
    /// The view volume reaches beyond the guard band: only the clipper knows.
    pub(crate) const UNKNOWN: u32 = 1 << 17;
}

/// Which outcodes count.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutcodeRules {
    /// Codes that every vertex has.
    always: u32,
    /// Codes of planes that there are.
    tested: u32,
    /// User clip distances in use, by bit.
    user: u8,
    /// The bits of -w that the near plane has: all of them, or none where it lies at 0.
    near: i32,
}

/// A code where the mask holds.
#[inline(always)]
fn code_where<V: Vectors>(mask: V::M, code: u32) -> V::I {
    V::select_i(mask, V::splat_i(code as i32), V::splat_i(0))
}

/// A code where the mask does not hold.
#[inline(always)]
fn code_unless<V: Vectors>(mask: V::M, code: u32) -> V::I {
    V::select_i(mask, V::splat_i(0), V::splat_i(code as i32))
}

impl OutcodeRules {
    /// `holds_frustum`: the view volume lies in the guard band.
    pub(crate) fn new(state: &RasterState, holds_frustum: bool) -> OutcodeRules {
        OutcodeRules {
            always: if holds_frustum { 0 } else { outcode::UNKNOWN },
            tested: if state.depth_clamp {
                !(outcode::NEAR | outcode::FAR)
            } else {
                !0
            },
            user: state.clip_planes & 0x3f,
            near: match state.conventions.depth_clip {
                DepthClip::MinusOneToOne => !0,
                DepthClip::ZeroToOne => 0,
            },
        }
    }

    #[inline(always)]
    fn outcodes<V: Vectors>(&self, group: GroupOutputs<'_>) -> V::I {
        let [x, y, z, w] = group.vec4(varying::POSITION);
        let (x, y, z, w) = (V::load(x), V::load(y), V::load(z), V::load(w));
        let zero = V::splat(0.0);
        let minus_w = zero - w;
        let near = V::from_bits(V::bits(minus_w) & V::splat_i(self.near));
        let sides = outcode::SIDES;
        let planes = code_where::<V>(V::lt(x, minus_w), sides[0])
            | code_where::<V>(V::lt(w, x), sides[1])
            | code_where::<V>(V::lt(y, minus_w), sides[2])
            | code_where::<V>(V::lt(w, y), sides[3])
            | code_where::<V>(V::lt(z, near), outcode::NEAR)
            | code_where::<V>(V::lt(w, z), outcode::FAR)
            | code_where::<V>(V::lt(w, V::splat(SMALLEST_W as f32)), outcode::SMALL_W);
        // Infinity times 0 is no number, either.
        let nothing = x * zero + y * zero + z * zero + w * zero;
        let mut codes = planes & V::splat_i(self.tested as i32)
            | V::splat_i(self.always as i32)
            | code_unless::<V>(V::eq(nothing, zero), outcode::INVALID);
        for i in (0..6u32).filter(|i| self.user >> i & 1 == 1) {
            let distance = V::load(group.get(4 * varying::CLIP_0 + i));
            codes = codes
                | code_where::<V>(V::lt(distance, zero), outcode::USER << i)
                | code_unless::<V>(V::eq(distance, distance), outcode::INVALID);
        }
        codes
    }
}

/// Vertices by their numbers in the chunk. Coordinates and varyings count where the outcode is 0.
#[derive(Debug, Default)]
pub(crate) struct WindowVertices {
    /// For each vertex x, y and the halves of z, in f64; those of 1 / w, then outcode and 0, unless 1 / w is the same for all and
    /// all are inside; then its varyings, in f32.
    rows: Vec<[u32; 4]>,
    /// Where its varyings begin: after one row or two.
    first_varying: usize,
    /// Of all, in [`WindowVertices::rows`]; 0 before the first chunk.
    rows_per_vertex: usize,
    n_vertices: usize,
    /// The codes that all vertices have.
    pub(crate) common_codes: u32,
    /// Those that some have.
    any_codes: u32,
    /// 1 / w of all vertices, if it is the same and no vertex has a code.
    common_inverse_w: Option<f64>,
}

impl WindowVertices {
    #[inline(always)]
    fn rows_of(&self, vertex: usize) -> &[[u32; 4]] {
        &self.rows[vertex * self.rows_per_vertex..][..self.rows_per_vertex]
    }

    #[inline(always)]
    pub(crate) fn code(&self, vertex: usize) -> u32 {
        match self.any_codes {
            0 => 0,
            _ => self.rows_of(vertex)[1][2],
        }
    }

    /// A vertex whose code is 0. It has no header.
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

    /// The rows of a vertex whose code is 0.
    #[inline(always)]
    pub(crate) fn rows(&self, vertex: usize) -> &[[f32; 4]] {
        bytemuck::cast_slice(&self.rows_of(vertex)[self.first_varying..])
    }

    /// x, y and the halves of z of sixteen vertices.
    #[inline(always)]
    pub(crate) fn places<V: Vectors>(&self, vertices: &[u32; LANES]) -> [V::I; 4] {
        let [x, y, low, high] = self.columns::<V>(0, vertices);
        [V::bits(x), V::bits(y), V::bits(low), V::bits(high)]
    }

    /// The halves of 1 / w of sixteen vertices, which have none in common.
    #[inline(always)]
    pub(crate) fn inverse_ws<V: Vectors>(&self, vertices: &[u32; LANES]) -> [V::I; 2] {
        let [low, high, ..] = self.columns::<V>(1, vertices);
        [V::bits(low), V::bits(high)]
    }

    /// Row `row` of the varyings of sixteen vertices.
    #[inline(always)]
    pub(crate) fn varyings<V: Vectors>(&self, row: usize, vertices: &[u32; LANES]) -> [V::F; 4] {
        self.columns::<V>(self.first_varying + row, vertices)
    }

    /// The outcodes of sixteen vertices.
    #[inline(always)]
    pub(crate) fn codes<V: Vectors>(&self, vertices: &[u32; LANES]) -> V::I {
        match self.any_codes {
            0 => V::splat_i(0),
            _ => V::bits(self.columns::<V>(1, vertices)[2]),
        }
    }

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

    /// 1 / w of all vertices, if it is the same.
    #[inline(always)]
    pub(crate) fn common_inverse_w(&self) -> Option<f64> {
        self.common_inverse_w
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        size_of::<[u32; 4]>() * self.rows.capacity()
    }

    /// Bytes that the vertices use.
    pub(crate) fn size_bytes(&self) -> usize {
        size_of::<[u32; 4]>() * self.n_vertices * self.rows_per_vertex
    }

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
    /// When all vertices have one of these codes, nothing but that matters.
    pub(crate) dropping: u32,
    /// It matters anyway.
    pub(crate) only_codes: bool,
    pub(crate) out: &'a mut WindowVertices,
    pub(crate) places: &'a mut WindowPlaces,
}

impl PerWidth for Project<'_> {
    #[inline(always)]
    fn run<V: Vectors>(mut self) {
        let rules = self.rules;
        self.out.common_codes = self.plane_outside::<V>(rules);
        if self.out.common_codes != 0 || self.only_codes {
            return;
        }
        let (mut common, mut any) = (V::splat_i(!0), V::splat_i(0));
        let first = self.transform.group(self.outputs, 0);
        let first_w = V::splat(first.vec4(varying::POSITION)[3][0]);
        let mut has_one_w = true;
        for g in 0..self.n_groups {
            let group = self.transform.group(self.outputs, g);
            let codes = rules.outcodes::<V>(group);
            common = common & codes;
            // After the last vertex the memory may hold anything.
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
    /// The code of a plane of the view volume that drops all vertices, or 0. One group seldom leaves more than one to try.
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

    /// Whether all vertices are outside one plane of the view volume, by its code's number.
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

    /// Writes the places of a group, and more where some vertex is inside.
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

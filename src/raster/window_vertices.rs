//! The vertices of a chunk behind the vertex program: outcodes for all of them, and for groups with a vertex in the view
//! volume window coordinates and the rows of varyings. Primitives that need no clipping are set up straight from here.
#![forbid(unsafe_code)]

use super::clip::SMALLEST_W;
use super::draw_call::RasterState;
use super::rasterization::RasterContext;
use super::varyings::GroupOutputs;
use super::vertex_transform::Transform;
use super::viewport::WindowVertex;
use crate::ir::interface::varying;
use crate::simd::{Elements, LANES, LanesF32, PerWidth, Vectors};

/// Where a vertex lies, by bits.
pub(crate) mod outcode {
    /// Outside the view volume's sides.
    pub(crate) const SIDES: [u32; 4] = [1, 2, 4, 8];
    /// In front of the near plane.
    pub(crate) const NEAR: u32 = 1 << 4;
    /// Behind the far plane.
    pub(crate) const FAR: u32 = 1 << 5;
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
            tested: match state.depth_clamp {
                true => !(outcode::NEAR | outcode::FAR),
                false => !0,
            },
            user: state.clip_planes & 0x3f,
        }
    }

    #[inline(always)]
    fn outcodes<V: Vectors>(&self, group: GroupOutputs<'_>) -> V::I {
        let [x, y, z, w] = group.vec4(varying::POSITION);
        let (x, y, z, w) = (V::load(x), V::load(y), V::load(z), V::load(w));
        let zero = V::splat(0.0);
        let minus_w = zero - w;
        let sides = outcode::SIDES;
        let planes = code_where::<V>(V::lt(x, minus_w), sides[0])
            | code_where::<V>(V::lt(w, x), sides[1])
            | code_where::<V>(V::lt(y, minus_w), sides[2])
            | code_where::<V>(V::lt(w, y), sides[3])
            | code_where::<V>(V::lt(z, minus_w), outcode::NEAR)
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

/// Vertices by their numbers in the chunk. Coordinates and rows count where the outcode is 0.
#[derive(Debug, Default)]
pub(crate) struct WindowVertices {
    /// x, y, outcode, 0.
    places: Vec<[u32; 4]>,
    /// z, 1 / w.
    depths: Vec<[f64; 2]>,
    rows: Vec<[f32; 4]>,
    rows_per_vertex: usize,
    /// The codes that all vertices have.
    pub(crate) common_codes: u32,
}

impl WindowVertices {
    #[inline(always)]
    pub(crate) fn code(&self, vertex: usize) -> u32 {
        self.places[vertex][2]
    }

    /// A vertex whose code is 0. It has no header.
    #[inline(always)]
    pub(crate) fn vertex(&self, vertex: usize) -> WindowVertex<'_> {
        let ([x, y, ..], [z, inverse_w]) = (self.places[vertex], self.depths[vertex]);
        WindowVertex {
            x: x as i32,
            y: y as i32,
            z,
            inverse_w,
            rows: self.rows(vertex),
            header: &[],
        }
    }

    /// The rows of a vertex whose code is 0.
    #[inline(always)]
    pub(crate) fn rows(&self, vertex: usize) -> &[[f32; 4]] {
        &self.rows[vertex * self.rows_per_vertex..][..self.rows_per_vertex]
    }

    /// x, y and outcode of sixteen vertices.
    #[inline(always)]
    pub(super) fn places<V: Vectors>(&self, vertices: &[u32; LANES]) -> [V::I; 3] {
        let bytes = bytemuck::cast_slice(&self.places);
        let elements = Elements::new(bytes, 0, size_of::<[u32; 4]>());
        let columns = match &elements {
            Some(elements) => V::columns(elements, vertices),
            None => None,
        };
        let [x, y, code, _] = columns.expect("numbers of vertices");
        [V::bits(x), V::bits(y), V::bits(code)]
    }

    fn make_room(&mut self, n_groups: usize, rows_per_vertex: usize) {
        fn at_least<T: Copy + Default>(buffer: &mut Vec<T>, n: usize) {
            if buffer.len() < n {
                buffer.resize(n, T::default());
            }
        }
        at_least(&mut self.places, n_groups * LANES);
        at_least(&mut self.depths, n_groups * LANES);
        at_least(&mut self.rows, n_groups * LANES * rows_per_vertex);
        self.rows_per_vertex = rows_per_vertex;
    }
}

/// Fills [`WindowVertices`] from a vertex program's outputs.
pub(super) struct Project<'a> {
    pub(super) transform: &'a Transform,
    pub(super) outputs: &'a [LanesF32],
    pub(super) n_groups: usize,
    pub(super) context: &'a RasterContext,
    /// When all vertices have one of these codes, nothing but that matters.
    pub(super) dropping: u32,
    /// It matters anyway.
    pub(super) only_codes: bool,
    pub(super) out: &'a mut WindowVertices,
}

impl PerWidth for Project<'_> {
    #[inline(always)]
    fn run<V: Vectors>(mut self) {
        let rules = self.context.outcode_rules();
        let mut common = V::splat_i(!0);
        for g in 0..self.n_groups {
            let group = self.transform.group(self.outputs, g);
            common = common & rules.outcodes::<V>(group);
        }
        let common = V::store_i(common).iter().fold(!0, |all, code| all & code);
        self.out.common_codes = common;
        if common & self.dropping != 0 || self.only_codes {
            return;
        }
        let n_rows = self.context.layout.n_rows();
        self.out.make_room(self.n_groups, n_rows);
        for g in 0..self.n_groups {
            let group = self.transform.group(self.outputs, g);
            self.place::<V>(g, group, rules.outcodes::<V>(group));
        }
    }
}

impl Project<'_> {
    /// Writes the places of a group, and more where some vertex is inside.
    #[inline(always)]
    fn place<V: Vectors>(&mut self, g: usize, group: GroupOutputs<'_>, codes: V::I) {
        let (mut x, mut y) = ([0; LANES], [0; LANES]);
        let is_inside = V::mask_bits(V::eq_i(codes, V::splat_i(0))) != 0;
        if is_inside {
            let RasterContext {
                viewport, layout, ..
            } = self.context;
            let [cx, cy, cz, cw] = group.vec4(varying::POSITION);
            let depths = &mut self.out.depths[g * LANES..][..LANES];
            for l in 0..LANES {
                let at = viewport.project([cx[l], cy[l], cz[l], cw[l]]);
                (x[l], y[l]) = (at.x as u32, at.y as u32);
                depths[l] = [at.z, at.inverse_w];
            }
            let n_rows = LANES * layout.n_rows();
            if n_rows > 0 {
                let rows = &mut self.out.rows[g * n_rows..][..n_rows];
                layout.write_rows::<V>(group, rows);
            }
        }
        let places = V::rows([
            V::from_bits(V::load_i(x)),
            V::from_bits(V::load_i(y)),
            V::from_bits(codes),
            V::splat(0.0),
        ]);
        let out = &mut self.out.places[g * LANES..][..LANES];
        out.copy_from_slice(bytemuck::cast_slice(&places));
    }
}

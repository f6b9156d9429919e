//! The vertices of a chunk behind the vertex program: outcodes for all of them, and for groups with a vertex in the view
//! volume window coordinates and the rows of varyings. Primitives that need no clipping are set up straight from here.
#![forbid(unsafe_code)]

use super::clip::SMALLEST_W;
use super::draw_call::RasterState;
use super::varyings::{GroupOutputs, VertexLayout};
use super::viewport::{Viewport, WindowVertex};
use crate::ir::interface::varying;
use crate::simd::{LANES, LanesF32, PerWidth, Vectors};

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
    fn outcodes(&self, group: GroupOutputs<'_>) -> [u32; LANES] {
        const SMALLEST: f32 = SMALLEST_W as f32;
        let [x, y, z, w] = group.vec4(varying::POSITION);
        let bit = |is_set: bool, bit: u32| if is_set { bit } else { 0 };
        let mut codes = [0; LANES];
        for (l, code) in codes.iter_mut().enumerate() {
            let (x, y, z, w) = (x[l], y[l], z[l], w[l]);
            let is_number = |x: f32| x.abs() <= f32::MAX;
            let valid = is_number(x) & is_number(y) & is_number(z) & is_number(w);
            let planes = bit(x < -w, outcode::SIDES[0])
                | bit(x > w, outcode::SIDES[1])
                | bit(y < -w, outcode::SIDES[2])
                | bit(y > w, outcode::SIDES[3])
                | bit(z < -w, outcode::NEAR)
                | bit(z > w, outcode::FAR)
                | bit(w < SMALLEST, outcode::SMALL_W);
            *code = planes & self.tested | self.always | bit(!valid, outcode::INVALID);
        }
        for i in (0..6u32).filter(|i| self.user >> i & 1 == 1) {
            let distances = group.get(4 * varying::CLIP_0 + i);
            for (code, distance) in codes.iter_mut().zip(distances) {
                *code |= bit(*distance < 0.0, outcode::USER << i)
                    | bit(distance.is_nan(), outcode::INVALID);
            }
        }
        codes
    }
}

/// Sixteen vertices. The coordinates count where the outcode is 0.
#[derive(Debug, Clone, Copy)]
struct WindowGroup {
    codes: [u32; LANES],
    x: [i32; LANES],
    y: [i32; LANES],
    z: [f64; LANES],
    inverse_w: [f64; LANES],
}

/// Vertices by their numbers in the chunk.
#[derive(Debug, Default)]
pub(crate) struct WindowVertices {
    groups: Vec<WindowGroup>,
    rows: Vec<[f32; 4]>,
    rows_per_vertex: usize,
    /// The codes that all vertices have.
    pub(crate) common_codes: u32,
}

impl WindowVertices {
    #[inline(always)]
    pub(crate) fn code(&self, vertex: usize) -> u32 {
        self.groups[vertex / LANES].codes[vertex % LANES]
    }

    /// A vertex whose code is 0. It has no header.
    #[inline(always)]
    pub(crate) fn vertex(&self, vertex: usize) -> WindowVertex<'_> {
        let (group, l) = (&self.groups[vertex / LANES], vertex % LANES);
        WindowVertex {
            x: group.x[l],
            y: group.y[l],
            z: group.z[l],
            inverse_w: group.inverse_w[l],
            rows: self.rows(vertex),
            header: &[],
        }
    }

    /// The rows of a vertex whose code is 0.
    #[inline(always)]
    pub(crate) fn rows(&self, vertex: usize) -> &[[f32; 4]] {
        &self.rows[vertex * self.rows_per_vertex..][..self.rows_per_vertex]
    }

    fn make_room(&mut self, n_groups: usize, rows_per_vertex: usize) {
        const NONE: WindowGroup = WindowGroup {
            codes: [0; LANES],
            x: [0; LANES],
            y: [0; LANES],
            z: [0.0; LANES],
            inverse_w: [0.0; LANES],
        };
        if self.groups.len() < n_groups {
            self.groups.resize(n_groups, NONE);
        }
        let n_rows = n_groups * LANES * rows_per_vertex;
        if self.rows.len() < n_rows {
            self.rows.resize(n_rows, [0.0; 4]);
        }
        self.rows_per_vertex = rows_per_vertex;
        self.common_codes = !0;
    }
}

/// Fills [`WindowVertices`] from a vertex program's outputs.
pub(crate) struct Project<'a> {
    pub(crate) outputs: &'a [LanesF32],
    pub(crate) n_outputs: usize,
    /// By slot: the program stores it.
    pub(crate) written: &'a [bool],
    pub(crate) n_groups: usize,
    pub(crate) layout: &'a VertexLayout,
    pub(crate) viewport: &'a Viewport,
    pub(crate) rules: OutcodeRules,
    pub(crate) out: &'a mut WindowVertices,
}

impl PerWidth for Project<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let rows_per_vertex = self.layout.n_rows();
        self.out.make_room(self.n_groups, rows_per_vertex);
        for (g, window) in self.out.groups[..self.n_groups].iter_mut().enumerate() {
            let group = GroupOutputs {
                slots: &self.outputs[g * self.n_outputs..][..self.n_outputs],
                written: self.written,
            };
            window.codes = self.rules.outcodes(group);
            self.out.common_codes &= window.codes.iter().fold(!0, |all, code| all & code);
            if window.codes.iter().all(|code| *code != 0) {
                continue;
            }
            let [x, y, z, w] = group.vec4(varying::POSITION);
            for l in 0..LANES {
                let at = self.viewport.project([x[l], y[l], z[l], w[l]]);
                window.x[l] = at.x;
                window.y[l] = at.y;
                window.z[l] = at.z;
                window.inverse_w[l] = at.inverse_w;
            }
            let n_rows = LANES * rows_per_vertex;
            let rows = &mut self.out.rows[g * n_rows..][..n_rows];
            if rows_per_vertex > 0 {
                self.layout.write_rows(group, rows);
            }
        }
    }
}

//! Interpolation planes: how depth, 1 / w and varyings change over a primitive.
//!
//! A plane is a row A, B, V, constant: f(x, y) = constant + V + A · dx + B · dy from the place where it has the value V.
//! That is the anchor, the first vertex, or, for a primitive that lies in one tile, the tile's corner: what the tile's
//! kernels want.
#![forbid(unsafe_code)]

use super::fragment_stage::plane;
use super::setup::{Record, SUBPIXELS};
use super::varyings::VertexLayout;
use super::viewport::WindowVertex;
use crate::simd::{Fours, prefetch};

/// The planes of primitives: depth, 1 / w, the divisor, then the scalars.
#[derive(Debug, Default)]
pub(super) struct Planes {
    /// With what lies behind the end.
    rows: Vec<[f32; 4]>,
    len: usize,
}

impl Planes {
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn capacity(&self) -> usize {
        self.rows.capacity()
    }

    /// Asks for the memory of as many planes as most primitives have, from `at` on.
    #[inline(always)]
    pub(super) fn prefetch(&self, at: u32) {
        let rows = self.rows.get(at as usize..);
        if let Some(rows) = rows.and_then(|rows| rows.first_chunk::<7>()) {
            prefetch(rows);
        }
    }

    /// Appends the first `n` planes of a primitive whose planes start at `at`.
    #[inline(always)]
    pub(super) fn copy_to(&self, out: &mut Vec<[f32; 4]>, at: u32, n: usize) {
        /// What is read in one piece, if it is there: a call to copy a few costs more.
        const PIECE: usize = 8;
        let end = out.len() + n;
        let mut rows = &self.rows[at as usize..];
        while out.len() < end {
            match rows.split_first_chunk::<PIECE>() {
                Some((piece, behind)) => {
                    out.extend_from_slice(piece);
                    rows = behind;
                }
                None => out.extend_from_slice(&rows[..end - out.len()]),
            }
        }
        out.truncate(end);
    }

    /// Sets the plane of scalar `i` of a primitive whose planes start at `at`.
    pub(super) fn set_scalar(&mut self, at: u32, i: usize, plane: [f32; 4]) {
        self.rows[at as usize + FIRST_SCALAR + i] = plane;
    }

    /// Appends a record's planes, with their values at the anchor or `place` off it; says whether their divisor is 1.
    #[inline(always)]
    pub(super) fn push<F: Fours>(
        &mut self,
        layout: &VertexLayout,
        record: &Record<'_>,
        place: Option<[f64; 2]>,
    ) -> bool {
        let [a, b, c] = record.vertices;
        let (side, n) = (layout.side(record.front), layout.slots.len());
        let first = self.len;
        // Whole rows are faster written than parts.
        let end = first + FIRST_SCALAR + 4 * n.div_ceil(4).max(1);
        if end > self.rows.len() {
            self.grow(end);
        }
        self.len = first + FIRST_SCALAR + n;
        let out = &mut self.rows[first..end];
        let is_affine = (a.inverse_w == b.inverse_w) & (a.inverse_w == c.inverse_w);
        let slopes = Slopes::<F>::new(&record.gradient, place);
        let depths = [
            depths_of::<F>(a, record.depth_offset, is_affine),
            depths_of::<F>(b, record.depth_offset, is_affine),
            depths_of::<F>(c, record.depth_offset, is_affine),
        ];
        let [x, y] = slopes.of(depths[1] - depths[0], depths[2] - depths[0]);
        let value = slopes.moved(Some(F::narrow(depths[0])), x, y);
        let constant = F::load(&[0.0; 4]);
        if let Some(rows) = out.first_chunk_mut() {
            F::write_rows([x, y, value, constant], rows);
        }
        let divisors = match is_affine {
            true => [F::splat(1.0); 2],
            false => [F::splat(b.inverse_w), F::splat(c.inverse_w)],
        };
        let rows = (a.rows[side..].iter().zip(&b.rows[side..])).zip(&c.rows[side..]);
        let (out, _) = out[FIRST_SCALAR..].as_chunks_mut();
        for (out, ((a, b), c)) in out.iter_mut().zip(rows) {
            let constant = F::load(a);
            let at_anchor = F::widen(constant);
            let d1 = (F::widen(F::load(b)) - at_anchor) * divisors[0];
            let d2 = (F::widen(F::load(c)) - at_anchor) * divisors[1];
            let [x, y] = slopes.of(d1, d2);
            F::write_rows([x, y, slopes.moved(None, x, y), constant], out);
        }
        for i in layout.flat.iter().map(|i| usize::from(*i)) {
            let constant = record.provoking[side + i / 4][i % 4];
            self.rows[first + FIRST_SCALAR + i] = [0.0, 0.0, 0.0, constant];
        }
        is_affine
    }

    /// Makes room for planes up to `end`.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, end: usize) {
        let n = end.max(2 * self.rows.len()).max(256);
        self.rows.resize(n, [0.0; 4]);
    }
}

/// Where the planes of scalars begin in those of a record.
const FIRST_SCALAR: usize = plane::FIRST_SCALAR - plane::Z;

/// Depth, 1 / w and the divisor of a vertex.
#[inline(always)]
fn depths_of<F: Fours>(v: &WindowVertex<'_>, offset: f64, is_affine: bool) -> F::D {
    let divisor = if is_affine { 1.0 } else { v.inverse_w };
    F::of([v.z + offset, v.inverse_w, divisor, 0.0])
}

/// A [`Gradient`] for four values at a time, and how far they are moved from the anchor.
struct Slopes<F: Fours> {
    gradient: Option<[F::D; 4]>,
    place: Option<[f64; 2]>,
}

impl<F: Fours> Slopes<F> {
    #[inline(always)]
    fn new(gradient: &Gradient, place: Option<[f64; 2]>) -> Slopes<F> {
        Slopes {
            gradient: match gradient {
                Gradient::Linear([a, b, c, d]) => {
                    Some([F::splat(*a), F::splat(*b), F::splat(*c), F::splat(*d)])
                }
                Gradient::Constant => None,
            },
            place,
        }
    }

    /// As [`Gradient::of`].
    #[inline(always)]
    fn of(&self, d1: F::D, d2: F::D) -> [F::Q; 2] {
        match &self.gradient {
            Some(g) => [
                F::narrow(d1 * g[0] - d2 * g[1]),
                F::narrow(d2 * g[2] - d1 * g[3]),
            ],
            None => [F::load(&[0.0; 4]); 2],
        }
    }

    /// As [`moved`], with `None` for 0.
    #[inline(always)]
    fn moved(&self, value: Option<F::Q>, x: F::Q, y: F::Q) -> F::Q {
        match (self.place, value) {
            (Some([dx, dy]), Some(value)) => {
                F::narrow(F::widen(value) + F::widen(x) * F::splat(dx) + F::widen(y) * F::splat(dy))
            }
            (Some([dx, dy]), None) => {
                F::narrow(F::widen(x) * F::splat(dx) + F::widen(y) * F::splat(dy))
            }
            (None, Some(value)) => value,
            (None, None) => F::load(&[0.0; 4]),
        }
    }
}

/// How a value changes over the window, given its values at the vertices.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Gradient {
    /// By the differences d1, d2 from vertex 0 to the others: (d1·g0 − d2·g1, d2·g2 − d1·g3).
    Linear([f64; 4]),
    /// Nowhere.
    Constant,
}

impl Gradient {
    /// The gradient over a triangle with this doubled area, which is not zero.
    #[inline(always)]
    pub(crate) fn of_triangle(v: [&WindowVertex<'_>; 3], doubled_area: i64) -> Gradient {
        // Subpixels over square subpixels: a product of powers of two away from pixels, exactly.
        let scale = f64::from(SUBPIXELS) / doubled_area as f64;
        let times = |a: i32, b: i32| f64::from(a - b) * scale;
        Gradient::Linear([
            times(v[2].y, v[0].y),
            times(v[1].y, v[0].y),
            times(v[1].x, v[0].x),
            times(v[2].x, v[0].x),
        ])
    }

    /// The gradient along a line, whose end is vertices 1 and 2: the direction over the square of the length.
    pub(crate) fn along([dx, dy]: [f64; 2]) -> Gradient {
        Gradient::Linear([dx, 0.0, 0.0, -dy])
    }

    /// (∂/∂x, ∂/∂y) of a value with these differences.
    #[inline(always)]
    pub(crate) fn of(&self, d1: f64, d2: f64) -> [f64; 2] {
        match self {
            Gradient::Linear(g) => [d1 * g[0] - d2 * g[1], d2 * g[2] - d1 * g[3]],
            Gradient::Constant => [0.0; 2],
        }
    }
}

/// From an anchor to a tile's corner.
#[inline(always)]
pub(super) fn offset(anchor: [f32; 2], corner: [i32; 2]) -> [f64; 2] {
    [
        f64::from(corner[0]) - f64::from(anchor[0]),
        f64::from(corner[1]) - f64::from(anchor[1]),
    ]
}

/// The plane with the value that it has this far off.
#[inline(always)]
pub(super) fn moved([a, b, v, constant]: [f32; 4], [dx, dy]: [f64; 2]) -> [f32; 4] {
    let v = f64::from(v) + f64::from(a) * dx + f64::from(b) * dy;
    [a, b, v as f32, constant]
}

//! Interpolation planes: how depth, 1 / w and varyings change over a primitive.
//!
//! A plane is a row A, B, V, constant: f(x, y) = constant + V + A · dx + B · dy from the place where it has the value V.
//! That is the anchor, the first vertex, or the corner of the tile whose kernels read it.
#![forbid(unsafe_code)]

use crate::raster::geometry::gradient::Gradient;
use crate::raster::geometry::plane;
use crate::raster::geometry::window_vertex::WindowVertex;
use crate::raster::vertex::varyings::VertexLayout;
use crate::simd::prefetch;

/// The planes of primitives: depth, 1 / w, the divisor, then the scalars.
#[derive(Debug, Default)]
pub(crate) struct Planes {
    /// The planes, then spare rows with any content.
    rows: Vec<[f32; 4]>,
    len: usize,
}

impl Planes {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn capacity(&self) -> usize {
        self.rows.capacity()
    }

    /// Asks for the memory of as many planes as most primitives have, from `at` on.
    #[inline(always)]
    pub(crate) fn prefetch(&self, at: u32) {
        let rows = self.rows.get(at as usize..);
        if let Some(rows) = rows.and_then(|rows| rows.first_chunk::<7>()) {
            prefetch(rows);
        }
    }

    /// The first `n` planes of a primitive whose planes start at `at`.
    #[inline(always)]
    pub(crate) fn rows(&self, at: u32, n: usize) -> &[[f32; 4]] {
        &self.rows[at as usize..][..n]
    }

    /// Sets the plane of scalar `i` of a primitive whose planes start at `at`.
    pub(crate) fn set_scalar(&mut self, at: u32, i: usize, plane: [f32; 4]) {
        self.rows[at as usize + FIRST_SCALAR + i] = plane;
    }

    /// Appends a primitive's planes, with their values at the anchor; says whether their divisor is 1.
    #[inline(always)]
    pub(crate) fn push(&mut self, layout: &VertexLayout, of: &Interpolated<'_>) -> bool {
        let (first, n) = (self.len, FIRST_SCALAR + layout.slots.len());
        let end = first + rows_with_padding(n);
        if end > self.rows.len() {
            self.grow(end);
        }
        self.len = first + n;
        of.write(layout, n, &mut self.rows[first..end])
    }

    /// Makes room for planes up to `end`.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, end: usize) {
        let n = end.max(2 * self.rows.len()).max(256);
        self.rows.resize(n, [0.0; 4]);
    }
}

/// Where the planes of scalars begin in those of a primitive.
pub(crate) const FIRST_SCALAR: usize = plane::FIRST_SCALAR - plane::Z;

/// Room for `n` planes: whole rows of scalars are faster written than parts.
#[inline(always)]
fn rows_with_padding(n: usize) -> usize {
    FIRST_SCALAR + (n.max(FIRST_SCALAR + 1) - FIRST_SCALAR).next_multiple_of(4)
}

/// What a primitive's planes are made from.
#[derive(Clone, Copy)]
pub(crate) struct Interpolated<'a> {
    /// The vertices; a line repeats its second, a point its only one. The first is the anchor.
    pub(crate) vertices: [&'a WindowVertex<'a>; 3],
    pub(crate) gradient: Gradient,
    pub(crate) front: bool,
    /// The rows of the provoking vertex.
    pub(crate) provoking: &'a [[f32; 4]],
    /// Added to z where it is interpolated.
    pub(crate) depth_offset: f64,
}

impl Interpolated<'_> {
    /// Writes `n` planes, with their values at the anchor; says whether their divisor is 1.
    #[inline(always)]
    fn write(&self, layout: &VertexLayout, n: usize, out: &mut [[f32; 4]]) -> bool {
        let [a, b, c] = self.vertices;
        let is_affine = (a.inverse_w == b.inverse_w) & (a.inverse_w == c.inverse_w);
        let depths = |v: &WindowVertex<'_>| {
            let divisor = if is_affine { 1.0 } else { v.inverse_w };
            [v.z, v.inverse_w, divisor, 0.0]
        };
        let [at_anchor, at_b, at_c] = [depths(a), depths(b), depths(c)];
        let planes = self
            .gradient
            .of_four(differences(at_b, at_anchor), differences(at_c, at_anchor));
        for (i, out) in out[..FIRST_SCALAR].iter_mut().enumerate() {
            *out = [planes[0][i], planes[1][i], at_anchor[i] as f32, 0.0];
        }
        out[0][plane::CONSTANT as usize] = self.depth_offset as f32;
        if n > FIRST_SCALAR {
            let divisors = (!is_affine).then_some([b.inverse_w, c.inverse_w]);
            let side = layout.side(self.front);
            let rows = [&a.rows[side..], &b.rows[side..], &c.rows[side..]];
            self.write_scalars(rows, divisors, &mut out[FIRST_SCALAR..]);
            for i in layout.flat.iter().map(|i| usize::from(*i)) {
                let constant = self.provoking[side + i / 4][i % 4];
                out[FIRST_SCALAR + i] = [0.0, 0.0, 0.0, constant];
            }
        }
        is_affine
    }

    /// Writes the planes of scalars, in whole rows of four, given the rows of the vertices. The divisors of the
    /// second and the third vertex are 1 if there are none.
    #[inline(always)]
    fn write_scalars(
        &self,
        [a, b, c]: [&[[f32; 4]]; 3],
        divisors: Option<[f64; 2]>,
        out: &mut [[f32; 4]],
    ) {
        let (scalars, _) = out.as_chunks_mut::<4>();
        for (out, ((a, b), c)) in scalars.iter_mut().zip(a.iter().zip(b).zip(c)) {
            let at_anchor = a.map(f64::from);
            let mut d1 = differences(b.map(f64::from), at_anchor);
            let mut d2 = differences(c.map(f64::from), at_anchor);
            if let Some([b, c]) = divisors {
                (d1, d2) = (d1.map(|d| d * b), d2.map(|d| d * c));
            }
            let [x, y] = self.gradient.of_four(d1, d2);
            for (i, out) in out.iter_mut().enumerate() {
                *out = [x[i], y[i], 0.0, a[i]];
            }
        }
    }
}

#[inline(always)]
fn differences(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]]
}

/// From an anchor to a tile's corner.
#[inline(always)]
pub(crate) fn offset(anchor: [f32; 2], corner: [i32; 2]) -> [f64; 2] {
    [
        f64::from(corner[0]) - f64::from(anchor[0]),
        f64::from(corner[1]) - f64::from(anchor[1]),
    ]
}

/// The plane with the value that it has this far off.
#[inline(always)]
pub(crate) fn moved([a, b, v, constant]: [f32; 4], [dx, dy]: [f64; 2]) -> [f32; 4] {
    let v = f64::from(v) + f64::from(a) * dx + f64::from(b) * dy;
    [a, b, v as f32, constant]
}

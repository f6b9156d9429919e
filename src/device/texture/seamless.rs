//! Cube maps without seams: a border of texels of the neighbouring faces around each face (ARB_seamless_cube_map 3.8.7).
//!
//! Linear filtering with CLAMP takes the border's texels where a sample lies beyond the edge of a face. A corner has no
//! neighbour of its own: it is the average of the three texels around it, as the text recommends.

use super::bytes::zeroes;
use super::codec::Codec;
use crate::format::TextureShape;
use crate::texture::{Image, Level, PADDING_BYTES, TexelFormat};
use std::sync::Arc;

/// Where a face lies: the axes of s, of t, and of the direction that it faces, each with its sign (GL 1.5 table 3.21).
const FACES: [[(usize, i32); 3]; 6] = [
    [(2, -1), (1, -1), (0, 1)],
    [(2, 1), (1, -1), (0, -1)],
    [(0, 1), (2, 1), (1, 1)],
    [(0, 1), (2, -1), (1, -1)],
    [(0, 1), (1, -1), (2, 1)],
    [(0, -1), (1, -1), (2, -1)],
];

/// A texel of a cube: its face, and its column and row on that face.
pub(super) type Place = (usize, [i32; 2]);

/// Returns the texel of a cube of `n` texels per edge that a place beyond one edge of a face means.
///
/// Coordinates count half texels from the cube's centre, so that the middles of texels are whole numbers. A place beyond an
/// edge is folded around it:
///
/// ```text
///        ── n + 1                       n − 1 ──┐
///   face ────────│ ·          →     face ───────│
///                                               · n
/// ```
pub(super) fn neighbour((face, place): Place, n: i32) -> Place {
    let [s, t, major] = FACES[face];
    let mut point = [0; 3];
    for ((axis, sign), i) in [s, t].into_iter().zip(place) {
        point[axis] = sign * (2 * i + 1 - n);
    }
    point[major.0] = major.1 * n;
    let Some(outside) = [s.0, t.0].into_iter().find(|axis| point[*axis].abs() > n) else {
        return (face, place);
    };
    let sign = point[outside].signum();
    point[outside] = sign * n;
    point[major.0] = major.1 * (n - 1);
    let is_there = |[_, _, major]: &[(usize, i32); 3]| *major == (outside, sign);
    let there = FACES.iter().position(is_there).unwrap_or(face);
    let [s, t, _] = FACES[there];
    let column = |(axis, sign): (usize, i32)| (sign * point[axis] + n - 1) / 2;
    (there, [column(s), column(t)])
}

/// One level of all faces, without the border that the application gave.
struct Cube<'a> {
    faces: [&'a Level; 6],
    format: TexelFormat,
    /// Texels per edge.
    n: i32,
}

impl Cube<'_> {
    /// The bytes of a texel.
    fn texel(&self, (face, [i, j]): Place) -> &[u8] {
        let (level, bytes) = (self.faces[face], self.format.bytes());
        let border = level.border as usize;
        let row = self.n as usize + 2 * border;
        let number = (j as usize + border) * row + i as usize + border;
        &level.texels[number * bytes..][..bytes]
    }

    /// The bytes of a texel of the border, which may be a corner.
    fn beyond(&self, (face, [i, j]): Place, out: &mut [u8]) {
        let inside = [i, j].map(|i| i.clamp(0, self.n - 1));
        if inside[0] == i || inside[1] == j {
            out.copy_from_slice(self.texel(neighbour((face, [i, j]), self.n)));
            return;
        }
        let around = [
            (face, inside),
            neighbour((face, [i, inside[1]]), self.n),
            neighbour((face, [inside[0], j]), self.n),
        ];
        let codec = Codec::of(self.format);
        let colors = around.map(|place| {
            let mut color = [[0.0; 4]];
            (codec.unpack)(self.texel(place), &mut color);
            color[0]
        });
        // Equal texels have themselves as average, in spite of rounding.
        let mean = |c: usize| match colors.map(|color| color[c]) {
            [a, b, d] if a == b && b == d => a,
            [a, b, d] => (a + b + d) / 3.0,
        };
        (codec.pack)(&[std::array::from_fn(mean)], out);
    }

    /// A face with its border. Returns `None` when there is no memory for it.
    fn bordered(&self, face: usize) -> Option<Level> {
        let (n, bytes) = (self.n as usize, self.format.bytes());
        let row = (n + 2) * bytes;
        let mut texels = zeroes(row * (n + 2) + PADDING_BYTES).ok()?;
        for (j, out) in (-1..=self.n).zip(texels.chunks_exact_mut(row)) {
            let is_inside = (0..self.n).contains(&j);
            if is_inside {
                let level = self.faces[face];
                let border = level.border as usize;
                let start = (j as usize + border) * (n + 2 * border) + border;
                out[bytes..][..n * bytes]
                    .copy_from_slice(&level.texels[start * bytes..][..n * bytes]);
            }
            // Of rows of the face, the first and the last texel are border; of the others, all are.
            let step = if is_inside { n + 1 } else { 1 };
            for i in (-1..=self.n).step_by(step) {
                let out = &mut out[(i + 1) as usize * bytes..][..bytes];
                self.beyond((face, [i, j]), out);
            }
        }
        Some(Level {
            border: 1,
            texels: Arc::new(texels),
            ..self.faces[face].clone()
        })
    }
}

/// Returns the image of a cube map whose faces have borders of their neighbours. Levels that not all faces have are left
/// out. Returns `None` for an image of another shape, and when there is no memory.
pub(super) fn with_neighbours(image: &Image) -> Option<Image> {
    if image.kind != TextureShape::Cube || image.faces.len() != 6 {
        return None;
    }
    let count = image.faces.iter().map(Vec::len).min()?;
    let mut faces = vec![Vec::new(); 6];
    for number in 0..count {
        let levels: Option<Vec<&Level>> = image.faces.iter().map(|f| f[number].as_ref()).collect();
        let levels = levels.and_then(|levels| <[&Level; 6]>::try_from(levels).ok());
        let Some(levels) = levels else {
            faces.iter_mut().for_each(|face| face.push(None));
            continue;
        };
        let cube = Cube {
            faces: levels,
            format: image.format,
            n: levels[0].width as i32,
        };
        for (face, out) in faces.iter_mut().enumerate() {
            out.push(Some(cube.bordered(face)?));
        }
    }
    Some(Image {
        faces,
        ..image.clone()
    })
}

/// The image of a cube map with its neighbours, and what it was made from.
#[derive(Debug)]
pub(super) struct Seamless {
    pub(super) faces: Arc<Image>,
    pub(super) bordered: Arc<Image>,
}
